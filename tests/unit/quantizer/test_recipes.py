"""Which values get 16 bits."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn
from torch.export import ExportedProgram

import cmlir
from cmlir.errors import InvalidInputError
from support.encoder_layers import Encoder
from support.qdq_graphs import QUANTIZE, calls, requantizations

aten = torch.ops.aten
SMALL = Encoder(width=16, heads=2, hidden=24, rows=5)
SMALL_PRE_NORM = Encoder(width=16, heads=2, hidden=24, rows=5, norm_first=True)


def quantized(encoder: Encoder, recipe: str) -> ExportedProgram:
    torch.manual_seed(0)
    return cmlir.quantize(encoder.module(), encoder.inputs(4), recipe=recipe)


def wide(program: ExportedProgram) -> list[str]:
    """The operators whose results are quantized to 16 bits, in order."""
    found = [q.args[0] for q in calls(program, QUANTIZE) if q.args[5] == torch.int16]
    return [str(node.target) for node in found]


def test_int8_is_the_default():
    torch.manual_seed(0)
    program = cmlir.quantize(SMALL.module(), SMALL.inputs(4))
    assert wide(program) == wide(quantized(SMALL, "int8")) == []


def test_the_residual_stream_of_a_post_norm_layer():
    """The result of the second norm is not part of it: nothing is added to it here."""
    add, linear, norm = "aten.add.Tensor", "aten.linear.default", "aten.layer_norm.default"
    assert wide(quantized(SMALL, "int16-residual")) == [linear, add, norm, linear, add]


def test_the_residual_stream_of_a_pre_norm_layer():
    add, linear = "aten.add.Tensor", "aten.linear.default"
    assert wide(quantized(SMALL_PRE_NORM, "int16-residual")) == [linear, add, linear, add]


class Embedded(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(20, 8), nn.Parameter(torch.randn(4, 8))
        self.read = nn.Linear(8, 3)

    def forward(self, words: Tensor) -> Tensor:
        x = self.words(words)
        return self.read(x + self.words(words + 1) + self.places)


def test_tables_of_embeddings():
    """The sums are wide and so is the table, but not the number of what a linear reads."""
    program = cmlir.quantize(
        Embedded(), [(torch.arange(4)[None] * i,) for i in range(4)], recipe="int16-residual"
    )
    assert wide(program).count("aten.add.Tensor") == 2
    names = [v.name for v in cmlir.quantization_summary(program).of_dtype("int16")]
    assert "constant of embedding" in names
    by_name = {q.args[0].name: q.args[5] for q in calls(program, QUANTIZE)}
    assert by_name["linear"] == torch.int8


class TwoReaders(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.a, self.b = nn.LayerNorm(8), nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm(x)
        return self.norm(self.a(y) + y) + self.b(y)


def test_what_reads_8_bits_reads_one_value_of_8_bits():
    """A wide norm that two linears and a sum read: the linears share the narrow parameters."""
    program = cmlir.quantize(TwoReaders(), [(torch.randn(3, 8),)], recipe="int16-residual")
    narrowing = [q for q in requantizations(program) if q.args[5] == torch.int8]
    assert len({q.args[1:3] for q in narrowing}) == 1
    assert len(narrowing) in (1, 2)


def test_wide_scales_leave_headroom():
    program = quantized(SMALL, "int16-residual")
    with_16_bits = [q for q in calls(program, QUANTIZE) if q.args[5] == torch.int16]
    assert all(q.args[2:5] == (0, -(2**15), 2**15 - 1) for q in with_16_bits)


def test_unknown_recipe():
    with pytest.raises(InvalidInputError, match="no recipe 'int4'") as caught:
        cmlir.quantize(nn.ReLU(), [(torch.ones(2),)], recipe="int4")
    assert "int16-residual" in str(caught.value)


class Outliers(nn.Module):
    """Two residual sums; one column of the second is some hundred times as large as most."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(1)
        self.a, self.b, self.norm = nn.Linear(32, 32), nn.Linear(32, 32), nn.LayerNorm(32)
        with torch.no_grad():
            self.b.bias[3] += 300.0

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm(x + self.a(x))
        return self.norm(y + self.b(y))


def test_auto_takes_what_8_bits_round_too_coarsely():
    torch.manual_seed(0)
    samples = [(torch.randn(4, 32),) for _ in range(8)]
    program = cmlir.quantize(Outliers(), iter(samples), recipe="auto")
    assert wide(program) == ["aten.linear.default", "aten.add.Tensor"]
    chosen = cmlir.quantization_summary(program).of_dtype("int16")
    assert [value.name for value in chosen] == ["linear_1", "add_1"]


def test_auto_is_int8_where_that_is_enough():
    torch.manual_seed(0)
    samples = [(torch.randn(4, 32),) for _ in range(8)]
    model = nn.Sequential(nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 8))
    program = cmlir.quantize(model, samples, recipe="auto")
    assert wide(program) == []
    assert str(program.graph) == str(cmlir.quantize(model, samples).graph)


def test_the_summary_says_what_was_chosen():
    summary = cmlir.quantization_summary(quantized(SMALL, "int16-residual"))
    assert summary.counts["int16"] == 5
    assert len(summary.values) == sum(summary.counts.values())
    text = str(summary)
    assert text.startswith("quantized values: 5 in int16, ")
    assert text.count("\n") == 5
    assert "int16: layer_norm in norm1, " in text
    low, high = summary.of_dtype("int16")[0].range
    assert low < 0 < high
    assert low == pytest.approx(-high, rel=1e-3)


def test_overrides_of_a_recipe():
    """The sums of one layer alone, and all of a recipe but one norm."""
    torch.manual_seed(0)
    samples = SMALL.inputs(4)
    one = cmlir.quantize(SMALL.module(), samples, overrides={"add": "int16"})
    assert wide(one) == ["aten.add.Tensor"]
    but_one = cmlir.quantize(
        SMALL.module(), samples, recipe="int16-residual", overrides={"norm1": "int8"}
    )
    assert "aten.layer_norm.default" not in wide(but_one)
    assert len(wide(but_one)) == 4


def test_everything_that_can_have_16_bits():
    found = wide(quantized(SMALL, "int16"))
    assert set(wide(quantized(SMALL, "int16-residual"))) <= set(found)


def test_scores_and_their_scale():
    """Alone, by the names of the summary; results of attention, which linears read, stay narrow."""
    torch.manual_seed(0)
    program = cmlir.quantize(SMALL.module(), SMALL.inputs(4), overrides={"matmul": "int16"})
    assert wide(program) == ["aten.matmul.default", "aten.mul.Tensor"]
    product, scaled = cmlir.quantization_summary(program).of_dtype("int16")
    assert (product.name, scaled.name) == ("matmul", "mul")
    assert scaled.scale == pytest.approx(product.scale / 8**0.5)
    assert (scaled.zero_point, scaled.least, scaled.greatest) == (0, -(2**15), 2**15 - 1)
    every = [node for node in wide(quantized(SMALL, "int16")) if "matmul" in node]
    assert len(every) == 1


def test_a_scale_that_is_int8_all_the_same():
    torch.manual_seed(0)
    settings = {"matmul": "int16", "mul": "int8"}
    program = cmlir.quantize(SMALL.module(), SMALL.inputs(4), overrides=settings)
    assert wide(program) == ["aten.matmul.default"]


class Logits(nn.Module):
    """Scores that are all large and close together, straight from a product and from a linear."""

    def __init__(self):
        super().__init__()
        self.read = nn.Linear(16, 6)
        with torch.no_grad():
            self.read.bias += 40

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        return torch.softmax((x + 5) @ y, -1), torch.softmax(self.read(x), -1)


def test_auto_takes_scores_that_8_bits_round_too_coarsely():
    """A few of them are far from the others."""
    torch.manual_seed(0)

    def sample() -> tuple[Tensor, Tensor]:
        y = torch.randn(3, 16, 8)
        y[:, :, 0] *= 60
        return torch.randn(3, 5, 16), y

    program = cmlir.quantize(Logits(), [sample() for _ in range(4)], recipe="auto")
    assert wide(program) == ["aten.matmul.default"]


def test_what_cannot_have_16_bits_is_named_with_what_can():
    """The second product gives the result of attention, which linears read."""
    with pytest.raises(InvalidInputError, match="no value that 'matmul_1' fits") as caught:
        cmlir.quantize(SMALL.module(), SMALL.inputs(1), overrides={"matmul_1": "int16"})
    assert "matmul" in str(caught.value)
