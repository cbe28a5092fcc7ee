"""The pages on the dialects, from the definitions of their operations.

python -m cmlir.tools.dialect_docs docs/dialects
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from xdsl.ir import Dialect
from xdsl.irdl import IRDLOperation, OpDef

from cmlir.atomic import write_whole
from cmlir.dialects.cortex_m.kernel import KernelOp
from cmlir.universe import DIALECTS

_SUFFIX = {"OptOperandDef": "?", "VarOperandDef": "*", "OptResultDef": "?", "OptPropertyDef": "?"}


def pages() -> dict[str, str]:
    """File name to text, one page a dialect."""
    return {f"{name}.md": _page(factory()) for name, factory in sorted(DIALECTS.items())}


def _page(dialect: Dialect) -> str:
    module = sys.modules[f"cmlir.dialects.{dialect.name}"]
    parts = [
        f"# The dialect `{dialect.name}`",
        "Made from the definitions by `python -m cmlir.tools.dialect_docs docs/dialects`.",
        _prose(inspect.getdoc(module) or ""),
        "## Operations",
        "Operands and properties with `?` are optional, with `*` there may be any number of them.",
    ]
    for op in sorted(dialect.operations, key=lambda kind: kind.name):
        parts += _operation(op)
    attributes = sorted(dialect.attributes, key=lambda kind: kind.name)
    if attributes:
        parts.append("## Types and attributes")
    for kind in attributes:
        parts += [f"### `{kind.name}`", _prose(inspect.getdoc(kind) or "")]
    return "\n\n".join(part for part in parts if part) + "\n"


def _operation(op: type) -> Iterator[str]:
    assert issubclass(op, IRDLOperation)
    definition = op.get_irdl_definition()
    yield f"### `{op.name}`"
    yield _prose(inspect.getdoc(op) or "")
    yield "\n".join(_members(definition, issubclass(op, KernelOp)))


def _members(definition: OpDef, is_kernel: bool) -> Iterator[str]:
    groups = {
        "operands": [f"`{name}{_suffix(d)}`" for name, d in definition.operands],
        "properties": [
            f"`{n}{_suffix(d)}`" for n, d in definition.properties.items() if "Seg" not in n
        ],
        "results": [f"`{name}{_suffix(d)}`" for name, d in definition.results],
    }
    for name, members in groups.items():
        if is_kernel and name == "results":
            yield "- results: `result` on tensors, or written into `out` on memrefs"
        elif members:
            yield f"- {name}: {', '.join(members)}"


def _suffix(definition: object) -> str:
    return _SUFFIX.get(type(definition).__name__, "")


def _prose(text: str) -> str:
    """Docstrings are Markdown but for their double backquotes."""
    return text.replace("``", "`")


def main() -> None:
    """Write the pages into the directory that is the argument."""
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        write_whole(directory / name, text, "the page")


if __name__ == "__main__":
    main()
