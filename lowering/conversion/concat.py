"""cat: its tensors are made dense and put one after the other."""

from __future__ import annotations

from xdsl.ir import Operation

from cmlir.dialects import aten, cortex_m
from cmlir.lowering.conversion.context import Conversion, Converter, integer


def convert_cat(conversion: Conversion, op: Operation) -> None:
    """All tensors have the result's quantized type, so codes move as they are."""
    assert isinstance(op, aten.CatOp)
    joined = conversion.kernel(
        cortex_m.ConcatOp,
        [[conversion.dense(tensor) for tensor in op.tensors]],
        conversion.result_type(op.result),
        axis=integer(op.dim.value.data),
    )
    conversion.define(op.result, joined)


CONVERTERS: dict[type[Operation], Converter] = {aten.CatOp: convert_cat}
