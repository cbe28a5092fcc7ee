"""Post-training quantization in one call."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sized

import torch
from torch import nn
from torch.export import ExportedProgram
from torch.fx import GraphModule
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

from cmlir.errors import InvalidInputError
from cmlir.quantizer.biases import quantize_biases
from cmlir.quantizer.calibration import calibrate, samples_of
from cmlir.quantizer.capture import capture
from cmlir.quantizer.cortex_m_quantizer import CortexMQuantizer
from cmlir.quantizer.locations import locate_quantization
from cmlir.quantizer.observe_masks import drop_zero_biases, observe_kept_scores
from cmlir.quantizer.states import put_back, take_states


def quantize(
    model: nn.Module | ExportedProgram,
    calibration: Iterable[tuple[object, ...]],
    *,
    per_channel: bool = True,
    recipe: str = "int8",
) -> ExportedProgram:
    """Quantize a float model to int8, by post-training calibration.

        samples = [(torch.randn(1, 32, 64),) for _ in range(32)]
        quantized = cmlir.quantize(model, samples)
        compiled = cmlir.compile(quantized)

    `model` is a module, captured as it behaves in eval mode (whatever mode it is in), or a float
    program from torch.export. It is not modified.
    `calibration` yields tuples of inputs: typical data, some ten to some hundred samples, all of
    one shape. They decide the range of every tensor: they should cover what the model will see.
    Where the model changes buffers, samples are calls that follow one another; a state is quantized
    as any value, and begins as it is in `model`.
    `per_channel` gives each output channel of a weight its own scale; False: one per weight.

    The result is a program that computes in float, with quantize and dequantize operators where
    values are int8: running it gives the numbers that the compiled program is measured against.
    `CortexMQuantizer` says which operators are quantized and how; others stay in float. Nodes keep
    the module path and source line of the model's code.

    Raises InvalidInputError if there is no sample, a sample does not fit the model, or a tensor
    becomes NaN or infinite (the error names the tensor and the sample); UnsupportedError for models
    that torch.export cannot capture, dynamic shapes, and attention masks of an unknown form.
    """
    samples = samples_of(calibration)
    first = next(samples, None)
    if first is None:
        raise InvalidInputError(
            "there is no calibration sample",
            advice="pass at least one tuple of inputs; typical data give the best ranges",
        )
    program = capture(model, first)
    captured = program.module(check_guards=False)
    states = take_states(captured)
    observed = prepare_pt2e(captured, CortexMQuantizer(per_channel=per_channel, recipe=recipe))
    observe_kept_scores(observed)
    count = len(calibration) if isinstance(calibration, Sized) else None
    calibrate(observed, program, itertools.chain([first], samples), count)
    put_back(observed, states)
    drop_zero_biases(observed)
    converted = convert_pt2e(observed)
    quantize_biases(converted)
    _remove_unused_tensors(converted)
    locate_quantization(converted)
    return torch.export.export(converted, first, strict=False)


def _remove_unused_tensors(model: GraphModule) -> None:
    """Drop the float parameters that convert replaced by int8 ones."""
    used = {str(node.target) for node in model.graph.nodes if node.op == "get_attr"}
    parameters = model.named_parameters(remove_duplicate=False)
    buffers = model.named_buffers(remove_duplicate=False)
    for name in [name for name, _ in itertools.chain(parameters, buffers)]:
        owner, _, attribute = name.rpartition(".")
        if used.isdisjoint({name, owner}):
            delattr(model.get_submodule(owner), attribute)
