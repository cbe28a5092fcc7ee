"""The ATen operators that the quantizer knows, by what they do to a value."""

from __future__ import annotations

import operator

import torch
from torch.fx import Node

import cmlir.frontend.recurrences  # noqa: F401  (registers torch.ops.cmlir)

aten = torch.ops.aten

NEAREST = frozenset(
    overload
    for packet in (
        aten.upsample_nearest1d,
        aten.upsample_nearest2d,
        aten._upsample_nearest_exact1d,
        aten._upsample_nearest_exact2d,
    )
    for overload in (packet.default, packet.vec)
)
"""Upsampling that repeats elements."""

INTERPOLATIONS = frozenset(
    overload
    for packet in (
        aten.upsample_linear1d,
        aten.upsample_bilinear2d,
        aten.upsample_bicubic2d,
    )
    for overload in (packet.default, packet.vec)
)
"""Upsampling that computes elements between others."""

DATA_MOVEMENT = frozenset(
    {
        *NEAREST,
        aten._unsafe_view.default,
        aten.adaptive_max_pool1d.default,
        aten.adaptive_max_pool2d.default,
        aten.adjoint.default,
        aten.alias.default,
        aten.amax.default,
        aten.amin.default,
        aten.broadcast_to.default,
        aten.chunk.default,
        aten.clone.default,
        aten.contiguous.default,
        aten.detach.default,
        aten.dropout.default,
        aten.embedding.default,
        aten.expand.default,
        aten.expand_as.default,
        aten.flatten.using_ints,
        aten.flip.default,
        aten.index_select.default,
        aten.lift_fresh_copy.default,
        aten.mT.default,
        aten.max.default,
        aten.max.dim,
        aten.max_pool1d.default,
        aten.max_pool2d.default,
        aten.max_pool2d_with_indices.default,
        aten.min.default,
        aten.min.dim,
        aten.movedim.int,
        aten.movedim.intlist,
        aten.narrow.default,
        aten.numpy_T.default,
        aten.permute.default,
        aten.repeat.default,
        aten.repeat_interleave.self_int,
        aten.reshape.default,
        aten.reshape_as.default,
        aten.roll.default,
        aten.select.int,
        aten.slice.Tensor,
        aten.split.Tensor,
        aten.split.default,
        aten.split_with_sizes.default,
        aten.squeeze.default,
        aten.squeeze.dim,
        aten.squeeze.dims,
        aten.swapaxes.default,
        aten.swapdims.default,
        aten.t.default,
        aten.tensor_split.indices,
        aten.tensor_split.sections,
        aten.tile.default,
        aten.transpose.int,
        aten.unbind.int,
        aten.unflatten.int,
        aten.unsafe_chunk.default,
        aten.unsafe_split.Tensor,
        aten.unsqueeze.default,
        aten.view.default,
        aten.view_as.default,
    }
)
"""Operators whose result holds elements of their first operand, unchanged."""

JOINS = frozenset(
    {
        aten.cat.default,
        aten.concat.default,
        aten.copy_.default,
        aten.index_copy.default,
        aten.index_put.default,
        aten.select_scatter.default,
        aten.slice_scatter.default,
        aten.stack.default,
    }
)
"""Operators whose result holds the elements of several operands, unchanged; what is copied to a
state has the state's parameters."""

PADS = frozenset({aten.constant_pad_nd.default, aten.pad.default})
"""Operators that put elements around a tensor."""

CREATIONS = frozenset(
    {
        aten.arange.default,
        aten.arange.start,
        aten.arange.start_step,
        aten.full.default,
        aten.ones.default,
        aten.scalar_tensor.default,
        aten.zeros.default,
    }
)
"""Operators without tensor operands that make a constant."""

LINEAR = aten.linear.default
TRANSPOSED_CONVOLUTIONS = frozenset({aten.conv_transpose1d.default, aten.conv_transpose2d.input})
CONVOLUTIONS = TRANSPOSED_CONVOLUTIONS | frozenset(
    {
        aten.conv1d.default,
        aten.conv1d.padding,
        aten.conv2d.default,
        aten.conv2d.padding,
        aten.convolution.default,
    }
)
WEIGHTED = CONVOLUTIONS | {LINEAR}
"""Operators with a weight, their second operand, and perhaps a bias, their third."""

BATCH_NORM = aten.batch_norm.default
AVERAGE_POOLS = frozenset({aten.avg_pool1d.default, aten.avg_pool2d.default})
MATMULS = frozenset({aten.matmul.default, aten.bmm.default, aten.mm.default})
SOFTMAXES = frozenset({aten.softmax.int, aten._softmax.default, aten._safe_softmax.default})
LOG_SOFTMAXES = frozenset({aten.log_softmax.int, aten._log_softmax.default})
NORMS = frozenset({aten.layer_norm.default, aten.rms_norm.default})
REDUCTIONS = frozenset(
    {
        aten.adaptive_avg_pool1d.default,
        aten.adaptive_avg_pool2d.default,
        aten.mean.default,
        aten.mean.dim,
        aten.sum.default,
        aten.sum.dim_IntList,
    }
)
CLAMPS = frozenset(
    {
        aten.clamp.default,
        aten.clamp_max.default,
        aten.clamp_min.default,
        aten.clip.default,
        aten.hardtanh.default,
        aten.relu.default,
        aten.relu6.default,
    }
)
"""Operators that limit their operand to a range: kernels do it to their own result at no cost."""

FUNCTIONS = CLAMPS | {
    aten.abs.default,
    aten.acos.default,
    aten.acosh.default,
    aten.arccos.default,
    aten.arccosh.default,
    aten.arcsin.default,
    aten.arcsinh.default,
    aten.arctan.default,
    aten.arctanh.default,
    aten.asin.default,
    aten.asinh.default,
    aten.atan.default,
    aten.atanh.default,
    aten.ceil.default,
    aten.celu.default,
    aten.cos.default,
    aten.cosh.default,
    aten.elu.default,
    aten.erf.default,
    aten.erfc.default,
    aten.exp.default,
    aten.exp2.default,
    aten.expm1.default,
    aten.floor.default,
    aten.gelu.default,
    aten.hardshrink.default,
    aten.hardsigmoid.default,
    aten.hardswish.default,
    aten.leaky_relu.default,
    aten.log.default,
    aten.log10.default,
    aten.log1p.default,
    aten.log2.default,
    aten.log_sigmoid.default,
    aten.mish.default,
    aten.neg.default,
    aten.pow.Scalar,
    aten.pow.Tensor_Scalar,
    aten.reciprocal.default,
    aten.round.decimals,
    aten.round.default,
    aten.rsqrt.default,
    aten.rsub.Scalar,
    aten.selu.default,
    aten.sgn.default,
    aten.sigmoid.default,
    aten.sign.default,
    aten.silu.default,
    aten.sin.default,
    aten.sinh.default,
    aten.softplus.default,
    aten.softshrink.default,
    aten.special_expit.default,
    aten.sqrt.default,
    aten.square.default,
    aten.tan.default,
    aten.tanh.default,
    aten.threshold.default,
    aten.trunc.default,
}
"""Operators on one number, element by element: a table of 256 codes each."""

BINARY = frozenset(
    {
        aten.add.Tensor,
        aten.div.Tensor,
        aten.maximum.default,
        aten.minimum.default,
        aten.mul.Tensor,
        aten.sub.Tensor,
    }
)
"""Elementwise operators on two tensors, or on a tensor and a number."""

SUMS = frozenset({aten.add.Tensor, aten.sub.Tensor})

GRU_HIDDEN = torch.ops.cmlir.gru_hidden.default
RECURRENT_STATE: dict[object, int] = {
    GRU_HIDDEN: 1,
    torch.ops.cmlir.gru_states.default: 2,
    torch.ops.cmlir.lstm_cells.default: 2,
    torch.ops.cmlir.lstm_hidden.default: 1,
    torch.ops.cmlir.rnn.default: 1,
}
"""Operators of recurrent layers, and which operand is what they begin with: results are quantized
like that."""

RECURRENT = frozenset(RECURRENT_STATE)
WIDE_RECURRENT = frozenset({torch.ops.cmlir.gru_states.default, torch.ops.cmlir.lstm_cells.default})
"""Those with a result of 16 bits."""

RECURRENT_WIDE: dict[object, int] = {
    GRU_HIDDEN: 0,
    torch.ops.cmlir.gru_states.default: 2,
    torch.ops.cmlir.lstm_cells.default: 2,
    torch.ops.cmlir.lstm_hidden.default: 2,
}
"""Which operand has 16 bits."""

RECURRENT_WEIGHTS: dict[object, slice] = {
    torch.ops.cmlir.gru_states.default: slice(3, 5),
    torch.ops.cmlir.lstm_cells.default: slice(3, 5),
    torch.ops.cmlir.lstm_hidden.default: slice(3, 5),
    torch.ops.cmlir.rnn.default: slice(2, 4),
}
"""Which operands are weights; those before are computed."""

INT8_OPERATORS = frozenset(
    {
        *WEIGHTED,
        BATCH_NORM,
        *AVERAGE_POOLS,
        *INTERPOLATIONS,
        *MATMULS,
        *SOFTMAXES,
        *LOG_SOFTMAXES,
        *BINARY,
        *FUNCTIONS,
        *NORMS,
        *REDUCTIONS,
        *RECURRENT,
    }
)
"""Operators that compute in int8: their tensor operands and their result are quantized."""

UNCLAMPED = frozenset({*SOFTMAXES, *JOINS})
"""Operators with a result that is quantized even if only a clamp reads it."""

LARGEST_SCALE = 2.0**64
"""Scalar factors between its inverse and this are absorbed by quantization parameters."""


def is_float32(node: Node) -> bool:
    """Whether the node's value is one float32 tensor."""
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.dtype == torch.float32


def is_of_tensors(node: Node) -> bool:
    """Whether the node is x + y, x - y or x * y of two tensors."""
    is_one = node.target in SUMS or node.target is aten.mul.Tensor
    return is_one and all(isinstance(operand, Node) for operand in node.args[:2])


def is_transposed(node: Node) -> bool:
    """Whether the node is a transposed convolution."""
    if node.target is aten.convolution.default:
        return bool(node.args[6])
    return node.target in TRANSPOSED_CONVOLUTIONS


def is_data_movement(node: Node) -> bool:
    """Whether the node only moves the elements of its first operand."""
    if node.target is operator.getitem:
        source = node.args[0]
        return isinstance(source, Node) and source.target in DATA_MOVEMENT and is_float32(node)
    if node.target in PADS:
        return _pads_exactly(node)
    return node.op == "call_function" and node.target in DATA_MOVEMENT


def _pads_exactly(node: Node) -> bool:
    """Whether what a pad adds is an element of the tensor or 0, which always has a code."""
    mode, value = "constant", (node.args[2:] or (0,))[0]
    if node.target is aten.pad.default:
        mode, value = (*node.args[2:], *("constant", 0)[len(node.args[2:]) :])[:2]
    return mode != "constant" or not value


def joined(node: Node) -> list[Node]:
    """The tensors whose elements a join's result holds, but no indices; the state it becomes."""
    return [operand for operand in node.all_input_nodes if not _is_index(operand)]


def _is_index(node: Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and not value.dtype.is_floating_point


def scale_factor(node: Node) -> float | None:
    """The factor c > 0 of a multiplication by a number, `y = x * c`; None for any other node."""
    if node.target is not aten.mul.Tensor or not is_float32(node):
        return None
    factor = node.args[1]
    if isinstance(factor, int | float) and 1 / LARGEST_SCALE <= factor <= LARGEST_SCALE:
        return float(factor)
    return None
