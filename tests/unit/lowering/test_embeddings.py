"""Embeddings of tokens and positions from PyTorch to C."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import cmlir
from cmlir.errors import InvalidInputError
from cmlir.frontend import import_program
from cmlir.ports import input_ports
from cmlir.runtime.errors import RunError
from support.equivalence import assert_same
from support.exported import export, import_and_compare, operation_names

WORDS, LENGTH = 40, 6


class Embeddings(nn.Module):
    """Tokens and their types chosen at run time, positions at compile time."""

    def __init__(self) -> None:
        super().__init__()
        self.word, self.kind = nn.Embedding(WORDS, 8, padding_idx=0), nn.Embedding(2, 8)
        self.position, self.out = nn.Embedding(LENGTH + 4, 8), nn.Linear(8, 5)
        self.register_buffer("positions", torch.arange(LENGTH + 4)[None])

    def forward(self, tokens: Tensor, kinds: Tensor) -> Tensor:
        position = self.position(self.positions[:, 1 : LENGTH + 1])
        return self.out(self.word(tokens) + self.kind(kinds) + position)


def sample(seed: int, dtype: torch.dtype = torch.int64) -> tuple[Tensor, Tensor]:
    torch.manual_seed(seed)
    shape = (3, LENGTH)
    return torch.randint(0, WORDS, shape).to(dtype), torch.randint(0, 2, shape).to(dtype)


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32], ids=str)
def test_import(dtype: torch.dtype) -> None:
    program = export(nn.Embedding(WORDS, 8), sample(0, dtype)[0])
    module = import_and_compare(program, sample(1, dtype)[0])
    assert operation_names(module) == ["constant", "embedding"]


def test_index_select_of_rows() -> None:
    x, rows = torch.randn(7, 2, 3), torch.tensor([6, 0, 6])
    program = export(lambda x, rows: torch.index_select(x, 0, rows), x, rows)
    assert operation_names(import_and_compare(program, x, rows)) == ["embedding"]


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32], ids=str)
def test_a_quantized_model_on_all_runners(dtype: torch.dtype) -> None:
    samples = [sample(seed, dtype) for seed in range(4)]
    torch.manual_seed(0)
    program = cmlir.quantize(Embeddings().eval(), samples)
    compiled = cmlir.compile(program, io="quantized", allow_float=False)
    ports = input_ports(compiled.module)
    expected = np.dtype(str(dtype).removeprefix("torch."))
    assert [(port.dtype, port.shape) for port in ports] == [(expected, (3, LENGTH))] * 2
    kernels = [op.op for op in compiled.report.ops]
    assert kernels.count("cortex_m.embedding") == 2
    ways = [compiled.run_many(samples, on=on) for on in ("interpreter", "host", "qemu")]
    for results in zip(*ways, strict=True):
        assert len({result.outputs[0].tobytes() for result in results}) == 1


def test_each_stage_computes_the_same() -> None:
    samples = [sample(seed) for seed in range(3)]
    module = import_program(cmlir.quantize(Embeddings().eval(), samples))
    inputs = [[tensor.numpy() for tensor in tensors] for tensors in samples]
    folded = assert_same(module, ["fold-quantization"], inputs)
    lowered = assert_same(folded, ["select-kernels"], inputs, steps=2)
    assert_same(lowered, ["plan-memory"], inputs)


@pytest.mark.parametrize("wrong", [-1, WORDS, 2**40])
def test_a_token_outside_of_the_table_is_an_error(wrong: int) -> None:
    compiled = cmlir.compile(cmlir.quantize(Embeddings().eval(), [sample(0)]))
    tokens, kinds = (tensor.numpy() for tensor in sample(2))
    tokens[1, 2] = wrong
    with pytest.raises(InvalidInputError, match=f"index {wrong} is not in a table of 40 rows"):
        compiled.run(tokens, kinds)
    with pytest.raises(RunError, match="model_run returned -1"):
        compiled.run(tokens, kinds, on="host")


def test_a_float_table_stays_one() -> None:
    """Nothing is computed, so that it is no float operation; the table is four times as large."""
    compiled = cmlir.compile(export(nn.Embedding(WORDS, 8), sample(0)[0]), allow_float=False)
    tokens = sample(1)[:1]
    (embedding,) = compiled.run(*tokens, on="host").outputs
    np.testing.assert_array_equal(embedding, compiled.run(*tokens, on="interpreter").outputs[0])
