"""cat: its tensors are put one after the other, in an order of axes in which one of them lies."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import Conversion, Converter, integer
from cmlir.lowering.conversion.order import Order, common_order, define_in_order, in_order


def convert_cat(conversion: Conversion, op: Operation) -> None:
    """All tensors have the result's quantized type, so codes move as they are."""
    assert isinstance(op, aten.CatOp)
    order = _order(conversion, op)
    kind = conversion.result_type(op.result)
    shape = kind.get_shape()
    joined = conversion.kernel(
        cortex_m.ConcatOp,
        [[in_order(conversion, tensor, order) for tensor in op.tensors]],
        TensorType(kind.element_type, [shape[axis] for axis in order]),
        axis=integer(order.index(op.dim.value.data)),
    )
    define_in_order(conversion, op.result, joined, order)


def _order(conversion: Conversion, op: aten.CatOp) -> Order:
    """That of the first tensor which lies in another order than that of its axes."""
    orders = (common_order(conversion, [t], shape_of(t)) for t in op.tensors)
    plain = tuple(range(len(shape_of(op.result))))
    return next((order for order in orders if order != plain), plain)


CONVERTERS: dict[type[Operation], Converter] = {aten.CatOp: convert_cat}
