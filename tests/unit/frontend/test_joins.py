"""Concatenations and stacks: what they import as, and that they compute what PyTorch does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from cmlir.dialects import aten
from support.exported import export, import_and_compare, operation_names, operations

Function = Callable[[Tensor, Tensor], Tensor]

JOINS: dict[str, tuple[Function, list[str]]] = {
    "cat": (lambda x, y: torch.cat([x, y]), ["cat"]),
    "cat_along_the_last": (lambda x, y: torch.cat([x, y, x], -1), ["cat"]),
    "cat_along_the_middle": (lambda x, y: torch.cat((x, x), 1), ["cat"]),
    "concat": (lambda x, y: torch.concat([x, y], 2), ["cat"]),
    "concatenate": (lambda x, y: torch.concatenate([x, y], axis=0), ["cat"]),
    "cat_of_one": (lambda x, y: torch.cat([x]), ["clone"]),
    "stack": (lambda x, y: torch.stack([x, y]), ["view", "view", "cat"]),
    "stack_behind": (lambda x, y: torch.stack([x, y], -1), ["view", "view", "cat"]),
    "stack_between": (lambda x, y: torch.stack([x, x, x], 1), ["view"] * 3 + ["cat"]),
    "stack_of_one": (lambda x, y: torch.stack([x], 3), ["view", "clone"]),
    "hstack": (lambda x, y: torch.hstack([x, y]), ["cat"]),
    "hstack_of_vectors": (
        lambda x, y: torch.hstack([x[0, 0], y[0, 0]]),
        ["select"] * 4 + ["cat"],
    ),
    "hstack_of_numbers": (
        lambda x, y: torch.hstack([x[0, 0, 0], y[0, 0, 1]]),
        ["select"] * 6 + ["view", "view", "cat"],
    ),
    "vstack": (lambda x, y: torch.vstack([x, y]), ["cat"]),
    "row_stack": (lambda x, y: torch.row_stack([x, y]), ["cat"]),
    "vstack_of_vectors": (
        lambda x, y: torch.vstack([x[0, 0], y[0, 0]]),
        ["select"] * 4 + ["view", "view", "cat"],
    ),
}


@pytest.mark.parametrize("name", JOINS)
def test_joins(name: str) -> None:
    function, expected = JOINS[name]
    program = export(function, torch.randn(2, 3, 4), torch.randn(2, 3, 4))
    module = import_and_compare(program, torch.randn(2, 3, 4), torch.randn(2, 3, 4))
    assert operation_names(module) == expected


def test_parts_of_different_sizes() -> None:
    program = export(lambda x, y: torch.cat([x, y, x], dim=-2), torch.ones(2, 3), torch.ones(1, 3))
    module = import_and_compare(program, torch.randn(2, 3), torch.randn(1, 3))
    (joined,) = operations(module, "aten.cat")
    assert isinstance(joined, aten.CatOp)
    assert joined.dim.value.data == 0


def test_integers_are_joined() -> None:
    program = export(lambda x: torch.cat([x, x]), torch.arange(3))
    import_and_compare(program, torch.arange(3, 6))


@pytest.mark.parametrize("join", [torch.cat, torch.stack])
def test_parts_of_two_dtypes_become_the_wider_one(join: Callable[[list[Tensor]], Tensor]) -> None:
    operands = torch.ones(2) / 2, torch.arange(2)
    import_and_compare(export(lambda x, y: join([x, y]), *operands), *operands)
