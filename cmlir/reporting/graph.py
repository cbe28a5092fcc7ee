"""The data flow of a module at any stage, as a graph of operations, and as DOT."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import MemRefType, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from cmlir.dialects import aten, cortex_m, locations, quant
from cmlir.dialects.cortex_m.plan import entry_function, role_of
from cmlir.dialects.cortex_m.storage import storage_of
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import is_constant

_HIDDEN = (aten.ConstantOp, cortex_m.ConstantOp, cortex_m.BufferOp, ReturnOp)
"""What is no step of the computation, or stands at the operation that uses it."""

KINDS = ("input", "output", "cast", "float", "movement", "compute")


@dataclass(frozen=True)
class Node:
    """One operation, input or output. ``kind`` is one of KINDS, ``details`` lines for a reader."""

    name: str
    label: str
    details: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Edge:
    """A value on its way: from and to are indices of nodes."""

    source: int
    target: int
    label: str


@dataclass(frozen=True)
class Graph:
    """Nodes in the order of the program."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def graph_of(module: ModuleOp) -> Graph:
    """The graph of the module's function, without constants."""
    builder = _Builder(entry_function(module))
    builder.build()
    return Graph(tuple(builder.nodes), tuple(dict.fromkeys(builder.edges)))


class _Builder:
    def __init__(self, function: FuncOp):
        self.function = function
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self._writer: dict[SSAValue, int] = {}
        """The node that wrote a value last, for memory that of its root."""

    def build(self) -> None:
        for argument in self.function.body.block.args:
            if role_of(argument) != "output":
                self._writer[argument] = self._add(_argument_node(argument, "input"))
        for op in self.function.body.block.ops:
            if isinstance(op, ReturnOp):
                self._returned(op)
            elif not _is_hidden(op):
                self._operation(op)
        for argument in self.function.body.block.args:
            if role_of(argument) == "output":
                self._connect(argument, self._add(_argument_node(argument, "output")))

    def _operation(self, op: Operation) -> None:
        read = op.inputs if isinstance(op, cortex_m.KernelOp) else op.operands
        node = self._add(_node(op))
        for value in read:
            self._connect(value, node)
        for result in op.results:
            self._writer[result] = node
        if isinstance(op, cortex_m.KernelOp) and op.out is not None:
            self._writer[storage_of(op.out).root] = node

    def _returned(self, op: ReturnOp) -> None:
        for index, value in enumerate(op.operands):
            name = _result_name(self.function, index)
            node = Node(name, name, (_type_text(value.type),), "output")
            self._connect(value, self._add(node))

    def _connect(self, value: SSAValue, node: int) -> None:
        root = storage_of(value).root if isinstance(value.type, MemRefType) else value
        if (source := self._writer.get(root)) is not None:
            self.edges.append(Edge(source, node, _type_text(value.type)))

    def _add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1


def _is_hidden(op: Operation) -> bool:
    """Constants, what is computed of them alone, and names of memory."""
    if isinstance(op, cortex_m.ViewOp):
        return isinstance(op.result.type, MemRefType)
    if isinstance(op, _HIDDEN):
        return True
    return bool(op.operands) and all(is_constant(value) for value in op.operands)


def _node(op: Operation) -> Node:
    place = locations.of(op)
    types = [r.type for r in op.results]
    kernel = []
    if isinstance(op, cortex_m.KernelOp):
        types = [op.destination.type]
        kernel = [op.kernel]
    details = (*kernel, *(_type_text(t) for t in types), *([str(place)] if place else []))
    return Node(op.name, op.name.partition(".")[2], details, _kind(op))


def _kind(op: Operation) -> str:
    if isinstance(op, cortex_m.FloatOp):
        return "float"
    dialect, _, name = op.name.partition(".")
    if dialect == "quant" or name in ("quantize", "dequantize", "requantize"):
        return "cast"
    moving = ("view", "permute", "transpose", "copy", "expand", "select", "slice", "cat", "concat")
    return "movement" if name in moving else "compute"


def _argument_node(argument: BlockArgument, kind: str) -> Node:
    function = argument.block.parent_op()
    entries = function.arg_attrs if isinstance(function, FuncOp) else None
    name = entries.data[argument.index].data.get("cmlir.name") if entries is not None else None
    label = name.data if isinstance(name, StringAttr) else argument.name_hint or kind
    return Node(label, label, (_type_text(argument.type),), kind)


def _result_name(function: FuncOp, index: int) -> str:
    entries = function.res_attrs
    name = entries.data[index].data.get("cmlir.name") if entries is not None else None
    return name.data if isinstance(name, StringAttr) else f"output_{index}"


def _type_text(kind: Attribute) -> str:
    """`1x8x32 i8 (0.05, -3)`: shape, element, and scale and zero point where there are some."""
    shape = "x".join(map(str, shape_of(kind))) or "scalar"
    element = quant.quantized_element_type(kind)
    if isinstance(element, quant.UniformQuantizedType):
        return f"{shape} {element.storage_type} ({element.scale:.4g}, {element.zero_point})"
    return f"{shape} {element.storage_type if element is not None else element_of(kind)}"


def dot(graph: Graph, title: str) -> str:
    """The graph in the language of Graphviz."""
    lines = [
        f"digraph {_quoted(title)} {{",
        "  node [shape=box, style=filled, fontname=Helvetica, fontsize=10];",
        "  edge [fontname=Helvetica, fontsize=8];",
    ]
    for index, node in enumerate(graph.nodes):
        text = "\n".join((node.label, *node.details))
        lines.append(f"  n{index} [label={_quoted(text)}, fillcolor={_quoted(colour(node.kind))}];")
    lines += [f"  n{e.source} -> n{e.target} [label={_quoted(e.label)}];" for e in graph.edges]
    return "\n".join((*lines, "}")) + "\n"


COLOURS = ("#d9ead3", "#d9ead3", "#efefef", "#f4cccc", "#fff2cc", "#cfe2f3")
"""Of each kind of node, in the order of KINDS."""


def colour(kind: str) -> str:
    """Of a kind of node."""
    return COLOURS[KINDS.index(kind)]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
