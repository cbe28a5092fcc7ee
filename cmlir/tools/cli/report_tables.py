"""`cmlir report` on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.table import Table

from cmlir.memory_map import memory_table
from cmlir.reporting.page import decibels, quality, worst
from cmlir.tools.cli.compile import in_float
from cmlir.tools.cli.findings import Findings
from cmlir.tools.cli.profile import costs_rows
from cmlir.tools.cli.ui import facts

_STYLES = {"poor": "bold red", "fair": "yellow", "good": "green"}


def tables(found: Findings) -> Iterator[Any]:
    """One after the other, and notes on what is not there."""
    yield _summary(found)
    yield _operations(found)
    yield memory_table(found.report)
    yield _weights(found)
    if found.report.float_ops:
        yield _floats(found)
    if found.errors:
        yield _errors(found)
    if found.errors_note:
        yield found.errors_note


def _summary(found: Findings) -> Table:
    report = found.report
    rows = [
        ("target", report.target),
        ("kernel calls", f"{len(report.ops):,}, {report.movement_ops} of them only move data"),
        ("MACs", f"{report.macs:,}"),
        ("constants", f"{report.weight_bytes:,} B"),
        ("in float", in_float(report)),
    ]
    if found.measured is not None:
        rows += [
            ("executed instructions", f"{found.measured['instructions']:,} (not cycles)"),
            ("estimated cycles", f"{found.measured['estimated_cycles']:,}"),
            ("flash", f"{found.measured['flash_bytes']:,} B"),
            ("RAM", f"{found.measured['ram_bytes']:,} B"),
            ("measured on", found.measured["simulator"]),
        ]
    rows += [("note", found.note)] if found.note else []
    return facts(found.title, rows)


def _operations(found: Findings) -> Table:
    if found.costs:
        return costs_rows(found.costs, "Operations", "")
    table = _table("Operations", "#", "op", "kernel", "source", "MACs", "arena in use")
    for op in found.report.ops:
        name = op.op.removeprefix("cortex_m.")
        numbers = (f"{op.macs:,}" if op.macs else "", f"{op.live_bytes:,}")
        table.add_row(str(op.index), name, op.kernel, op.source, *numbers)
    return table


def _weights(found: Findings) -> Table:
    if found.weights is None:
        table = _table("Constants", "name", "bytes")
        for name, size in found.report.constant_bytes.items():
            table.add_row(name, f"{size:,}")
        return table
    table = _table("Weights by layer", "#", "op", "source", "bytes")
    for layer in found.weights:
        name = layer.op.removeprefix("cortex_m.")
        table.add_row(str(layer.index), name, layer.source, f"{layer.bytes:,}")
    return table


def _floats(found: Findings) -> Table:
    table = _table("In float", "#", "op", "shape", "source", "why")
    for op in found.report.float_ops:
        name, shape = op.op.removeprefix("cortex_m."), "x".join(map(str, op.shape))
        table.add_row(str(op.index), name, shape, op.source, op.why)
    return table


def _errors(found: Findings) -> Table:
    table = _table(
        "Quantization error by layer",
        *("#", "layer", "source", "by itself", "so far", "largest", "in steps", "saturated"),
    )
    least = worst(found.errors)
    for error in found.errors:
        steps, saturated = error.largest_steps, error.saturated
        table.add_row(
            str(error.index),
            error.op.removeprefix("aten."),
            error.source,
            _ratio(error.own_sqnr_db),
            _ratio(error.sqnr_db),
            f"{error.largest:.4g}",
            "" if steps is None else f"{steps:.1f}",
            "in float" if saturated is None else f"{saturated:.2%}",
            style="bold" if error is least else None,
        )
    return table


def _ratio(value: float) -> str:
    return f"[{_STYLES[quality(value)]}]{decibels(value)}[/]"


_NUMBERS = ("#", "MACs", "bytes", "arena in use", "by itself", "so far", "largest", "in steps")


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column, justify="right" if column in _NUMBERS else "left")
    return table
