"""The four networks of MLPerf Tiny, quantized and compiled for a Cortex-M55.

    python examples/mlperf_tiny.py

Images come as the benchmark has them, channels last: where PyTorch's convolutions want them in
front, a permute says so, and costs nothing.

The architectures are the benchmark's, written here in PyTorch; the weights are random, and batch
norm has statistics as after training. What a network computes does not change what it costs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

import cmlir


def conv_norm_relu(inputs: int, outputs: int, kernel: int | tuple[int, int], **options: object):
    """Convolution, batch norm, ReLU."""
    conv = nn.Conv2d(inputs, outputs, kernel, bias=False, **options)  # type: ignore[arg-type]
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.ReLU())


def separable(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """A depthwise and a pointwise convolution."""
    return nn.Sequential(
        conv_norm_relu(inputs, inputs, 3, stride=stride, padding=1, groups=inputs),
        conv_norm_relu(inputs, outputs, 1),
    )


class KeywordSpotting(nn.Module):
    """DS-CNN on 49 frames of 10 MFCCs, 12 words."""

    def __init__(self) -> None:
        super().__init__()
        self.pad = nn.ZeroPad2d((1, 1, 4, 5))
        self.stem = conv_norm_relu(1, 64, (10, 4), stride=2)
        self.body = nn.Sequential(*(separable(64, 64) for _ in range(4)))
        self.head = nn.Linear(64, 12)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(
            self.body(self.stem(self.pad(x.permute(0, 3, 1, 2)))).mean((2, 3))
        ).softmax(1)


class VisualWakeWords(nn.Module):
    """MobileNetV1 of a quarter of its width on 96 x 96 pixels, person or not."""

    LAYERS = (
        (16, 1),
        (32, 2),
        (32, 1),
        (64, 2),
        (64, 1),
        (128, 2),
        *((128, 1),) * 5,
        (256, 2),
        (256, 1),
    )

    def __init__(self) -> None:
        super().__init__()
        self.stem = conv_norm_relu(3, 8, 3, stride=2, padding=1)
        channels, blocks = 8, list[nn.Module]()
        for outputs, stride in self.LAYERS:
            blocks.append(separable(channels, outputs, stride))
            channels = outputs
        self.body = nn.Sequential(*blocks)
        self.head = nn.Linear(channels, 2)

    def forward(self, x: Tensor) -> Tensor:
        features = nn.functional.avg_pool2d(self.body(self.stem(x.permute(0, 3, 1, 2))), 3)
        return self.head(features.flatten(1)).softmax(1)


class Residual(nn.Module):
    """Two convolutions and a shortcut, which is a convolution where the shape changes."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = conv_norm_relu(inputs, outputs, 3, stride=stride, padding=1)
        self.second = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.shortcut = nn.Conv2d(inputs, outputs, 1, stride) if stride > 1 else nn.Identity()

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.norm(self.second(self.first(x))) + self.shortcut(x))


class ImageClassification(nn.Module):
    """ResNet with 8 layers on 32 x 32 pixels, 10 classes."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = conv_norm_relu(3, 16, 3, padding=1)
        self.body = nn.Sequential(Residual(16, 16, 1), Residual(16, 32, 2), Residual(32, 64, 2))
        self.head = nn.Linear(64, 10)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(self.stem(x.permute(0, 3, 1, 2))).mean((2, 3))).softmax(1)


class AnomalyDetection(nn.Module):
    """A deep autoencoder of 640 numbers."""

    WIDTHS = (640, 128, 128, 128, 128, 8, 128, 128, 128, 128)

    def __init__(self) -> None:
        super().__init__()
        pairs = zip(self.WIDTHS, self.WIDTHS[1:], strict=False)
        layers = [(nn.Linear(a, b), nn.BatchNorm1d(b), nn.ReLU()) for a, b in pairs]
        self.body = nn.Sequential(*(part for layer in layers for part in layer))
        self.head = nn.Linear(self.WIDTHS[-1], self.WIDTHS[0])

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


@dataclass(frozen=True)
class Network:
    """A network and the shape of its input."""

    make: Callable[[], nn.Module]
    shape: tuple[int, ...]

    def trained(self, seed: int = 0) -> nn.Module:
        """The network in eval mode, with random weights and plausible statistics."""
        torch.manual_seed(seed)
        model = self.make().eval()
        for module in model.modules():
            if isinstance(module, nn.BatchNorm1d | nn.BatchNorm2d):
                nn.init.uniform_(module.weight, 0.7, 1.3)
                nn.init.normal_(module.bias, 0.0, 0.2)
        model.train()
        with torch.no_grad():
            for _ in range(20):
                model(torch.randn(16, *self.shape[1:]))
        return model.eval()

    def samples(self, count: int, seed: int = 1) -> list[tuple[Tensor]]:
        torch.manual_seed(seed)
        return [(torch.randn(self.shape),) for _ in range(count)]


NETWORKS = {
    "keyword spotting": Network(KeywordSpotting, (1, 49, 10, 1)),
    "visual wake words": Network(VisualWakeWords, (1, 96, 96, 3)),
    "image classification": Network(ImageClassification, (1, 32, 32, 3)),
    "anomaly detection": Network(AnomalyDetection, (1, 640)),
}


def main() -> None:
    for name, network in NETWORKS.items():
        samples = network.samples(8)
        quantized = cmlir.quantize(network.trained(), samples)
        compiled = cmlir.compile(quantized, target="cortex-m55", io="quantized")
        result = compiled.run(*samples[0], on="qemu", per_op=True)
        report = compiled.report
        print(
            f"{name}: {result.instructions:,} instructions, an estimate of "
            f"{result.estimated_cycles:,} cycles, {report.macs:,} multiply-accumulates, "
            f"{report.arena_bytes:,} B of arena, {result.flash_bytes:,} B of flash"
        )


if __name__ == "__main__":
    main()
