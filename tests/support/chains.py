"""Random programs of one value: real functions and rearrangements between quantize and dequantize.

x -> quantize -> dequantize -> f -> move -> … -> quantize -> dequantize -> … -> y
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects import quant
from cmlir.dialects.quant.codes import all_codes, dequantize
from support.ir import program
from support.ports import Array

SHAPE = (4, 8, 1, 8)
"""The input's: 256 elements, one for each code."""

FUNCTIONS = ("neg", "reciprocal", "relu")
FUNCTIONS_OF_NUMBER = ("add_scalar", "div_scalar", "mul_scalar", "rsub_scalar", "sub_scalar")
AWKWARD = (
    0.0,
    -1.0,
    0.5,
    64**-0.25,
    1 / math.sqrt(3),
    1e-30,
    1e30,
    1e-60,
    1e300,
    math.inf,
    math.nan,
)
"""Factors: exact, inexact, negative, vanishing in f32, beyond f32."""


@dataclass
class Chain:
    """The text of a program, written step by step."""

    lines: list[str] = field(default_factory=list)
    shape: tuple[int, ...] = SHAPE
    value: str = "%x"
    kind: str = "f32"

    def apply(
        self, op: str, kind: str = "f32", shape: tuple[int, ...] | None = None, attributes: str = ""
    ) -> None:
        """Add an operation on the last value, whose result has elements of ``kind``."""
        shape = self.shape if shape is None else shape
        before, after = tensor(self.shape, self.kind), tensor(shape, kind)
        result = f"%{len(self.lines)}"
        signature = f"{before} to {after}" if op.startswith("quant") else f"({before}) -> {after}"
        self.lines.append(f"{result} = {op} {self.value} {attributes} : {signature}")
        self.value, self.shape, self.kind = result, shape, kind

    def requantize(self, kind: str) -> None:
        """Add quantize and dequantize."""
        self.apply("quant.qcast", kind)
        self.apply("quant.dcast")

    def function(self, name: str, number: float | None = None) -> None:
        """Add a function of one element, perhaps with a number."""
        bits = np.array(number, np.float64) if number is not None else None
        attributes = (
            f"{{value = 0x{int(bits.view(np.uint64)):016X} : f64}}" if bits is not None else ""
        )
        self.apply(f"aten.{name}", attributes=attributes)

    def module(self) -> ModuleOp:
        """The verified program."""
        body = "\n".join(self.lines).replace(f"{self.value} =", "%y =")
        return program(body, tensor(self.shape), x=tensor(SHAPE))


def tensor(shape: tuple[int, ...], kind: str = "f32") -> str:
    return f"tensor<{'x'.join(map(str, (*shape, kind)))}>"


def every_code(quantized: quant.UniformQuantizedType) -> Array:
    """An input that has each code of the first quantize once (some twice if there are fewer)."""
    codes = np.resize(all_codes(quantized), SHAPE)
    return dequantize(codes, quantized)


def first_type(module: ModuleOp) -> quant.UniformQuantizedType:
    """The type that the input is quantized to."""
    found = next(op for op in module.walk() if isinstance(op, quant.QuantizeCastOp))
    quantized = quant.quantized_element_type(found.result)
    assert isinstance(quantized, quant.UniformQuantizedType)
    return quantized


SCALES = st.floats(1e-4, 10.0) | st.sampled_from([0.05, 1 / 256, 1e-20, 1e20])


@st.composite
def types(draw: st.DrawFn) -> str:
    """8-bit types of one scale: signed and unsigned, with whole and narrow ranges."""
    storage, least, greatest = draw(
        st.sampled_from(
            [
                ("i8", -128, 127),
                ("i8<-127:127>", -127, 127),
                ("u8", 0, 255),
                ("i8<-100:50>", -100, 50),
            ]
        )
    )
    zero_point = draw(st.integers(least, greatest) | st.sampled_from([least, greatest]))
    return spelled(storage, draw(SCALES), zero_point)


def spelled(storage: str, scale: float, zero_point: int) -> str:
    """The type as text that gives back every bit of the scale."""
    return f"!quant.uniform<{storage}:f32, {scale:.17e}:{zero_point}>"


def _move(draw: st.DrawFn, chain: Chain) -> None:
    """Add a rearrangement that fits the shape."""
    shape, rank = chain.shape, len(chain.shape)
    kinds = ["clone", "view", "expand", *(["permute", "slice", "select"] if rank else [])]
    match draw(st.sampled_from(kinds)):
        case "clone":
            chain.apply("aten.clone")
        case "view":
            chain.apply("aten.view", shape=_viewed(draw, math.prod(shape)))
        case "permute":
            dims = draw(st.permutations(range(rank)))
            permuted = tuple(shape[d] for d in dims)
            chain.apply("aten.permute", shape=permuted, attributes=f"{{dims = {list(dims)}}}")
        case "expand":
            repeated = tuple(3 if size == 1 and math.prod(shape) < 1000 else size for size in shape)
            chain.apply("aten.expand", shape=(draw(st.integers(1, 2)), *repeated))
        case "select":
            dim = draw(st.integers(0, rank - 1))
            place = draw(st.integers(0, shape[dim] - 1))
            attributes = f"{{dim = {dim}, index = {place}}}"
            chain.apply(
                "aten.select", shape=(*shape[:dim], *shape[dim + 1 :]), attributes=attributes
            )
        case _:
            dim = draw(st.integers(0, rank - 1))
            start, step = draw(st.integers(0, shape[dim] - 1)), draw(st.integers(1, 3))
            count = -(-(shape[dim] - start) // step)
            attributes = f"{{dim = {dim}, start = {start}, step = {step}}}"
            cut = (*shape[:dim], count, *shape[dim + 1 :])
            chain.apply("aten.slice", shape=cut, attributes=attributes)


def _viewed(draw: st.DrawFn, size: int) -> tuple[int, ...]:
    """Any shape of ``size`` elements, rank 1 to 4."""
    shape: list[int] = []
    for _ in range(draw(st.integers(0, 3))):
        shape.append(draw(st.sampled_from([d for d in (1, 2, 3, 4, 8) if size % d == 0])))
        size //= shape[-1]
    return (*shape, size)


@st.composite
def chains(draw: st.DrawFn) -> ModuleOp:
    """Up to three stretches between quantized values, each of up to four steps."""
    chain = Chain()
    chain.requantize(draw(types()))
    for _ in range(draw(st.integers(1, 3))):
        for _ in range(draw(st.integers(0, 4))):
            if draw(st.booleans()):
                _move(draw, chain)
            elif draw(st.integers(0, 3)):
                numbers = st.floats(-4.0, 4.0) | st.sampled_from(AWKWARD)
                chain.function(draw(st.sampled_from(FUNCTIONS_OF_NUMBER)), draw(numbers))
            else:
                chain.function(draw(st.sampled_from(FUNCTIONS)))
        chain.requantize(draw(types()))
    return chain.module()
