"""The helper that compares programs finds differences, and only differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from support.equivalence import apply, assert_same
from support.inputs import random_inputs
from support.ir import parse, program
from support.lowered_attention import lowered_attention
from support.ports import input_ports
from support.single_ops import alone, assert_each_op_same

A, B = "!quant.uniform<i8:f32, 0.05:-3>", "!quant.uniform<i8:f32, 0.02:7>"


def scaled(factor: float, result: str = B) -> ModuleOp:
    """dequantize(quantize(dequantize(quantize(x)) * factor))"""
    return program(
        f"""
        %0 = quant.qcast %x : tensor<5x7xf32> to tensor<5x7x{A}>
        %1 = quant.dcast %0 : tensor<5x7x{A}> to tensor<5x7xf32>
        %2 = aten.mul_scalar %1 {{value = {factor}}} : (tensor<5x7xf32>) -> tensor<5x7xf32>
        %3 = quant.qcast %2 : tensor<5x7xf32> to tensor<5x7x{result}>
        %4 = quant.dcast %3 : tensor<5x7x{result}> to tensor<5x7xf32>
        %y = aten.view %4 : (tensor<5x7xf32>) -> tensor<35xf32>
        """,
        "tensor<35xf32>",
        x="tensor<5x7xf32>",
    )


def test_equal_programs() -> None:
    assert_same(scaled(0.3), scaled(0.3))


def test_a_small_difference_is_found() -> None:
    with pytest.raises(AssertionError, match="input set 0, output 0"):
        assert_same(scaled(0.3), scaled(0.3001))


def test_steps_are_those_of_the_output() -> None:
    """One code more is one step, two are two; in floats a step is the scale."""
    assert_same(with_int8_output(0.3, 7), with_int8_output(0.3, 8), steps=1)
    with pytest.raises(AssertionError, match=r"2\.000 steps, but 1 are allowed"):
        assert_same(with_int8_output(0.3, 7), with_int8_output(0.3, 9), steps=1)
    assert_same(scaled(0.3), scaled(0.3001), steps=1)
    with pytest.raises(AssertionError, match="steps, but 1 are allowed"):
        assert_same(scaled(0.3), scaled(0.32), steps=1)


def with_int8_output(factor: float, zero_point: int) -> ModuleOp:
    kind = B.replace(":7", f":{zero_point}")
    return program(
        f"""
        %0 = aten.mul_scalar %x {{value = {factor}}} : (tensor<5x7xf32>) -> tensor<5x7xf32>
        %1 = quant.qcast %0 : tensor<5x7xf32> to tensor<5x7x{kind}>
        %y = quant.scast %1 : tensor<5x7x{kind}> to tensor<5x7xi8>
        """,
        "tensor<5x7xi8>",
        x="tensor<5x7xf32>",
    )


def test_floats_without_a_scale_must_be_equal() -> None:
    def times(factor: float) -> ModuleOp:
        body = f"%y = aten.mul_scalar %x {{value = {factor}}} : (tensor<9xf32>) -> tensor<9xf32>"
        return program(body, "tensor<9xf32>", x="tensor<9xf32>")

    assert_same(times(0.5), times(0.5), steps=1)
    with pytest.raises(AssertionError):
        assert_same(times(0.5), times(0.50001), steps=1)


def test_another_shape_or_dtype_is_a_difference() -> None:
    def program_of(kind: str) -> ModuleOp:
        body = f"%y = aten.view %x : (tensor<2x2xf32>) -> {kind}"
        return program(body, kind, x="tensor<2x2xf32>")

    with pytest.raises(AssertionError, match="shape"):
        assert_same(program_of("tensor<4xf32>"), program_of("tensor<2x2xf32>"))


def test_a_program_may_take_and_give_codes_instead() -> None:
    before = scaled(0.3)
    after = assert_same(before, "quantize-io")
    arguments = after.body.block.first_op.regions[0].block.args  # pyright: ignore
    assert "!quant.uniform" in str(arguments[0].type)
    with pytest.raises(AssertionError):
        assert_same(scaled(0.31), after)


def test_passes_by_name_leave_the_original_alone() -> None:
    before = scaled(0.3)
    text = str(before)
    after = apply(before, "fold-qdq", "canonicalize")
    assert str(before) == text
    assert str(after) != text


def test_an_unknown_pass_is_an_error() -> None:
    with pytest.raises(ValueError, match="no-such-pass"):
        apply(scaled(0.3), "no-such-pass")


def test_given_inputs_are_used() -> None:
    zeros = np.zeros((5, 7), np.float32)
    assert_same(scaled(0.3), scaled(0.9), [(zeros,)])
    with pytest.raises(AssertionError):
        assert_same(scaled(0.3), scaled(0.9), [(zeros,), (zeros + 1,)])
    with pytest.raises(AssertionError, match="no inputs"):
        assert_same(scaled(0.3), scaled(0.3), [])


def inputs_of(kind: str, number: int) -> np.ndarray[Any, Any]:
    module = parse(f"func.func @main(%x : tensor<40x40x{kind}>) {{ func.return }}")
    (value,) = random_inputs(module, number)
    return value


@pytest.mark.parametrize(
    ("kind", "least", "greatest"),
    [
        ("i8", -128, 127),
        ("!quant.uniform<i8<-127:127>:f32, 0.1>", -127, 127),
        ("!quant.uniform<u8:f32, 0.1>", 0, 255),
    ],
)
def test_codes_reach_both_ends(kind: str, least: int, greatest: int) -> None:
    mixed, low, high = (inputs_of(kind, number) for number in range(3))
    assert (mixed.min(), mixed.max()) == (least, greatest)
    assert len(np.unique(mixed)) > 200
    assert (low == least).all()
    assert (high == greatest).all()


def test_floats_saturate_and_lie_half_way() -> None:
    values = random_inputs(scaled(0.3), 0)[0] / 0.05
    assert np.abs(values).max() > 200
    assert np.isclose(values % 1, 0.5, atol=1e-3).any()
    assert (random_inputs(scaled(0.3), 1)[0] < -1e6).all()


def test_inputs_are_reproducible_and_different() -> None:
    module = scaled(0.3)
    np.testing.assert_array_equal(random_inputs(module, 3), random_inputs(module, 3))
    assert not np.array_equal(random_inputs(module, 3), random_inputs(module, 4))


def test_other_inputs() -> None:
    assert inputs_of("i1", 0).dtype == np.bool_
    assert inputs_of("f32", 0).std() > 1
    assert inputs_of("i32", 0).dtype == np.int32


def test_planning_keeps_every_bit_of_attention() -> None:
    after = assert_same(lowered_attention(), "plan-memory", 3)
    assert "cortex_m.buffer" in str(after)


def test_single_operations_on_what_the_program_feeds_them() -> None:
    module = scaled(0.3)
    assert assert_each_op_same(module, "canonicalize", steps=0) == 6


def test_single_operations_keep_their_constants() -> None:
    module = lowered_attention()
    linear = next(op for op in module.walk() if op.name == "cortex_m.linear")
    isolated = alone(linear)
    isolated.verify()
    names = [op.name for op in isolated.walk() if op.name.startswith("cortex_m")]
    assert names == ["cortex_m.constant", "cortex_m.constant", "cortex_m.linear"]
    assert len(input_ports(isolated)) == 1
