"""Buffers that a model changes when it runs: they become the program's state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind, OutputKind, OutputSpec
from torch.fx import Node


@dataclass(frozen=True)
class ChangedBuffer:
    """A buffer by PyTorch's name, and the nodes with its values before and behind a call."""

    name: str
    before: Node
    after: Node


def changed_buffers(program: ExportedProgram) -> list[ChangedBuffer]:
    """Of a functional program, in the order of its placeholders."""
    behind = {
        spec.target: node
        for spec, node in results_of(program)
        if spec.kind is OutputKind.BUFFER_MUTATION
    }
    nodes = {node.name: node for node in program.graph.find_nodes(op="placeholder")}
    return [
        ChangedBuffer(spec.target, nodes[spec.arg.name], behind[spec.target])
        for spec in program.graph_signature.input_specs
        if spec.kind is InputKind.BUFFER and spec.target is not None and spec.target in behind
    ]


def user_outputs(program: ExportedProgram) -> list[Node]:
    """The tensors that the model returns, in order."""
    return [node for spec, node in results_of(program) if spec.kind is OutputKind.USER_OUTPUT]


def results_of(program: ExportedProgram) -> Iterator[tuple[OutputSpec, Node]]:
    """What the graph returns, without what is no tensor."""
    (results,) = program.graph.output_node().args
    assert isinstance(results, list | tuple)
    for spec, result in zip(program.graph_signature.output_specs, results, strict=True):
        if isinstance(result, Node):
            yield spec, result
