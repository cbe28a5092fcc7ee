"""Runs projects on this machine: compiled to a shared library and called in this process."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from copy import copy
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cmlir.errors import InvalidInputError
from cmlir.runtime.errors import RunError
from cmlir.runtime.image import build_library
from cmlir.runtime.project import Port, Project, load_project
from cmlir.runtime.result import RunResult
from cmlir.runtime.samples import Sample, packed
from cmlir.runtime.toolchain import host_compiler

POISON = 0xA5
GUARD_BYTES = 64

Bytes = npt.NDArray[np.uint8]


class HostModel:
    """A project loaded into this process, with its arena and state.

    The arena is poisoned once; the state is kept between calls of `run` until `reset`.
    """

    def __init__(self, project: Project | Path | str, compiler: str = "gcc"):
        self.project = project if isinstance(project, Project) else load_project(project)
        self._compiler = host_compiler(compiler).identity
        self._library = ctypes.CDLL(str(build_library(self.project, compiler)))
        self._library.model_run.restype = ctypes.c_int32
        self._arena = _Buffer(self.project.arena_bytes, self.project.arena_alignment)
        self._state = _Buffer(self.project.state_bytes, 16)
        self.reset()

    def reset(self, state: bytes | None = None) -> None:
        """Puts the model into its first state, or into a given one."""
        self._state.fill(POISON)
        if hasattr(self._library, "model_init"):
            self._library.model_init(ctypes.c_void_p(self._state.address))
        else:
            self._state.fill(0)
        if state is not None:
            self._state.write(state)

    def run(self, samples: Sequence[Sample]) -> RunResult:
        """All samples in order. Raises RunError if the model writes outside its buffers."""
        if not samples:
            raise InvalidInputError("there is no sample to run")
        inputs = packed(samples, [port.bytes for port in self.project.inputs])
        runs = [self._run(index, sample) for index, sample in enumerate(inputs)]
        statuses = tuple(status for status, _ in runs)
        return RunResult(
            outputs=tuple(outputs for _, outputs in runs),
            instructions=None,
            per_op=None,
            flash_bytes=None,
            code_bytes=None,
            ram_bytes=None,
            io_bytes=self.project.io_bytes,
            stack_bytes=None,
            status=next((status for status in statuses if status), 0),
            simulator="host",
            compiler=self._compiler,
            statuses=statuses,
            state=self._state.read(),
        )

    def _run(self, index: int, sample: list[bytes]) -> tuple[int, tuple[Bytes, ...]]:
        ports = zip(self.project.inputs, sample, strict=True)
        inputs = [self._input(port, data) for port, data in ports]
        outputs = [_Buffer(port.bytes, 16) for port in self.project.outputs]
        status = self._library.model_run(
            _pointers(inputs),
            _pointers(outputs),
            ctypes.c_void_p(self._arena.address),
            ctypes.c_void_p(self._state.address),
        )
        for name, buffers in self._buffers(inputs, outputs):
            if not all(buffer.is_guarded() for buffer in buffers):
                raise RunError(f"the model wrote outside {name}", where=f"host, sample {index}")
        return status, tuple(np.frombuffer(buffer.read(), np.uint8) for buffer in outputs)

    def _input(self, port: Port, data: bytes) -> _Buffer:
        """Memory of its own with an input, or its place in the arena."""
        buffer = _Buffer(len(data), 16)
        if port.arena_offset is not None:
            buffer = self._arena.part(port.arena_offset, len(data))
        buffer.write(data)
        return buffer

    def _buffers(
        self, inputs: list[_Buffer], outputs: list[_Buffer]
    ) -> tuple[tuple[str, list[_Buffer]], ...]:
        return (
            ("the arena", [self._arena]),
            ("the state", [self._state]),
            ("an input", inputs),
            ("an output", outputs),
        )


class _Buffer:
    """Poisoned memory of a given size and alignment, with a guard on either side."""

    def __init__(self, size: int, alignment: int):
        self._memory = np.full(size + alignment + 2 * GUARD_BYTES, POISON, np.uint8)
        first = self._memory.ctypes.data + GUARD_BYTES
        self.address = -(-first // alignment) * alignment
        start = self.address - self._memory.ctypes.data
        self._data = self._memory[start : start + size]
        self._guards = self._memory[:start], self._memory[start + size :]

    def part(self, offset: int, size: int) -> _Buffer:
        """Some of the bytes, with the guards of all."""
        found = copy(self)
        found.address = self.address + offset
        found._data = self._data[offset : offset + size]
        return found

    def fill(self, value: int) -> None:
        self._data[:] = value

    def write(self, data: bytes) -> None:
        self._data[:] = np.frombuffer(data, np.uint8)

    def read(self) -> bytes:
        return self._data.tobytes()

    def is_guarded(self) -> bool:
        return all(bool((guard == POISON).all()) for guard in self._guards)


def _pointers(buffers: list[_Buffer]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * max(1, len(buffers)))(*(buffer.address for buffer in buffers))


def run_host(
    project: Project | Path | str,
    samples: Sequence[Sample],
    *,
    compiler: str = "gcc",
    state: bytes | None = None,
) -> RunResult:
    """Builds the project and runs all samples in this process. state: as for run_qemu."""
    model = HostModel(project, compiler)
    if state is not None:
        model.reset(state)
    return model.run(samples)
