"""Recognize layer norm and RMS norm where they are written out.

    layer norm   c / sqrt(mean(c^2) + eps) * weight + bias, c = x - mean(x)
    RMS norm     x / sqrt(mean(x^2) + eps) * weight

Computed step by step in int8 they would lose all precision: the variance has a far larger range
than its square root.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import Graph, Node

from cmlir.quantizer.locations import insert_call
from cmlir.quantizer.op_families import aten, is_float32
from cmlir.quantizer.values import Values

_VARIANCES = frozenset({aten.var.correction, aten.var.dim})
_VARIANCE_AND_MEAN = frozenset({aten.var_mean.correction, aten.var_mean.dim})


def fuse_norms(graph: Graph) -> None:
    """The written-out forms, and native_layer_norm(...)[0], become layer_norm and rms_norm."""
    for node in list(graph.nodes):
        if node.target is aten.native_layer_norm.default:
            _use_layer_norm(node)
        elif (norm := _Norm.of(node)) is not None:
            norm.fuse(node, Values.of(graph).constants)


def _use_layer_norm(node: Node) -> None:
    """native_layer_norm(x, …)[0] == layer_norm(x, …)"""
    for part in list(node.users):
        if part.target is operator.getitem and part.args[1] == 0:
            norm = insert_call(node, aten.layer_norm.default, node.args, like=node)
            part.replace_all_uses_with(norm)
            part.graph.erase_node(part)


@dataclass(frozen=True)
class _Norm:
    """x, normalized along its last ``axes`` axes; ``centered`` if the mean was subtracted."""

    x: Node
    axes: int
    eps: float
    centered: bool

    @staticmethod
    def of(node: Node) -> _Norm | None:
        """The norm whose product, c times the inverse deviation, the node is."""
        for value, radicand in _over_square_root(node):
            mean_square, eps = _plus_number(radicand)
            mean = _centered(value)
            x = value if mean is None else mean.x
            axes = _mean_square_axes(mean_square, value)
            if mean is not None:
                axes = axes or _variance_axes(mean_square, x) or _variance_axes(mean_square, value)
            if axes is None or (mean is not None and mean.axes != axes):
                continue
            if is_float32(x):
                return _Norm(x, axes, eps, centered=mean is not None)
        return None

    def fuse(self, product: Node, constants: frozenset[Node]) -> None:
        """Replace the product, and what multiplies it and is added to it as a constant row."""
        shape = list(self.x.meta["val"].shape[-self.axes :])
        last, weight = _with_row(product, aten.mul.Tensor, shape, constants)
        bias = None
        if self.centered:
            last, bias = _with_row(last, aten.add.Tensor, shape, constants)
        parameters = [row and _reshaped(last, row, shape) for row in (weight, bias)]
        if self.centered:
            arguments = (self.x, shape, *parameters, self.eps, False)
            norm = insert_call(last, aten.layer_norm.default, arguments)
        else:
            arguments = (self.x, shape, parameters[0], self.eps)
            norm = insert_call(last, aten.rms_norm.default, arguments)
        last.replace_all_uses_with(norm)


@dataclass(frozen=True)
class _Mean:
    x: Node
    axes: int


def _over_square_root(node: Node) -> Iterator[tuple[Node, Node]]:
    """(c, v) for a node c / sqrt(v), or c * v^(-1/2) in either order."""
    if (quotient := _operands(node, aten.div.Tensor)) is not None:
        value, root = quotient
        if isinstance(value, Node) and (radicand := _square_root(root)) is not None:
            yield value, radicand
    if (product := _operands(node, aten.mul.Tensor)) is not None:
        for value, factor in (product, reversed(product)):
            if isinstance(value, Node) and (radicand := _inverse_root(factor)) is not None:
                yield value, radicand


def _square_root(node: object) -> Node | None:
    if root := _operands(node, aten.sqrt.default):
        return root[0]
    power = _operands(node, aten.pow.Tensor_Scalar)
    return power[0] if power and power[1] == 0.5 else None


def _inverse_root(node: object) -> Node | None:
    product = _operands(node, aten.mul.Tensor)
    if product and product[1] == 1:  # of 1 / sqrt(v)
        return _inverse_root(product[0])
    if root := _operands(node, aten.rsqrt.default):
        return root[0]
    if inverse := _operands(node, aten.reciprocal.default):
        return _square_root(inverse[0])
    power = _operands(node, aten.pow.Tensor_Scalar)
    return power[0] if power and power[1] == -0.5 else None


def _plus_number(node: Node) -> tuple[Node, float]:
    """(v, eps) for v + eps; eps is 0 where nothing is added."""
    addends = _operands(node, aten.add.Tensor) or _operands(node, aten.add.Scalar)
    for value, number in (addends, reversed(addends)) if addends else ():
        if isinstance(value, Node) and isinstance(number, int | float):
            return value, float(number)
    return node, 0.0


def _centered(node: Node) -> _Mean | None:
    """The mean that the node x - mean(x) subtracts."""
    difference = _operands(node, aten.sub.Tensor)
    if difference is None or not all(isinstance(operand, Node) for operand in difference):
        return None
    x, mean = difference
    part = _operands(mean, operator.getitem)
    if part and part[1] == 1:
        axes = _variance_axes(part[0], x) if part[0].target in _VARIANCE_AND_MEAN else None
    else:
        axes = _mean_axes(mean, x)
    return None if axes is None else _Mean(x, axes)


def _variance_axes(node: Node, x: Node) -> int | None:
    """How many of the last axes the node is the variance of x over."""
    part = _operands(node, operator.getitem)
    if part and part[1] == 0 and part[0].target in _VARIANCE_AND_MEAN:
        node = part[0]
    elif node.target not in _VARIANCES | _VARIANCE_AND_MEAN:
        return None
    given = _arguments(node)
    biased = given.get("correction", 1) == 0 or given.get("unbiased", True) is False
    return _last_axes(given, x) if biased else None


def _mean_square_axes(node: Node, x: Node) -> int | None:
    """How many of the last axes the node is the mean of x^2 over."""
    square = node.args[0] if node.target is aten.mean.dim else None
    is_square = (
        _operands(square, aten.pow.Tensor_Scalar) == (x, 2)
        or _operands(square, aten.mul.Tensor) == (x, x)
        or _operands(square, aten.square.default) == (x,)
    )
    return _mean_axes(node, square) if is_square else None


def _mean_axes(node: Node, x: object) -> int | None:
    if node.target is not aten.mean.dim or node.args[0] is not x:
        return None
    return _last_axes(_arguments(node), x)


def _operands(node: object, target: object) -> tuple[Any, ...] | None:
    """The arguments of a call of the target, without keywords; None for anything else."""
    if isinstance(node, Node) and node.target is target and not node.kwargs:
        return node.args
    return None


def _last_axes(given: dict[str, Any], x: object) -> int | None:
    """The number of reduced axes, if they are the last ones of x and keep their place."""
    if given[next(iter(given))] is not x or not given.get("keepdim") or given["dim"] is None:
        return None
    assert isinstance(x, Node)
    rank = x.meta["val"].dim()
    dims = sorted(dim % rank for dim in given["dim"])
    return len(dims) if dims and dims == list(range(rank - len(dims), rank)) else None


def _arguments(node: Node) -> dict[str, Any]:
    """By name, those that are given and the defaults of the others."""
    assert isinstance(node.target, torch._ops.OpOverload)
    declared = node.target._schema.arguments
    given = dict(zip((a.name for a in declared), node.args, strict=False)) | node.kwargs
    return {a.name: given.get(a.name, a.default_value) for a in declared}


def _with_row(
    node: Node, target: object, shape: list[int], constants: frozenset[Node]
) -> tuple[Node, Node | None]:
    """The only reader of the node, if it combines it with a constant of a row's shape."""
    readers = list(node.users)
    if len(readers) != 1 or readers[0].target is not target or readers[0].kwargs:
        return node, None
    others = [operand for operand in readers[0].args if operand is not node]
    if len(others) != 1 or others[0] not in constants:
        return node, None
    (row,) = others
    assert isinstance(row, Node)
    row_shape = list(row.meta["val"].shape)
    lead = len(row_shape) - len(shape)
    if lead < 0 or row_shape[lead:] != shape or any(size != 1 for size in row_shape[:lead]):
        return node, None
    fits = readers[0].meta["val"].shape == node.meta["val"].shape
    return (readers[0], row) if fits else (node, None)


def _reshaped(before: Node, row: Node, shape: list[int]) -> Node:
    if list(row.meta["val"].shape) == shape:
        return row
    return insert_call(before, aten.reshape.default, (row, shape))
