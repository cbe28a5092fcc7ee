"""LSTMs, GRUs and plain recurrent layers: what PyTorch gives, and the same bits everywhere."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch
from _pytest.mark import ParameterSet
from torch import nn

import cmlir
from support.recurrent import CELLS, INPUTS, LAYERS, First, Recurrent, Streaming
from support.three_ways import assert_three_ways

QUICK = ("lstm-states", "gru-2-bidirectional", "rnn-relu-reverse")
QEMU = ("lstm-2-bidirectional-batch-first", "lstm-states", "gru-states", "rnn-relu-reverse")
NARROW_STEPS, WIDE_STEPS = 1, 2


def _cases() -> Iterator[ParameterSet]:
    for case in LAYERS:
        marks = () if case.name in QUICK else (pytest.mark.full,)
        yield pytest.param(case, id=case.name, marks=marks)


@pytest.mark.parametrize("case", _cases())
def test_layers(case: Recurrent) -> None:
    torch.manual_seed(0)
    module, samples = case.make().eval(), case.samples(8)
    program = cmlir.quantize(module, samples)
    compiled = cmlir.compile(program, io="quantized", allow_float=False)
    comparison = compiled.compare(program, samples[:4])
    for index, output in enumerate(comparison.outputs):
        assert output.largest <= (WIDE_STEPS if index in case.wide else NARROW_STEPS), output
    if case.name in QEMU:
        assert_three_ways(compiled, samples[:2])
    else:
        interpreted, host = (compiled.run(*samples[0], on=on) for on in ("interpreter", "host"))
        for a, b in zip(interpreted.outputs, host.outputs, strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.full
@pytest.mark.parametrize("case", LAYERS, ids=str)
def test_near_the_float_model(case: Recurrent) -> None:
    """|h| < 1; what 8 bits lose of it stays small over all steps."""
    torch.manual_seed(1)
    module, samples = case.make().eval(), case.samples(8)
    program = cmlir.quantize(module, samples).module(check_guards=False)
    for sample in samples:
        pairs = zip(
            torch.utils._pytree.tree_leaves(module(*sample)),
            torch.utils._pytree.tree_leaves(program(*sample)),
            strict=True,
        )
        for expected, got in pairs:
            assert (expected - got).abs().max() < 0.03


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param(cell, id=cell.__name__, marks=() if cell is nn.LSTMCell else pytest.mark.full)
        for cell in CELLS
    ],
)
def test_cells_that_keep_their_states(cell: type[nn.RNNCellBase]) -> None:
    """Call by call, on all three; LSTMs and GRUs keep 16 bits."""
    torch.manual_seed(2)
    module = Streaming(cell(INPUTS, 7)).eval()  # pyright: ignore[reportCallIssue]
    samples = [(torch.randn(1, INPUTS),) for _ in range(12)]
    program = cmlir.quantize(module, samples)
    compiled = cmlir.compile(program, io="quantized", allow_float=False)
    comparison = compiled.compare(program, samples)
    assert comparison.largest <= 1
    runs = [compiled.session(on=on).run_many(samples) for on in ("interpreter", "host", "qemu")]
    for results in zip(*runs, strict=True):
        for result in results[1:]:
            np.testing.assert_array_equal(results[0].outputs[0], result.outputs[0])


def test_one_call_for_all_steps() -> None:
    torch.manual_seed(3)
    layer = First(nn.LSTM(INPUTS, 7)).eval()
    samples = [(torch.randn(40, 1, INPUTS),) for _ in range(2)]
    compiled = cmlir.compile(cmlir.quantize(layer, samples), io="quantized")
    assert [op.kernel for op in compiled.report.ops] == ["cmlir_lstm_s8"]
