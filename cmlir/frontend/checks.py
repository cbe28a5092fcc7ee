"""What the compiler cannot take, found before anything is imported."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import ConstantArgument, InputKind, OutputKind, TensorArgument
from torch.fx import GraphModule, Node

from cmlir.errors import CmlirError, UnsupportedError
from cmlir.frontend.dtypes import ELEMENT_TYPES, dtype_name
from cmlir.frontend.graph import operation_name
from cmlir.frontend.source import describe

_TRANSFORMER_ADVICE = (
    "export with torch.export.export(model, inputs, strict=False), "
    "or outside torch.no_grad(): then torch does not take its fused fast path"
)
_ADVICE = {
    "aten._transformer_encoder_layer_fwd.default": _TRANSFORMER_ADVICE,
    "aten._native_multi_head_attention.default": _TRANSFORMER_ADVICE,
    "quantized_decomposed.choose_qparams.tensor": (
        "use static quantization: calibrate, so that scales and zero points are constants"
    ),
}
_CONTROL_FLOW_ADVICE = "compile one branch or iteration: control flow over tensors is not supported"
_DEFAULT_ADVICE = (
    "write it with supported operations, or compute it outside of the exported program"
)


def check_inputs(program: ExportedProgram) -> None:
    """Raise UnsupportedError for dynamic shapes, and for inputs of unknown kinds."""
    placeholders = {node.name: node for node in program.graph.find_nodes(op="placeholder")}
    for spec in program.graph_signature.input_specs:
        if spec.kind in (InputKind.CUSTOM_OBJ, InputKind.TOKEN):
            raise UnsupportedError(
                f"the program holds '{spec.target or spec.arg.name}', which is no tensor",
                advice="keep custom objects and side effects out of the exported model",
            )
        if spec.kind is not InputKind.USER_INPUT or isinstance(spec.arg, ConstantArgument):
            continue
        _check_input(spec.arg.name, placeholders[spec.arg.name])


def _check_input(name: str, node: Node) -> None:
    value = node.meta["val"]
    if not isinstance(value, torch.Tensor):
        raise UnsupportedError(
            f"the input '{name}' is a number that is known only when the program runs",
            advice="pass it as a tensor, or export with the number itself",
        )
    dynamic = [f"dimension {i} ({d})" for i, d in enumerate(value.shape) if not isinstance(d, int)]
    if dynamic:
        raise UnsupportedError(
            f"the input '{name}' has a dynamic shape: {', '.join(dynamic)}",
            advice="export without dynamic_shapes: memory is planned for one shape, "
            "so compile once per shape",
        )
    if value.dtype not in ELEMENT_TYPES:
        raise UnsupportedError(
            f"the input '{name}' has dtype {dtype_name(value.dtype)}",
            advice="use float32 or integers",
        )


def check_outputs(program: ExportedProgram) -> None:
    """Raise UnsupportedError for mutated inputs, and outputs that are computed and no tensors.

    Numbers, texts and None among the outputs are left out of the program.
    """
    specs = program.graph_signature.output_specs
    changed = [s.target for s in specs if s.kind in _INPUT_MUTATIONS]
    if changed:
        names = ", ".join(f"'{name}'" for name in changed)
        raise UnsupportedError(
            f"the model changes its inputs in place: {names}",
            advice="return new tensors instead",
        )
    for index, spec in enumerate(s for s in specs if s.kind is OutputKind.USER_OUTPUT):
        if not isinstance(spec.arg, TensorArgument | ConstantArgument):
            raise UnsupportedError(
                f"output {index} is {spec.arg!r}, which is no tensor",
                advice="return tensors and constants only",
            )


_INPUT_MUTATIONS = (OutputKind.USER_INPUT_MUTATION, OutputKind.PARAMETER_MUTATION)


def check_operations(
    module: GraphModule, supported: Collection[object], computed: Collection[Node] = ()
) -> None:
    """Raise UnsupportedError that lists the unsupported operations in order of first occurrence.

    In-place operations pass: torch rewrites them, and what they become is checked again.  So do
    those that are `computed` at import.
    """
    found: dict[str, list[Node]] = {}
    for node in _operations(module):
        if node in computed:
            continue
        if node.target not in supported and not is_in_place(node):
            found.setdefault(operation_name(node), []).append(node)
    if found:
        raise _unsupported(list(found.values()))


def is_in_place(node: Node) -> bool:
    """Whether the operation changes one of its operands."""
    return isinstance(node.target, torch._ops.OpOverload) and node.target._schema.is_mutable


def _operations(module: GraphModule) -> Iterator[Node]:
    """The calls of a graph and of the graphs that it wraps in `torch.no_grad` and the like."""
    for node in module.graph.nodes:
        if node.op == "get_attr" and _is_wrapped(node):
            yield from _operations(getattr(module, str(node.target)))
        elif node.op not in ("placeholder", "get_attr", "output"):
            yield node


def _is_wrapped(node: Node) -> bool:
    wrap = torch.ops.higher_order.wrap_with_set_grad_enabled
    return any(user.target is wrap for user in node.users)


def _unsupported(groups: list[list[Node]]) -> CmlirError:
    first = groups[0][0]
    advice = "\n        ".join(dict.fromkeys(_advice(nodes[0]) for nodes in groups))
    if len(groups) == 1 and len(groups[0]) == 1:
        return UnsupportedError(
            f"unsupported operation {_signature(first)}", where=describe(first), advice=advice
        )
    lines = [f"{_signature(nodes[0])} at {describe(nodes[0])}{_more(nodes)}" for nodes in groups]
    return UnsupportedError("unsupported operations:\n  " + "\n  ".join(lines), advice=advice)


def _more(nodes: list[Node]) -> str:
    return f" (and {len(nodes) - 1} more)" if len(nodes) > 1 else ""


def _signature(node: Node) -> str:
    """`aten.topk.default (float32)`: the dtype of the first tensor it takes, else makes."""
    values = [n.meta.get("val") for n in (*node.all_input_nodes, node)]
    dtypes = [dtype_name(v.dtype) for v in values if isinstance(v, torch.Tensor)]
    return operation_name(node) + (f" ({dtypes[0]})" if dtypes else "")


def _advice(node: Node) -> str:
    if isinstance(node.target, torch._ops.HigherOrderOperator):
        return _CONTROL_FLOW_ADVICE
    return _ADVICE.get(operation_name(node), _DEFAULT_ADVICE)
