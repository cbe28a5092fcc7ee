"""The cortex_m dialect: kernel calls with every number that they need, on tensors or memrefs."""

from __future__ import annotations

from xdsl.ir import Dialect

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr, rescale_pair
from cmlir.dialects.cortex_m.boundary import DequantizeOp, QuantizeOp
from cmlir.dialects.cortex_m.broadcast import BroadcastAddOp, BroadcastMulOp
from cmlir.dialects.cortex_m.comparisons import CompareElementsOp
from cmlir.dialects.cortex_m.convolution import AvgPoolOp, ConvOp, DepthwiseConvOp, MaxPoolOp
from cmlir.dialects.cortex_m.elementwise import (
    WIDE_LEFT_SHIFT,
    AddOp,
    MulOp,
    RequantizeOp,
    TableOp,
)
from cmlir.dialects.cortex_m.float32 import (
    F32AddOp,
    F32BinaryOp,
    F32MulOp,
    F32MulScalarOp,
    F32UnaryOp,
    FloatOp,
)
from cmlir.dialects.cortex_m.float32_rows import (
    F32MatmulOp,
    F32NormOp,
    F32ReduceOp,
    F32SoftmaxOp,
)
from cmlir.dialects.cortex_m.indexing import EmbeddingOp, IndexCopyOp
from cmlir.dialects.cortex_m.kernel import KernelOp
from cmlir.dialects.cortex_m.log_softmax import LogSoftmaxOp
from cmlir.dialects.cortex_m.masks import (
    MOST_AXES,
    CompareOp,
    LogicalAndOp,
    LogicalNotOp,
    LogicalOrOp,
    LogicalXorOp,
    MaskedSoftmaxOp,
    WhereOp,
)
from cmlir.dialects.cortex_m.matmul import BatchMatmulOp, LinearOp
from cmlir.dialects.cortex_m.memory import BufferOp, ConstantOp, ViewOp
from cmlir.dialects.cortex_m.movement import ConcatOp, CopyOp, FillOp, TransposeOp
from cmlir.dialects.cortex_m.normalization import LayerNormOp, RmsNormOp, longest_norm_row
from cmlir.dialects.cortex_m.reductions import ArgmaxOp, ArgminOp, MaxOp, MinOp, SumOp
from cmlir.dialects.cortex_m.softmax import LONGEST_ROW, LONGEST_S8_ROW, SoftmaxOp
from cmlir.dialects.cortex_m.strided_matmul import StridedMatmulOp
from cmlir.dialects.cortex_m.target import (
    DEFAULT_TARGET,
    KERNEL_SETS,
    TARGETS,
    Target,
    kernels_of,
    set_kernels,
    set_target,
    target_of,
)

CortexM = Dialect(
    "cortex_m",
    [
        AddOp,
        ArgmaxOp,
        ArgminOp,
        AvgPoolOp,
        BatchMatmulOp,
        BroadcastAddOp,
        BroadcastMulOp,
        BufferOp,
        CompareElementsOp,
        CompareOp,
        ConcatOp,
        ConstantOp,
        ConvOp,
        CopyOp,
        DepthwiseConvOp,
        DequantizeOp,
        EmbeddingOp,
        F32AddOp,
        F32BinaryOp,
        F32MatmulOp,
        F32MulOp,
        F32MulScalarOp,
        F32NormOp,
        F32ReduceOp,
        F32SoftmaxOp,
        F32UnaryOp,
        FillOp,
        IndexCopyOp,
        LayerNormOp,
        LinearOp,
        LogSoftmaxOp,
        LogicalAndOp,
        LogicalNotOp,
        LogicalOrOp,
        LogicalXorOp,
        MaskedSoftmaxOp,
        MaxOp,
        MaxPoolOp,
        MinOp,
        MulOp,
        QuantizeOp,
        RequantizeOp,
        RmsNormOp,
        SoftmaxOp,
        StridedMatmulOp,
        SumOp,
        TableOp,
        TransposeOp,
        ViewOp,
        WhereOp,
    ],
    [ClampAttr, RescaleAttr],
)

__all__ = [
    "DEFAULT_TARGET",
    "KERNEL_SETS",
    "LONGEST_ROW",
    "LONGEST_S8_ROW",
    "MOST_AXES",
    "TARGETS",
    "WIDE_LEFT_SHIFT",
    "AddOp",
    "ArgmaxOp",
    "ArgminOp",
    "AvgPoolOp",
    "BatchMatmulOp",
    "BroadcastAddOp",
    "BroadcastMulOp",
    "BufferOp",
    "ClampAttr",
    "CompareElementsOp",
    "CompareOp",
    "ConcatOp",
    "ConstantOp",
    "ConvOp",
    "CopyOp",
    "CortexM",
    "DepthwiseConvOp",
    "DequantizeOp",
    "EmbeddingOp",
    "F32AddOp",
    "F32BinaryOp",
    "F32MatmulOp",
    "F32MulOp",
    "F32MulScalarOp",
    "F32NormOp",
    "F32ReduceOp",
    "F32SoftmaxOp",
    "F32UnaryOp",
    "FillOp",
    "FloatOp",
    "IndexCopyOp",
    "KernelOp",
    "LayerNormOp",
    "LinearOp",
    "LogSoftmaxOp",
    "LogicalAndOp",
    "LogicalNotOp",
    "LogicalOrOp",
    "LogicalXorOp",
    "MaskedSoftmaxOp",
    "MaxOp",
    "MaxPoolOp",
    "MinOp",
    "MulOp",
    "QuantizeOp",
    "RequantizeOp",
    "RescaleAttr",
    "RmsNormOp",
    "SoftmaxOp",
    "StridedMatmulOp",
    "SumOp",
    "TableOp",
    "Target",
    "TransposeOp",
    "ViewOp",
    "WhereOp",
    "kernels_of",
    "longest_norm_row",
    "rescale_pair",
    "set_kernels",
    "set_target",
    "target_of",
]
