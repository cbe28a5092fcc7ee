"""Models as the command line names them: `.pt2` files, and factories in Python files.

    model.pt2            a program written by torch.export.save
    model.py:attention   calls `attention()` of that file

A factory takes no arguments.  It gives a module (or an exported program), or a pair of that and
inputs: one tuple of tensors, or several samples, each a tuple of tensors or a tensor.
"""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn
from torch.export import ExportedProgram

from cmlir.errors import CmlirError, InvalidInputError
from cmlir.frontend.pt2 import load_pt2

Sample = tuple[Any, ...]

_FORMS = "name a .pt2 file, or a function in a Python file: model.py:make_model"
_RETURNS = "return the module, or (module, samples) where samples is a list of tuples of tensors"


@dataclass(frozen=True)
class Model:
    """A module or program, and the inputs that its factory gave with it (None: none)."""

    model: nn.Module | ExportedProgram
    samples: list[Sample] | None = None

    @property
    def is_quantized(self) -> bool:
        """Whether it is a program with quantize or dequantize operators."""
        if not isinstance(self.model, ExportedProgram):
            return False
        return any("quantized_decomposed" in str(n.target) for n in self.model.graph.nodes)

    @property
    def shapes(self) -> list[tuple[int, ...]] | None:
        """Of its inputs, where they are known."""
        if self.samples:
            return [tuple(leaf.shape) for leaf in self.samples[0] if isinstance(leaf, Tensor)]
        if isinstance(self.model, ExportedProgram):
            return _input_shapes(self.model)
        return None


def load_model(name: str) -> Model:
    """What ``name`` stands for; raises InvalidInputError for anything that is no model."""
    path, colon, factory = name.rpartition(":")
    if colon and path.endswith(".py"):
        return _made(_function(Path(path), factory), name)
    if name.endswith(".py"):
        functions = ", ".join(f"{name}:{f}" for f in _functions(_imported(Path(name))))
        raise InvalidInputError(
            f"which function of {name} makes the model?",
            advice=f"one of {functions}" if functions else _FORMS,
        )
    if not Path(name).is_file():
        raise InvalidInputError(f"there is no file {name!r}", advice=_FORMS)
    return Model(load_pt2(name))


def _made(function: Callable[[], object], name: str) -> Model:
    try:
        value = function()
    except CmlirError:
        raise
    except Exception as error:
        raise _raised(name, error) from error
    return _model_of(value, name)


def _model_of(value: object, name: str) -> Model:
    model, samples = value, None
    if isinstance(value, tuple) and len(value) == 2:
        model, samples = value[0], _samples_of(value[1], name)
    if not isinstance(model, nn.Module | ExportedProgram):
        raise InvalidInputError(f"{name} gives a {type(value).__name__}", advice=_RETURNS)
    return Model(model, samples)


def _samples_of(value: object, name: str) -> list[Sample]:
    if isinstance(value, Tensor):
        return [(value,)]
    if isinstance(value, tuple) and value and all(isinstance(v, Tensor) for v in value):
        return [value]
    if not isinstance(value, Iterable):
        raise InvalidInputError(
            f"{name} gives a {type(value).__name__} as its samples", advice=_RETURNS
        )
    return [s if isinstance(s, tuple) else tuple(s) if isinstance(s, list) else (s,) for s in value]


def _function(path: Path, name: str) -> Callable[[], object]:
    module = _imported(path)
    function = getattr(module, name, None)
    if not callable(function):
        known = _functions(module)
        close = difflib.get_close_matches(name, known, 1)
        advice = f"did you mean {close[0]}?" if close else f"it has {', '.join(known) or 'none'}"
        raise InvalidInputError(f"{path} has no function {name!r}", advice=advice)
    needed = [
        p.name
        for p in inspect.signature(function).parameters.values()
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    if needed:
        raise InvalidInputError(
            f"{path}:{name} needs arguments: {', '.join(needed)}",
            advice="write a function without, which gives the module: "
            f"def make(): return {name}(…)",
        )
    return function


def _functions(module: ModuleType) -> list[str]:
    """Of those that the file itself defines, the public ones."""
    return [
        name
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
    ]


def _imported(path: Path) -> ModuleType:
    """The file as a module, with its own directory to import from, as if it were run."""
    if not path.is_file():
        raise InvalidInputError(f"there is no file {str(path)!r}", advice=_FORMS)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    directory = str(path.parent.absolute())
    if directory not in sys.path:
        sys.path.insert(0, directory)
    sys.modules.setdefault(path.stem, module)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise _raised(str(path), error) from error
    return module


def _raised(name: str, error: Exception) -> InvalidInputError:
    """One line for what a user's file raised, with the innermost line of it."""
    file = name.partition(".py")[0] + ".py"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(file)]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else None
    if isinstance(error, SyntaxError) and error.filename:
        where = f"{Path(error.filename).name}:{error.lineno}"
    lines = str(error).strip().splitlines() or [""]
    return InvalidInputError(f"{name} raised {type(error).__name__}: {lines[0]}", where=where)


def _input_shapes(program: ExportedProgram) -> list[tuple[int, ...]]:
    names = set(program.graph_signature.user_inputs)
    values = [n.meta.get("val") for n in program.graph.nodes if n.name in names]
    return [tuple(int(d) for d in v.shape) for v in values if isinstance(v, torch.Tensor)]
