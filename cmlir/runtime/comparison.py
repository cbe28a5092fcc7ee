"""Compares outputs with a reference, in quantization steps where there are any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cmlir.errors import InvalidInputError
from cmlir.runtime.project import Port
from cmlir.runtime.result import Array

EQUAL = 1e-3
"""In steps: floats no further from one another than rounding can move them are equal."""


@dataclass(frozen=True)
class Difference:
    """Over all samples of one output. `unit` is "steps", or "absolute" for floats without a
    scale; NaN against anything but NaN is infinitely far."""

    output: str
    unit: str
    largest: float
    mean: float
    equal: float


def difference(port: Port, samples: Sequence[Array], reference: Array) -> Difference:
    """The difference of one output's samples from the reference, which holds as many values.

    Raises InvalidInputError if it does not, or is of another kind of number.
    """
    expected = np.asarray(reference).reshape(-1)
    got = np.concatenate([sample.reshape(-1) for sample in samples])
    if expected.size != got.size:
        raise InvalidInputError(
            f"the reference of output {port.name!r} holds {expected.size} values, "
            f"{len(samples)} samples hold {got.size}"
        )
    is_float = np.issubdtype(got.dtype, np.floating)
    if is_float != np.issubdtype(expected.dtype, np.floating):
        raise InvalidInputError(
            f"output {port.name!r} is {got.dtype}, its reference {expected.dtype}"
        )
    is_absolute = is_float and port.scale <= 0
    scale = port.scale if is_float and port.scale > 0 else 1.0
    distance = _distance(got, expected) / scale
    return Difference(
        output=port.name,
        unit="absolute" if is_absolute else "steps",
        largest=float(distance.max(initial=0.0)),
        mean=float(distance.mean()) if distance.size else 0.0,
        equal=float((distance <= (0 if is_absolute else EQUAL)).mean()) if distance.size else 1.0,
    )


def _distance(a: Array, b: Array) -> Array:
    a = a.astype(np.float64)
    b = b.astype(np.float64)
    with np.errstate(invalid="ignore"):
        distance = np.abs(a - b)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    return np.where(same, 0.0, np.where(np.isnan(distance), np.inf, distance))
