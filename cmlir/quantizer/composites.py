"""Operations that are quantized as what they are made of."""

from __future__ import annotations

import warnings

import torch
from torch._decomp import decomposition_table
from torch.export import ExportedProgram

from cmlir.quantizer.op_families import aten

COMPOSITES = frozenset(
    {
        aten.addcdiv.default,
        aten.addcmul.default,
        aten.broadcast_tensors.default,
        aten.einsum.default,
        aten.lerp.Scalar,
        aten.logsumexp.default,
        aten.mse_loss.default,
        aten.outer.default,
        aten.repeat_interleave.self_int,
        aten.std.correction,
        aten.std.default,
        aten.std.dim,
    }
)
"""Their parts are ones that the quantizer knows."""


def take_apart(program: ExportedProgram) -> ExportedProgram:
    """The program with PyTorch's own decompositions of these operations."""
    found = {node.target for node in program.graph.nodes} & COMPOSITES
    if not found:
        return program
    usual = torch.export.default_decompositions()
    table = {op: usual[op] if op in usual else decomposition_table[op] for op in found}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return program.run_decompositions(table)
