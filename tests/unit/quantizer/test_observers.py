"""What calibration makes of degenerate tensors."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from cmlir.errors import InvalidInputError
from cmlir.quantizer import quantize
from cmlir.quantizer.observers import ActivationObserver
from cmlir.quantizer.weight_observers import PerChannelWeightObserver, WeightObserver
from support.qdq_graphs import QUANTIZE, calls, parameters, weights


def _activation(*tensors: Tensor) -> tuple[float, int]:
    observer = ActivationObserver(torch.int8, torch.per_tensor_affine)
    for tensor in tensors:
        assert observer(tensor) is tensor
    scale, zero_point = observer.calculate_qparams()
    return float(scale), int(zero_point)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([-1.0, 1.55], (0.01, -28)),
        ([0.5, 2.55], (0.01, -128)),  # zero is always a code
        ([-2.55, -0.5], (0.01, 127)),
        ([0.0, 0.0], (1.0, 0)),
        ([0.0, 1e-30], (2.0**-32, -128)),
        ([-3e38, 3e38], (6e38 / 255, 0)),
    ],
)
def test_activation_parameters(values: list[float], expected: tuple[float, int]):
    scale, zero_point = _activation(torch.tensor(values))
    assert scale == pytest.approx(expected[0], rel=1e-6)
    assert zero_point == expected[1]


def test_all_samples_count_and_empty_tensors_do_not():
    scale, zero_point = _activation(torch.tensor([-1.0]), torch.zeros(0, 3), torch.tensor([1.55]))
    assert (scale, zero_point) == (pytest.approx(0.01), -28)


def test_weight_parameters():
    weight = torch.tensor([[1.27, 0.0], [0.0, -0.635]])
    observer = WeightObserver(torch.int8, torch.per_tensor_symmetric)
    observer(weight)
    assert observer.calculate_qparams()[0].tolist() == [pytest.approx(0.01)]
    for axis, expected in ((0, [0.01, 0.005]), (1, [0.01, 0.005])):
        observer = PerChannelWeightObserver(torch.int8, torch.per_channel_symmetric, axis)
        observer(weight)
        scales, zero_points = observer.calculate_qparams()
        assert scales.tolist() == pytest.approx(expected)
        assert zero_points.tolist() == [0, 0]


def test_zero_and_tiny_channels_keep_a_scale_that_their_bias_fits():
    observer = PerChannelWeightObserver(torch.int8, torch.per_channel_symmetric, 0)
    observer(torch.tensor([[1.27], [0.0], [1e-20]]))
    scales = observer.calculate_qparams()[0]
    assert scales.tolist() == pytest.approx([0.01, 0.01 / 4096, 0.01 / 4096])
    observer(torch.zeros(3, 1))
    assert observer.calculate_qparams()[0].tolist() == [2.0**-10] * 3


class _Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(4, 8), nn.Linear(8, 4)

    def forward(self, x: Tensor) -> Tensor:
        return self.last(torch.relu(self.first(x)))


def _programs_parameters(model: nn.Module, x: Tensor) -> list[tuple[float, int]]:
    return [parameters(node) for node in calls(quantize(model, [(x,)] * 2), QUANTIZE)]


def test_zero_input():
    model = _Network().eval()
    x = torch.zeros(2, 4)
    assert _programs_parameters(model, x)[0] == (1.0, 0)
    quantized = quantize(model, [(x,)]).module(check_guards=False)
    torch.testing.assert_close(quantized(x), model(x), atol=0.01, rtol=0)


def test_dead_relu():
    model = _Network().eval()
    with torch.no_grad():
        model.first.bias.fill_(-100.0)
    assert _programs_parameters(model, torch.randn(2, 4))[1] == (1.0, 0)


@pytest.mark.parametrize("per_channel", [True, False])
def test_zero_weight(per_channel: bool):
    model = nn.Linear(4, 3).eval()
    with torch.no_grad():
        model.weight.zero_()
    x = torch.randn(2, 4)
    program = quantize(model, [(x,)], per_channel=per_channel)
    assert len(weights(program)) == per_channel
    torch.testing.assert_close(program.module(check_guards=False)(x), model(x), atol=0.01, rtol=0)


@pytest.mark.parametrize(("poison", "kind"), [(torch.nan, "NaN"), (-torch.inf, "an infinity")])
def test_a_poisoned_sample_is_named(poison: float, kind: str):
    samples = [(torch.randn(2, 4),) for _ in range(3)]
    samples[2][0][1, 3] = poison
    with pytest.raises(InvalidInputError, match=f"sample 2: input 'x' holds {kind}"):
        quantize(_Network().eval(), samples)


def test_a_tensor_that_overflows_is_named_with_its_place():
    class Overflow(_Network):
        def forward(self, x: Tensor) -> Tensor:
            return self.last(self.first(x) * self.first(x) * 1e38 * 1e3)

    with pytest.raises(InvalidInputError, match=r"sample 0: the result of aten\.mul") as error:
        quantize(Overflow().eval(), [(torch.ones(2, 4),)])
    assert "test_observers.py" in (error.value.where or "")


def test_a_poisoned_weight_is_named():
    model = _Network().eval()
    with torch.no_grad():
        model.last.weight[0, 0] = torch.nan
    with pytest.raises(InvalidInputError, match=r"'last\.weight' holds a NaN"):
        quantize(model, [(torch.randn(2, 4),)])
