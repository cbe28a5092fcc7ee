"""`cmlir doctor`."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cmlir.errors import ToolchainError
from cmlir.runtime.cache import cache_root
from cmlir.runtime.fvp import find_fvp
from cmlir.runtime.instruction_count import build_plugin
from cmlir.runtime.qemu import find_qemu
from cmlir.runtime.targets import find_target
from cmlir.runtime.toolchain import (
    cross_gcc,
    find_program,
    host_compiler,
    newlib_headers,
    version_line,
)
from cmlir.tools.cli.commands import SETTINGS, Command, examples
from cmlir.tools.cli.options import output
from cmlir.tools.cli.outcome import Exit
from cmlir.tools.cli.ui import emit, show

if TYPE_CHECKING:
    from rich.table import Table

PYTHON_PACKAGES = ("torch", "torchao", "xdsl", "numpy", "click", "jinja2", "rich")


@dataclass(frozen=True)
class Finding:
    """One thing that cmlir uses. `needed`: there is no run on the simulator without it.

    `found` is its version, None if it is missing or does not work; `problem` says why, and
    `packages` are Debian's that hold it.
    """

    name: str
    purpose: str
    needed: bool
    found: str | None
    problem: str | None = None
    packages: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Tool:
    name: str
    purpose: str
    needed: bool
    packages: tuple[str, ...]
    look: Callable[[], str]

    def finding(self) -> Finding:
        try:
            found = self.look()
        except ToolchainError as error:
            return Finding(self.name, self.purpose, self.needed, None, error.what, self.packages)
        return Finding(self.name, self.purpose, self.needed, found)


def _arm_gcc() -> str:
    return version_line(cross_gcc(find_target("cortex-m55")).path)


def _newlib() -> str:
    return str(newlib_headers(cross_gcc(find_target("cortex-m4")).path))


def _clang() -> str:
    return version_line(host_compiler("clang").path)


def _host_gcc() -> str:
    return version_line(host_compiler("gcc").path)


def _qemu() -> str:
    return version_line(find_qemu())


def _counter() -> str:
    build_plugin()
    return "builds"


def _cmake() -> str:
    return version_line(find_program(("cmake",), "CMLIR_CMAKE", "cmake", "CMake"))


def _fvp() -> str:
    return find_fvp()


_NEWLIB = ("libnewlib-arm-none-eabi",)
TOOLS = (
    _Tool("arm-none-eabi-gcc", "C for Cortex-M", True, ("gcc-arm-none-eabi",), _arm_gcc),
    _Tool("newlib", "headers and C library for Cortex-M", True, _NEWLIB, _newlib),
    _Tool("qemu-system-arm", "the simulator", True, ("qemu-system-arm",), _qemu),
    _Tool("gcc", "runs on this machine", True, ("gcc", "libc6-dev"), _host_gcc),
    _Tool("instruction counter", "counts in QEMU", True, ("gcc", "libc6-dev"), _counter),
    _Tool("clang", "faster C for Cortex-M", False, ("clang-19",), _clang),
    _Tool("cmake", "builds emitted projects", False, ("cmake",), _cmake),
    _Tool("Corstone-300 FVP", "Arm's simulator, by its licence", False, (), _fvp),
)


@click.command(
    "doctor",
    cls=Command,
    context_settings=SETTINGS,
    epilog=examples("cmlir doctor", "cmlir doctor --json"),
)
@output
def doctor_command(as_json: bool, quiet: bool) -> None:
    """Which compilers and simulators are here, and what is missing.

    Fails if something is missing that a run on the simulator needs.
    """
    findings = [*_python(), *(tool.finding() for tool in TOOLS), _cache()]
    command = install_command(findings)
    healthy = all(finding.found for finding in findings if finding.needed)
    fields = {
        "ok": healthy,
        "install": command,
        "findings": [asdict(finding) for finding in findings],
    }
    emit(as_json, quiet, fields, _table(findings))
    if command and not as_json and not quiet:
        show(f"What is missing:  [bold]{command}[/]")
    if not healthy:
        raise click.exceptions.Exit(Exit.FAILED)


def install_command(findings: list[Finding]) -> str | None:
    """The one command that installs all that is missing and that a package holds."""
    missing = [p for finding in findings if not finding.found for p in finding.packages]
    root = "" if hasattr(os, "getuid") and os.getuid() == 0 else "sudo "
    packages = " ".join(dict.fromkeys(missing))
    return f"{root}apt-get install {packages}" if packages else None


def _python() -> list[Finding]:
    findings = [Finding("Python", "3.11 or newer", True, platform.python_version())]
    for name in PYTHON_PACKAGES:
        try:
            findings.append(Finding(name, "Python package", True, version(name)))
        except PackageNotFoundError:
            problem = f"not installed for {sys.executable}: pip install cmlir"
            findings.append(Finding(name, "Python package", True, None, problem))
    return findings


def _cache() -> Finding:
    path: Path = cache_root()
    if os.access(path, os.W_OK):
        return Finding("cache", "built files, may be deleted", True, str(path))
    problem = f"{path} cannot be written: set CMLIR_CACHE to another directory"
    return Finding("cache", "built files, may be deleted", True, None, problem)


def _table(findings: list[Finding]) -> Table:
    from rich.table import Table

    table = Table()
    for column in ("", "what", "for", "found"):
        table.add_column(column)
    for finding in findings:
        mark = "[green]ok[/]" if finding.found else "[red]missing[/]"
        if not finding.found and not finding.needed:
            mark = "[yellow]optional[/]"
        table.add_row(mark, finding.name, finding.purpose, finding.found or finding.problem or "")
    return table
