"""Calls `cmlir` in this process, with what it prints and its exit code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from cmlir.tools.cli.main import main

MODEL = Path(__file__).parents[1] / "data" / "command_line" / "model.py"


def cmlir(*arguments: object) -> Result:
    """The result of one command; never an exception that is not an exit."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def succeed(*arguments: object) -> Result:
    result = cmlir(*arguments)
    assert result.exit_code == 0, result.output
    return result


def read_json(*arguments: object, code: int = 0) -> dict[str, Any]:
    """The one JSON object that a command prints."""
    result = cmlir(*arguments, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def fail(code: int, *arguments: object) -> str:
    """What a command says that ends with this code: one message, and nothing on stdout."""
    result = cmlir(*arguments)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.output
    assert len(re.findall(r"^error: ", result.stderr, re.IGNORECASE | re.MULTILINE)) == 1
    return result.stderr
