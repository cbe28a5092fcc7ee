"""What a command shows: tables and one JSON object on stdout, progress on stderr."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from cmlir.progress import listening

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from rich.table import Table

_PIPED_WIDTH = 200
"""Columns where no terminal says how many it has: nothing is cut then."""


def show(*renderables: Any) -> None:
    """Print tables and text, in colour on a terminal."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else _PIPED_WIDTH
    console = Console(width=width, highlight=False)
    for renderable in renderables:
        console.print(renderable)


def emit(as_json: bool, quiet: bool, fields: Mapping[str, Any], *renderables: Any) -> None:
    """The result: as one JSON object, or as tables, or not at all."""
    if as_json:
        click.echo(json.dumps(finite(fields)))
    elif not quiet:
        show(*renderables)


def finite(value: Any) -> Any:
    """NaN and infinities as strings, which JSON does not have."""
    if isinstance(value, Mapping):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def facts(title: str, rows: Sequence[tuple[str, str]]) -> Table:
    """Names and values."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", show_header=False)
    for row in rows:
        table.add_row(*row)
    return table


@contextmanager
def progress_shown(quiet: bool) -> Iterator[None]:
    """Bars for long work on stderr while it is a terminal, gone when the work is done."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    bars = Progress(*columns, console=Console(stderr=True), transient=True)
    with bars, listening(_Bars(bars)):
        yield


class _Bars:
    """One bar for each kind of work; what stands behind a colon is shown, but is no new kind."""

    def __init__(self, bars: Progress):
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, work: str, done: int, total: int | None) -> None:
        kind = work.partition(":")[0]
        if kind not in self._tasks:
            self._tasks[kind] = self._bars.add_task(work, total=total)
        self._bars.update(self._tasks[kind], description=work, completed=done, total=total)
