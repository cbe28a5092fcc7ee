"""Compiles emitted C projects and calls them through ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from cmlir.codegen import save
from cmlir.codegen.program import read_program
from cmlir.dialects.cortex_m.plan import entry_function, role_of
from cmlir.interpreter.values import dtype_of, shape_of_type
from support.kernel_objects import Target
from support.ports import Array

STRICT = (
    *("-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wpedantic"),
    *("-Wshadow", "-Wcast-align", "-Wundef", "-Wmissing-prototypes"),
)

_GUARD = 64
"""Bytes around every memory that the model must leave as they are."""

_RUBBISH = 0xA5


class EmittedModel:
    """A project compiled into a shared library for the host."""

    def __init__(self, planned: ModuleOp, folder: Path, compiler: Target):
        directory = save(planned, folder / "project")
        sources = [str(path) for path in sorted(directory.rglob("*.c"))]
        compiler.compile(
            *("-O1", "-shared", "-fPIC", f"-I{directory / 'kernels' / 'include'}"),
            *("-o", "model.so", *sources),
            folder=folder,
        )
        library = ctypes.CDLL(str(folder / "model.so"))
        self._run = library.model_run
        self._run.restype = ctypes.c_int32
        self._run.argtypes = [ctypes.c_void_p] * 4
        program = read_program(planned, "model")
        self._arena_bytes = program.arena_bytes
        self._state = _Memory(bytes([_RUBBISH]) * program.state_bytes)
        self._init = library.model_init if program.states else None
        self._overwrites_inputs = program.overwrites_inputs
        arguments = entry_function(planned).body.block.args
        self._outputs = [a.type for a in arguments if role_of(a) == "output"]

    def __call__(self, *inputs: Array, rubbish: int = _RUBBISH) -> tuple[Array, ...]:
        """The outputs; fails if the model changes what it must not.

        `rubbish` is what every byte of the arena and of the outputs holds before.
        """
        given = [_Memory(value.tobytes()) for value in inputs]
        written = [_Memory(bytes([rubbish]) * _size(t)) for t in self._outputs]
        arena = _Memory(bytes([rubbish]) * self._arena_bytes)
        state = self._first_state()
        status = self._run(_pointers(given), _pointers(written), arena.address, state)
        assert status == 0
        for memory in (*given, *written, arena, self._state):
            memory.check_guards()
        if not self._overwrites_inputs:
            kept = [memory.contents() for memory in given]
            assert kept == [value.tobytes() for value in inputs], "changed an input"
        return tuple(
            np.frombuffer(m.contents(), dtype_of(t)).reshape(shape_of_type(t))
            for m, t in zip(written, self._outputs, strict=True)
        )

    def _first_state(self) -> int | None:
        if self._init is None:
            return None
        assert self._init(ctypes.c_void_p(self._state.address)) == 0
        return self._state.address


class _Memory:
    """Bytes at an address that is a multiple of 16, between two guards."""

    def __init__(self, data: bytes):
        self._size = len(data)
        self._block = ctypes.create_string_buffer(len(data) + 2 * _GUARD + 16)
        ctypes.memset(self._block, _RUBBISH ^ 0xFF, len(self._block))
        self.address = (ctypes.addressof(self._block) + _GUARD + 15) // 16 * 16
        ctypes.memmove(self.address, data, len(data))

    def contents(self) -> bytes:
        return ctypes.string_at(self.address, self._size)

    def check_guards(self) -> None:
        guard = bytes([_RUBBISH ^ 0xFF]) * _GUARD
        assert ctypes.string_at(self.address - _GUARD, _GUARD) == guard, "wrote before a memory"
        assert ctypes.string_at(self.address + self._size, _GUARD) == guard, "wrote behind it"


def _pointers(memories: Sequence[_Memory]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * len(memories))(*(memory.address for memory in memories))


def _size(value_type: object) -> int:
    return int(np.prod(shape_of_type(value_type), dtype=np.int64)) * dtype_of(value_type).itemsize
