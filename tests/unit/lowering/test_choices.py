"""Axes backwards and turned round, rows and elements by index: moved as they are."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import cmlir


class Choices(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("rows", torch.tensor([2, -1, 0]))
        self.register_buffer("places", torch.tensor([[0, 1], [2, 3], [-1, 0]]))

    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        return (
            x.flip(-1),
            x.flip(0, 1) + 1,
            torch.roll(x, 1, 0),
            torch.roll(x, (1, -2), (0, 1)),
            torch.roll(x, 3),
            x[self.rows],
            x[:, self.rows],
            x[:, i],
            torch.index_select(x, 1, i[0]),
            torch.gather(x, 1, self.places % 4),
            torch.gather(x, 1, i),
            torch.gather(x, 0, (i >= 2).long()),
        )


@pytest.mark.parametrize("quantized", [False, True])
def test_choices_are_exact(quantized: bool) -> None:
    """But for a sum, which is one step at most."""
    torch.manual_seed(0)
    samples = [(torch.randn(3, 4), torch.randint(0, 4, (3, 2))) for _ in range(3)]
    program = torch.export.export(Choices(), samples[0])
    if quantized:
        program = cmlir.quantize(Choices(), samples)
    compiled = cmlir.compile(program)
    for sample in samples:
        expected = [output.detach().numpy() for output in program.module()(*sample)]
        for on in ("interpreter", "host"):
            found = compiled.run(*sample, on=on).outputs
            for index, (got, wanted) in enumerate(zip(found, expected, strict=True)):
                step = 0.05 if quantized and index == 1 else 0
                assert np.abs(got - wanted).max() <= step, f"{on}, output {index}"


def test_an_index_out_of_range_is_an_error() -> None:
    x, i = torch.randn(3, 4), torch.tensor([[0, 1], [2, 3], [1, 1]])
    compiled = cmlir.compile(torch.export.export(Choices(), (x, i)))
    with pytest.raises(cmlir.CmlirError):
        compiled.run(x, i + 100, on="host")
