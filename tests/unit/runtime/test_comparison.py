"""Differences in steps."""

import json

import numpy as np
import pytest

from cmlir.errors import InvalidInputError
from cmlir.runtime import Port, RunResult
from cmlir.runtime.comparison import difference


def port(dtype: str, scale: float = 0.0) -> Port:
    return Port("y", 4 * np.dtype(dtype).itemsize, (4,), np.dtype(dtype), scale, 0)


def test_codes():
    got = np.array([-128, 0, 5, 127], np.int8)
    found = difference(port("int8"), [got], np.array([127, 0, 6, 127], np.int8))
    assert (found.unit, found.largest, found.mean, found.equal) == ("steps", 255, 64, 0.5)


def test_several_samples():
    samples = [np.zeros(4, np.int8), np.full(4, 2, np.int8)]
    found = difference(port("int8"), samples, np.ones((2, 4), np.int8))
    assert (found.largest, found.mean, found.equal) == (1, 1, 0)


def test_floats_of_a_known_step():
    got = np.array([0.5, 1.0, np.inf, 0], np.float32)
    found = difference(port("float32", 0.25), [got], np.array([0.5, 1.5, np.inf, 0], np.float32))
    assert (found.unit, found.largest, found.equal) == ("steps", 2, 0.75)


@pytest.mark.parametrize("expected", [0.0, -np.inf])
def test_not_a_number_is_far_from_numbers(expected: float):
    got = np.array([np.nan, np.nan, 1, 1], np.float32)
    wanted = np.array([np.nan, expected, 1, 1], np.float32)
    found = difference(port("float32"), [got], wanted)
    assert (found.unit, found.largest, found.equal) == ("absolute", np.inf, 0.75)


def test_other_kind_or_number_of_values():
    with pytest.raises(InvalidInputError, match="holds 3 values, 1 samples hold 4"):
        difference(port("int8"), [np.zeros(4, np.int8)], np.zeros(3, np.int8))
    with pytest.raises(InvalidInputError, match="is int8, its reference float32"):
        difference(port("int8"), [np.zeros(4, np.int8)], np.zeros(4, np.float32))


def test_json_holds_no_bare_nan():
    output = np.array([np.nan, -np.inf, 1.5], np.float32)
    result = RunResult(((output,),), 7, (3, 4), 1, 1, 1, 1, 1, 0, "s", "c", state=b"\1\xff")
    read = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert read["outputs"][0][0]["data"] == ["nan", "-inf", 1.5]
    assert (read["per_op"], read["state"]) == ([3, 4], "01ff")
