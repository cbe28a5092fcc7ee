"""The page on the passes: what each does, and IR before and after it, made by running it.

python -m cmlir.tools.pass_docs docs

An example is docs/passes/NAME.mlir. Comment lines at its top are the text of the page; one that
begins with "passes:" names the passes that are run on the example before the one that it shows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from cmlir.atomic import write_whole
from cmlir.context import make_context
from cmlir.lowering.pipelines import PIPELINES, STAGES, expand
from cmlir.passes import run_passes
from cmlir.tools.elided import print_elided
from cmlir.universe import PASSES

ON_REQUEST = (
    *("absorb-scalar-scales", "quantize-io"),
    *("fuse-attention", "split-linears", "tile-feed-forward", "block-linears"),
)
"""Passes of no pipeline, and those that `save-memory` runs."""


@dataclass(frozen=True)
class Example:
    """`text` is Markdown, `source` IR, `before` the passes that lead to what is shown."""

    text: str
    source: str
    before: tuple[str, ...]


def passes() -> tuple[str, ...]:
    """Cmlir's own, in the order in which they run, then those that are run on request."""
    order = dict.fromkeys(step for stage in STAGES.values() for step in expand(stage))
    return (*(name for name in order if name in PASSES), *ON_REQUEST)


def page(directory: Path) -> str:
    """The text of the page, from the examples in `directory`."""
    return "\n\n".join([*_head(), *(part for name in passes() for part in _entry(directory, name))])


def _head() -> Iterator[str]:
    yield "# The passes, one by one"
    yield "Made by `python -m cmlir.tools.pass_docs docs`, which runs each pass on its example."
    yield "Each pass is a flag of `cmlir-opt`. Those that run together have flags too:"
    rows = [f"| `--{name}` | {_joined(steps)} |" for name, steps in PIPELINES.items()]
    yield "\n".join(["| flag | stands for |", "|---|---|", *rows])


def _joined(steps: tuple[str, ...]) -> str:
    return ", ".join(f"`{step}`" for step in steps)


def _entry(directory: Path, name: str) -> Iterator[str]:
    example = read_example(directory / f"{name}.mlir")
    context = make_context()
    module = Parser(context, example.source).parse_module()
    shown = _after(context, module, example.before) if example.before else example.source
    yield f"## `--{name}`"
    yield example.text
    yield f"```mlir\n{shown.strip()}\n```"
    after = _after(context, module, (name,)).strip()
    yield "becomes" if after != shown.strip() else "stays as it is."
    if after != shown.strip():
        yield f"```mlir\n{after}\n```"


def read_example(path: Path) -> Example:
    lines = path.read_text(encoding="utf-8").splitlines()
    count = next(i for i, line in enumerate(lines) if not line.startswith("//"))
    comments = [line.removeprefix("//").removeprefix(" ") for line in lines[:count]]
    orders = [line.removeprefix("passes:") for line in comments if line.startswith("passes:")]
    text = "\n".join(line for line in comments if not line.startswith("passes:"))
    return Example(text, "\n".join(lines[count:]), tuple(" ".join(orders).split()))


def _after(context: Context, module: ModuleOp, names: tuple[str, ...]) -> str:
    """The module as `-t elided` prints it; a module without attributes only by what is in it."""
    run_passes(context, module, names)
    out = StringIO()
    print_elided(module, out)
    text = out.getvalue()
    if not text.startswith("builtin.module {\n"):
        return text
    return "\n".join(line.removeprefix("  ") for line in text.strip().splitlines()[1:-1])


def main() -> None:
    """Write the page into the directory that is the argument; examples are below it."""
    docs = Path(sys.argv[1])
    write_whole(docs / "passes.md", page(docs / "passes") + "\n", "the page")


if __name__ == "__main__":
    main()
