"""Planning keeps the values, moves no data of its own accord, and never shares live bytes."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.rewriter import Rewriter

from cmlir.codegen.report import MOVEMENT
from cmlir.context import make_context
from cmlir.dialects import locations
from cmlir.dialects.cortex_m import BufferOp
from cmlir.dialects.cortex_m.plan import ALIGNMENT, entry_function
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.errors import InvalidInputError
from cmlir.interpreter import run
from cmlir.lowering.receive_inputs import memory_bytes
from cmlir.lowering.verify_plan import VerifyPlan
from support.equivalence import apply, assert_same
from support.inputs import random_inputs
from support.ir import parse
from support.planned_programs import NAMES, lowered, overwriting_inputs

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
def test_values_when_inputs_are_overwritten(name: str) -> None:
    planned = apply(lowered(name), "plan-memory")
    overwriting = assert_same(overwriting_inputs(lowered(name)), "plan-memory")
    assert memory_bytes(overwriting) <= memory_bytes(planned)


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
    assert _arena(apply(module, "bufferize", "assign-addresses")) == 32
    assert _arena(apply(module, "bufferize", "reuse-operands", "assign-addresses")) == 0


@pytest.mark.parametrize("name", ["attention_mve", "pointwise"])
def test_plans_that_verify_compute_the_same(name: str) -> None:
    """Every buffer moved to every place: whatever verify-plan lets through has the same values."""
    module = apply(overwriting_inputs(lowered(name)), "plan-memory")
    inputs = random_inputs(module, 0)
    expected = [output.tobytes() for output in run(module, *inputs)]
    verdicts: list[bool] = []
    for buffer in [op for op in module.walk() if isinstance(op, BufferOp)]:
        for moved in _elsewhere(module, buffer):
            Rewriter.replace_op(buffer, moved)
            verdicts.append(_verifies(module))
            if verdicts[-1]:
                assert [output.tobytes() for output in run(module, *inputs)] == expected
            buffer = moved
    assert sum(verdicts) > 5
    assert len(verdicts) - sum(verdicts) > 10


def _elsewhere(module: ModuleOp, buffer: BufferOp) -> list[BufferOp]:
    """The buffer at every place of the arena and of all arguments, at last where it is."""
    places = [(offset, None) for offset in range(0, _arena(module), ALIGNMENT)]
    for argument in entry_function(module).body.block.args:
        room = byte_size(argument) - byte_size(buffer.result)
        places += [(offset, argument) for offset in range(0, room + 1, ALIGNMENT)]
    home = (buffer.offset.value.data, buffer.lender)
    return [BufferOp(offset, buffer.result.type, memory) for offset, memory in (*places, home)]


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
