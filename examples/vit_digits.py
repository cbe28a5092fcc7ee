"""A Vision Transformer that reads handwritten digits on a Cortex-M55.

Trains a small ViT on scikit-learn's digits (1,797 images of 8x8 pixels; less than a minute on a
CPU), quantizes it, compiles it to C without any float operation, and runs all test images on QEMU
in one go:

    python examples/vit_digits.py [--epochs 40] [--seed 0]

Needs scikit-learn: pip install 'cmlir[examples]'. Fails if int8 loses more than one point of
accuracy.
"""

from __future__ import annotations

import argparse
import time

import torch
import torch.nn.functional as F
from rich.console import Console
from rich.table import Table
from torch import Tensor, nn

import cmlir

PIXELS, PATCH, WIDTH, HEADS, HIDDEN, LAYERS, DIGITS = 8, 2, 32, 2, 64, 2, 10
PATCHES = (PIXELS // PATCH) ** 2
CALIBRATION_IMAGES = 64
ALLOWED_LOSS = 0.01


class VisionTransformer(nn.Module):
    """Patches of 2x2 pixels, a linear and a position for each, encoder layers, their mean."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Linear(PATCH * PATCH, WIDTH)
        self.positions = nn.Parameter(0.02 * torch.randn(1, PATCHES, WIDTH))
        layer = nn.TransformerEncoderLayer(
            WIDTH, HEADS, HIDDEN, 0.1, activation="gelu", batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, DIGITS)

    def forward(self, images: Tensor) -> Tensor:
        """Images [batch, 8, 8] to logits [batch, 10]."""
        side = PIXELS // PATCH
        patches = images.view(-1, side, PATCH, side, PATCH).permute(0, 1, 3, 2, 4)
        x = self.embed(patches.reshape(-1, PATCHES, PATCH * PATCH)) + self.positions
        return self.head(self.norm(self.encoder(x)).mean(1))


def digits(seed: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Images and labels to train on, then those to test with; pixels from -1 to 1."""
    from sklearn.datasets import load_digits
    from sklearn.model_selection import train_test_split

    images, labels = load_digits(return_X_y=True)
    parts = train_test_split(images, labels, test_size=0.25, random_state=seed, stratify=labels)
    train_images, test_images = (
        torch.tensor(part, dtype=torch.float32).view(-1, PIXELS, PIXELS) / 8 - 1
        for part in parts[:2]
    )
    train_labels, test_labels = (torch.tensor(part) for part in parts[2:])
    return train_images, train_labels, test_images, test_labels


def train(model: nn.Module, images: Tensor, labels: Tensor, epochs: int) -> None:
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.05)
    steps = epochs * -(-len(images) // 64)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    model.train()
    for _ in range(epochs):
        for chosen in torch.randperm(len(images)).split(64):
            loss = F.cross_entropy(model(images[chosen]), labels[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()


def accuracy(logits: Tensor, labels: Tensor) -> float:
    return (logits.argmax(-1) == labels).double().mean().item()


def main() -> None:
    options = parser().parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    images, labels, test_images, test_labels = digits(options.seed)
    model = VisionTransformer()
    begin = time.perf_counter()
    train(model, images, labels, options.epochs)
    seconds = time.perf_counter() - begin
    calibration = [(image[None],) for image in images[:CALIBRATION_IMAGES]]
    quantized = cmlir.quantize(model.eval(), calibration)
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False)
    results = compiled.run_many([(image[None],) for image in test_images], on="qemu")
    codes = torch.stack([torch.from_numpy(result.outputs[0][0].copy()) for result in results])
    with torch.no_grad():
        in_float = accuracy(model(test_images), test_labels)
    in_int8 = accuracy(codes, test_labels)
    table = Table(show_header=False, title="Vision Transformer, digits", title_justify="left")
    instructions = [result.instructions or 0 for result in results]
    for name, value in (
        ("trained", f"{len(images):,} images, {options.epochs} epochs, {seconds:.0f} s"),
        ("tested", f"{len(test_images):,} images on {results[0].simulator}"),
        ("accuracy in float", f"{in_float:.2%}"),
        ("accuracy in int8", f"{in_int8:.2%}"),
        ("executed instructions an image", f"{max(instructions):,}"),
        ("MACs", f"{compiled.report.macs:,}"),
        ("flash", f"{results[0].flash_bytes:,} B, of it code {results[0].code_bytes:,} B"),
        ("RAM", f"{results[0].ram_bytes:,} B, inputs and outputs {results[0].io_bytes:,} B"),
    ):
        table.add_row(name, value)
    Console().print(table)
    if in_int8 < in_float - ALLOWED_LOSS:
        raise SystemExit("int8 loses more than one point of accuracy")


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--epochs", type=int, default=40)
    options.add_argument("--seed", type=int, default=0)
    return options


if __name__ == "__main__":
    main()
