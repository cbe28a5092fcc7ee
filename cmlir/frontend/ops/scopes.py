"""What surrounds operations without computing anything itself."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import GraphModule, Node
from xdsl.ir import SSAValue

from cmlir.frontend.graph import GraphImporter, Handler, returned_nodes


def set_grad_enabled(
    graph: GraphImporter, enabled: bool, body: Node, *inputs: Node
) -> Sequence[SSAValue]:
    """`with torch.no_grad():` in a model: its operations run as any others."""
    module = getattr(graph.root, str(body.target))
    assert isinstance(module, GraphModule)
    placeholders = module.graph.find_nodes(op="placeholder")
    for placeholder, value in zip(placeholders, inputs, strict=True):
        graph.bind_same(placeholder, value)
    graph.run(module.graph.nodes)
    return [graph.value(result) for result in returned_nodes(module.graph)]


def no_op(graph: GraphImporter, *_: object) -> None:
    """An assertion that torch.export has already proved."""


HANDLERS: dict[object, Handler] = {
    torch.ops.higher_order.wrap_with_set_grad_enabled: set_grad_enabled,
    torch.ops.aten._assert_tensor_metadata.default: no_op,
}
