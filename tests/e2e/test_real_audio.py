"""Networks for audio with their published weights, as their examples run them on QEMU."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON = [sys.executable, "-W", "ignore"]


def output_of(script: str, package: str) -> str:
    """What an example prints; skipped where the package with its weights is not installed."""
    try:
        distribution(package)
    except PackageNotFoundError:
        pytest.skip(f"the package {package} is not installed; examples/{script} names its extra")
    command = [*PYTHON, EXAMPLES / script]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=1500).stdout


def figure(text: str, name: str) -> float:
    """The number in the row of a table."""
    found = re.search(rf"{name}\s*│\s*([\d.,]+)", text)
    assert found is not None, text
    return float(found[1].replace(",", ""))


@pytest.mark.full
def test_silero_vad() -> None:
    printed = output_of("silero_vad.py", "silero-vad")
    assert 20 <= figure(printed, "frames that the float model calls speech") <= 80
    assert figure(printed, "frames with the same decision") >= 99
    assert figure(printed, "largest difference of a probability") <= 0.1


@pytest.mark.full
def test_crepe() -> None:
    printed = output_of("crepe_pitch.py", "torchcrepe")
    assert figure(printed, "pitch against the float model, largest difference") <= 5
    assert figure(printed, "operations in float") == 0


def test_the_made_up_voice_is_the_same_every_time() -> None:
    """The figures of the example's page are of these samples."""
    code = "import silero_voice as v; c = v.clip(101); print(len(c), abs(c).max() <= 1, c.std())"
    run = subprocess.run([*PYTHON, "-c", code], check=True, capture_output=True, cwd=EXAMPLES)
    count, bounded, deviation = run.stdout.decode().split()
    assert (int(count), bounded) == (123200, "True")
    np.testing.assert_allclose(float(deviation), 0.04131, rtol=1e-3)
