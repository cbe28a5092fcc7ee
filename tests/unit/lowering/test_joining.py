"""Concatenation from Q/DQ graphs to C: the same values at every stage."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from xdsl.dialects.builtin import ModuleOp

import cmlir
from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.quant import StoredType, quantized_element_type
from cmlir.frontend import import_program
from cmlir.interpreter import run
from support.emitted_project import EmittedModel
from support.equivalence import apply, assert_same
from support.inputs import random_inputs
from support.ir import program
from support.kernel_objects import HOST_GCC


def types(scale: float, zero_point: int) -> str:
    return f"!quant.uniform<i8:f32, {scale!r}:{zero_point}>"


def of(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{'x'.join(map(str, (*shape, element)))}>"


@st.composite
def joined(draw: st.DrawFn) -> ModuleOp:
    """cat of quantized tensors of any parameters, quantized in its turn."""
    rank = draw(st.integers(1, 4))
    frame = draw(st.lists(st.integers(1, 4), min_size=rank, max_size=rank))
    axis = draw(st.integers(0, rank - 1))
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=4))
    parameters = st.tuples(st.sampled_from([0.5, 0.31, 0.1]), st.integers(-128, 127))
    shared = draw(parameters)
    body, arguments = "", {}
    shapes = [(*frame[:axis], size, *frame[axis + 1 :]) for size in sizes]
    for index, shape in enumerate(shapes):
        kind = types(*draw(st.just(shared) | parameters))
        arguments[f"x{index}"] = of(shape, "f32")
        body += f"%q{index} = quant.qcast %x{index} : {of(shape, 'f32')} to {of(shape, kind)}\n"
        body += f"%d{index} = quant.dcast %q{index} : {of(shape, kind)} to {of(shape, 'f32')}\n"
    whole = (*frame[:axis], sum(sizes), *frame[axis + 1 :])
    kind = types(*draw(st.just(shared) | parameters))
    parts = ", ".join(f"%d{index}" for index in range(len(shapes)))
    given_types = ", ".join(of(shape, "f32") for shape in shapes)
    body += f"%c = aten.cat {parts} {{dim = {axis}}} : ({given_types}) -> {of(whole, 'f32')}\n"
    body += f"%q = quant.qcast %c : {of(whole, 'f32')} to {of(whole, kind)}\n"
    body += f"%y = quant.dcast %q : {of(whole, kind)} to {of(whole, 'f32')}\n"
    return program(body, of(whole, "f32"), **arguments)


@settings(max_examples=40, deadline=None)
@given(joined())
def test_every_stage_computes_the_same(module: ModuleOp) -> None:
    """Requantizing what has other parameters may round differently in integers."""
    folded = assert_same(module, "fold-quantization", inputs=2)
    lowered = assert_same(folded, "select-kernels", inputs=2, steps=1)
    assert_same(lowered, "plan-memory", inputs=2)


@settings(max_examples=40, deadline=None)
@given(joined())
def test_codes_are_joined_and_only_other_parameters_requantized(module: ModuleOp) -> None:
    """What is joined always has the parameters of the result of the concatenation."""
    folded = apply(module, "fold-qdq")
    (cat,) = (op for op in folded.walk() if isinstance(op, aten.CatOp))
    assert isinstance(quantized_element_type(cat.result), StoredType)
    requantized = [
        op
        for op in folded.walk()
        if isinstance(op, quant.QuantizeCastOp)
        and isinstance(op.input.owner, quant.DequantizeCastOp)
    ]
    (before,) = (op for op in module.walk() if isinstance(op, aten.CatOp))
    (last,) = (use.operation for use in before.result.uses)
    assert isinstance(last, quant.QuantizeCastOp)
    sources = [_source_type(tensor.owner) for tensor in before.tensors]
    target = quantized_element_type(last.result)
    others = sum(source != target for source in sources)
    whole = len(set(sources)) == 1 and others
    assert len(requantized) == (1 if whole else others)


def _source_type(cast: object) -> StoredType | None:
    assert isinstance(cast, quant.DequantizeCastOp)
    return quantized_element_type(cast.input)


class Joins(nn.Module):
    """Branches of different ranges, joined along two axes and stacked."""

    def __init__(self) -> None:
        super().__init__()
        self.narrow, self.wide = nn.Linear(8, 5), nn.Linear(8, 3)

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        features = torch.cat([self.narrow(x), 4 * self.wide(x), y], dim=-1)
        halves = torch.stack([features[:, :8], features[:, 8:]], dim=1)
        return torch.cat([features, features[:1]]), halves.transpose(1, 2)


def test_a_quantized_model_joins_codes_and_computes_the_same_in_c(tmp_path: Path) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    samples = [(torch.randn(3, 8), torch.randn(3, 8)) for _ in range(4)]
    module = import_program(cmlir.quantize(Joins(), samples))
    inputs = [[tensor.numpy() for tensor in sample] for sample in samples]
    lowered = assert_same(module, ["lower-cortex-m"], inputs, steps=2)
    joins = [op for op in lowered.walk() if isinstance(op, cortex_m.ConcatOp)]
    assert [op.kernel for op in joins] == ["arm_concatenation_s8_x"] * 3
    assert not any(isinstance(op, cortex_m.FloatOp) for op in lowered.walk())
    planned = assert_same(lowered, ["plan-memory"], inputs)
    model = EmittedModel(planned, tmp_path, HOST_GCC)
    for sample in inputs:
        results = zip(run(planned, *sample), model(*sample), strict=True)
        assert all(expected.tobytes() == result.tobytes() for expected, result in results)


@pytest.mark.parametrize("element", ["f32", "i16", "i64"])
def test_elements_of_other_types_are_joined_in_c(element: str, tmp_path: Path) -> None:
    part, whole = f"tensor<2x3x{element}>", f"tensor<2x6x{element}>"
    body = f"%y = aten.cat %a, %b {{dim = 1}} : ({part}, {part}) -> {whole}"
    module = program(body, whole, a=part, b=part)
    lowered = assert_same(module, "select-kernels")
    planned = assert_same(lowered, "plan-memory")
    model = EmittedModel(planned, tmp_path, HOST_GCC)
    inputs = random_inputs(module, 0)
    assert model(*inputs)[0].tobytes() == run(module, *inputs)[0].tobytes()
