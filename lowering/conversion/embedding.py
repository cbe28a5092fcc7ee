"""embedding: rows of a table are copied, whatever they hold."""

from __future__ import annotations

from xdsl.ir import Operation

from cmlir.dialects import aten, cortex_m
from cmlir.lowering.conversion.context import Conversion, Converter


def convert_embedding(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.EmbeddingOp)
    rows = conversion.kernel(
        cortex_m.EmbeddingOp,
        [conversion.dense(op.weight), conversion.dense(op.indices)],
        conversion.result_type(op.result),
    )
    conversion.define(op.result, rows)


CONVERTERS: dict[type[Operation], Converter] = {aten.EmbeddingOp: convert_embedding}
