"""Importing the nodes of one exported graph, in order, into one block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import torch
from torch.fx import Graph, GraphModule, Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from cmlir.dialects.aten import ConstantOp
from cmlir.dialects.locations import to_attr
from cmlir.dialects.quant import StorageCastOp, StoredType, quantized_element_type
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.errors import UnsupportedError
from cmlir.frontend.constants import Constants, constant_type
from cmlir.frontend.dtypes import ELEMENT_TYPES, dtype_name
from cmlir.frontend.names import identifier
from cmlir.frontend.source import describe, is_dequantize, is_quantize, source_location

Results = SSAValue | Sequence[SSAValue] | None
"""What a node computes: a tensor, several (a split), or nothing (an assertion)."""

Handler = Callable[..., Results]
"""Imports one kind of node; called with the importer and the node's arguments in schema order."""


@dataclass(frozen=True)
class Stored:
    """A parameter, buffer or lifted constant."""

    name: str
    tensor: torch.Tensor


@dataclass
class GraphImporter:
    """What handlers work with: `node` is the node being imported, operations go to its location."""

    block: Block
    constants: Constants
    root: GraphModule
    handlers: Mapping[Any, Handler]
    computed: Mapping[Node, torch.Tensor] = field(default_factory=dict[Node, torch.Tensor])
    """What is known of the graph's nodes before anything runs."""
    _values: dict[Node, SSAValue | Sequence[SSAValue] | Stored] = field(default_factory=dict)
    _derived: dict[tuple[Node, Attribute], SSAValue] = field(default_factory=dict)
    _node: Node | None = None

    @property
    def node(self) -> Node:
        assert self._node is not None
        return self._node

    def enter(self, node: Node) -> None:
        """Make `node` the current one."""
        self._node = node

    def bind(self, node: Node, value: SSAValue | Sequence[SSAValue] | Stored) -> None:
        """From now on `node` stands for `value`."""
        self._values[node] = value

    def bind_same(self, node: Node, other: Node) -> None:
        """From now on `node` stands for what `other` stands for."""
        self._values[node] = self._values[other]

    def run(self, nodes: Iterable[Node]) -> None:
        """Import the function calls among `nodes`."""
        for node in nodes:
            if node.op != "call_function":
                continue
            self.enter(node)
            if node in self.computed:
                self.bind(node, Stored(node.name, self.computed[node]))
                continue
            results = self.handlers[node.target](self, *_bind(node))
            if results is None:
                continue
            if isinstance(results, SSAValue) and not (is_quantize(node) or is_dequantize(node)):
                results.name_hint = results.name_hint or identifier(node.name)
            self.bind(node, results)

    def emit(self, op: Operation, name: str | None = None) -> SSAValue:
        """Append an operation at the current location and return its result.

        `name` stands for the node's in the location, where the operation is not the node itself.
        """
        location = source_location(self.node)
        op.location = to_attr(replace(location, node=name) if name else location)
        self.block.add_op(op)
        return op.results[0]

    def value(self, node: Node) -> SSAValue:
        """The tensor that `node` computes; for quantized ones their codes as plain integers."""
        found = self._values[node]
        if isinstance(found, Stored):
            return self._constant(node, found, constant_type(found.name, found.tensor))
        assert isinstance(found, SSAValue)
        quantized = quantized_element_type(found)
        if quantized is None:
            return found
        self._require_signed(quantized)
        plain = TensorType(quantized.storage_type, shape_of(found))
        return self._once(node, plain, lambda: StorageCastOp(found, plain))

    def codes(self, node: Node, quantized: StoredType) -> SSAValue:
        """The integers of `node` as a tensor whose elements are of a quantized type."""
        found = self._values[node]
        if isinstance(found, Stored):
            return self._constant(node, found, TensorType(quantized, found.tensor.shape))
        assert isinstance(found, SSAValue)
        if element_of(found) == quantized:
            return found
        self._require_signed(quantized)
        kind = TensorType(quantized, shape_of(found))
        return self._once(node, kind, lambda: StorageCastOp(self.value(node), kind))

    def _require_signed(self, quantized: StoredType) -> None:
        """quant.scast casts signless integers only, and those are signed codes to us."""
        if quantized.is_signed:
            return
        self.fail(
            "unsigned codes are used as integers",
            "quantize to int8, or dequantize before other operations, inputs and outputs",
        )

    def values(self, node: Node) -> Sequence[SSAValue]:
        """The tensors of a node that computes several."""
        found = self._values[node]
        assert isinstance(found, Sequence)
        return found

    def stored(self, node: Node) -> torch.Tensor | None:
        """The data of `node` if it is a constant, otherwise None."""
        found = self._values.get(node)
        return found.tensor if isinstance(found, Stored) else None

    def constant(self, name: str, tensor: torch.Tensor) -> SSAValue:
        """A constant that the program does not hold itself."""
        symbol = self.constants.symbol(name, tensor)
        return self.emit(ConstantOp(symbol, constant_type(name, tensor)))

    @property
    def result_type(self) -> TensorType[Attribute]:
        """The type of the tensor that the current node computes."""
        return self.type_of(self.node.meta["val"])

    @property
    def result_types(self) -> Sequence[TensorType[Attribute]]:
        """The types of the tensors that the current node computes."""
        return [self.type_of(value) for value in self.node.meta["val"]]

    def type_of(self, value: torch.Tensor) -> TensorType[Attribute]:
        element = ELEMENT_TYPES.get(value.dtype)
        if element is None:
            self.fail(f"no support for dtype {dtype_name(value.dtype)}", "use float32 or integers")
        if value.numel() == 0:
            self.fail(f"the tensor of shape {tuple(value.shape)} is empty", "leave it out")
        return TensorType(element, value.shape)

    def like_result(self, shape: Sequence[int]) -> TensorType[Attribute]:
        """A type of another shape with the result's elements."""
        return TensorType(self.result_type.get_element_type(), shape)

    def require_result_dtype(self, *values: SSAValue) -> None:
        """Refuse operands that PyTorch would convert to the result's dtype first."""
        kinds = {element_of(value) for value in values} | {self.result_type.get_element_type()}
        if len(kinds) > 1:
            names = " and ".join(sorted(map(str, kinds)))
            self.fail(f"operands and result mix {names}", "convert the operands to one dtype")

    def fail(self, what: str, advice: str) -> NoReturn:
        """Refuse the current node."""
        name = operation_name(self.node)
        raise UnsupportedError(f"{name}: {what}", where=describe(self.node), advice=advice)

    def _constant(self, node: Node, stored: Stored, kind: TensorType[Attribute]) -> SSAValue:
        symbol = self.constants.symbol(stored.name, stored.tensor)
        value = self._once(node, kind, lambda: ConstantOp(symbol, kind), name=node.name)
        value.name_hint = symbol
        return value

    def _once(
        self,
        node: Node,
        kind: Attribute,
        make: Callable[[], Operation],
        name: str | None = None,
    ) -> SSAValue:
        key = (node, kind)
        if key not in self._derived:
            self._derived[key] = self.emit(make(), name)
        return self._derived[key]


def operation_name(node: Node) -> str:
    """`aten.topk.default`, or the name of a Python function or higher-order operation."""
    if isinstance(node.target, torch._ops.OpOverload):
        return str(node.target)
    return getattr(node.target, "__name__", str(node.target))


def returned_nodes(graph: Graph) -> list[Node]:
    """The nodes that a graph returns, in order; what it returns besides is left out."""
    (results,) = graph.output_node().args
    assert isinstance(results, list | tuple)
    return [result for result in results if isinstance(result, Node)]


def _bind(node: Node) -> list[Any]:
    """The arguments in schema order, defaults filled in."""
    if not isinstance(node.target, torch._ops.OpOverload):
        return [*node.args, *node.kwargs.values()]
    parameters = node.target._schema.arguments
    given = dict(zip((p.name for p in parameters), node.args, strict=False)) | dict(node.kwargs)
    return [given.get(p.name, p.default_value) for p in parameters]
