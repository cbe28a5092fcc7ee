"""PyTorch's element types and ours."""

from __future__ import annotations

import torch
from xdsl.dialects.builtin import (
    IntegerType,
    Signedness,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute

ELEMENT_TYPES: dict[torch.dtype, Attribute] = {
    torch.bool: i1,
    torch.int8: i8,
    torch.int16: i16,
    torch.int32: i32,
    torch.int64: i64,
    torch.uint8: IntegerType(8, Signedness.UNSIGNED),
    torch.uint16: IntegerType(16, Signedness.UNSIGNED),
    torch.float16: f16,
    torch.bfloat16: bf16,
    torch.float32: f32,
    torch.float64: f64,
}
"""The element type of a plain tensor, by its dtype."""

STORAGE_TYPES: dict[torch.dtype, IntegerType] = {
    torch.int8: i8,
    torch.int16: i16,
    torch.int32: i32,
    torch.uint8: IntegerType(8, Signedness.UNSIGNED),
    torch.uint16: IntegerType(16, Signedness.UNSIGNED),
}
"""The storage type of a quantized tensor, by the dtype of its codes."""


def dtype_name(dtype: torch.dtype) -> str:
    """`float32` for `torch.float32`."""
    return str(dtype).removeprefix("torch.")
