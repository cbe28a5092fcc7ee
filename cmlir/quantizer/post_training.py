"""Post-training quantization in one call."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sized

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
from cmlir.quantizer.observed_ranges import (
    chosen_observers,
    see_channels,
    seen_channels,
    write_observers,
)
from cmlir.quantizer.overrides import Settings
from cmlir.quantizer.recipes import check_recipe, noisy_values
from cmlir.quantizer.recurrent_layers import settle_recurrences
from cmlir.quantizer.states import put_back, take_states


def quantize(
    model: nn.Module | ExportedProgram,
    calibration: Iterable[tuple[object, ...]],
    *,
    per_channel: bool = True,
    recipe: str = "int8",
    observer: str = "minmax",
    overrides: Mapping[str, str] | None = None,
    equalize: bool = False,
) -> ExportedProgram:
    """Quantize a float model to int8, or where that is not enough to int16, by calibration.

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

    `recipe` names which values get 16 bits: "int8" none; "int16-residual" the residual stream of a
    Transformer, that is sums of two tensors and what linear layers, norms and embeddings add to
    them; "int16" all that some operation gives and another reads in 16 bits, scores of attention
    among them; "auto" those whose rounding to int8 is less than 30 dB below their mean magnitude,
    and that some operation reads in 16 bits; "a16w8" what linear layers and convolutions read and
    give; "a8w4" none, but weights of linear layers and convolutions get 4 bits.
    `quantization_summary` says what was chosen.

    `observer` says how ranges follow from the samples: "minmax" covers all that was seen;
    "percentile" leaves out the 1e-4 of the values that are outermost; "mse" takes the range with
    the least mean squared error, also for each channel of a weight; "auto" is "mse" for a value
    where that is at least 1 dB better, else "minmax". Values of 16 bits cover all that was seen.
    `overrides` are settings of parts of the model: from the path of a module, which stands for all
    in it, or the name of a value in `quantization_summary`, with * for anything, to the name of an
    observer, "int8", "int16", "a8w4" (4 bits for weights) or "a16w8" (16 bits for what a linear
    layer or convolution reads and gives), or several of them with commas; the last that fits
    counts.

    `equalize` moves the scales of channels from norms and linear layers into the weights of the
    linear layers that alone read them, where calibration says that this pays; in float the model
    remains the same.

    The result is a program that computes in float, with quantize and dequantize operators where
    values are int8: running it gives the numbers that the compiled program is measured against.
    `CortexMQuantizer` says which operators are quantized and how; others stay in float. Nodes keep
    the module path and source line of the model's code.

    Raises InvalidInputError if there is no sample, a sample does not fit the model, or a tensor
    becomes NaN or infinite (the error names the tensor and the sample); UnsupportedError for models
    that torch.export cannot capture, dynamic shapes, and attention masks of an unknown form.
    """
    check_recipe(recipe)
    settings = Settings.parse(observer, overrides or {})
    samples = samples_of(calibration)
    first = next(samples, None)
    if first is None:
        raise InvalidInputError(
            "there is no calibration sample",
            advice="pass at least one tuple of inputs; typical data give the best ranges",
        )
    program = capture(model, first)
    count = len(calibration) if isinstance(calibration, Sized) else None
    inputs = itertools.chain([first], samples)
    if equalize or recipe == "auto":
        inputs = list(inputs)
    quantizer = CortexMQuantizer(per_channel=per_channel, recipe=recipe, settings=settings)
    if equalize:
        plain = CortexMQuantizer()
        quantizer.channels = seen_channels(_calibrated(program, plain, inputs, count, True))
    if recipe == "auto":
        plain = CortexMQuantizer(channels=quantizer.channels)
        quantizer.noisy = noisy_values(_calibrated(program, plain, inputs, count))
    observed = _calibrated(program, quantizer, inputs, count)
    drop_zero_biases(observed)
    chosen = chosen_observers(observed)
    converted = convert_pt2e(observed)
    write_observers(converted, chosen, quantizer.equalized)
    quantize_biases(converted)
    settle_recurrences(converted)
    _remove_unused_tensors(converted)
    locate_quantization(converted)
    return torch.export.export(converted, first, strict=False)


def _calibrated(
    program: ExportedProgram,
    quantizer: CortexMQuantizer,
    samples: Iterable[tuple[object, ...]],
    count: int | None,
    by_channel: bool = False,
) -> GraphModule:
    """The program with observers that have seen all samples, and their channels if so wished."""
    captured = program.module(check_guards=False)
    states = take_states(captured)
    observed = prepare_pt2e(captured, quantizer)
    observe_kept_scores(observed)
    if by_channel:
        see_channels(observed)
    calibrate(observed, program, samples, count)
    put_back(observed, states)
    return observed


def _remove_unused_tensors(model: GraphModule) -> None:
    """Drop the float parameters that convert replaced by int8 ones."""
    used = {str(node.target) for node in model.graph.nodes if node.op == "get_attr"}
    parameters = model.named_parameters(remove_duplicate=False)
    buffers = model.named_buffers(remove_duplicate=False)
    for name in [name for name, _ in itertools.chain(parameters, buffers)]:
        owner, _, attribute = name.rpartition(".")
        if used.isdisjoint({name, owner}):
            delattr(model.get_submodule(owner), attribute)
