"""A fixed list of programs whose memory is planned: small ones of all kinds, and random graphs."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from programs import Attention, EncoderLayer
from torch import Tensor, nn
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

import cmlir
from cmlir.context import make_context
from cmlir.dialects.cortex_m.plan import OVERWRITE_INPUTS, set_module_flag

sys.path.append(str(Path(__file__).resolve().parents[1] / "examples"))

from mlperf_tiny import NETWORKS, Residual, separable


@dataclass(frozen=True)
class Entry:
    """A program's name, and what makes it at stage `lower`, with inputs that may be overwritten."""

    name: str
    lowered: Callable[[], ModuleOp]


def entries() -> Iterator[Entry]:
    """The list, always in this order."""
    for width, heads, rows in ((16, 2, 8), (32, 4, 16), (64, 4, 32)):
        yield _of_module(
            f"attention d{width} h{heads} seq{rows}",
            lambda w=width, h=heads: Attention(w, h),
            (1, rows, width),
        )
    for width, rows, hidden in ((16, 8, 32), (32, 16, 128), (64, 32, 256)):
        yield _of_module(
            f"encoder layer d{width} seq{rows} ff{hidden}",
            lambda w=width, f=hidden: EncoderLayer(w, 4, f),
            (1, rows, width),
        )
    yield _of_module("two encoder layers d16", _two_layers, (1, 8, 16))
    options = {"dropout": 0.0, "batch_first": True}
    yield _of_module(
        "nn.TransformerEncoderLayer d16",
        lambda: nn.TransformerEncoderLayer(16, 2, 32, **options),
        (1, 8, 16),
    )
    yield _of_module(
        "nn.TransformerDecoderLayer d16",
        lambda: nn.TransformerDecoderLayer(16, 2, 32, **options),
        (1, 6, 16),
        (1, 8, 16),
    )
    yield _of_module("decoder with cache", _Cached, (1, 1, 16))
    yield _of_module("MobileNet block", lambda: separable(8, 16, 2), (1, 8, 16, 16))
    yield _of_module("three MobileNet blocks", _mobile, (1, 4, 16, 16))
    yield _of_module("ResNet block", lambda: Residual(8, 16, 2), (1, 8, 12, 12))
    for name, network in NETWORKS.items():
        yield _of_module(name, network.trained, network.shape)
    for ops in (6, 8, 12, 16, 24, 32, 40):
        for seed in range(3):
            yield Entry(f"random graph {seed} of {ops}", lambda n=ops, s=seed: random_graph(n, s))


def _of_module(name: str, make: Callable[[], nn.Module], *shapes: tuple[int, ...]) -> Entry:
    def lowered() -> ModuleOp:
        torch.manual_seed(0)
        samples = [tuple(torch.randn(shape) for shape in shapes) for _ in range(2)]
        quantized = cmlir.quantize(make().eval(), samples)
        compiled = cmlir.compile(quantized, io="quantized", overwrite_inputs=True)
        return compiled.stage("lower")

    return Entry(name, lowered)


def _two_layers() -> nn.Module:
    return nn.Sequential(EncoderLayer(16, 2, 32), EncoderLayer(16, 2, 32))


def _mobile() -> nn.Module:
    return nn.Sequential(separable(4, 8), separable(8, 16, 2), separable(16, 16))


class _Cached(nn.Module):
    """One row of attention over a window of the last rows, which is state."""

    def __init__(self) -> None:
        super().__init__()
        self.key, self.value, self.out = (nn.Linear(16, 16) for _ in range(3))
        self.register_buffer("cache", torch.zeros(1, 6, 16))

    def forward(self, x: Tensor) -> Tensor:
        cache = torch.cat((self.cache[:, 1:], self.key(x)), 1)
        self.cache.copy_(cache)
        weights = torch.softmax(x @ cache.transpose(1, 2), -1)
        return self.out(weights @ self.value(cache))


def random_graph(ops: int, seed: int) -> ModuleOp:
    """Kernel ops on flat values of very different sizes; what nothing reads is returned."""
    choose = random.Random(1000 * ops + seed)
    sizes, unread, lines = {"%x": 64}, {"%x"}, list[str]()
    for number in range(ops):
        operands = choose.sample(list(sizes), min(len(sizes), choose.choice([1, 1, 2])))
        size = choose.choice([16, 48, 100, 256, 512, 1000])
        copies = [_copied(o, sizes[o], size, f"%c{number}_{i}") for i, o in enumerate(operands)]
        lines += [line for _, line in copies]
        names = [name for name, _ in copies]
        lines.append(_product(f"%v{number}", names[0], names[-1], size))
        sizes[f"%v{number}"] = size
        unread = (unread - set(operands)) | {f"%v{number}"}
    results = sorted(unread - {"%x"})
    types = ", ".join(f"tensor<{sizes[name]}xi8>" for name in results)
    text = "\n".join(lines)
    module = Parser(
        make_context(),
        f"func.func @main(%x : tensor<64xi8>) -> ({types}) {{\n{text}\n"
        f"func.return {', '.join(results)} : {types}\n}}",
    ).parse_module()
    set_module_flag(module, OVERWRITE_INPUTS, True)
    return module


def _copied(value: str, old: int, new: int, name: str) -> tuple[str, str]:
    stride = 1 if new <= old else 0
    types = f"(tensor<{old}xi8>) -> tensor<{new}xi8>"
    return name, f"{name} = cortex_m.copy {value} {{offset = 0, strides = [{stride}]}} : {types}"


def _product(name: str, lhs: str, rhs: str, size: int) -> str:
    kind = f"tensor<{size}xi8>"
    return (
        f"{name} = cortex_m.mul {lhs}, {rhs} {{lhs_offset = 3, rhs_offset = -5, output_offset = 1, "
        "rescale = #cortex_m.rescale<1518500250, -7>, clamp = #cortex_m.clamp<-128, 127>} "
        f": ({kind}, {kind}) -> {kind}"
    )
