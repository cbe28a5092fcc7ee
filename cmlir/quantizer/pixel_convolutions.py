"""Norms over channels are made of operations that have kernels.

batch_norm(x)    == conv(x), of one pixel, each channel by itself
group_norm(x)    == conv(layer_norm(x as rows, one a group))
instance_norm(x) == group_norm(x) with one group a channel
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.fx import GraphModule, Node

from cmlir.quantizer.canonical_graph import evaluate
from cmlir.quantizer.locations import copy_location, insert_call
from cmlir.quantizer.op_families import aten, is_float32
from cmlir.quantizer.values import Values

_CONVOLUTIONS = {3: aten.conv1d.default, 4: aten.conv2d.default}
"""By the number of axes."""


def use_pixel_convolutions(model: GraphModule) -> None:
    """Replace the batch, group and instance norms whose parameters are constants."""
    constants = Values.of(model.graph).constants
    for node in list(model.graph.nodes):
        norm = _Norm.of(node)
        if norm is None or not constants.issuperset(node.all_input_nodes[1:]):
            continue
        result = norm.replaced(model, node)
        node.replace_all_uses_with(result)
        model.graph.erase_node(node)


@dataclass(frozen=True)
class _Norm:
    """(x - mean) / sqrt(variance + eps) * weight + bias, these two numbers for each channel."""

    x: Node
    weight: Node | None
    bias: Node | None
    eps: float
    statistics: tuple[Node, Node] | None
    """Mean and variance; None for those of each group of channels."""
    groups: int

    @staticmethod
    def of(node: Node) -> _Norm | None:
        """None for what is no such norm, or has an image of more than two axes."""
        if node.op != "call_function" or not is_float32(node):
            return None
        arguments: tuple[object, ...] = node.args
        found = None
        if node.target is aten.batch_norm.default:
            x, weight, bias, mean, variance, training, _, eps = arguments[:8]
            found = None if training else _Norm(x, weight, bias, eps, (mean, variance), 1)  # pyright: ignore[reportArgumentType]
        elif node.target is aten.instance_norm.default:
            x, weight, bias, mean, variance, own, _, eps = arguments[:8]
            channels = node.meta["val"].shape[1]
            stored = None if own else (mean, variance)
            found = _Norm(x, weight, bias, eps, stored, channels)  # pyright: ignore[reportArgumentType]
        elif node.target is aten.group_norm.default:
            x, groups, weight, bias, eps = (*arguments, *(None, None, 1e-5)[len(arguments) - 2 :])[
                :5
            ]
            found = _Norm(x, weight, bias, eps, None, groups)  # pyright: ignore[reportArgumentType]
        return found if found is not None and 2 <= node.meta["val"].dim() <= 4 else None

    def replaced(self, model: GraphModule, before: Node) -> Node:
        """What stands for the norm, in front of ``before``."""
        x = self.x if self.statistics is not None else self._rows(before)
        scale, shift = self._factors(model)
        trivial = torch.equal(scale, torch.ones_like(scale)) and not shift.any()
        return x if trivial else _pixel_convolution(model, before, x, scale, shift)

    def _rows(self, before: Node) -> Node:
        """Each group's channels normalized."""
        shape = list(self.x.meta["val"].shape)
        size = math.prod(shape) // (shape[0] * self.groups)
        rows = insert_call(before, aten.reshape.default, (self.x, [shape[0], self.groups, size]))
        normalized = insert_call(
            before, aten.layer_norm.default, (rows, [size], None, None, self.eps)
        )
        return insert_call(before, aten.reshape.default, (normalized, shape))

    def _factors(self, model: GraphModule) -> tuple[Tensor, Tensor]:
        """The norm's last step, or all of it, as x * scale[c] + shift[c]."""
        channels = self.x.meta["val"].shape[1]
        scale = torch.ones(channels, dtype=torch.float64)
        shift = torch.zeros(channels, dtype=torch.float64)
        if self.weight is not None:
            scale = evaluate(model, self.weight).detach().double()
        if self.bias is not None:
            shift = evaluate(model, self.bias).detach().double()
        if self.statistics is not None:
            mean, variance = (evaluate(model, node).detach().double() for node in self.statistics)
            scale = scale / torch.sqrt(variance + self.eps)
            shift = shift - mean * scale
        return scale.float(), shift.float()


def _pixel_convolution(
    model: GraphModule, before: Node, x: Node, scale: Tensor, shift: Tensor
) -> Node:
    """x * scale[c] + shift[c]; a tensor without spatial axes is an image of one pixel."""
    dims, channels = x.meta["val"].dim(), len(scale)
    image = insert_call(before, aten.unsqueeze.default, (x, -1)) if dims == 2 else x
    axes = max(dims, 3)
    weight = _stored(model, before, "_factor", scale.reshape(channels, *[1] * (axes - 1)))
    bias = _stored(model, before, "_shift", shift)
    ones, zeros = [1] * (axes - 2), [0] * (axes - 2)
    arguments = (image, weight, bias, ones, zeros, ones, channels)
    result = insert_call(before, _CONVOLUTIONS[axes], arguments)
    return insert_call(before, aten.squeeze.dim, (result, -1)) if dims == 2 else result


def _stored(model: GraphModule, before: Node, prefix: str, tensor: Tensor) -> Node:
    """A new buffer."""
    names = dict(model.named_buffers())
    name = next(n for k in range(len(names) + 1) if (n := f"{prefix}{k}") not in names)
    model.register_buffer(name, tensor)
    with before.graph.inserting_before(before):
        node = before.graph.get_attr(name)
    copy_location(before, node)
    fake = before.meta["val"].fake_mode if hasattr(before.meta["val"], "fake_mode") else None
    node.meta["val"] = tensor if fake is None else fake.from_tensor(tensor)
    return node
