"""Outputs against their reference, for `cmlir run` and `cmlir-fvp`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cmlir.errors import InvalidInputError
from cmlir.runtime.comparison import EQUAL, Difference, difference
from cmlir.runtime.files import assigned, load_arrays
from cmlir.runtime.project import Port
from cmlir.runtime.result import Array, RunResult


def reference_arrays(path: Path, ports: Sequence[Port]) -> list[Array]:
    """The expected outputs in an .npz file, one array with all samples for each output."""
    return assigned(load_arrays(path), ports, "outputs")


def differences(
    result: RunResult, expected: Sequence[Array], ports: Sequence[Port]
) -> list[Difference]:
    """Of each output over all samples; raises InvalidInputError for references that do not fit."""
    columns = zip(*result.outputs, strict=True)
    return [
        difference(port, [_like(array, wanted, port) for array in column], wanted)
        for port, column, wanted in zip(ports, columns, expected, strict=True)
    ]


def _like(array: Array, wanted: Array, port: Port) -> Array:
    """An output of a bare ELF is bytes, which the reference says how to read."""
    if port.dtype is not None:
        return array
    if array.nbytes % wanted.dtype.itemsize:
        raise InvalidInputError(f"output {port.name!r} is not made of {wanted.dtype} values")
    return array.view(wanted.dtype)


def within(found: Difference, qtol: float, atol: float) -> bool:
    """Whether a difference is in the tolerance of its unit."""
    return found.largest <= (qtol + EQUAL if found.unit == "steps" else atol)


def in_words(found: Difference) -> str:
    """One line."""
    return (
        f"output {found.output}: largest difference {found.largest:g} {found.unit}, "
        f"mean {found.mean:.4g}, {100 * found.equal:.1f} % equal"
    )


def stacked(result: RunResult, ports: Sequence[Port]) -> dict[str, Array]:
    """The outputs by name, with all samples along a new first axis."""
    columns = zip(*result.outputs, strict=True)
    return {port.name: np.stack(column) for port, column in zip(ports, columns, strict=True)}
