"""Rows of a table and slices by their indices: copied, whatever they hold, or added."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import Conversion, Converter, Unsupported, integer
from cmlir.lowering.conversion.in_float import FloatConverter, InFloat
from cmlir.lowering.conversion.integers import is_integer


def convert_embedding(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.EmbeddingOp)
    rows = conversion.kernel(
        cortex_m.EmbeddingOp,
        [conversion.dense(op.weight), conversion.dense(op.indices)],
        conversion.result_type(op.result),
    )
    conversion.define(op.result, rows)


def convert_checked_index(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.CheckedIndexOp)
    result = conversion.kernel(
        cortex_m.CheckIndicesOp,
        [conversion.dense(op.input)],
        op.result.type,
        size=op.size,
        from_end=op.from_end,
    )
    conversion.define(op.result, result)


def convert_index_copy(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.IndexCopyOp)
    _convert_slices(conversion, op, cortex_m.IndexCopyOp)


def convert_index_add(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.IndexAddOp)
    if not is_integer(op.input):
        raise Unsupported("has no kernel on codes")
    _convert_slices(conversion, op, cortex_m.IndexAddOp)


def _convert_slices(
    conversion: Conversion, op: aten.SlicesOp, kind: type[cortex_m.SlicesOp]
) -> None:
    result = conversion.kernel(
        kind,
        [conversion.dense(value) for value in (op.input, op.indices, op.source)],
        conversion.result_type(op.result),
        dim=integer(op.dim.value.data),
    )
    conversion.define(op.result, result)


def _index_add(floats: InFloat, op: Operation) -> SSAValue:
    assert isinstance(op, aten.IndexAddOp)
    return floats.kernel(
        cortex_m.F32IndexAddOp,
        [floats.dense(op.input), floats.conversion.dense(op.indices), floats.dense(op.source)],
        shape_of(op.result),
        dim=integer(op.dim.value.data),
    )


CONVERTERS: dict[type[Operation], Converter] = {
    aten.CheckedIndexOp: convert_checked_index,
    aten.EmbeddingOp: convert_embedding,
    aten.IndexAddOp: convert_index_add,
    aten.IndexCopyOp: convert_index_copy,
}
FLOAT_CONVERTERS: dict[type[Operation], FloatConverter] = {aten.IndexAddOp: _index_add}
