"""State: N calls give what PyTorch's N calls give, on the interpreter, the host and QEMU."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import cmlir
from support.stateful import CASES, Delay, Stateful

QEMU = ("index-put", "cat", "roll", "average")
CALLS = 9


def compiled_module(
    module: nn.Module, samples: list[tuple[Tensor, ...]]
) -> tuple[cmlir.Compiled, torch.export.ExportedProgram]:
    program = cmlir.quantize(module, samples)
    return cmlir.compile(program, io="quantized", allow_float=False), program


def check(module: nn.Module, samples: list[tuple[Tensor, ...]], *, on_qemu: bool) -> None:
    buffers = {name: buffer.clone() for name, buffer in module.named_buffers()}
    compiled, program = compiled_module(module, samples)
    for name, buffer in module.named_buffers():
        torch.testing.assert_close(buffer, buffers[name], rtol=0, atol=0)
    comparison = compiled.compare(program, samples)
    assert comparison.largest_op <= 1
    assert comparison.largest <= 1
    again = compiled.compare(program, samples)
    assert again == comparison
    runs = [
        compiled.session(on=on).run_many(samples)
        for on in ("interpreter", "host", *(["qemu"] if on_qemu else []))
    ]
    for results in zip(*runs, strict=True):
        for result in results[1:]:
            np.testing.assert_array_equal(results[0].outputs[0], result.outputs[0])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_calls(case: Stateful) -> None:
    torch.manual_seed(0)
    check(case.module().eval(), case.calls(CALLS), on_qemu=case.name in QEMU)


def test_states_that_become_states() -> None:
    torch.manual_seed(1)
    check(Delay().eval(), [(torch.randn(1, 4),) for _ in range(CALLS)], on_qemu=True)


@pytest.mark.parametrize("on", ["interpreter", "host", "qemu"])
def test_sessions_go_on_and_begin_anew(on: str) -> None:
    torch.manual_seed(2)
    case = CASES[0]
    samples = case.calls(4)
    compiled, _ = compiled_module(case.module().eval(), samples)
    session = compiled.session(on=on)
    together = [result.outputs[0] for result in session.run_many(samples)]
    session.reset()
    first = session.run(*samples[0]).outputs[0]
    rest = [result.outputs[0] for result in session.run_many(samples[1:])]
    np.testing.assert_array_equal([first, *rest], together)
    alone = compiled.run(*samples[3], on=on).outputs[0]
    assert (alone != together[3]).any()
    np.testing.assert_array_equal(compiled.run_many(samples[2:], on=on)[1].outputs[0], alone)


class Counting(nn.Module):
    """Where the next row of the cache goes is itself a state, of int64."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.register_buffer("position", torch.zeros(1, dtype=torch.int64))
        self.register_buffer("cache", torch.zeros(6, 8))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        self.cache.index_copy_(0, self.position, self.linear(x))
        self.position.add_(1)
        return self.cache.sum(0), self.position * 2


@pytest.mark.parametrize("on", ["interpreter", "host", "qemu"])
def test_a_counter_of_integers_says_where_a_cache_is_written(on: str) -> None:
    torch.manual_seed(0)
    calls = [(torch.randn(1, 8),) for _ in range(6)]
    program = cmlir.quantize(Counting().eval(), calls)
    compiled = cmlir.compile(program)
    assert compiled.report.float_ops == ()
    reference = program.module()
    for result, call in zip(compiled.session(on=on).run_many(calls), calls, strict=True):
        for output, expected in zip(result.outputs, reference(*call), strict=True):
            np.testing.assert_array_equal(output, expected.detach().numpy())
