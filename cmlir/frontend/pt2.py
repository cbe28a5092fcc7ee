"""Loading `.pt2` files, and the frontend by which `cmlir-opt model.pt2` reads them."""

from __future__ import annotations

import logging
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import torch
from torch.export import ExportedProgram
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.frontend import Frontend

from cmlir.atomic import whole_file
from cmlir.errors import InvalidInputError
from cmlir.frontend.program import import_exported_program

_ADVICE = "expected a file written by torch.export.save(program, path)"


@dataclass(frozen=True)
class Pt2Frontend(Frontend):
    """Reads an exported program."""

    name = "pt2"

    def parse(self, ctx: Context, input: IO[bytes], input_name: str) -> ModuleOp:
        return import_exported_program(_load(input, input_name))


def load_pt2(path: str | Path) -> ExportedProgram:
    """The program in a `.pt2` file; raises InvalidInputError if there is none."""
    try:
        with open(path, "rb") as file:
            return _load(file, str(path))
    except OSError as error:
        raise InvalidInputError(
            f"cannot read '{path}': {error.strerror}", advice=_ADVICE
        ) from error


def save_pt2(program: ExportedProgram, path: str | Path) -> Path:
    """Write a program to a `.pt2` file; raises InvalidInputError if that cannot be."""
    path = check_pt2_name(path)
    with whole_file(path, "the program") as fresh, _quiet():
        torch.export.save(program, fresh)
    return path


def check_pt2_name(path: str | Path) -> Path:
    """Raises InvalidInputError for the name of another kind of file."""
    path = Path(path)
    if path.suffix != ".pt2":
        raise InvalidInputError(
            f"a program is written to a .pt2 file, not '{path}'", advice="name it .pt2"
        )
    return path


def _load(file: IO[bytes], name: str) -> ExportedProgram:
    if not zipfile.is_zipfile(file):
        raise InvalidInputError(
            f"'{name}' is no exported program: it is no zip file", advice=_ADVICE
        )
    file.seek(0)
    try:
        with _quiet():
            return torch.export.load(file)  # pyright: ignore[reportArgumentType]
    except OSError:
        raise
    except Exception as error:
        raise InvalidInputError(
            f"'{name}' is no exported program that this version of torch ({torch.__version__}) can "
            f"load: {_first_line(error)}",
            advice=_ADVICE,
        ) from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


@contextmanager
def _quiet() -> Iterator[None]:
    """Without torch's warnings: what goes wrong is in the error."""
    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(disabled)
