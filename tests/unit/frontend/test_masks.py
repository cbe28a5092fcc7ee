"""Masks: those of constants are computed at import, others run on truth values."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.ml_program import GlobalOp

from cmlir.frontend import import_program
from support.exported import export, import_and_compare, operation_names

N = 5


def globals_of(module: ModuleOp) -> list[GlobalOp]:
    return [op for op in module.body.block.ops if isinstance(op, GlobalOp)]


COMPUTED: dict[str, Callable[[], Tensor]] = {
    "tril": lambda: torch.ones(N, N, dtype=torch.bool).tril(),
    "triu": lambda: ~torch.ones(N, N, dtype=torch.bool).triu(1),
    "arange": lambda: torch.arange(N)[None] <= torch.arange(N)[:, None],
    "comparison": lambda: torch.tril(torch.ones(N, N)) == 1,
    "view": lambda: torch.ones(N, N, dtype=torch.bool).tril().view(1, N, N)[0],
    "index arithmetic": lambda: (torch.arange(N).unsqueeze(1) - torch.arange(N)) >= 0,
    "to bool": lambda: torch.tril(torch.ones(N, N)).to(torch.bool),
    "cumsum": lambda: torch.eye(N).cumsum(0).bool(),
    "logic": lambda: torch.ones(N, N).tril().bool() & torch.ones(N, dtype=torch.bool),
}


@pytest.mark.parametrize("name", COMPUTED)
def test_a_mask_of_constants_is_a_constant(name: str) -> None:
    mask = COMPUTED[name]
    assert (mask() == torch.ones(N, N).tril().bool()).all()
    module = import_and_compare(
        export(lambda x: x.masked_fill(~mask(), -1.0), torch.randn(2, N, N)), torch.randn(2, N, N)
    )
    assert set(operation_names(module)) <= {"constant", "full", "select", "view", "where"}
    assert operation_names(module).count("where") == 1


def test_float_masks_of_constants() -> None:
    module = import_and_compare(
        export(lambda x: x + torch.full((N, N), -math.inf).triu(1), torch.randn(N, N)),
        torch.randn(N, N),
    )
    assert operation_names(module) == ["constant", "add"]
    (stored,) = globals_of(module)
    bits = np.frombuffer(stored.value.data.data, np.float32).reshape(N, N)
    assert (bits == np.triu(np.full((N, N), -np.inf, np.float32), 1)).sum() == N * N


class Weighted(nn.Module):
    """Parameters that are rearranged and masked."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 3))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        masked = self.weight.masked_fill(torch.ones(4, 3).tril() == 0, 0.0)
        return x @ self.weight.t(), x @ masked.t()


def test_parameters_stay_what_they_are_unless_a_mask_changes_them() -> None:
    module = import_program(export(Weighted(), torch.randn(2, 3)))
    assert operation_names(module).count("permute") == 2
    names = [stored.sym_name.data for stored in globals_of(module)]
    assert names == ["weight", "masked_fill"]


RUN: dict[str, tuple[Callable[[Tensor, Tensor], Tensor], set[str]]] = {
    "masked_fill": (lambda x, m: x.masked_fill(m, -2.5), {"full", "where"}),
    "masked_fill of a tensor": (
        lambda x, m: x.masked_fill(m, torch.tensor(-2.5)),
        {"constant", "clone", "where"},
    ),
    "logical_not": (lambda x, m: torch.where(m.logical_not(), x, 0.0), {"logical_not"}),
    "bitwise_not": (lambda x, m: torch.where(~m, x, 0.0), {"logical_not"}),
    "and": (lambda x, m: torch.where(m & (x > 0), x, 0.0), {"logical_and", "gt_scalar"}),
    "or": (lambda x, m: torch.where(m | (x <= 0), x, 0.0), {"logical_or", "le_scalar"}),
    "xor": (lambda x, m: torch.where(m ^ (x < 0), x, 0.0), {"logical_xor", "lt_scalar"}),
    "logical": (
        lambda x, m: torch.where(
            m.logical_and(x >= 0).logical_or(x == 1).logical_xor(x != 2), x, 0.0
        ),
        {"logical_and", "logical_or", "logical_xor", "ge_scalar", "eq_scalar", "ne_scalar"},
    ),
    "to bool": (lambda x, m: torch.where((x * 2).to(torch.bool) & m, x, 0.0), {"ne_scalar"}),
}


@pytest.mark.parametrize("name", RUN)
def test_masks_that_are_inputs(name: str) -> None:
    function, expected = RUN[name]
    inputs = torch.randn(2, 6).round(), torch.rand(6) < 0.5
    module = import_and_compare(export(function, *inputs), *inputs)
    assert set(operation_names(module)) >= expected


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_integers_as_masks(dtype: torch.dtype) -> None:
    inputs = torch.randn(2, 6), torch.randint(0, 3, (6,), dtype=dtype)
    module = import_and_compare(
        export(lambda x, m: x.masked_fill(m == 0, 0.0).masked_fill(m.bool(), 1.0), *inputs), *inputs
    )
    assert {"eq_scalar", "ne_scalar"} <= set(operation_names(module))


@pytest.mark.parametrize(
    "function",
    [
        lambda x, m: x.masked_fill(m.tril(), 0.0),
        lambda x, m: x.masked_fill((x.to(torch.int32) & 1) == 1, 0.0),
    ],
    ids=["tril", "bits"],
)
def test_masks_of_triangles_and_bits(function: Callable[[Tensor, Tensor], Tensor]) -> None:
    inputs = torch.randn(3, 3) * 3, torch.rand(3, 3) < 0.5
    import_and_compare(export(function, *inputs), *inputs)
