"""Scales of channels that move into weights: the float model stays what it is."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.export import export
from torch.fx import GraphModule

import cmlir
from cmlir.quantizer.cortex_m_quantizer import CortexMQuantizer
from cmlir.quantizer.equalization import Channels

WIDTH = 16
OUTLIER = 5


def spread(size: int, peak: float = 60.0) -> Tensor:
    """All ones but for one much larger channel."""
    return torch.ones(size).index_fill_(0, torch.tensor([OUTLIER]), peak)


class Normed(nn.Module):
    """Two linear layers read a norm with an outlier, through a view and directly."""

    def __init__(self, norm: nn.Module):
        super().__init__()
        self.norm, self.a, self.b = norm, nn.Linear(WIDTH, 8), nn.Linear(WIDTH, 12)
        with torch.no_grad():
            norm.weight.copy_(spread(WIDTH))  # pyright: ignore[reportCallIssue, reportArgumentType]
            self.a.weight.div_(spread(WIDTH))
            self.b.weight.div_(spread(WIDTH))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        y = self.norm(x)
        return self.a(y), self.b(y.view(-1, WIDTH))


class Hidden(nn.Module):
    """A hidden layer, of which one channel is much larger than the others."""

    def __init__(self, function: nn.Module):
        super().__init__()
        self.first, self.function, self.last = (
            nn.Linear(WIDTH, WIDTH),
            function,
            nn.Linear(WIDTH, 8),
        )
        with torch.no_grad():
            self.first.weight.mul_(spread(WIDTH)[:, None])
            self.first.bias.mul_(spread(WIDTH))
            self.last.weight.div_(spread(WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        return self.last(self.function(self.first(x)))


class Attended(nn.Module):
    """Attention of two heads; one channel of the values is much larger than the others."""

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        with torch.no_grad():
            self.v.weight.mul_(spread(WIDTH)[:, None])
            self.o.weight.div_(spread(WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (
            project(x).unflatten(-1, (2, -1)).transpose(1, 2)
            for project in (self.q, self.k, self.v)
        )
        attended = F.scaled_dot_product_attention(q, k, v)
        return self.o(attended.transpose(1, 2).flatten(2))


MODELS = {
    "layer norm": lambda: Normed(nn.LayerNorm(WIDTH)),
    "rms norm": lambda: Normed(nn.RMSNorm(WIDTH)),
    "relu": lambda: Hidden(nn.ReLU()),
    "leaky relu": lambda: Hidden(nn.LeakyReLU(0.1)),
    "nothing": lambda: Hidden(nn.Identity()),
    "attention": Attended,
}

VALUES = {
    "layer norm": "layer_norm",
    "rms norm": "rms_norm",
    "relu": "relu",
    "leaky relu": "linear",
    "nothing": "linear",
    "attention": "linear_2",
}
"""Which value of each has the outlier."""


def made(name: str) -> nn.Module:
    torch.manual_seed(0)
    return MODELS[name]().eval()


def samples(count: int) -> list[tuple[Tensor]]:
    torch.manual_seed(1)
    return [(torch.randn(2, 4, WIDTH),) for _ in range(count)]


OUTLYING = Channels(spread(WIDTH, 1000.0), spread(WIDTH, 1000.0) ** 2)
"""What calibration would see of a value with one outlier."""


def transformed(model: nn.Module, quantizer: CortexMQuantizer) -> GraphModule:
    program = export(model, samples(1)[0], strict=False)
    return quantizer.transform_for_annotation(program.module(check_guards=False))  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("name", MODELS)
def test_the_float_model_remains_the_same(name: str):
    model = made(name)
    quantizer = CortexMQuantizer(channels={VALUES[name]: OUTLYING})
    equalized = transformed(model, quantizer)
    assert quantizer.equalized == (VALUES[name],)
    assert any("_equalized" in str(node.target) for node in equalized.graph.nodes)
    for (x,) in samples(3):
        torch.testing.assert_close(equalized(x), model(x), rtol=1e-5, atol=1e-5)


def error(model: nn.Module, **options: bool) -> float:
    """The mean squared error of the quantized model, relative to the square of the float one."""
    quantized = cmlir.quantize(model, samples(8), **options).module(check_guards=False)
    torch.manual_seed(2)
    x = torch.randn(8, 4, WIDTH)[:2]
    with torch.no_grad():
        exact, got = model(x), quantized(x)
    exact, got = (
        torch.cat([part.flatten() for part in (y if isinstance(y, tuple) else (y,))])
        for y in (exact, got)
    )
    return float(((got - exact) ** 2).mean() / (exact**2).mean())


@pytest.mark.parametrize("name", MODELS)
def test_outliers_cost_less(name: str):
    model = made(name)
    assert error(model, equalize=True) < 0.35 * error(model)


def test_nothing_changes_without_outliers():
    torch.manual_seed(0)
    model = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH)).eval()
    plain, equalized = (cmlir.quantize(model, samples(4), equalize=e) for e in (False, True))
    assert str(plain.graph) == str(equalized.graph)
    assert all(map(torch.equal, plain.state_dict.values(), equalized.state_dict.values()))


class Residual(nn.Module):
    """A norm that is added as well: its channels cannot move."""

    def __init__(self):
        super().__init__()
        self.inner = Normed(nn.LayerNorm(WIDTH))
        self.back = nn.Linear(8, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        y = self.inner.norm(x)
        return y + self.back(self.inner.a(y))


def test_what_something_else_reads_stays():
    torch.manual_seed(0)
    quantizer = CortexMQuantizer(channels={"layer_norm": OUTLYING})
    transformed(Residual().eval(), quantizer)
    assert quantizer.equalized == ()


def test_the_summary_says_what_was_equalized():
    program = cmlir.quantize(made("layer norm"), samples(4), equalize=True)
    summary = cmlir.quantization_summary(program)
    assert [value.name for value in summary.values if value.equalized] == ["layer_norm"]
    assert "layer_norm in norm, " in str(summary)
    assert "equalized" in str(summary)
