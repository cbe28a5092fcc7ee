"""The library of kernels that these tests call."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cmlir.kernels import build_host
from support.kernel_library import SANITIZED_LIBRARY, KernelLibrary


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> KernelLibrary:
    sanitized = os.environ.get(SANITIZED_LIBRARY)
    if sanitized:
        return KernelLibrary(Path(sanitized), exact=True)
    return KernelLibrary(build_host(tmp_path_factory.mktemp("kernels") / "kernels.so"))
