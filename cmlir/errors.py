"""The errors a user can cause, each saying what is wrong, where, and what to do instead."""

from __future__ import annotations


class CmlirError(Exception):
    """A user's mistake, or something that cmlir does not support; never a defect of cmlir itself.

    `what` names the problem (op and dtype where there are any), `where` its place (module path and
    source line, or a file), `advice` what to do instead.
    """

    what: str
    where: str | None
    advice: str | None

    def __init__(self, what: str, *, where: str | None = None, advice: str | None = None):
        self.what = what
        self.where = where
        self.advice = advice
        lines = [what]
        if where:
            lines.append(f"  at {where}")
        if advice:
            lines.append(f"  help: {advice}")
        super().__init__("\n".join(lines))


class UnsupportedError(CmlirError):
    """The program uses an op, dtype or construct that cmlir does not compile."""


class InvalidInputError(CmlirError):
    """A file, argument or option is not what it should be."""


class LimitError(CmlirError):
    """The compiled program exceeds a limit of the target or one the user asked for."""


class ToolchainError(CmlirError):
    """A compiler or simulator is missing, or failed."""
