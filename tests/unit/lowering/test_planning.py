"""Planning keeps the values, moves no data of its own accord, and never shares live bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import IntegerAttr, MemRefType, ModuleOp, i8, i64
from xdsl.dialects.memref import AllocOp

from cmlir.codegen.report import MOVEMENT
from cmlir.context import make_context
from cmlir.dialects import locations
from cmlir.dialects.cortex_m import BufferOp
from cmlir.dialects.cortex_m.plan import ALIGNMENT, Lifetime, aligned, entry_function
from cmlir.errors import InvalidInputError
from cmlir.interpreter import run
from cmlir.lowering.assign_addresses import arena_size, place
from cmlir.lowering.verify_plan import VerifyPlan
from support.equivalence import apply, assert_same
from support.inputs import random_inputs
from support.ir import parse
from support.planned_programs import NAMES, lowered

STEPS = ("bufferize", "reuse-operands", "assign-addresses", "verify-plan")


@pytest.mark.parametrize("name", NAMES)
def test_every_pass_keeps_the_values(name: str) -> None:
    module = lowered(name)
    for step in STEPS:
        module = assert_same(module, step)


@pytest.mark.parametrize("name", NAMES)
def test_values_without_sharing_operands(name: str) -> None:
    assert_same(lowered(name), ["bufferize", "assign-addresses", "verify-plan"])


@pytest.mark.parametrize("name", NAMES)
def test_every_op_has_a_location(name: str) -> None:
    for op in entry_function(apply(lowered(name), *STEPS)).walk():
        assert locations.of(op), f"{op.name} has no location"


@pytest.mark.parametrize("name", ["pointwise", "attention_mve", "attention_dsp"])
def test_no_copies_are_added(name: str) -> None:
    module = lowered(name)
    assert _movements(apply(module, "plan-memory")) == _movements(module)


def test_copies_are_for_outputs_that_no_kernel_writes() -> None:
    module = lowered("movement")
    passed_through, constants, parts = 2, 4, 1
    added = _movements(apply(module, "plan-memory")) - _movements(module)
    assert added == passed_through + constants + parts


def test_reusing_operands_saves_memory() -> None:
    chain = "\n".join(
        f"%x{i + 1} = cortex_m.f32_mul_scalar %x{i} {{value = 1.5}} :"
        " (tensor<8xf32>) -> tensor<8xf32>"
        for i in range(4)
    )
    module = parse(
        f"func.func @main(%x0: tensor<8xf32>) -> tensor<8xf32> {{\n{chain}\n"
        "func.return %x4 : tensor<8xf32>\n}"
    )
    assert _arena(apply(module, "bufferize", "assign-addresses")) == 64
    assert _arena(apply(module, "bufferize", "reuse-operands", "assign-addresses")) == 0


def test_plans_that_verify_compute_the_same() -> None:
    """Every buffer moved to every place: whatever verify-plan lets through has the same values."""
    module = apply(lowered("attention_mve"), "plan-memory")
    inputs = random_inputs(module, 0)
    expected = [output.tobytes() for output in run(module, *inputs)]
    refused = 0
    for buffer in [op for op in module.walk() if isinstance(op, BufferOp)]:
        home = buffer.offset
        for offset in range(0, _arena(module), ALIGNMENT):
            buffer.offset = IntegerAttr(offset, i64)
            if _verifies(module):
                assert [output.tobytes() for output in run(module, *inputs)] == expected
            else:
                refused += 1
        buffer.offset = home
    assert refused > 50


def _verifies(module: ModuleOp) -> bool:
    try:
        VerifyPlan().apply(make_context(), module)
    except InvalidInputError:
        return False
    return True


def _arena(module: ModuleOp) -> int:
    return module.attributes["cmlir.arena_bytes"].value.data  # pyright: ignore


def _movements(module: ModuleOp) -> int:
    return sum(isinstance(op, MOVEMENT) for op in module.walk())


def _lifetime(size: int, first: int, length: int) -> Lifetime:
    buffer = AllocOp([], [], MemRefType(i8, [size])).memref
    return Lifetime(buffer, size, first, first + length)


LIFETIMES = st.lists(
    st.builds(_lifetime, st.integers(1, 200), st.integers(0, 12), st.integers(0, 6)), max_size=20
)


@given(LIFETIMES)
def test_live_buffers_never_share_bytes(lives: list[Lifetime]) -> None:
    offsets = place(lives)
    assert all(offset >= 0 and offset % ALIGNMENT == 0 for offset in offsets)
    placed = list(zip(lives, offsets, strict=True))
    for index, (life, offset) in enumerate(placed):
        for other, start in placed[:index]:
            apart = offset + life.size <= start or start + other.size <= offset
            assert apart or not life.meets(other)


@given(LIFETIMES)
def test_arena_lies_between_its_bounds(lives: list[Lifetime]) -> None:
    size = arena_size(lives, place(lives))
    live = [sum(aligned(v.size) for v in lives if v.first <= i <= v.last) for i in range(20)]
    assert max(live) <= size <= sum(aligned(life.size) for life in lives)
