"""A causal decoder with a key-value cache that writes text on a Cortex-M55.

Trains a small character-level Transformer on a few lines of text (some seconds), quantizes its
decoding step, compiles it to C without any float operation, and lets it write on QEMU, one call for
each character. The keys and values of all positions are state that lasts from call to call:

    python examples/decoder.py [--tokens 16] [--steps 200] [--prompt "the "] [--seed 0]

Fails if a character differs from what the quantized PyTorch program writes.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable

import torch
import torch.nn.functional as F
from rich.console import Console
from rich.table import Table
from torch import Tensor, nn

import cmlir

TEXT = (
    "the small machine reads a line of text and writes the next letter. "
    "it keeps what it has read, so that each step costs the same. "
    "the cache is a part of the state, and the state stays in the memory of the machine. "
)
LETTERS = sorted(set(TEXT))
WIDTH, HEADS, HIDDEN, LAYERS, LENGTH = 48, 3, 96, 2, 40


class Layer(nn.Module):
    """Attention to a cache of all positions so far, then two linears; norms come first."""

    def __init__(self) -> None:
        super().__init__()
        self.norms = nn.ModuleList([nn.LayerNorm(WIDTH) for _ in range(2)])
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.up, self.down = nn.Linear(WIDTH, HIDDEN), nn.Linear(HIDDEN, WIDTH)
        for name in ("keys", "values"):
            cache = torch.zeros(1, HEADS, LENGTH, WIDTH // HEADS)
            self.register_buffer(name, cache, persistent=False)

    def heads(self, x: Tensor) -> Tensor:
        """[1, rows, width] to [1, heads, rows, width / heads]"""
        return x.unflatten(-1, (HEADS, -1)).transpose(1, 2)

    def forward(self, x: Tensor, positions: Tensor, mask: Tensor) -> Tensor:
        """One or more rows [1, rows, width], whose keys and values go to their positions."""
        y = self.norms[0](x)
        q, k, v = (self.heads(project(y)) for project in (self.q, self.k, self.v))
        self.keys[:, :, positions] = k
        self.values[:, :, positions] = v
        attended = F.scaled_dot_product_attention(q, self.keys, self.values, attn_mask=mask)
        x = x + self.o(attended.transpose(1, 2).flatten(2))
        return x + self.down(F.gelu(self.up(self.norms[1](x))))

    def forget(self) -> None:
        """Begin a new text."""
        self.keys, self.values = torch.zeros_like(self.keys), torch.zeros_like(self.values)


class Decoder(nn.Module):
    """Letters [1, rows] at positions [rows] to logits [1, rows, letters] of those that follow."""

    def __init__(self) -> None:
        super().__init__()
        self.letter, self.place = nn.Embedding(len(LETTERS), WIDTH), nn.Embedding(LENGTH, WIDTH)
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, len(LETTERS))

    def forward(self, letters: Tensor, positions: Tensor) -> Tensor:
        mask = torch.arange(LENGTH) <= positions[:, None]
        x = self.letter(letters) + self.place(positions)
        for layer in self.layers:
            x = layer(x, positions, mask)
        return self.out(self.norm(x))

    def forget(self) -> None:
        for layer in self.layers:
            layer.forget()


class Step(nn.Module):
    """The most likely next letter, for one letter at a time."""

    def __init__(self, decoder: Decoder):
        super().__init__()
        self.decoder = decoder

    def forward(self, letter: Tensor, position: Tensor) -> Tensor:
        return self.decoder(letter, position).argmax(-1)


def codes(text: str) -> Tensor:
    return torch.tensor([[LETTERS.index(letter) for letter in text]])


def train(decoder: Decoder, steps: int) -> None:
    """Teach it to continue the text from anywhere."""
    optimizer = torch.optim.AdamW(decoder.parameters(), lr=3e-3)
    text, positions = codes(TEXT + TEXT[: LENGTH + 1]), torch.arange(LENGTH)
    for _ in range(steps):
        loss = torch.zeros(())
        for start in torch.randint(len(TEXT), (8,)).tolist():
            window = text[:, start : start + LENGTH + 1]
            decoder.forget()
            logits = decoder(window[:, :-1], positions)
            loss = loss + F.cross_entropy(logits[0], window[0, 1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    decoder.forget()


def calls(text: str) -> list[tuple[Tensor, Tensor]]:
    """The inputs of one call for each letter of a text."""
    return [(codes(letter), torch.tensor([index])) for index, letter in enumerate(text)]


def write(step: Callable[[Tensor, Tensor], int], prompt: str, count: int) -> str:
    """A prompt continued by as many letters, each from one call of `step`."""
    text = prompt
    for letter, position in calls(prompt[:-1]):
        step(letter, position)
    for _ in range(count):
        index = torch.tensor([len(text) - 1])
        text += LETTERS[step(codes(text[-1]), index)]
    return text


def main() -> None:
    options = parser().parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    decoder = Decoder()
    train(decoder, options.steps)
    calibration = [call for start in (0, 40, 90) for call in calls(TEXT[start : start + LENGTH])]
    quantized = cmlir.quantize(Step(decoder.eval()), calibration)
    compiled = cmlir.compile(quantized, allow_float=False)
    reference, session = copy.deepcopy(quantized).module(), compiled.session(on="qemu")
    instructions: list[int] = []

    def on_qemu(letter: Tensor, position: Tensor) -> int:
        result = session.run(letter, position)
        instructions.append(result.instructions or 0)
        return int(result.outputs[0].item())

    def in_pytorch(letter: Tensor, position: Tensor) -> int:
        return int(reference(letter, position))

    expected = write(in_pytorch, options.prompt, options.tokens)
    written = write(on_qemu, options.prompt, options.tokens)
    table = Table(show_header=False, title="Causal decoder", title_justify="left")
    table.add_row("quantized PyTorch writes", repr(expected))
    table.add_row("Cortex-M55 writes", repr(written))
    table.add_row("executed instructions a letter", f"{max(instructions):,}")
    table.add_row("state", f"{compiled.report.state_bytes:,} B")
    table.add_row("arena", f"{compiled.report.arena_bytes:,} B")
    table.add_row("weights", f"{compiled.report.weight_bytes:,} B")
    Console().print(table)
    if written != expected:
        raise SystemExit("the texts differ")


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tokens", type=int, default=16)
    options.add_argument("--steps", type=int, default=200)
    options.add_argument("--prompt", default="the ")
    options.add_argument("--seed", type=int, default=0)
    return options


if __name__ == "__main__":
    main()
