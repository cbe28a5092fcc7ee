"""Builds emitted C projects and runs them: on the host, on QEMU, on the Corstone-300 FVP."""

from __future__ import annotations

from cmlir.runtime.errors import BuildError, RunError, RunTimeout
from cmlir.runtime.fvp import run_fvp
from cmlir.runtime.host import HostModel, run_host
from cmlir.runtime.image import Image, build_image, build_library
from cmlir.runtime.project import Port, Project, load_project
from cmlir.runtime.qemu import run_qemu
from cmlir.runtime.result import RunResult
from cmlir.runtime.run import run_project
from cmlir.runtime.targets import TARGETS, Target, find_target

__all__ = [
    "TARGETS",
    "BuildError",
    "HostModel",
    "Image",
    "Port",
    "Project",
    "RunError",
    "RunResult",
    "RunTimeout",
    "Target",
    "build_image",
    "build_library",
    "find_target",
    "load_project",
    "run_fvp",
    "run_host",
    "run_project",
    "run_qemu",
]
