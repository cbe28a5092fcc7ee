"""The aten dialect: ATen operations as torch.export writes them, on f32 or quantized tensors."""

from __future__ import annotations

from xdsl.ir import Dialect

from cmlir.dialects.aten.base import BinaryOp, PointwiseOp, UnaryOp
from cmlir.dialects.aten.constants import ConstantOp, FullLikeOp, FullOp
from cmlir.dialects.aten.elementwise import (
    AddOp,
    AddScalarOp,
    DivOp,
    DivScalarOp,
    MulOp,
    MulScalarOp,
    NegOp,
    ReciprocalOp,
    ReluOp,
    RsubScalarOp,
    ScalarOp,
    SubOp,
    SubScalarOp,
)
from cmlir.dialects.aten.logic import AnyOp, EqScalarOp, LogicalNotOp, WhereOp
from cmlir.dialects.aten.matmul import AddmmOp, BmmOp, LinearOp, MatmulOp, MmOp, ProductOp
from cmlir.dialects.aten.shape import (
    CatOp,
    CloneOp,
    ExpandOp,
    PermuteOp,
    SelectOp,
    SliceOp,
    ViewOp,
)
from cmlir.dialects.aten.softmax import SafeSoftmaxOp, SoftmaxOp
from cmlir.dialects.aten.table import TableOp

Aten = Dialect(
    "aten",
    [
        AddOp,
        AddScalarOp,
        AddmmOp,
        AnyOp,
        BmmOp,
        CatOp,
        CloneOp,
        ConstantOp,
        DivOp,
        DivScalarOp,
        EqScalarOp,
        ExpandOp,
        FullLikeOp,
        FullOp,
        LinearOp,
        LogicalNotOp,
        MatmulOp,
        MmOp,
        MulOp,
        MulScalarOp,
        NegOp,
        PermuteOp,
        ReciprocalOp,
        ReluOp,
        RsubScalarOp,
        SafeSoftmaxOp,
        SelectOp,
        SliceOp,
        SoftmaxOp,
        SubOp,
        SubScalarOp,
        TableOp,
        ViewOp,
        WhereOp,
    ],
)

__all__ = [
    "AddOp",
    "AddScalarOp",
    "AddmmOp",
    "AnyOp",
    "Aten",
    "BinaryOp",
    "BmmOp",
    "CatOp",
    "CloneOp",
    "ConstantOp",
    "DivOp",
    "DivScalarOp",
    "EqScalarOp",
    "ExpandOp",
    "FullLikeOp",
    "FullOp",
    "LinearOp",
    "LogicalNotOp",
    "MatmulOp",
    "MmOp",
    "MulOp",
    "MulScalarOp",
    "NegOp",
    "PermuteOp",
    "PointwiseOp",
    "ProductOp",
    "ReciprocalOp",
    "ReluOp",
    "RsubScalarOp",
    "SafeSoftmaxOp",
    "ScalarOp",
    "SelectOp",
    "SliceOp",
    "SoftmaxOp",
    "SubOp",
    "SubScalarOp",
    "TableOp",
    "UnaryOp",
    "ViewOp",
    "WhereOp",
]
