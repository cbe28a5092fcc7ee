"""Samples of inputs from files: arrays of numpy, tensors of PyTorch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from cmlir.errors import InvalidInputError
from cmlir.frontend.models import Sample
from cmlir.runtime.files import load_arrays

_FORMS = "give an .npz or .npy file, or a .pt file with tensors or a list of tuples of tensors"


def load_samples(path: Path, shapes: Sequence[tuple[int, ...]] | None = None) -> list[Sample]:
    """The samples in a file.

    Arrays by name (.npz, .npy, or a dict in a .pt file) are the inputs in their order, and each
    holds one or more samples: along an axis before ``shapes``'s, or along the first one, which is
    the batch's.  A list in a .pt file has one entry a sample.  Raises InvalidInputError for
    anything else.
    """
    if path.suffix in (".pt", ".pth"):
        return _from_torch(_load(path), path, shapes)
    if path.suffix not in (".npz", ".npy"):
        raise InvalidInputError(f"cannot read samples from '{path}'", advice=_FORMS)
    arrays = {name: torch.from_numpy(np.array(a)) for name, a in load_arrays(path).items()}
    return _split(arrays, path, shapes)


def _load(path: Path) -> Any:
    try:
        return torch.load(path, weights_only=True)
    except Exception as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise InvalidInputError(
            f"cannot read tensors: {lines[0]}", where=str(path), advice=_FORMS
        ) from error


def _from_torch(value: Any, path: Path, shapes: Sequence[tuple[int, ...]] | None) -> list[Sample]:
    if isinstance(value, Tensor):
        return _split({"tensor": value}, path, shapes)
    if isinstance(value, Mapping):
        return _split({str(k): v for k, v in value.items()}, path, shapes)
    if isinstance(value, tuple) and all(isinstance(v, Tensor) for v in value):
        return [value]
    if isinstance(value, list):
        return [tuple(v) if isinstance(v, list | tuple) else (v,) for v in value]
    raise InvalidInputError(
        f"cannot use a {type(value).__name__} as samples", where=str(path), advice=_FORMS
    )


def _split(
    arrays: Mapping[str, Any], path: Path, shapes: Sequence[tuple[int, ...]] | None
) -> list[Sample]:
    for name, array in arrays.items():
        if not isinstance(array, Tensor):
            raise InvalidInputError(f"{name!r} is no tensor", where=str(path), advice=_FORMS)
    if shapes is not None and len(shapes) != len(arrays):
        raise InvalidInputError(
            f"{len(arrays)} arrays ({', '.join(arrays)}), the model has {len(shapes)} inputs",
            where=str(path),
        )
    expected = shapes or [None] * len(arrays)
    columns = [
        _samples(name, array, shape, path)
        for (name, array), shape in zip(arrays.items(), expected, strict=True)
    ]
    if len({len(column) for column in columns}) > 1:
        counts = ", ".join(f"{n}: {len(c)}" for n, c in zip(arrays, columns, strict=True))
        raise InvalidInputError(
            f"the arrays hold different numbers of samples ({counts})", where=str(path)
        )
    return list(zip(*columns, strict=True))


def _samples(name: str, array: Tensor, shape: tuple[int, ...] | None, path: Path) -> list[Tensor]:
    found = tuple(array.shape)
    if shape is None:
        return list(array.split(1)) if array.ndim else [array]
    if found == shape:
        return [array]
    if found[1:] == shape:
        return list(array)
    if shape and shape[0] == 1 and found[1:] == shape[1:]:
        return list(array.split(1))
    raise InvalidInputError(
        f"{name!r} has shape {found}, but an input of the model {shape}",
        where=str(path),
        advice=f"give one sample, {shape}, or N of them, {('N', *shape)}".replace("'", ""),
    )
