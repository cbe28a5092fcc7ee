"""Calls of the kernels on the host, to be replayed on processors without MVE."""

from __future__ import annotations

import pytest

from cmlir.kernels import build_host
from support.device_calls import Recorder


@pytest.fixture(scope="session")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Recorder:
    return Recorder(build_host(tmp_path_factory.mktemp("recorded") / "kernels.so"))
