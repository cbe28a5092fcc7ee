"""The ranges that observers choose, against all values and by brute force."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import cmlir
from cmlir.quantizer.observers import ActivationObserver, WideObserver
from cmlir.quantizer.ranges import Histogram
from cmlir.quantizer.weight_observers import PerChannelWeightObserver
from support.qdq_graphs import QUANTIZE, calls, parameters


def outlying() -> Tensor:
    """A million normal numbers and one far away."""
    return torch.cat([torch.randn(1_000_000), torch.tensor([14.0])])


def observed(method: str, *tensors: Tensor) -> ActivationObserver:
    observer = ActivationObserver(torch.int8, torch.per_tensor_affine, method)
    for tensor in tensors:
        observer(tensor)
    return observer


def squared_error(values: Tensor, scale: float, zero_point: int) -> float:
    codes = (values.double() / scale).round() + zero_point
    return float(((codes.clamp(-128, 127) - zero_point) * scale - values).square().mean())


def error(observer: ActivationObserver, values: Tensor) -> float:
    scale, zero_point = (float(number) for number in observer.calculate_qparams())
    return squared_error(values, scale, int(zero_point))


@pytest.mark.parametrize("reach", [1e-6, 1.0, 3.0e38])
def test_a_histogram_that_grows_counts_everything(reach: float):
    histogram = Histogram()
    values = [torch.tensor(part) * reach for part in ([0.1, 0.0, -0.03], [0.2, 1.0], [-0.7])]
    for part in values:
        histogram.add(part, float(part.abs().max()))
    assert histogram.counts.sum() == 5
    mean = (histogram.counts * histogram.centres).sum() / 5
    assert mean == pytest.approx(0.57 / 5 * reach, rel=0.01)


def test_percentile_leaves_out_one_in_ten_thousand():
    values = outlying()
    (low, high), _ = observed("percentile", *values.split(200_000)).range()
    outside = int(((values < low) | (values > high)).sum())
    assert 60 <= outside <= 100
    assert low == pytest.approx(-3.9, abs=0.05)
    assert high == pytest.approx(3.9, abs=0.05)


def test_mse_is_near_the_least_error_of_all_ranges():
    values = outlying()[-100_000:]
    found = error(observed("mse", values), values)
    tried = [(low, high) for low in np.linspace(-5, -1, 12) for high in np.linspace(1, 14, 14)]
    errors = [
        squared_error(values, (high - low) / 255, -128 - round(low * 255 / (high - low)))
        for low, high in tried
    ]
    assert found < 1.02 * min(errors)
    assert found < 0.9 * error(observed("minmax", values), values)


def test_auto_narrows_only_where_that_gains():
    assert observed("auto", outlying()).range()[1] == "mse"
    evenly = observed("auto", torch.rand(10_000) * 4 - 1)
    assert evenly.range() == ((evenly.low, evenly.high), "minmax")


@pytest.mark.parametrize("method", ["percentile", "mse", "auto"])
def test_values_of_one_sign_and_none(method: str):
    (low, high), _ = observed(method, torch.relu(outlying())).range()
    assert low == 0
    assert 3 < high < 14
    scale, zero_point = observed(method, torch.zeros(3)).calculate_qparams()
    assert (float(scale), int(zero_point)) == (1.0, 0)


def test_wide_values_are_never_clipped():
    observer = WideObserver(torch.int16, torch.per_tensor_symmetric, method="mse")
    observer(torch.tensor([1.0, -50.0]))
    assert float(observer.calculate_qparams()[0]) == pytest.approx(100 / 32767)


def test_mse_of_weights_clips_the_channels_that_gain():
    weight = torch.stack([torch.randn(100_000), torch.randn(100_000).sign()])
    weight[0, 0] = 7.0
    errors: dict[str, Tensor] = {}
    for method in ("minmax", "mse"):
        observer = PerChannelWeightObserver(torch.int8, torch.per_channel_symmetric, 0, method)
        observer(weight)
        scales = observer.calculate_qparams()[0][:, None]
        codes = (weight / scales).round().clamp(-127, 127)
        errors[method] = (codes * scales - weight).square().mean(1)
    assert errors["mse"][0] < 0.8 * errors["minmax"][0]
    assert errors["mse"][1] == errors["minmax"][1]


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(8, 16), nn.Linear(16, 4)

    def forward(self, x: Tensor) -> Tensor:
        return self.last(torch.tanh(self.first(x)))


def samples() -> list[tuple[Tensor]]:
    """Evenly distributed from -1 to 1, but for one number in a million."""
    data = [torch.rand(16384, 8) * 2 - 1 for _ in range(8)]
    data[3][7, 1] = 2.0
    return [(x,) for x in data]


def scales(**options: object) -> dict[str, float]:
    """The scale of each value of one network, by its name."""
    torch.manual_seed(0)
    model, data = Network().eval(), samples()
    program = cmlir.quantize(model, data, **options)  # pyright: ignore[reportArgumentType]
    return {q.all_input_nodes[0].name: parameters(q)[0] for q in calls(program, QUANTIZE)}


def test_overrides_by_module_and_by_value():
    plain, best = scales(), scales(observer="mse")
    assert best["x"] < plain["x"]
    mixed = scales(observer="mse", overrides={"x": "minmax"})
    assert mixed["x"] == plain["x"]
    assert mixed["linear_1"] == pytest.approx(best["linear_1"], rel=0.1)
    by_module = scales(overrides={"f*": "mse"})
    assert by_module["x"] == plain["x"]
    assert by_module["linear"] < plain["linear"]


def test_the_last_override_counts():
    found = scales(overrides={"*": "mse", "x": "minmax"})
    assert found["x"] == scales()["x"]


def test_the_summary_says_which_observer_chose():
    torch.manual_seed(0)
    program = cmlir.quantize(Network().eval(), samples(), observer="auto")
    summary = cmlir.quantization_summary(program)
    chosen = {value.name: value.observer for value in summary.values}
    assert chosen["x"] == "mse"
    assert chosen["tanh"] == "minmax"
    assert summary.weights == ("mse", "mse")
    assert "int8: x, " in str(summary)
    assert "scales of 2 weights by mse" in str(summary)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observer": "entropy"}, "no observer 'entropy'"),
        ({"overrides": {"x": "int4"}}, "no setting 'int4', for 'x'"),
        ({"overrides": {"encoder": "mse"}}, "nothing fits 'encoder'"),
        ({"overrides": {"tanh": "int16"}}, "no value that 'tanh' fits can have 16 bits"),
    ],
)
def test_mistakes(options: dict[str, object], message: str):
    with pytest.raises(cmlir.CmlirError, match=message):
        scales(**options)
