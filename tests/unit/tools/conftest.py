"""A small model on its way: quantized and compiled once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command_line import MODEL, succeed


@pytest.fixture(scope="session")
def quantized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("quantized") / "model.pt2"
    succeed("quantize", f"{MODEL}:make", "--output", path)
    return path


@pytest.fixture(scope="session")
def project(quantized: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("project") / "out"
    succeed("compile", quantized, "--output", path)
    return path
