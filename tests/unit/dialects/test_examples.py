"""No operation without a lit test of its text."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.ir import Dialect

from cmlir.dialects.aten import Aten
from cmlir.dialects.cortex_m import CortexM
from cmlir.dialects.quant import Quant
from support.ir import parse

FILECHECK = Path(__file__).parents[2] / "filecheck" / "dialects"


@pytest.mark.parametrize("dialect", [Aten, CortexM, Quant], ids=lambda d: d.name)
def test_every_operation_has_an_example(dialect: Dialect) -> None:
    files = [f for f in (FILECHECK / dialect.name).glob("*.mlir") if "invalid" not in f.stem]
    parts = [part for file in files for part in file.read_text().split("// -----")]
    found = {type(op) for part in parts for op in parse(part).walk()}
    assert set(dialect.operations) - found == set()
