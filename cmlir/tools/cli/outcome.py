"""How a command ends: exit codes that scripts can trust, and one clear message for each mistake."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import click

from cmlir.errors import CmlirError, InvalidInputError, LimitError, ToolchainError, UnsupportedError


class Exit(IntEnum):
    """What the exit code says."""

    DONE = 0
    FAILED = 1
    """It ran, but outputs differ from the reference, or a tool that is needed is missing."""
    USAGE = 2
    """Unknown commands, options and values."""
    INPUT = 3
    """A model, file or option is not what it should be, or not supported."""
    LIMIT = 4
    """The program is larger than a limit."""
    TOOLS = 5
    """A compiler or simulator is missing, or failed."""
    RUN = 6
    """The program was started but did not end as it should: a fault, a time-out."""
    INTERRUPTED = 130


EXIT_CODES = """\b
Exit codes:
  0    done
  1    outputs are not within the tolerance; doctor: something is missing
  2    unknown command, option or value
  3    a model, file or option is not what it should be, or not supported
  4    the program exceeds a limit of memory
  5    a compiler or simulator is missing, or failed
  6    the program was started, but did not end as it should
  130  interrupted"""

_CODES = (
    (LimitError, Exit.LIMIT),
    (ToolchainError, Exit.TOOLS),
    (InvalidInputError, Exit.INPUT),
    (UnsupportedError, Exit.INPUT),
)


def exit_code(error: CmlirError) -> Exit:
    """The code for an error."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), Exit.RUN)


def ending(ctx: click.Context, invoke: Callable[[click.Context], Any]) -> None:
    """Run a command; errors become a message and an exit code, on stdout also as JSON."""
    code = Exit.DONE
    try:
        invoke(ctx)
    except CmlirError as error:
        code = exit_code(error)
        _say(ctx, error.what, error.where, error.advice, code)
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
        _say(ctx, "interrupted; nothing was written", None, None, code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = Exit.FAILED
    ctx.exit(code)


def _say(ctx: click.Context, what: str, where: str | None, advice: str | None, code: Exit) -> None:
    if ctx.params.get("as_json"):
        error = {"what": what, "where": where, "advice": advice}
        click.echo(json.dumps({"ok": False, "exit_code": int(code), "error": error}))
    click.echo(f"error: {CmlirError(what, where=where, advice=advice)}", err=True)
