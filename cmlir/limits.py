"""Limits that a user sets, on memory and on float: what is needed, and what would help."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cmlir.context import make_context
from cmlir.dialects.cortex_m.plan import (
    ARENA_BYTES,
    OVERWRITE_INPUTS,
    module_flag,
    module_integer,
    set_module_flag,
)
from cmlir.errors import LimitError, UnsupportedError
from cmlir.lowering import pipelines
from cmlir.passes import run_passes

if TYPE_CHECKING:
    from cmlir.codegen.report import FloatRecord, Report
    from cmlir.compiler import Compiled

LISTED = 3
"""Buffers or constants that an error names, the largest first."""


def check_no_float(report: Report) -> None:
    """Raises UnsupportedError with all operations that run in float, and why they do."""
    if report.float_ops:
        listing = "\n  ".join(map(_described, report.float_ops))
        raise UnsupportedError(
            f"allow_float=False, but these operations run in float:\n  {listing}",
            advice="quantize them, or leave allow_float at True",
        )


def _described(op: FloatRecord) -> str:
    """One line, and one more for the reason."""
    shape = "x".join(map(str, op.shape)) or "scalar"
    reason = f"\n    because {op.why}" if op.why else ""
    return f"{op.op} ({shape}) at {op.source or 'an unknown place'}{reason}"


def check_arena(compiled: Compiled, limit: int) -> None:
    """Raises LimitError, with the operation of the peak, if the arena needs more bytes."""
    report = compiled.report
    if report.arena_bytes <= limit:
        return
    peak = report.peak_op
    assert peak is not None, "an arena that needs bytes is used"
    in_use = [
        (buffer.bytes, ", ".join(buffer.contents))
        for buffer in report.buffers
        if buffer.memory == "arena" and buffer.first <= peak.index <= buffer.last
    ]
    raise LimitError(
        f"the arena needs {report.arena_bytes:,} bytes, {report.arena_bytes - limit:,} more than "
        f"max_arena={limit:,}\n  the peak is operation {peak.index}, {peak.op}, with "
        f"{peak.live_bytes:,} bytes in use, most by {_largest(in_use)}",
        where=peak.source or None,
        advice=_help_for_arena(compiled),
    )


def check_flash(compiled: Compiled, limit: int) -> None:
    """Raises LimitError if code and constants need more bytes, as linked for the target's board.

    Raises ToolchainError without a cross compiler, unless constants alone need more.
    """
    report = compiled.report
    if report.weight_bytes <= limit:
        flash = _flash_bytes(compiled)
        needs = f"{flash:,} bytes, {report.weight_bytes:,} of them constants"
    else:
        flash = report.weight_bytes
        needs = f"{flash:,} bytes for constants alone"
    if flash <= limit:
        return
    constants = ((size, name) for name, size in report.constant_bytes.items())
    raise LimitError(
        f"flash needs {needs}, {flash - limit:,} more than max_flash={limit:,}",
        advice=f"the largest constants are {_largest(constants)}",
    )


def _largest(sized: Iterable[tuple[int, str]]) -> str:
    found = sorted(sized, reverse=True)[:LISTED]
    return ", ".join(f"{name} ({size:,} bytes)" for size, name in found)


def _help_for_arena(compiled: Compiled) -> str:
    needed, hints = compiled.report.arena_bytes, list[str]()
    if not module_flag(compiled.module, OVERWRITE_INPUTS):
        overwriting = _arena_with_inputs_overwritten(compiled)
        if overwriting < needed:
            hints.append(f"with overwrite_inputs=True {overwriting:,} bytes are enough")
    if compiled.report.order_optimal:
        hints.append("no order of these operations needs less, so make tensors at the peak smaller")
    return "; ".join(hints) or "make tensors at the peak smaller"


def _arena_with_inputs_overwritten(compiled: Compiled) -> int:
    module = compiled.stage("lower").clone()
    set_module_flag(module, OVERWRITE_INPUTS, True)
    run_passes(make_context(), module, pipelines.expand(pipelines.STAGES["plan"]))
    return module_integer(module, ARENA_BYTES)


def _flash_bytes(compiled: Compiled) -> int:
    from cmlir.runtime.image import build_image
    from cmlir.runtime.project import load_project
    from cmlir.runtime.size import measure
    from cmlir.runtime.targets import find_target

    with tempfile.TemporaryDirectory(prefix="cmlir-") as directory:
        project = load_project(compiled.save(Path(directory) / "project"))
        target = find_target(compiled.report.target)
        return measure(build_image(project, target, place=compiled.report.place)).flash_bytes
