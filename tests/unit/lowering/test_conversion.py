"""Kernels against the quantized operations that they stand for: random shapes and parameters."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import ModuleOp

from support.chains import spelled, tensor
from support.equivalence import assert_same
from support.ir import program

CONVERT = "convert-aten-to-cortex-m"
TARGETS = st.sampled_from(["cortex-m55", "cortex-m4", "cortex-m0plus"])
SETS = st.sampled_from(["fast", "cmsis-nn"])
some = settings(deadline=None, max_examples=25)


def module_attributes(target: str, kernels: str = "fast") -> str:
    return f'cortex_m.target = "{target}", cortex_m.kernels = "{kernels}"'


@st.composite
def quantized(draw: st.DrawFn, least: float = 0.005, greatest: float = 0.5) -> tuple[str, float]:
    """A type of whole 8-bit range, signed or not, and its scale."""
    scale, zero_point = draw(st.floats(least, greatest)), draw(st.integers(-128, 127))
    if draw(st.booleans()):
        return spelled("u8", scale, zero_point + 128), scale
    return spelled("i8", scale, zero_point), scale


def real_io(
    body: str, result: tuple[tuple[int, ...], str], **inputs: tuple[tuple[int, ...], str]
) -> tuple[str, str, dict[str, str]]:
    """The body between quantized inputs and a dequantized output `%r`."""
    casts = "\n".join(
        f"%{name} = quant.qcast %{name}_f : {tensor(shape)} to {tensor(shape, kind)}"
        for name, (shape, kind) in inputs.items()
    )
    end = f"%y = quant.dcast %r : {tensor(*result)} to {tensor(result[0])}"
    arguments = {f"{name}_f": tensor(shape) for name, (shape, _) in inputs.items()}
    return f"{casts}\n{body}\n{end}", tensor(result[0]), arguments


def built(
    body: str,
    result: tuple[tuple[int, ...], str],
    attributes: str = "",
    before: str = "",
    **inputs: tuple[tuple[int, ...], str],
) -> ModuleOp:
    text, kind, arguments = real_io(body, result, **inputs)
    return program(f"{before}\n---\n{text}", kind, attributes=attributes, **arguments)


@dataclass
class Operand:
    """A quantized input and the rearrangements of it, as text."""

    name: str
    kind: str
    stored: tuple[int, ...]
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shape = self.stored
        self.value = f"%{self.name}"

    def apply(self, op: str, shape: tuple[int, ...], attributes: str = "") -> None:
        result = f"%{self.name}{len(self.lines)}"
        kinds = f"({tensor(self.shape, self.kind)}) -> {tensor(shape, self.kind)}"
        self.lines.append(f"{result} = aten.{op} {self.value} {attributes} : {kinds}")
        self.value, self.shape = result, shape

    def swap(self) -> None:
        """Exchange the last two axes."""
        *batch, rows, columns = self.shape
        dims = [*range(len(batch)), len(batch) + 1, len(batch)]
        self.apply("permute", (*batch, columns, rows), f"{{dims = {dims}}}")


@st.composite
def factors(
    draw: st.DrawFn, name: str, kind: str, batch: tuple[int, ...], rows: int, columns: int
) -> Operand:
    """[.., rows, columns]: of the whole batch or repeated along it, permuted, joined and split."""
    sizes = [draw(st.sampled_from([1, size])) for size in batch]
    swapped = draw(st.booleans())
    operand = Operand(name, kind, (*sizes, *((columns, rows) if swapped else (rows, columns))))
    if draw(st.booleans()):
        operand.apply("expand", (*batch, *operand.shape[-2:]))
    if operand.shape[:-2] == batch and batch and draw(st.booleans()):
        operand.apply("view", (math.prod(batch), *operand.shape[-2:]))
        operand.apply("view", (*batch, *operand.shape[-2:]))
    if swapped:
        operand.swap()
    return operand


@st.composite
def batched_products(draw: st.DrawFn) -> ModuleOp:
    """matmul of operands that repeat and broadcast along at most four batch axes."""
    batch = draw(st.lists(st.integers(1, 3), max_size=4).map(tuple))
    m, k, n = (draw(st.integers(1, 5)) for _ in range(3))
    (a, sa), (b, sb) = draw(quantized()), draw(quantized())
    y, _ = draw(quantized(sa * sb * 4, sa * sb * 400))
    lhs, rhs = draw(factors("a", a, batch, m, k)), draw(factors("b", b, batch, k, n))
    shape = (*np.broadcast_shapes(lhs.shape[:-2], rhs.shape[:-2]), m, n)
    product = (
        f"%r = aten.matmul {lhs.value}, {rhs.value} {{scale = {draw(st.floats(0.5, 2.0))}}} : "
        f"({tensor(lhs.shape, a)}, {tensor(rhs.shape, b)}) -> {tensor(shape, y)}"
    )
    body = "\n".join([*lhs.lines, *rhs.lines, product])
    return built(body, (shape, y), a=(lhs.stored, a), b=(rhs.stored, b))


@settings(some, max_examples=60)
@given(batched_products())
def test_batched_products(module: ModuleOp) -> None:
    assert_same(module, CONVERT, 2, steps=1)


@st.composite
def linears(draw: st.DrawFn) -> ModuleOp:
    """Weights with a scale for all or for each channel; biases in float, int32, int8 or none."""
    rows, k, n = (draw(st.integers(1, 6)) for _ in range(3))
    (x, sx), random = draw(quantized()), np.random.default_rng(draw(st.integers(0, 99)))
    scales = random.uniform(0.002, 0.01, n)
    codes = random.integers(-127, 128, (n, k)).astype(np.int8)
    if draw(st.booleans()):
        listed = ", ".join(f"{scale:.17e}" for scale in scales)
        w = f"!quant.uniform<i8<-127:127>:f32:0, {{{listed}}}>"
    else:
        w, scales = spelled("i8", scales[0], draw(st.integers(-128, 127))), scales[:1].repeat(n)
    y, sy = draw(quantized(sx * 0.1, sx * 10))
    stored = {"w": (codes, "i8")}
    bias, operand = "", ""
    match draw(st.sampled_from(["none", "f32", "i32", "i8"])):
        case "f32":
            stored["b"] = (random.normal(0, 20 * sy, n).astype(np.float32), "f32")
            bias = f"%b = aten.constant @b : () -> tensor<{n}xf32>"
            operand = f"tensor<{n}xf32>"
        case "i32":
            stored["b"] = (random.integers(-9999, 9999, n).astype(np.int32), "i32")
            listed = ", ".join(f"{sx * scale:.17e}" for scale in scales)
            operand = f"tensor<{n}x!quant.uniform<i32:f32:0, {{{listed}}}>>"
            bias = f"%b = aten.constant @b : () -> {operand}"
        case "i8":
            stored["b"] = (random.integers(-99, 99, n).astype(np.int8), "i8")
            operand = f"tensor<{n}x{spelled('i8', 0.3 * sy, 4)}>"
            bias = f"%b = aten.constant @b : () -> {operand}"
        case _:
            pass
    named, kinds = (" bias(%b)", f", {operand}") if bias else ("", "")
    body = f"""
        %w = aten.constant @w : () -> tensor<{n}x{k}x{w}>
        {bias}
        %r = aten.linear %x, %w{named} : ({tensor((rows, k), x)}, tensor<{n}x{k}x{w}>{kinds})
          -> {tensor((rows, n), y)}"""
    before = "\n".join(
        f'ml_program.global private @{name}(dense<"0x{array.tobytes().hex().upper()}"> : '
        f"{tensor(array.shape, kind)}) : {tensor(array.shape, kind)}"
        for name, (array, kind) in stored.items()
    )
    attributes = module_attributes(draw(TARGETS))
    return built(body, ((rows, n), y), attributes, before, x=((rows, k), x))


@some
@given(linears())
def test_linears(module: ModuleOp) -> None:
    assert_same(module, CONVERT, 2, steps=1)


@st.composite
def softmaxes(draw: st.DrawFn) -> ModuleOp:
    shape = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple))
    dim = draw(st.integers(0, len(shape) - 1))
    x, _ = draw(quantized(0.01, 30.0))
    y = draw(
        st.sampled_from([spelled("i8", 1 / 256, -128), spelled("u8", 1 / 256, 0)])
        | quantized(0.003, 0.02).map(lambda found: found[0])
    )
    kinds = f"({tensor(shape, x)}) -> {tensor(shape, y)}"
    body = f"%r = aten.softmax %x {{dim = {dim}}} : {kinds}"
    attributes = module_attributes("cortex-m55", draw(SETS))
    return built(body, (shape, y), attributes, x=(shape, x))


@some
@given(softmaxes())
def test_softmaxes(module: ModuleOp) -> None:
    assert_same(module, CONVERT, 3, steps=1)


@st.composite
def arithmetic(draw: st.DrawFn) -> ModuleOp:
    """Sums, differences and products of tensors, also of ones that repeat."""
    op = draw(st.sampled_from(["add", "sub", "mul"]))
    shape = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple))
    other = tuple(draw(st.sampled_from([1, size])) for size in shape)
    other = other[draw(st.integers(0, len(other) - 1)) :]
    (a, sa), (b, sb) = draw(quantized()), draw(quantized())
    typical = sa * sb * 60 if op == "mul" else max(sa, sb)
    y, _ = draw(quantized(typical * 0.2, typical * 5))
    lhs, rhs = ((shape, a), (other, b)) if draw(st.booleans()) else ((other, a), (shape, b))
    kinds = f"({tensor(*lhs)}, {tensor(*rhs)}) -> {tensor(shape, y)}"
    attributes = module_attributes("cortex-m55", draw(SETS))
    return built(f"%r = aten.{op} %a, %b : {kinds}", (shape, y), attributes, a=lhs, b=rhs)


@settings(some, max_examples=40)
@given(arithmetic())
def test_arithmetic(module: ModuleOp) -> None:
    assert_same(module, CONVERT, 3, steps=1)


@pytest.mark.parametrize("scale", [1e-20, 1e-9, 1e9, 1e20])
@pytest.mark.parametrize("op", ["add", "mul", "matmul"])
def test_extreme_results_saturate_or_vanish(op: str, scale: float) -> None:
    """Factors that no rescale pair holds: all codes are limits of the range, or the zero point."""
    x, y = spelled("i8", 0.05, 3), spelled("i8", scale, 5)
    kinds = f"({tensor((4, 4), x)}, {tensor((4, 4), x)}) -> {tensor((4, 4), y)}"
    module = built(f"%r = aten.{op} %a, %b : {kinds}", ((4, 4), y), a=((4, 4), x), b=((4, 4), x))
    assert_same(module, CONVERT, 4)


def test_a_wrong_parameter_is_noticed() -> None:
    x, y = spelled("i8", 0.05, 3), spelled("i8", 0.1, 5)
    kinds = f"({tensor((4,), x)}, {tensor((4,), x)}) -> {tensor((4,), y)}"
    one = built(f"%r = aten.add %a, %b : {kinds}", ((4,), y), a=((4,), x), b=((4,), x))
    other = built(f"%r = aten.sub %a, %b : {kinds}", ((4,), y), a=((4,), x), b=((4,), x))
    with pytest.raises(AssertionError):
        assert_same(one, other, 3, steps=1)
