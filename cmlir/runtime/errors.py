"""What can go wrong between a C project and its results."""

from __future__ import annotations

from cmlir.errors import CmlirError, ToolchainError


class BuildError(ToolchainError):
    """A compiler or the linker refused a project."""


class RunError(CmlirError):
    """The image ran, but not to its end: a fault, a buffer overrun, an unreadable file."""


class RunTimeout(RunError):
    """The image did not end in time."""
