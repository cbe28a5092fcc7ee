"""Running a compiled program: on the interpreter, on this machine, on a simulator."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from cmlir.dialects.cortex_m.plan import entry_function
from cmlir.dialects.states import states_of
from cmlir.errors import InvalidInputError
from cmlir.interpreter import call, initial_state
from cmlir.ports import Port, input_ports, output_ports
from cmlir.runtime.errors import RunError
from cmlir.runtime.result import RunResult

if TYPE_CHECKING:
    from cmlir.compiler import Compiled

AnyArray = npt.NDArray[Any]

SIMULATORS = ("host", "qemu", "fvp")


@dataclass(frozen=True)
class Result:
    """The outputs of one inference, and what was measured of the run that it was part of.

    ``outputs`` are the flattened tensor leaves in PyTorch's order, shape and dtype, or codes where
    the program was compiled with ``io="quantized"``.  ``instructions`` are exact executed
    instructions of this inference, never cycles; sizes are in bytes.  ``per_op`` counts the kernel
    calls of the sample that takes most, ``estimated_cycles`` weighs them (cmlir/runtime/cycles.py):
    an estimate.  What a runner cannot measure is None.
    """

    outputs: tuple[AnyArray, ...]
    instructions: int | None = None
    per_op: tuple[int, ...] | None = None
    flash_bytes: int | None = None
    code_bytes: int | None = None
    ram_bytes: int | None = None
    io_bytes: int | None = None
    stack_bytes: int | None = None
    simulator: str = "interpreter"
    compiler: str | None = None
    estimated_cycles: int | None = None
    per_op_estimated_cycles: tuple[int, ...] | None = None


def run_samples(
    compiled: Compiled, samples: Sequence[Sequence[Any]], on: str, **options: Any
) -> list[Result]:
    """One result a sample, in order, each from the first state; raises CmlirError for inputs that
    do not fit."""
    if not states_of(entry_function(compiled.module)):
        return run_calls(compiled, samples, on, None, **options)[0]
    return [run_calls(compiled, [s], on, None, **options)[0][0] for s in samples]


State: TypeAlias = tuple[AnyArray, ...] | bytes
"""Of the interpreter, or of the runners: the bytes of the state's memory."""


def run_calls(
    compiled: Compiled,
    samples: Sequence[Sequence[Any]],
    on: str,
    state: State | None,
    **options: Any,
) -> tuple[list[Result], State]:
    """Calls in order, from a state (None: the first one): a result each, and the state behind."""
    ports = input_ports(compiled.module)
    arrays = [checked_inputs(ports, sample) for sample in samples]
    if on == "interpreter":
        return _interpreted(compiled, arrays, state)
    if on not in SIMULATORS:
        raise InvalidInputError(
            f"cannot run on {on!r}", advice=f"one of interpreter, {', '.join(SIMULATORS)}"
        )
    from cmlir.runtime import run_project

    with _saved(compiled) as directory:
        kept = {"state": state} if state else {}
        found = {**_runner_options(compiled, on, options), **kept}
        measured = run_project(directory, arrays, on=on, **found)
    return _results(measured, output_ports(compiled.module)), measured.state


def _interpreted(
    compiled: Compiled, samples: Sequence[Sequence[AnyArray]], state: State | None
) -> tuple[list[Result], State]:
    assert not isinstance(state, bytes), "of another runner"
    after = initial_state(compiled.module) if state is None else state
    results: list[Result] = []
    for sample in samples:
        outputs, after = call(compiled.module, sample, after)
        results.append(Result(outputs))
    return results, after


def _runner_options(compiled: Compiled, on: str, options: Mapping[str, Any]) -> dict[str, Any]:
    if on == "host":
        return dict(options)
    return {"target": compiled.report.target, "place": compiled.report.place, **options}


def _results(measured: RunResult, ports: Sequence[Port]) -> list[Result]:
    _require_success(measured)
    counts = measured.sample_instructions or (None,) * len(measured.outputs)
    common = Result(
        outputs=(),
        per_op=measured.per_op,
        flash_bytes=measured.flash_bytes,
        code_bytes=measured.code_bytes,
        ram_bytes=measured.ram_bytes,
        io_bytes=measured.io_bytes,
        stack_bytes=measured.stack_bytes,
        simulator=measured.simulator,
        compiler=measured.compiler,
        estimated_cycles=measured.estimated_cycles,
        per_op_estimated_cycles=measured.per_op_estimated_cycles,
    )
    return [
        replace(common, outputs=_typed(sample, ports), instructions=count)
        for sample, count in zip(measured.outputs, counts, strict=True)
    ]


def _require_success(measured: RunResult) -> None:
    for index, status in enumerate(measured.statuses):
        if status:
            raise RunError(
                f"model_run returned {status}, the error status of a kernel",
                where=f"{measured.simulator}, sample {index}",
                advice="look for an input that a kernel refuses, such as an index outside of the "
                "table of an embedding",
            )


def _typed(sample: Sequence[AnyArray], ports: Sequence[Port]) -> tuple[AnyArray, ...]:
    return tuple(
        np.frombuffer(data.tobytes(), port.dtype).reshape(port.shape)
        for data, port in zip(sample, ports, strict=True)
    )


@contextmanager
def _saved(compiled: Compiled) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="cmlir-") as directory:
        yield compiled.save(Path(directory) / "project")


def checked_inputs(ports: Sequence[Port], sample: Sequence[Any]) -> list[AnyArray]:
    """The tensor leaves of ``sample`` in their ports' dtype; floats for codes are quantized.

    Raises InvalidInputError that names the input which does not fit.
    """
    leaves = tensor_leaves(sample)
    if len(leaves) != len(ports):
        raise InvalidInputError(
            f"the program has {len(ports)} inputs, but was given {len(leaves)}",
            advice=f"give {', '.join(f'{p.name} {p.shape}' for p in ports) or 'none'}",
        )
    return [_checked(port, leaf) for port, leaf in zip(ports, leaves, strict=True)]


def tensor_leaves(value: Any) -> list[AnyArray]:
    """The tensors of nested tuples, lists and dicts, in PyTorch's order.

    None, numbers and texts are no leaves.
    """
    return [np.asarray(v.detach() if hasattr(v, "detach") else v) for v in _leaves(value)]


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    elif value is not None and not isinstance(value, int | float | complex | str):
        yield value


def _checked(port: Port, array: AnyArray) -> AnyArray:
    if array.shape != port.shape:
        raise InvalidInputError(
            f"input {port.name!r} has shape {array.shape}, not {port.shape}",
            advice="the program was exported for fixed shapes",
        )
    if array.dtype != port.dtype and port.quantized is not None and array.dtype.kind == "f":
        array = port.quantize(array)
    if array.dtype != port.dtype:
        raise InvalidInputError(f"input {port.name!r} is {array.dtype}, not {port.dtype}")
    return np.asarray(array, order="C")


@dataclass
class Session:
    """Calls in order on one runner; what the program keeps as state lasts from call to call."""

    compiled: Compiled
    on: str
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    state: State | None = None
    """What the last call left; None before the first one, which makes the first state."""

    def run(self, *inputs: Any) -> Result:
        """One call, as ``Compiled.run``."""
        return self.run_many([inputs])[0]

    def run_many(self, samples: Sequence[Sequence[Any]]) -> list[Result]:
        """Several calls one after the other, in one simulator run."""
        results, self.state = run_calls(self.compiled, samples, self.on, self.state, **self.options)
        return results

    def reset(self) -> None:
        """The next call begins with the first state."""
        self.state = None
