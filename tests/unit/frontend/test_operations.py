"""Every spelling of every operation: what it imports as, and that it computes what PyTorch does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from support.exported import export, import_and_compare, operation_names, operations

aten = torch.ops.aten

MOVEMENT: dict[str, tuple[Callable[[Tensor], object], list[str]]] = {
    "view": (lambda x: x.view(6, 4), ["view"]),
    "reshape": (lambda x: x.reshape(-1), ["view"]),
    "reshape_as": (lambda x: x.reshape_as(torch.zeros(6, 4)), ["view"]),
    "unsafe_view": (lambda x: aten._unsafe_view(x, [24]), ["view"]),
    "flatten": (lambda x: x.flatten(1), ["view"]),
    "unflatten": (lambda x: x.unflatten(2, (2, 2)), ["view"]),
    "squeeze": (lambda x: x.unsqueeze(0).squeeze(), ["view", "view"]),
    "squeeze_dim": (lambda x: x.unsqueeze(-1).squeeze(-1), ["view", "view"]),
    "squeeze_dims": (lambda x: x.unsqueeze(0).squeeze((0,)), ["view", "view"]),
    "permute": (lambda x: x.permute(-1, 0, 1), ["permute"]),
    "transpose": (lambda x: x.transpose(-1, 0), ["permute"]),
    "swapaxes": (lambda x: x.swapaxes(0, 1), ["permute"]),
    "mT": (lambda x: x.mT, ["permute"]),
    "t": (lambda x: x[0].t(), ["select", "permute"]),
    "t_of_a_vector": (lambda x: x[0, 0].t(), ["select", "select", "clone"]),
    "T": (lambda x: x[0].T, ["select", "permute"]),
    "movedim": (lambda x: x.movedim(0, -1), ["permute"]),
    "movedim_several": (lambda x: x.movedim((0, 1), (2, 0)), ["permute"]),
    "expand": (lambda x: x.unsqueeze(0).expand(5, -1, -1, -1), ["view", "expand"]),
    "expand_as": (lambda x: x[:, :1].expand_as(torch.zeros(2, 3, 4)), ["slice", "expand"]),
    "broadcast_to": (lambda x: x.broadcast_to(3, 2, 3, 4), ["expand"]),
    "repeat": (lambda x: x.repeat(5, 1, 1, 1), ["expand"]),
    "clone": (lambda x: x.clone(), ["clone"]),
    "contiguous": (lambda x: x.permute(0, 2, 1).contiguous(), ["permute", "clone"]),
    "detach": (lambda x: x.detach(), ["clone"]),
    "alias": (lambda x: aten.alias(x), ["clone"]),
    "dropout": (lambda x: F.dropout(x, 0.5, training=False), ["clone"]),
    "to_same_dtype": (lambda x: aten._to_copy(x, dtype=torch.float32), ["clone"]),
    "select": (lambda x: x.select(-1, -2), ["select"]),
    "index": (lambda x: x[1], ["select"]),
    "slice": (lambda x: x[:, 1:3], ["slice"]),
    "slice_negative": (lambda x: x[:, -3:-1], ["slice"]),
    "slice_past_the_end": (lambda x: x[..., 2:99], ["slice"]),
    "slice_step": (lambda x: x[..., 1::2], ["slice"]),
    "narrow": (lambda x: x.narrow(1, 1, 2), ["slice"]),
    "unbind": (lambda x: x.unbind(1), ["select"] * 3),
    "split": (lambda x: x.split(3, -1), ["slice"] * 2),
    "split_sizes": (lambda x: x.split([1, 3], -1), ["slice"] * 2),
    "chunk": (lambda x: x.chunk(2, 2), ["slice"] * 2),
    "chunk_uneven": (lambda x: x.chunk(2, 1), ["slice"] * 2),
    "tensor_split": (lambda x: x.tensor_split(3, -1), ["slice"] * 3),
    "part_of_a_split": (lambda x: x.chunk(2, 2)[1], ["slice"]),
    "full": (lambda x: torch.full((2, 3), 0.5), ["full"]),
    "zeros": (lambda x: torch.zeros(2), ["full"]),
    "ones": (lambda x: torch.ones(3, dtype=torch.bool), ["full"]),
    "zeros_like": (lambda x: torch.zeros_like(x), ["full_like"]),
    "full_like": (lambda x: torch.full_like(x, -torch.inf), ["full_like"]),
    "new_full": (lambda x: x.new_full((2,), 3), ["full"]),
    "scalar_tensor": (lambda x: aten.scalar_tensor(2.5), ["full"]),
    "eq": (lambda x: x == 0.0, ["eq_scalar"]),
    "logical_not": (lambda x: (x == 0.0).logical_not(), ["eq_scalar", "logical_not"]),
    "any": (lambda x: torch.any(x == 0.0, -1), ["eq_scalar", "any"]),
    "any_keepdim": (lambda x: torch.any(x == 0.0, 0, True), ["eq_scalar", "any"]),
    "where": (lambda x: torch.where(x == 0.0, x, x * 2), ["eq_scalar", "mul_scalar", "where"]),
    "where_number": (lambda x: torch.where(x == 0.0, 1.0, x), ["eq_scalar", "full", "where"]),
}


@pytest.mark.parametrize("name", MOVEMENT)
def test_movement_is_bit_exact(name: str) -> None:
    function, expected = MOVEMENT[name]
    x = torch.randn(2, 3, 4)
    x[0, 1] = 0.0
    assert operation_names(import_and_compare(export(function, x), x)) == expected


ARITHMETIC: dict[str, tuple[Callable[[Tensor], Tensor], list[str]]] = {
    "add": (lambda x: x + x[0], ["select", "add"]),
    "add_number": (lambda x: x + 1, ["add_scalar"]),
    "add_alpha": (lambda x: torch.add(x, x[0], alpha=3), ["select", "mul_scalar", "add"]),
    "add_scalar_alpha": (lambda x: aten.add.Scalar(x, 2.0, 3), ["add_scalar"]),
    "sub": (lambda x: x - x[0], ["select", "sub"]),
    "sub_number": (lambda x: x - 0.1, ["sub_scalar"]),
    "sub_alpha": (lambda x: torch.sub(x, x[0], alpha=-2), ["select", "mul_scalar", "add"]),
    "number_sub": (lambda x: 3.0 - x, ["rsub_scalar"]),
    "rsub": (lambda x: torch.rsub(x, x[0]), ["select", "sub"]),
    "rsub_alpha": (lambda x: torch.rsub(x, 2.0, alpha=3), ["mul_scalar", "rsub_scalar"]),
    "mul": (lambda x: x * x[0], ["select", "mul"]),
    "mul_number": (lambda x: x * 64**-0.25, ["mul_scalar"]),
    "number_mul": (lambda x: 2.0 * x, ["mul_scalar"]),
    "mul_scalar": (lambda x: aten.mul.Scalar(x, 0.3), ["mul_scalar"]),
    "mul_full": (lambda x: x * torch.full((1,), 0.25), ["full", "mul"]),
    "mul_full_clone": (lambda x: x * torch.full((3, 4), 0.25).clone(), ["full", "clone", "mul"]),
    "mul_constant": (lambda x: x * torch.tensor(0.25), ["constant", "clone", "clone", "mul"]),
    "div": (lambda x: x / (x[0] * x[0] + 1), ["select", "select", "mul", "add_scalar", "div"]),
    "div_number": (lambda x: x / 8.0, ["div_scalar"]),
    "number_div": (lambda x: 2.0 / (x * x + 1), ["mul", "add_scalar", "reciprocal", "mul_scalar"]),
    "neg": (lambda x: -x, ["neg"]),
    "relu": (lambda x: F.relu(x), ["relu"]),
    "subtract": (lambda x: torch.subtract(x, 1.0), ["sub_scalar"]),
    "multiply": (lambda x: torch.multiply(x, x), ["mul"]),
    "true_divide": (lambda x: torch.true_divide(x, 2.0), ["div_scalar"]),
    "softmax": (lambda x: torch.softmax(x, -1), ["softmax"]),
    "softmax_of_front": (lambda x: torch.softmax(x, 0), ["softmax"]),
    "underscore_softmax": (lambda x: aten._softmax(x, -1, False), ["softmax"]),
    "safe_softmax": (lambda x: aten._safe_softmax(x, 1), ["safe_softmax"]),
    "linear": (lambda x: F.linear(x, x[0], x[0, :, 0]), ["select"] * 3 + ["linear"]),
    "mm": (lambda x: torch.mm(x[0], x[1].t()), ["select", "select", "permute", "mm"]),
    "bmm": (lambda x: torch.bmm(x, x.mT), ["permute", "bmm"]),
    "matmul": (lambda x: x @ x[0].t(), ["select", "permute", "matmul"]),
    "vector_matrix": (
        lambda x: x[0, 0] @ x.mT,
        ["select", "select", "permute", "view", "matmul", "view"],
    ),
    "matrix_vector": (lambda x: x @ x[0, 0], ["select", "select", "view", "matmul", "view"]),
    "vector_vector": (
        lambda x: x[0, 0] @ x[0, 1],
        ["select"] * 4 + ["view", "view", "matmul", "view"],
    ),
    "addmm": (
        lambda x: torch.addmm(x[0, :, 0], x[0], x[1].t()),
        ["select"] * 4 + ["permute", "addmm"],
    ),
    "addmm_scaled": (
        lambda x: torch.addmm(x[0, :, 0], x[0], x[1].t(), beta=2, alpha=0.5),
        ["select"] * 4 + ["permute", "mm", "mul_scalar", "mul_scalar", "add"],
    ),
    "baddbmm": (
        lambda x: torch.baddbmm(x[:, :, :3], x, x.mT, alpha=0.5),
        ["slice", "permute", "bmm", "mul_scalar", "add"],
    ),
}


@pytest.mark.parametrize("name", ARITHMETIC)
def test_arithmetic(name: str) -> None:
    function, expected = ARITHMETIC[name]
    x = torch.randn(2, 3, 4)
    program = export(function, x)
    assert operation_names(import_and_compare(program, x, tolerance=1e-6)) == expected


ATTENTION: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "plain": lambda q, k: F.scaled_dot_product_attention(q, k, k),
    "scale": lambda q, k: F.scaled_dot_product_attention(q, k, k, scale=0.3),
    "causal": lambda q, k: F.scaled_dot_product_attention(q, k, k, is_causal=True),
    "float_mask": lambda q, k: F.scaled_dot_product_attention(q, k, k, q[..., :4]),
    "bool_mask": lambda q, k: F.scaled_dot_product_attention(q, k, k, (q[..., :4] > 0).bool()),
    "grouped": lambda q, k: F.scaled_dot_product_attention(q, k[:, :2], k[:, :2], enable_gqa=True),
}


@pytest.mark.parametrize("name", [name for name in ATTENTION if name != "bool_mask"])
def test_attention_is_decomposed(name: str) -> None:
    q, k = torch.randn(2, 4, 3, 8), torch.randn(2, 4, 4, 8)
    module = import_and_compare(export(ATTENTION[name], q, k), q, k, tolerance=1e-6)
    assert len(operations(module, "aten.safe_softmax")) == 1
    assert len(operations(module, "aten.matmul")) == 2


def test_attention_with_a_row_that_sees_no_key_is_zero() -> None:
    mask = torch.tensor([[True, False, True], [False, False, False]])
    q, k = torch.randn(1, 2, 8), torch.randn(1, 3, 8)
    program = export(lambda q, k, m: F.scaled_dot_product_attention(q, k, k, m), q, k, mask)
    import_and_compare(program, q, k, mask, tolerance=1e-6)


def test_the_decomposed_guard_imports_operation_by_operation() -> None:
    q = torch.randn(1, 2, 4, 8)
    program = export(lambda q: F.scaled_dot_product_attention(q, q, q), q).run_decompositions()
    names = operation_names(import_and_compare(program, q, tolerance=1e-6))
    guard = ["eq_scalar", "logical_not", "any", "logical_not", "full_like", "where"]
    assert [name for name in names if name in guard] == guard
    assert names.count("softmax") == 1
    assert names.count("bmm") == 2


def test_the_full_decomposition_of_linear() -> None:
    layer = torch.nn.Linear(4, 5)
    x = torch.randn(2, 3, 4)
    program = export(layer, x).run_decompositions()
    names = operation_names(import_and_compare(program, x, tolerance=1e-6))
    assert [name for name in names if name != "constant"] == ["view", "permute", "addmm", "view"]


def test_in_place_operations_are_made_functional() -> None:
    def function(x: Tensor) -> Tensor:
        y = x + 1
        y.relu_()
        y[0].mul_(2.0)
        return y

    x = torch.randn(2, 4)
    import_and_compare(export(function, x), x)
    program = export(lambda x: F.relu(x + 1, inplace=True), x)
    assert operation_names(import_and_compare(program, x)) == ["add_scalar", "relu"]


def test_no_grad_inside_a_model() -> None:
    def function(x: Tensor) -> Tensor:
        y = x * 2
        with torch.no_grad():
            z = y + 1
        return z - x

    x = torch.randn(3)
    assert operation_names(import_and_compare(export(function, x), x)) == [
        "mul_scalar",
        "add_scalar",
        "sub",
    ]
