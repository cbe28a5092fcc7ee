"""Samples as bytes: every input of a sample one after the other, without padding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cmlir.errors import InvalidInputError

Input = bytes | bytearray | memoryview | npt.NDArray[Any]
Sample = Sequence[Input]


def packed(samples: Sequence[Sample], sizes: Sequence[int]) -> list[list[bytes]]:
    """The bytes of each input of each sample.

    `sizes` are the inputs' sizes in bytes. Raises InvalidInputError where a sample has another
    number of inputs or an input another size.
    """
    return [_packed_sample(i, sample, sizes) for i, sample in enumerate(samples)]


def _packed_sample(index: int, sample: Sample, sizes: Sequence[int]) -> list[bytes]:
    if len(sample) != len(sizes):
        raise InvalidInputError(
            f"sample {index} has {len(sample)} inputs, the model takes {len(sizes)}"
        )
    data = [_bytes(value) for value in sample]
    for i, (value, size) in enumerate(zip(data, sizes, strict=True)):
        if len(value) != size:
            raise InvalidInputError(
                f"input {i} of sample {index} has {len(value)} bytes, the model takes {size}",
                advice="check dtype and shape against model.h",
            )
    return data


def _bytes(value: Input) -> bytes:
    return value.tobytes() if isinstance(value, np.ndarray) else bytes(value)


def unpacked(
    data: bytes, sizes: Sequence[int], count: int
) -> tuple[tuple[npt.NDArray[Any], ...], ...]:
    """The inverse, for `count` samples of outputs; each output as uint8 of shape (size,)."""
    samples: list[tuple[npt.NDArray[Any], ...]] = []
    at = 0
    for _ in range(count):
        arrays: list[npt.NDArray[Any]] = []
        for size in sizes:
            arrays.append(np.frombuffer(data, np.uint8, size, at))
            at += size
        samples.append(tuple(arrays))
    return tuple(samples)
