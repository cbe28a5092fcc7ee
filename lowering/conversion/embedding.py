"""embedding and index_copy: rows of a table and slices are copied, whatever they hold."""

from __future__ import annotations

from xdsl.ir import Operation

from cmlir.dialects import aten, cortex_m
from cmlir.lowering.conversion.context import Conversion, Converter, integer


def convert_embedding(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.EmbeddingOp)
    rows = conversion.kernel(
        cortex_m.EmbeddingOp,
        [conversion.dense(op.weight), conversion.dense(op.indices)],
        conversion.result_type(op.result),
    )
    conversion.define(op.result, rows)


def convert_index_copy(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.IndexCopyOp)
    result = conversion.kernel(
        cortex_m.IndexCopyOp,
        [conversion.dense(value) for value in (op.input, op.indices, op.source)],
        conversion.result_type(op.result),
        dim=integer(op.dim.value.data),
    )
    conversion.define(op.result, result)


CONVERTERS: dict[type[Operation], Converter] = {
    aten.EmbeddingOp: convert_embedding,
    aten.IndexCopyOp: convert_index_copy,
}
