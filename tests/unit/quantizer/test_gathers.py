"""Indexing by constant tensors, from PyTorch to the compiled program."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

import cmlir

IN_ORDER = (torch.arange(2)[:, None], torch.arange(3)[None])
SHUFFLED = (torch.tensor([1, 0, 1]), torch.tensor([2, 0, 0]))
ROWS = (torch.tensor([[1], [0]]),)


class Indexed(nn.Module):
    def __init__(self, *indices: Tensor):
        super().__init__()
        self.indices = indices

    def forward(self, x: Tensor) -> Tensor:
        return (x + 1)[self.indices] * 0.5


@pytest.mark.parametrize("indices", [IN_ORDER, SHUFFLED, ROWS], ids=["view", "shuffled", "rows"])
def test_constant_indices(indices: tuple[Tensor, ...]) -> None:
    torch.manual_seed(0)
    samples = [(torch.randn(2, 3, 4),) for _ in range(3)]
    program = cmlir.quantize(Indexed(*indices), samples)
    compiled = cmlir.compile(program, allow_float=False)
    comparison = compiled.compare(program, samples, on="host")
    assert comparison.largest <= 1
    (result,) = compiled.run(*samples[0], on="host").outputs
    exact = Indexed(*indices)(*samples[0]).numpy()
    assert result.shape == exact.shape
    assert abs(result - exact).max() < 0.05


def test_a_view_moves_nothing() -> None:
    program = cmlir.quantize(Indexed(*IN_ORDER), [(torch.randn(2, 3, 4),)])
    kernels = [op.kernel for op in cmlir.compile(program).report.ops]
    assert not {"cmlir_embedding", "cmlir_strided_copy"} & set(kernels)
