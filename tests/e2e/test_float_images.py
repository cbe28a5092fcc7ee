"""Convolutions, pooling and resizing that nobody quantized: the same bits on every machine."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import cmlir
from support.three_ways import assert_three_ways


class Convolutions(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(4, 6, (3, 2), (2, 1), (1, 0), (1, 2), groups=2)
        self.norm = nn.BatchNorm2d(6)
        self.depthwise = nn.Conv2d(6, 12, 3, padding="same", groups=6)
        self.last = nn.ConvTranspose2d(12, 6, 3, (2, 3), 1, (1, 0), groups=3, dilation=(1, 2))

    def forward(self, x: Tensor) -> Tensor:
        return self.last(F.relu(self.depthwise(self.norm(self.first(x)))))


class Windows(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        x = F.max_pool2d(x, 3, 2, 1, dilation=(1, 2))
        x = F.pad(x, (1, 2, 0, 1), value=0.7)
        x = F.avg_pool2d(x, 3, 1, 1, count_include_pad=False)
        return F.adaptive_avg_pool2d(F.adaptive_max_pool2d(x, (4, 5)), (3, 2))


class Resized(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        x = F.interpolate(x, scale_factor=2)
        x = F.interpolate(x, size=(5, 9), mode="bilinear", align_corners=True)
        return F.interpolate(F.pad(x, (1, 1, 2, 0), mode="reflect"), size=(8, 7), mode="bicubic")


class Line(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv, self.back = nn.Conv1d(4, 6, 3), nn.ConvTranspose1d(6, 4, 4, 2, 1)
        self.norm = nn.GroupNorm(2, 6)

    def forward(self, x: Tensor) -> Tensor:
        return F.interpolate(self.back(self.norm(self.conv(x[:, :, 0]))), size=11, mode="linear")


@pytest.mark.parametrize("kind", [Convolutions, Windows, Resized, Line])
def test_float_images(kind: type[nn.Module]) -> None:
    torch.manual_seed(0)
    model = kind().eval()
    samples = [(torch.randn(1, 4, 9, 10),) for _ in range(2)]
    compiled = cmlir.compile(torch.export.export(model, samples[0]))
    assert compiled.report.float_ops
    with torch.no_grad():
        expected = model(*samples[0])
    (result,) = compiled.run(*samples[0]).outputs
    torch.testing.assert_close(torch.from_numpy(result), expected, rtol=1e-5, atol=1e-5)
    assert_three_ways(compiled, samples)


def test_an_average_with_a_negative_divisor() -> None:
    """It has no integer kernel: it alone is computed in float."""

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.conv = nn.Conv2d(4, 4, 1)

        def forward(self, x: Tensor) -> Tensor:
            return self.conv(F.avg_pool2d(self.conv(x), 2, divisor_override=-3))

    torch.manual_seed(0)
    samples = [(torch.randn(1, 4, 6, 6),) for _ in range(3)]
    quantized = cmlir.quantize(Model().eval(), samples)
    compiled = cmlir.compile(quantized)
    assert [op.op for op in compiled.report.float_ops] == ["cortex_m.f32_window"]
    assert compiled.compare(quantized, samples).largest_op <= 1


def test_picked_pixels_count_as_moved() -> None:
    """An image of one channel is turned by nothing: what repeats its pixels moves 8 x 10 floats."""

    class Model(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return F.interpolate(x, scale_factor=2)

    program = torch.export.export(Model(), (torch.randn(1, 1, 4, 5),))
    report = cmlir.compile(program).report
    assert report.moved_bytes == 8 * 10 * 4
    assert report.movement_ops == 1
