"""Kernels for weights of 4 bits give what those for 8 bits give with the same numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from cmlir.dialects.cortex_m import TARGETS, ConvOp, DepthwiseConvOp, KernelOp
from cmlir.dialects.shapes import shape_of
from support.golden_images import integers
from support.int4_calls import (
    pack,
    random_int4_convolution,
    random_int4_depthwise,
    random_int4_linear,
)
from support.ir import parse
from support.kernel_library import Dims, KernelLibrary
from support.random_calls import Draw

KINDS = random_int4_linear, random_int4_convolution, random_int4_depthwise


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_same_as_with_8_bits(
    library: KernelLibrary, kind: Callable[[KernelLibrary, Draw], str]
) -> None:
    rng = np.random.default_rng(0)
    for _ in range(150):
        with library.memory() as memory:
            kind(library, Draw(rng, memory))


def test_low_half_first() -> None:
    assert pack(np.array([1, -8, 7], np.int8)).tolist() == [-127, 7]


LINEAR = "input_offset = 0, weights_offset = 0, output_offset = 0, clamp = #cortex_m.clamp<0, 1>"
IMAGE = f"dilations = [1, 1], strides = [1, 1], padding = [0, 0], {LINEAR}"


def kernel_op(name: str, numbers: str, x: str, w: str, out: str, element: str = "i4") -> KernelOp:
    channels = w.rsplit("x", 1)[-1] if name == "depthwise_conv" else w.split("x")[0]
    pairs = f"[{', '.join(['1'] * int(channels))}], [{', '.join(['0'] * int(channels))}]"
    numbers = numbers.replace("weights_offset = 0, ", "") if "strides" in numbers else numbers
    types = f"tensor<{x}xi8>, tensor<{w}x{element}>, tensor<{channels}xi32>"
    operands = ", ".join(f"%{n} : {t}" for n, t in zip("xws", types.split(", "), strict=True))
    module = parse(f"""func.func @main({operands}) {{
      %y = cortex_m.{name} %x, %w sums(%s) {{{numbers}, rescale = #cortex_m.rescale<{pairs}>}}
        : ({types}) -> tensor<{out}xi8>
      func.return
    }}""")
    (found,) = (op for op in module.walk() if isinstance(op, KernelOp))
    return found


@pytest.mark.parametrize(("cols", "depth"), [(3, 5), (40, 64), (7, 300), (5, 4000), (2, 4000)])
def test_scratch_of_a_linear_layer(library: KernelLibrary, cols: int, depth: int) -> None:
    op = kernel_op("linear", LINEAR, f"2x{depth}", f"{cols}x{depth}", f"2x{cols}")
    needed = library.call("cmlir_linear_s4_get_buffer_size", cols, depth)
    assert {op.scratch_bytes(target) for target in TARGETS.values()} == {needed}


@pytest.mark.parametrize("element", ["i4", "i8"])
@pytest.mark.parametrize(
    ("name", "x", "w", "out"),
    [
        ("conv", "1x5x6x4", "9x3x3x4", "1x3x4x9"),
        ("conv", "1x25x9x1", "5x10x4x1", "1x16x6x5"),
        ("conv", "1x5x6x4", "10x3x3x2", "1x3x4x10"),
        ("conv", "1x5x6x100", "12x3x3x100", "1x3x4x12"),
        ("conv", "1x5x6x600", "3x3x3x600", "1x3x4x3"),
        ("conv", "1x5x6x600", "20x1x1x600", "1x5x6x20"),
        ("depthwise_conv", "1x5x6x20", "3x3x20", "1x3x4x20"),
    ],
)
def test_scratch_of_a_convolution(
    library: KernelLibrary, name: str, x: str, w: str, out: str, element: str
) -> None:
    """As the library's own, which are of vectors."""
    op = kernel_op(name, IMAGE, x, w, out, element)
    assert isinstance(op, ConvOp | DepthwiseConvOp)
    more = (1,) if name == "depthwise_conv" else ()
    params = integers(0, 0, *more, 1, 1, 0, 0, 1, 1, 0, 1)
    filter_shape = (1, *shape_of(op.weights)) if more else shape_of(op.weights)
    dims = (Dims(*sizes) for sizes in (shape_of(op.input), filter_shape, shape_of(op.destination)))
    needed = library.call(f"{op.kernel}_get_buffer_size", params, *dims)
    assert op.scratch_bytes(TARGETS["cortex-m55"]) == needed
