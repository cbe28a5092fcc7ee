"""One door to all runners."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cmlir.errors import InvalidInputError
from cmlir.runtime.fvp import run_fvp
from cmlir.runtime.host import run_host
from cmlir.runtime.project import Project
from cmlir.runtime.qemu import run_qemu
from cmlir.runtime.result import RunResult
from cmlir.runtime.samples import Sample

RUNNERS = {"host": run_host, "qemu": run_qemu, "fvp": run_fvp}


def run_project(
    project: Project | Path | str, samples: Sequence[Sample], *, on: str, **options: Any
) -> RunResult:
    """Runs on "host", "qemu" or "fvp"; the options are those of run_host, run_qemu, run_fvp."""
    if on not in RUNNERS:
        raise InvalidInputError(f"cannot run on {on!r}", advice="one of " + ", ".join(RUNNERS))
    return RUNNERS[on](project, samples, **options)
