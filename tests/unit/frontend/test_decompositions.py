"""Operations that are known by their parts only: PyTorch's decompositions of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import cmlir


class Model(nn.Module):
    def __init__(self, function: Callable[[Tensor], Tensor]):
        super().__init__()
        self.function = function

    def forward(self, x: Tensor) -> Tensor:
        return self.function(x)


FUNCTIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "addcmul": lambda x: torch.addcmul(x, x, x.tanh(), value=0.5),
    "all": lambda x: (x > -1).all(1),
    "any": lambda x: (x > 1).any(),
    "cosine_similarity": lambda x: F.cosine_similarity(x, x.exp(), dim=1),
    "einsum": lambda x: torch.einsum("ij,kj->ik", x, x),
    "isfinite": torch.isfinite,
    "isnan": torch.isnan,
    "lerp": lambda x: torch.lerp(x, x.tanh(), 0.3),
    "logsumexp": lambda x: torch.logsumexp(x, 1),
    "mse_loss": lambda x: F.mse_loss(x, x.tanh()),
    "outer": lambda x: torch.outer(x[0], x[1]),
    "pixel_shuffle": lambda x: F.pixel_shuffle(x.view(1, 4, 2, 3), 2),
    "std": lambda x: x.std(1),
}
IN_INTEGERS = ("addcmul", "all", "einsum", "logsumexp", "mse_loss", "outer")


def samples() -> list[tuple[Tensor]]:
    torch.manual_seed(0)
    return [(torch.randn(4, 6),) for _ in range(3)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_in_float(name: str) -> None:
    model, given = Model(FUNCTIONS[name]), samples()
    compiled = cmlir.compile(torch.export.export(model, given[0]))
    for sample in given:
        expected = model(*sample).numpy()
        (got,) = compiled.run(*sample).outputs
        assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", IN_INTEGERS)
def test_quantized_by_their_parts(name: str) -> None:
    given = samples()
    quantized = cmlir.quantize(Model(FUNCTIONS[name]), given)
    compiled = cmlir.compile(quantized)
    assert {op.op for op in compiled.report.float_ops} <= {"cortex_m.compare"}
    assert compiled.compare(quantized, given, on="host").largest <= 2


def test_what_is_unknown_in_parts_is_named_as_the_model_has_it() -> None:
    program = torch.export.export(Model(lambda x: torch.sinc(x) + x.logcumsumexp(1)), samples()[0])
    with pytest.raises(cmlir.CmlirError, match=r"aten\.logcumsumexp\.default") as caught:
        cmlir.compile(program)
    assert "prims" not in str(caught.value)
