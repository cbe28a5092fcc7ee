"""Calibration of masked scores: what is masked does not count.

Works on the graph between prepare_pt2e and convert_pt2e, in which observers are modules.
"""

from __future__ import annotations

import torch
from torch.fx import GraphModule, Node

from cmlir.quantizer.observers import ActivationObserver
from cmlir.quantizer.op_families import aten, scale_factor
from cmlir.quantizer.values import is_mask


def observe_kept_scores(observed: GraphModule) -> None:
    """Tell observers of scores which of them a mask keeps.

    Only where nothing but the masked softmax reads the scores, directly or scaled or in a sum.
    """
    for mask in [node for node in observed.graph.nodes if is_mask(node)]:
        keep, scores = mask.args[:2]
        _watch(observed, keep, scores, mask)
    observed.graph.lint()
    observed.recompile()


def _watch(model: GraphModule, keep: Node, scores: object, reader: Node) -> None:
    """Let the observer whose result is `scores`, and those before it, see only what is kept."""
    if not isinstance(scores, Node) or _observer(model, scores) is None:
        return
    (observed,) = scores.args
    assert isinstance(observed, Node)
    if set(scores.users) != {reader} or not _fits(keep, observed):
        return
    if not _move_before(keep, scores):
        return
    scores.args = (observed, keep)
    if scale_factor(observed) is not None or observed.target is aten.add.Tensor:
        for operand in observed.args[:2]:
            _watch(model, keep, operand, observed)


def _observer(model: GraphModule, node: Node) -> ActivationObserver | None:
    if node.op != "call_module":
        return None
    module = model.get_submodule(str(node.target))
    return module if isinstance(module, ActivationObserver) else None


def _fits(keep: Node, scores: Node) -> bool:
    shape = scores.meta["val"].shape
    return torch.broadcast_shapes(keep.meta["val"].shape, shape) == shape


def _move_before(node: Node, place: Node) -> bool:
    """Move a node, with what it is computed of, in front of `place`; False if it needs that."""
    order = {other: index for index, other in enumerate(node.graph.nodes)}
    late, pending = set[Node](), [node]
    while pending:
        step = pending.pop()
        if step is place:
            return False
        if order[step] > order[place] and step not in late:
            late.add(step)
            pending.extend(step.all_input_nodes)
    for step in sorted(late, key=order.__getitem__):
        place.prepend(step)
    return True


def drop_zero_biases(observed: GraphModule) -> None:
    """scores + mask == scores, where a mask that is an input never was anything but 0 or masked."""
    for add in observed.graph.find_nodes(op="call_function", target=aten.add.Tensor):
        scores, bias = add.args
        if not _is_zero_bias(observed, bias) or _observer(observed, scores) is None:
            continue
        if scores.args[0].meta["val"].shape != add.meta["val"].shape:
            continue
        for result in list(add.users):
            result.replace_all_uses_with(scores)
            observed.graph.erase_node(result)
        observed.graph.erase_node(add)
    observed.graph.eliminate_dead_code()
    observed.recompile()


def _is_zero_bias(model: GraphModule, node: object) -> bool:
    """Whether a node observes where(keep, mask, 0), and saw nothing but 0."""
    if not isinstance(node, Node) or (observer := _observer(model, node)) is None:
        return False
    chosen = node.args[0]
    if not isinstance(chosen, Node) or chosen.target is not aten.where.ScalarOther:
        return False
    return bool(chosen.args[2] == 0.0) and bool(observer.low == 0.0) and bool(observer.high == 0.0)
