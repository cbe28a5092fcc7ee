"""The quant dialect, as upstream MLIR defines it: quantization parameters are types.

Two deliberate differences: `quant.dcast(quant.qcast(x))` is never folded to `x`, because the pair
rounds and saturates, and cmlir keeps the bits of the Q/DQ program; and a scale is never NaN.
"""

from xdsl.ir import Dialect

from cmlir.dialects.quant.base import QuantizedType, StoredType
from cmlir.dialects.quant.ops import DequantizeCastOp, QuantizeCastOp, StorageCastOp
from cmlir.dialects.quant.partial import AnyQuantizedType, CalibratedQuantizedType
from cmlir.dialects.quant.uniform import (
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
    UniformQuantizedType,
    quantized_element_type,
)
from cmlir.dialects.quant.uniform_syntax import UniformSyntax

Quant = Dialect(
    "quant",
    [QuantizeCastOp, DequantizeCastOp, StorageCastOp],
    [AnyQuantizedType, CalibratedQuantizedType, UniformSyntax],
)

__all__ = [
    "AnyQuantizedType",
    "CalibratedQuantizedType",
    "DequantizeCastOp",
    "Quant",
    "QuantizeCastOp",
    "QuantizedType",
    "StorageCastOp",
    "StoredType",
    "UniformQuantizedPerAxisType",
    "UniformQuantizedSubChannelType",
    "UniformQuantizedType",
    "quantized_element_type",
]
