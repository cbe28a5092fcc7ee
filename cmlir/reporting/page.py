"""One self-contained HTML page about a program."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from cmlir.codegen.report import Report
from cmlir.memory_map import memory_map
from cmlir.reporting.layer_errors import LayerError
from cmlir.reporting.weights import LayerWeights

POOR_DB, FAIR_DB = 20.0, 30.0
"""Signal-to-noise ratios below which a layer is marked: red, and yellow."""


@dataclass(frozen=True)
class Contents:
    """What the page shows; parts that are None or empty are left out, with the reason in it.

    ``costs`` are each operation's instructions and estimated cycles, ``measured`` names and values
    of a run, ``graphs`` SVG by stage, ``weights`` None where only the constants' sizes are known.
    """

    title: str
    report: Report
    costs: tuple[tuple[int, int], ...] | None = None
    measured: tuple[tuple[str, str], ...] = ()
    errors: tuple[LayerError, ...] = ()
    errors_note: str = ""
    weights: tuple[LayerWeights, ...] | None = None
    graphs: dict[str, str] = field(default_factory=dict[str, str])


def render(contents: Contents) -> str:
    """The page as text; it refers to nothing outside of itself."""
    report = contents.report
    return _template().render(
        c=contents,
        report=report,
        memory=memory_map(report),
        rows=_rows(contents),
        weights=_weights(contents),
        worst=worst(contents.errors),
    )


@dataclass(frozen=True)
class _Row:
    index: int
    op: str
    kernel: str
    source: str
    is_float: bool
    macs: int
    instructions: int | None
    rate: float | None
    cycles: int | None
    share: float | None
    live_bytes: int


def _rows(contents: Contents) -> list[_Row]:
    floats = {record.index for record in contents.report.float_ops}
    unknown = [(None, None)] * len(contents.report.ops)
    costs: Sequence[tuple[int | None, int | None]] = contents.costs or unknown
    total = sum(count for count, _ in contents.costs or ())
    return [
        _Row(
            index=op.index,
            op=op.op.removeprefix("cortex_m."),
            kernel=op.kernel,
            source=op.source,
            is_float=op.index in floats,
            macs=op.macs,
            instructions=count,
            rate=op.macs / count if count and op.macs else None,
            cycles=cycles,
            share=count / total if count is not None and total else None,
            live_bytes=op.live_bytes,
        )
        for op, (count, cycles) in zip(contents.report.ops, costs, strict=True)
    ]


def _weights(contents: Contents) -> list[tuple[str, str, int, float]]:
    """Layer, its constants, bytes, and the share of the most."""
    if contents.weights is None:
        sizes = contents.report.constant_bytes.items()
        rows = [("", name, size) for name, size in sorted(sizes, key=lambda item: -item[1])]
    else:
        rows = [
            (f"{w.index} {w.source}", ", ".join(w.constants), w.bytes)
            for w in sorted(contents.weights, key=lambda w: -w.bytes)
        ]
    most = max((size for *_, size in rows), default=0)
    return [(layer, names, size, size / most if most else 0.0) for layer, names, size in rows]


def worst(errors: Sequence[LayerError]) -> LayerError | None:
    """The layer that loses most by itself; None if there is none."""
    return min(errors, key=lambda error: error.own_sqnr_db, default=None)


def decibels(value: float) -> str:
    """A ratio as text; without any noise it is exact."""
    return "exact" if value == math.inf else "silent" if value == -math.inf else f"{value:.1f} dB"


def quality(value: float) -> str:
    """A word for the style of a ratio."""
    return "poor" if value < POOR_DB else "fair" if value < FAIR_DB else "good"


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("cmlir.reporting"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"decibels": decibels, "quality": quality}
    return environment.get_template("page.html.jinja")
