"""From what the user gives, a module or an exported program, to the float graph to quantize."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import nn
from torch.export import ExportedProgram
from torch.export.graph_signature import OutputKind, TensorArgument

from cmlir.errors import InvalidInputError, UnsupportedError
from cmlir.quantizer.canonical_graph import has_in_place_ops
from cmlir.quantizer.composites import take_apart
from cmlir.quantizer.import_noise import silenced

_QUANTIZED = "quantized_decomposed::"


def capture(model: nn.Module | ExportedProgram, sample: tuple[object, ...]) -> ExportedProgram:
    """The float program in functional form, for inputs shaped as the sample.

    Raises InvalidInputError for anything that is no float program, UnsupportedError if torch.export
    fails or a shape is dynamic.
    """
    if isinstance(model, ExportedProgram):
        program = model
    elif isinstance(model, nn.Module):
        program = _export(model, sample)
    else:
        raise InvalidInputError(
            f"cannot quantize a {type(model).__name__}",
            advice="pass a torch.nn.Module or a torch.export.ExportedProgram",
        )
    _check_program(program)
    if has_in_place_ops(program.graph) or _becomes_placeholder(program):
        program = program.run_decompositions({})
        _copy_what_states_become(program)
    return take_apart(program)


def _becomes_placeholder(program: ExportedProgram) -> bool:
    """Whether a state becomes an input or another state."""
    placeholders = {node.name for node in program.graph.find_nodes(op="placeholder")}
    specs = program.graph_signature.output_specs
    return any(s.kind is OutputKind.BUFFER_MUTATION and s.arg.name in placeholders for s in specs)


def _copy_what_states_become(program: ExportedProgram) -> None:
    """An input or another state, as what a state becomes, is copied first.

    torch would write states one after the other, and read what it has overwritten.
    """
    end = program.graph.output_node()
    results = list(end.args[0])  # pyright: ignore[reportArgumentType]
    for index, spec in enumerate(program.graph_signature.output_specs):
        result = results[index]
        if spec.kind is OutputKind.BUFFER_MUTATION and result.op == "placeholder":
            with program.graph.inserting_before(end):
                copy = program.graph.call_function(torch.ops.aten.clone.default, (result,))
            copy.meta = dict(result.meta)
            results[index], spec.arg = copy, TensorArgument(copy.name)
    end.args = (tuple(results),)
    program.graph_module.recompile()


def _export(model: nn.Module, sample: tuple[object, ...]) -> ExportedProgram:
    try:
        inspect.signature(model.forward).bind(*sample)
    except TypeError as error:
        raise InvalidInputError(
            f"calibration sample 0 does not fit {type(model).__name__}.forward: {error}",
            advice="each sample is the tuple of positional arguments of one forward call",
        ) from error
    with _inference(model), silenced(logging.CRITICAL, "torch._subclasses.fake_tensor"):
        try:
            return torch.export.export(model, sample, strict=False)
        except Exception as error:
            reason = str(error).strip().splitlines() or [type(error).__name__]
            raise UnsupportedError(
                f"torch.export could not capture {type(model).__name__}: {reason[0]}",
                advice="make torch.export.export(model, sample) succeed first",
            ) from error


@contextmanager
def _inference(model: nn.Module) -> Iterator[None]:
    """Every module in eval mode, no fused fast paths; afterwards all is as it was before."""
    training = [module for module in model.modules() if module.training]
    fast_path = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    for module in training:
        module.training = False
    try:
        yield
    finally:
        for module in training:
            module.training = True
        torch.backends.mha.set_fastpath_enabled(fast_path)


def _check_program(program: ExportedProgram) -> None:
    structure = program.call_spec.in_spec
    if structure is not None and structure.child(1).num_children:
        raise UnsupportedError(
            "the program takes keyword arguments",
            advice="export it with positional arguments only",
        )
    for node in program.graph.nodes:
        target = node.target
        if isinstance(target, torch._ops.OpOverload) and target.name().startswith(_QUANTIZED):
            raise InvalidInputError(
                f"the program is quantized already: it calls {target}",
                advice="pass it to cmlir.compile, or quantize the float program",
            )
        if node.op == "placeholder":
            _check_static(node)


def _check_static(node: torch.fx.Node) -> None:
    value = node.meta.get("val")
    if not isinstance(value, torch.Tensor):
        return
    for dimension, size in enumerate(value.shape):
        if not isinstance(size, int):
            raise UnsupportedError(
                f"input '{node.target}' has the dynamic size {size} in dimension {dimension}",
                advice="export with fixed shapes: leave out dynamic_shapes",
            )
