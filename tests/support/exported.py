"""Exporting small models, importing them, and comparing what both compute."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from io import StringIO

import numpy as np
import torch
from torch import Tensor, nn
from torch.export import ExportedProgram
from torch.utils import _pytree
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.printer import Printer

from cmlir.frontend import import_program
from cmlir.interpreter import run
from support.ir import parse

QDQ = torch.ops.quantized_decomposed


class Function(nn.Module):
    """A function as a module, which is what torch.export takes."""

    def __init__(self, function: Callable[..., object]):
        super().__init__()
        self.function = function

    def forward(self, *inputs: Tensor) -> object:
        return self.function(*inputs)


def fake_quantize(x: Tensor, scale: float, zero_point: int = 0, low: int = -128) -> Tensor:
    """x to int8 and back."""
    q = QDQ.quantize_per_tensor(x, scale, zero_point, low, 127, torch.int8)
    return QDQ.dequantize_per_tensor(q, scale, zero_point, low, 127, torch.int8)


def export(
    model: nn.Module | Callable[..., object], *inputs: Tensor, strict: bool = False
) -> ExportedProgram:
    module = model if isinstance(model, nn.Module) else Function(model)
    return torch.export.export(module.eval(), inputs, strict=strict)


def operations(module: ModuleOp, name: str = "") -> list[Operation]:
    """The operations of the function, all or those of one name."""
    function = module.body.block.last_op
    assert function is not None
    return [op for op in function.regions[0].block.ops if name in ("", op.name)]


def operation_names(module: ModuleOp) -> list[str]:
    """Without the dialect's name: `linear`, `qcast`, and so on; the return is left out."""
    return [op.name.partition(".")[2] for op in operations(module)][:-1]


def text(module: ModuleOp, locations: bool = False) -> str:
    stream = StringIO()
    Printer(stream, print_debuginfo=locations).print_op(module)
    return stream.getvalue()


def outputs_of(program: ExportedProgram, inputs: Sequence[Tensor]) -> list[np.ndarray]:
    """The tensor leaves of what PyTorch computes."""
    with torch.no_grad():
        leaves = _pytree.tree_leaves(program.module(check_guards=False)(*inputs))
    return [leaf.numpy() for leaf in leaves if isinstance(leaf, Tensor)]


def import_and_compare(
    program: ExportedProgram, *inputs: Tensor, tolerance: float = 0.0
) -> ModuleOp:
    """Import a program, run it on the interpreter, and hold every output to PyTorch's.

    Without a tolerance all bits must agree.  The program's text must parse to the same again.
    """
    module = import_program(program)
    results = run(module, *(x.numpy() for x in inputs))
    expected = outputs_of(program, inputs)
    assert len(results) == len(expected)
    for result, reference in zip(results, expected, strict=True):
        assert (result.shape, result.dtype) == (reference.shape, reference.dtype)
        np.testing.assert_allclose(result, reference, rtol=tolerance, atol=tolerance)
    source = text(module, locations=True)
    assert text(parse(source), locations=True) == source
    return module


def line_of(function: Callable[..., object], code: str) -> int:
    """The number of the only line of a function that holds `code`."""
    lines, first = inspect.getsourcelines(function)
    (index,) = (i for i, line in enumerate(lines) if code in line)
    return first + index
