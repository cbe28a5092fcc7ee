"""Operators beyond those of usual layers: what PyTorch gives, on every machine the same bits."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.utils import _pytree

import cmlir
from cmlir.execution import Result
from support.operators import GROUPS


def compiled(name: str) -> cmlir.Compiled:
    group = GROUPS[name]
    return cmlir.compile(torch.export.export(group.model, group.operands, strict=False))


def names(name: str) -> list[str]:
    """Of the operator that makes each of the outputs."""
    group = GROUPS[name]
    results = [(key, operator(*group.operands)) for key, operator in group.operators.items()]
    return [key for key, result in results for _ in _pytree.tree_leaves(result)]


def assert_as_torch(name: str, result: Result) -> None:
    group = GROUPS[name]
    expected = [tensor.numpy() for tensor in _pytree.tree_leaves(group.model(*group.operands))]
    for key, got, wanted in zip(names(name), result.outputs, expected, strict=True):
        assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), key
        np.testing.assert_allclose(got, wanted, rtol=3e-6, atol=2e-6, err_msg=key)


@pytest.mark.parametrize("name", GROUPS)
def test_as_torch_on_every_machine(name: str) -> None:
    program = compiled(name)
    expected = program.run(*GROUPS[name].operands)
    assert_as_torch(name, expected)
    for machine in ("host", "qemu"):
        result = program.run(*GROUPS[name].operands, on=machine)
        for key, a, b in zip(names(name), expected.outputs, result.outputs, strict=True):
            np.testing.assert_array_equal(a, b, err_msg=f"{key} on {machine}")


class OneIndex(torch.nn.Module):
    """Reads or writes at an index, in one of several ways."""

    def __init__(self, way: str):
        super().__init__()
        self.way = way

    def forward(self, x: torch.Tensor, i: torch.Tensor) -> torch.Tensor:
        match self.way:
            case "gather":
                return torch.gather(x, 0, i)
            case "rows":
                return x[i]
            case "both":
                return x[i[:, 0], i[:, 1]]
            case "scatter":
                return x.scatter(0, i, 1.0)
            case "index_select":
                return x.index_select(0, i[:, 0])
            case _:
                return x.index_add(0, i[:, 0], x)


WAYS = ("gather", "rows", "both", "scatter", "index_select", "index_add")


@pytest.mark.parametrize("way", WAYS)
def test_each_index_is_checked_against_its_own_axis(way: str) -> None:
    """Index 3 of the first axis is inside of the whole tensor, but not of its axis."""
    x, inside = torch.randn(3, 5), torch.tensor([[0, 2], [1, 1], [2, 0]])
    program = cmlir.compile(torch.export.export(OneIndex(way), (x, inside)))
    expected = OneIndex(way)(x, inside).numpy()
    np.testing.assert_array_equal(program.run(x, inside, on="host").outputs[0], expected)
    outside = inside.clone()
    outside[1, 0] = 3
    for machine in ("interpreter", "host"):
        with pytest.raises(cmlir.CmlirError):
            program.run(x, outside, on=machine)


def test_a_division_by_0_is_an_error() -> None:
    class Quotient(torch.nn.Module):
        def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            return a // b

    a, b = torch.tensor([7, 8]), torch.tensor([2, 0])
    program = cmlir.compile(torch.export.export(Quotient(), (a, torch.tensor([2, 3]))))
    for machine in ("interpreter", "host"):
        with pytest.raises(cmlir.CmlirError):
            program.run(a, b, on=machine)


def test_a_known_index_outside_is_refused() -> None:
    class Outside(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.gather(x, 0, torch.tensor([[0, 3]]))

    program = torch.export.export(Outside(), (torch.randn(3, 5),), strict=False)
    with pytest.raises(cmlir.UnsupportedError, match=r"gather.*index 3 is not in an axis of 3"):
        cmlir.compile(program)


def test_codes_are_sorted_as_codes() -> None:
    class Sorted(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = torch.nn.Linear(8, 6)

        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
            values, indices = self.linear(x).sort(1, descending=True)
            return values, indices, self.linear(x).topk(2).values

    torch.manual_seed(0)
    samples = [(torch.randn(3, 8),) for _ in range(3)]
    quantized = cmlir.quantize(Sorted().eval(), samples)
    program = cmlir.compile(quantized)
    assert not program.report.float_ops
    assert program.compare(quantized, samples, on="host").largest <= 1
