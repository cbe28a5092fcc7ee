"""Buffers that a model changes, as states of the imported program."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from cmlir.dialects.cortex_m.plan import entry_function
from cmlir.dialects.states import states_of
from cmlir.errors import UnsupportedError
from cmlir.frontend import import_program
from cmlir.interpreter import call, initial_state
from support.exported import export, text
from support.ir import parse
from support.stateful import CASES, LENGTH, WIDTH, Stateful


class Counter(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("count", torch.full((1,), 0.5))
        self.register_buffer("last", torch.arange(3.0), persistent=False)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        before = self.last * 1.0
        self.count += 1
        self.last.copy_(x * 2)
        return x * self.count, before


@pytest.mark.parametrize("decomposed", [False, True])
def test_states_have_names_and_first_values(decomposed: bool) -> None:
    program = export(Counter(), torch.randn(3))
    if decomposed:
        program = program.run_decompositions()
    module = import_program(program)
    states = states_of(entry_function(module))
    assert [(s.name, s.initial, s.result) for s in states] == [
        ("count", "count", 2),
        ("last", "last", 3),
    ]
    np.testing.assert_array_equal(initial_state(module)[1], [0, 1, 2])
    assert text(parse(text(module))) == text(module)


def test_calls_follow_one_another() -> None:
    model, module = Counter(), import_program(export(Counter(), torch.randn(3)))
    state = initial_state(module)
    for number in range(4):
        x = torch.full((3,), float(number))
        results, state = call(module, [x.numpy()], state)
        for result, expected in zip(results, model(x), strict=True):
            np.testing.assert_array_equal(result, expected.numpy())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_spelling(case: Stateful) -> None:
    torch.manual_seed(0)
    model, calls = case.module().eval(), case.calls(2 * LENGTH)
    module = import_program(torch.export.export(model, calls[0], strict=False))
    state = initial_state(module)
    with torch.no_grad():
        for inputs in calls:
            results, state = call(module, [x.numpy() for x in inputs], state)
            np.testing.assert_allclose(results[0], model(*inputs).numpy(), rtol=0, atol=1e-5)
    np.testing.assert_allclose(state[0], model.get_buffer("cache").numpy(), rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("update", "message"),
    [
        (lambda x, i: torch.index_put(x, (x[:, 0] > 0,), x[:1]), "puts several values"),
        (lambda x, i: torch.index_put(x, (x > 0,), i, accumulate=True), "takes a mask as index"),
    ],
)
def test_other_writes_are_refused(update: object, message: str) -> None:
    x = torch.randn(LENGTH, WIDTH)
    with pytest.raises(UnsupportedError, match=message):
        import_program(export(update, x, torch.tensor([1])))  # pyright: ignore
