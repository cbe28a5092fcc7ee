"""Operations on the codes of quantized values: the casts, and tables of all codes."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import PythonValues

from cmlir.dialects import aten, quant
from cmlir.dialects.quant import StoredType
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import array_of, dtype_of, element_type, from_reals, to_reals


def _quantize(op: quant.QuantizeCastOp, args: PythonValues) -> PythonValues:
    return (from_reals(args[0], op.result.type),)


def _dequantize(op: quant.DequantizeCastOp, args: PythonValues) -> PythonValues:
    return (to_reals(args[0], op.input.type).astype(dtype_of(op.result.type), copy=False),)


def _reinterpret(op: quant.StorageCastOp, args: PythonValues) -> PythonValues:
    return (args[0].view(dtype_of(op.result.type)),)


def _table(op: aten.TableOp, args: PythonValues) -> PythonValues:
    source = element_type(op.input.type)
    assert isinstance(source, StoredType)
    results = array_of(op.table).view(dtype_of(op.result.type))
    return (np.asarray(results[args[0].astype(np.int64) - source.storage_min]),)


CODES = functions_of(
    "Codes",
    {
        aten.TableOp: _table,
        quant.DequantizeCastOp: _dequantize,
        quant.QuantizeCastOp: _quantize,
        quant.StorageCastOp: _reinterpret,
    },
)
