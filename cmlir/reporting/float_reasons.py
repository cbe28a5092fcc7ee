"""Why operations run in float."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from cmlir.codegen.report import Report
from cmlir.dialects import locations, quant
from cmlir.dialects.cortex_m.plan import entry_function, kernel_calls
from cmlir.lowering.constants import is_constant


@dataclass(frozen=True)
class FloatReason:
    """One kernel call in float: what it is, and why it is not in integers."""

    index: int
    op: str
    shape: tuple[int, ...]
    source: str
    reason: str


def float_reasons(report: Report, folded: ModuleOp, planned: ModuleOp) -> tuple[FloatReason, ...]:
    """A reason for each of the report's float operations, from the types at stage "fold"."""
    calls = kernel_calls(entry_function(planned))
    return tuple(
        FloatReason(r.index, r.op, r.shape, r.source, _reason(calls[r.index], folded))
        for r in report.float_ops
    )


def _reason(call: Operation, folded: ModuleOp) -> str:
    ops = [
        op
        for op in entry_function(folded).body.block.ops
        if op.location == call.location and op.name.startswith("aten.")
    ]
    if not ops or locations.of(call) is None:
        return "it was made by the compiler between operations in float"
    op = ops[-1]
    inputs = [value for value in op.operands if not is_constant(value)]
    is_read = any(quant.quantized_element_type(value) is None for value in inputs)
    is_given = quant.quantized_element_type(op.results[0]) is None
    if is_read and is_given:
        return "neither its inputs nor its result are quantized in the PyTorch program"
    if is_read:
        return "an input of it is not quantized in the PyTorch program"
    if is_given:
        return "its result is not quantized in the PyTorch program"
    return f"there is no integer kernel for {op.name} with these parameters"
