"""The programs of the passes' lit tests, executed before and after the pass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from support.equivalence import assert_same
from support.ir import parse
from support.ports import Port, input_ports, output_ports

FILECHECK = Path(__file__).resolve().parents[2] / "filecheck" / "lowering"
EXACT = (
    "erase-unused-globals",
    "fold-constants",
    "fold-pointwise-chains",
    "fold-qdq",
    "fold-scalar-scales",
    "normalize-aten",
    "quantize-io",
    "remove-softmax-guards",
)
CONVERT = "convert-aten-to-cortex-m"
CONVERSIONS = ("boundary", "convolution", "elementwise", "matmul", "movement", "pooling", "softmax")


def programs(path: Path) -> Iterator[tuple[str, ModuleOp]]:
    """Each function of a file as a program of its own, with all data of its part of the file."""
    for part in path.read_text().split("// -----"):
        whole = parse(part)
        functions = [op for op in whole.walk() if isinstance(op, FuncOp)]
        functions = [function for function in functions if len(function.body.blocks) == 1]
        for function in functions:
            module = whole.clone()
            for op in list(module.walk()):
                if isinstance(op, FuncOp) and op.sym_name != function.sym_name:
                    _erase(op)
            yield function.sym_name.data, _innermost(module)


def _erase(op: Operation) -> None:
    op.detach()
    op.erase()


def _innermost(module: ModuleOp) -> ModuleOp:
    """The module itself, or the one that stands alone in it."""
    inner = module.body.block.first_op
    if not isinstance(inner, ModuleOp):
        return module
    inner.detach()
    return inner


def is_signed(port: Port) -> bool:
    return port.quantized is None or port.quantized.is_signed


def assert_examples_same(name: str, step: str, steps: int = 0) -> None:
    """Of the file of that name; those that take or give u8 codes are for test_unsigned.py."""
    compared = 0
    for case, module in programs(FILECHECK / f"{name}.mlir"):
        crossing = (*input_ports(module), *output_ports(module))
        if step == CONVERT and not all(is_signed(port) for port in crossing):
            continue
        try:
            assert_same(module, step, 4, steps=steps)
        except AssertionError as error:
            raise AssertionError(f"@{case}: {error}") from error
        compared += 1
    assert compared


@pytest.mark.parametrize("step", EXACT)
def test_exact_passes(step: str) -> None:
    assert_examples_same(step.replace("-", "_"), step)


@pytest.mark.parametrize("name", CONVERSIONS)
def test_conversion(name: str) -> None:
    assert_examples_same(f"conversion/{name}", CONVERT, steps=1)
