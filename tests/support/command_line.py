"""Calls `cmlir` in this process, with what it prints and its exit code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import torch
from click.testing import CliRunner, Result
from torch import Tensor, nn

from cmlir.tools.cli.main import main

MODEL = Path(__file__).parents[1] / "data" / "command_line" / "model.py"


class Product(nn.Module):
    """Nothing of it is quantized in a float program."""

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return x * y


def float_program(directory: Path) -> Path:
    """A .pt2 file with one multiplication in float."""
    program = torch.export.export(Product(), (torch.ones(1, 4), torch.ones(1, 4)))
    torch.export.save(program, directory / "float.pt2")
    return directory / "float.pt2"


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
