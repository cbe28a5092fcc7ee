"""The one schema of what a run gives, wherever it ran."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy.typing as npt

from cmlir.runtime.project import Port

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class RunResult:
    """One or more samples, run one after the other in one process.

    outputs: for each sample its outputs, as bytes (uint8, flat) unless typed by `typed`.
    instructions: the largest of sample_instructions, which are exact: executed instructions from
        the call of model_run to its return, the call included. Never cycles. None where nothing
        counts them.
    per_op: of the same sample, the instructions of each op, from an image with op markers; what
        model_run does besides its ops is in none of them.
    estimated_cycles, per_op_estimated_cycles: of the same sample and images, the weighed sum of its
        instructions (cmlir/runtime/cycles.py); an estimate for comparing kernels.
    flash_bytes, code_bytes, ram_bytes: the model's part of the image (size.Sizes).
    stack_bytes: high-water mark below the call of model_run, largest of all samples.
    status: the first that was not 0 among the samples' statuses, or 0.
    counter, ticks: name and values of the processor's own cycle counter, where it means anything;
        a tick count is None if it overflowed.
    state: the model's state after the last sample.
    """

    outputs: tuple[tuple[Array, ...], ...]
    instructions: int | None
    per_op: tuple[int, ...] | None
    flash_bytes: int | None
    code_bytes: int | None
    ram_bytes: int | None
    io_bytes: int
    stack_bytes: int | None
    status: int
    simulator: str
    compiler: str
    statuses: tuple[int, ...] = ()
    sample_instructions: tuple[int, ...] | None = None
    counter: str | None = None
    ticks: tuple[int | None, ...] | None = None
    state: bytes = b""
    estimated_cycles: int | None = None
    per_op_estimated_cycles: tuple[int, ...] | None = None

    def typed(self, ports: tuple[Port, ...]) -> RunResult:
        """The same with each output in its port's dtype and shape."""
        outputs = tuple(
            tuple(port.array(data.tobytes()) for port, data in zip(ports, sample, strict=True))
            for sample in self.outputs
        )
        return replace(self, outputs=outputs)

    def to_json(self) -> dict[str, Any]:
        """For json.dump. Arrays become {dtype, shape, data}; NaN and infinities become strings."""
        fields = {name: _jsonable(value) for name, value in vars(self).items() if name != "outputs"}
        samples = [[_array_to_json(array) for array in sample] for sample in self.outputs]
        return {"outputs": samples, **fields}


def _jsonable(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    return list(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else value


def _array_to_json(array: Array) -> dict[str, Any]:
    data = [_finite_or_text(value) for value in array.ravel().tolist()]
    return {"dtype": str(array.dtype), "shape": list(array.shape), "data": data}


def _finite_or_text(value: Any) -> Any:
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
