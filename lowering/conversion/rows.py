"""Rows in the order in which they are wanted: what works row by row can compute them in any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, quant
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import Conversion, Rearranged
from cmlir.lowering.conversion.movement import moved
from cmlir.lowering.conversion.order import Order, order_in_memory, plain_order
from cmlir.lowering.strided import Layout

MoveOp = aten.CloneOp | aten.PermuteOp | aten.ViewOp | quant.StorageCastOp
"""Operations after which there are the same elements."""


@dataclass(frozen=True)
class RowOrder:
    """Rows counted by ``sizes``, computed with axis ``order[k]`` of these as axis k."""

    sizes: tuple[int, ...]
    order: Order

    @classmethod
    def plain(cls, value: SSAValue) -> RowOrder:
        """The order of the leading axes themselves."""
        return cls(shape_of(value)[:-1], plain_order(value)[:-1])

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes as they are computed."""
        return tuple(self.sizes[axis] for axis in self.order)

    def applied(self, layout: Layout) -> Layout | None:
        """The elements of rows (the last axis) in this order; None if they cannot be cut so."""
        cut = layout.viewed((*self.sizes, layout.shape[-1]))
        return None if cut is None else cut.permuted((*self.order, len(self.order)))

    def undone(self, row: int, shape: Sequence[int]) -> Layout:
        """What has ``shape``, over rows of ``row`` elements that were computed in this order."""
        inverse = [self.order.index(axis) for axis in range(len(self.order))]
        computed = Layout.dense((*self.shape, row)).permuted((*inverse, len(inverse)))
        whole = computed.viewed(shape)
        assert whole is not None
        return whole


def rows_wanted(conversion: Conversion, result: SSAValue) -> RowOrder | None:
    """The order in which what becomes of ``result`` has its rows, if moves of rows say it."""
    layout, value = _followed(result)
    order = _order_of_other_operand(conversion, value)
    if order is not None:
        layout = layout.permuted(order)
    found, row = layout.transposition(), shape_of(result)[-1]
    if found is None or row == 1:
        return None
    shape, permutation = found
    last = len(shape) - 1
    if permutation[-1] != last or shape[-1] % row:
        return None
    inner = (shape[-1] // row,) if shape[-1] > row else ()
    axes = permutation[:-1] + (last,) * len(inner)
    return RowOrder(shape[:-1] + inner, axes)


def _followed(value: SSAValue) -> tuple[Layout, SSAValue]:
    """The last of the moves that alone read ``value``, and where its elements lie in that."""
    layout = Layout.dense(shape_of(value))
    while (move := _only_move(value)) is not None:
        after = layout if isinstance(move, quant.StorageCastOp) else moved(move, layout)
        if after is None:
            break
        layout, value = after, move.result
    return layout, value


def _only_move(value: SSAValue) -> MoveOp | None:
    """The one operation that reads ``value``, if it only rearranges the elements."""
    user = value.get_user_of_unique_use()
    return user if isinstance(user, MoveOp) else None


def _order_of_other_operand(conversion: Conversion, value: SSAValue) -> Order | None:
    """How the other operand lies, where ``value`` is combined with one element by element."""
    user = value.get_user_of_unique_use()
    if not isinstance(user, aten.BinaryOp):
        return None
    other = user.rhs if user.lhs is value else user.lhs
    if other not in conversion.values or shape_of(other) != shape_of(value):
        return None
    return order_in_memory(conversion.values[other].layout)


def define_rows(conversion: Conversion, op: Operation, rows: RowOrder, computed: SSAValue) -> None:
    """``computed``, with its rows in that order, is the converted result of ``op``."""
    (result,) = op.results
    layout = rows.undone(shape_of(computed)[-1], shape_of(result))
    conversion.values[result] = Rearranged(computed, layout, conversion.current.location)
