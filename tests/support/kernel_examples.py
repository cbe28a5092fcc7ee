"""The kernel ops of the dialect's lit tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cmlir.dialects.cortex_m import KernelOp
from support.ir import parse

DIALECT = Path(__file__).parents[1] / "filecheck" / "dialects" / "cortex_m"


def examples() -> Iterator[KernelOp]:
    """Every one, in both forms: on tensors, and on buffers."""
    for path in sorted(DIALECT.glob("*.mlir")):
        if "invalid" in path.stem:
            continue
        for part in path.read_text().split("// -----"):
            yield from (op for op in parse(part).walk() if isinstance(op, KernelOp))
