"""``--split-linears``: packed queries, keys and values are made one by one.

What is made at once dies at once: a packed tensor lives as long as any of its parts is read, and
the context of an attention cannot take the place of queries among it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp, TensorType, i8, i64
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m.codes import is_wide
from cmlir.dialects.cortex_m.storage import storage_of
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import add_global, constant_array
from cmlir.lowering.located import apply_patterns

PARTS = ("query", "key", "value")


@dataclass(frozen=True)
class Part:
    """Columns ``first`` to ``end`` of a layer's result, of all of its ``columns``."""

    first: int
    end: int
    columns: int

    @classmethod
    def of(cls, start: int, axes: Sequence[tuple[int, int]], columns: int) -> Part | None:
        """What (size, stride) axes from ``start`` on reach; None if they leave the rows."""
        span = sum((size - 1) * step for size, step in axes if step % columns)
        first = start % columns
        inside = all(step > 0 for size, step in axes if size > 1 and step % columns)
        return cls(first, first + span + 1, columns) if inside and first + span < columns else None

    @property
    def width(self) -> int:
        return self.end - self.first

    def meets(self, other: Part) -> bool:
        return self.first < other.end and other.first < self.end

    def start(self, start: int) -> int:
        """The same element in a tensor of these columns alone."""
        return start // self.columns * self.width + start % self.columns - self.first

    def stride(self, step: int) -> int:
        return step // self.columns * self.width if step % self.columns == 0 else step


class LayerOfOneTensor(RewritePattern):
    """attention(linear(x)[q], linear(x)[k], linear(x)[v]) == attention of three linears"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: cortex_m.AttentionOp, rewriter: PatternRewriter) -> None:
        layer = _packed(op)
        parts = None if layer is None else _parts(op, shape_of(layer.weights)[0])
        if layer is None or parts is None:
            return
        operands = [_layer(layer, part, name, rewriter) for name, part in parts.items()]
        properties = dict(op.properties)
        for name, part in parts.items():
            start, strides = _place(op, name)
            properties[f"{name}_start"] = IntegerAttr(part.start(start), i64)
            moved = [part.stride(step) for step in strides]
            properties[f"{name}_strides"] = DenseArrayBase.from_list(i64, moved)
        fused = cortex_m.AttentionOp(
            operands=[*operands, op.exponentials, op.mask or [], [], []],
            properties=properties,
            result_types=[[op.destination.type]],
        )
        rewriter.replace(op, fused)


def _packed(op: cortex_m.AttentionOp) -> cortex_m.LinearOp | None:
    """The layer that makes queries, keys and values, which nothing else reads."""
    storages = [storage_of(value) for value in (op.query, op.key, op.value)]
    roots = {storage.root for storage in storages}
    layer = storages[0].root.owner
    if len(roots) > 1 or not all(storage.covers_root for storage in storages):
        return None
    if not isinstance(layer, cortex_m.LinearOp) or is_wide(layer.destination):
        return None
    constants = (layer.weights, layer.bias or layer.weights, layer.sums or layer.weights)
    if not all(isinstance(value.owner, cortex_m.ConstantOp) for value in constants):
        return None
    return layer if _readers(layer.destination) == {op} else None


def _readers(value: SSAValue) -> set[object]:
    found: set[object] = set()
    for use in value.uses:
        user = use.operation
        found |= _readers(user.result) if isinstance(user, cortex_m.ViewOp) else {user}
    return found


def _place(op: cortex_m.AttentionOp, name: str) -> tuple[int, tuple[int, ...]]:
    places = {
        "query": (op.query_start, op.query_strides),
        "key": (op.key_start, op.key_strides),
        "value": (op.value_start, op.value_strides),
    }
    start, strides = places[name]
    return start.value.data, tuple(strides.get_values())


def _parts(op: cortex_m.AttentionOp, columns: int) -> Mapping[str, Part] | None:
    """The columns that each operand has for itself; None if they share some."""
    n, h, rows, keys, depth, width = op.sizes.get_values()
    sizes = {
        "query": (n, h, rows, depth),
        "key": (n, h, keys, depth),
        "value": (n, h, width, keys),
    }
    parts: dict[str, Part] = {}
    for name in PARTS:
        start, strides = _place(op, name)
        axes = list(zip(sizes[name], (*strides, 1)[:4], strict=True))
        part = Part.of(start, axes, columns)
        if part is None or any(part.meets(other) for other in parts.values()):
            return None
        parts[name] = part
    return parts


def _layer(layer: cortex_m.LinearOp, part: Part, name: str, rewriter: PatternRewriter) -> SSAValue:
    """The rows of the weights, and the numbers, that belong to some columns of the result."""

    def sliced(value: SSAValue | None) -> list[SSAValue]:
        if value is None:
            return []
        constant = value.owner
        assert isinstance(constant, cortex_m.ConstantOp)
        array = constant_array(constant)[part.first : part.end]
        name_of_part = f"{constant.symbol.root_reference.data}_{name}"
        symbol = add_global(layer, name_of_part, array, element_of(value))
        kind = TensorType(element_of(value), array.shape)
        return [rewriter.insert(cortex_m.ConstantOp(symbol, kind)).result]

    pairs = layer.rescale.pairs
    if layer.rescale.per_channel:
        pairs = pairs[part.first : part.end]
    shape = (*shape_of(layer.destination)[:-1], part.width)
    new = cortex_m.LinearOp(
        operands=[
            *(layer.input, *sliced(layer.weights)),
            *(sliced(layer.bias), sliced(layer.sums), [], []),
        ],
        properties={**layer.properties, "rescale": cortex_m.RescaleAttr.of_pairs(pairs)},
        result_types=[[TensorType(i8, shape)]],
    )
    new.location = layer.location
    return rewriter.insert(new).destination


class SplitLinears(ModulePass):
    """One linear layer for queries, keys and values each, where an attention reads all alone."""

    name = "split-linears"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, LayerOfOneTensor())
