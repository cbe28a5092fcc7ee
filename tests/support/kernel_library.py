"""Calls C kernels through ctypes, on memory that shows every access it should not have seen."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Array = NDArray[Any]

SANITIZED_LIBRARY = "CMLIR_TEST_SANITIZED_LIBRARY"
"""Environment variable: a library built with sanitizers, to be tested instead of a fresh build."""

_GUARD_BYTES = 64
_GUARD = 0xA5

_libc = ctypes.CDLL(None)
_libc.malloc.restype = ctypes.c_void_p
_libc.malloc.argtypes = [ctypes.c_size_t]
_libc.free.argtypes = [ctypes.c_void_p]


class Dims(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in "nhwc"]


class Context(ctypes.Structure):
    _fields_ = [("buf", ctypes.c_void_p), ("size", ctypes.c_int32)]


class Scratch(Context):
    """Working memory: what it holds after the call is of no account."""


class PerTensor(ctypes.Structure):
    _fields_ = [("multiplier", ctypes.c_int32), ("shift", ctypes.c_int32)]


class PerChannel(ctypes.Structure):
    _fields_ = [("multiplier", ctypes.c_void_p), ("shift", ctypes.c_void_p)]


class Quant(ctypes.Structure):
    _fields_ = [*PerChannel._fields_, ("is_per_channel", ctypes.c_int32)]


class BiasData(ctypes.Structure):
    """cmsis_nn_bias_data"""

    _fields_ = [("data", ctypes.c_void_p), ("is_int32_bias", ctypes.c_bool)]


class FcParams(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_int32)
        for name in ("input_offset", "filter_offset", "output_offset", "act_min", "act_max")
    ]


class BmmParams(ctypes.Structure):
    _fields_ = [("adj_x", ctypes.c_bool), ("adj_y", ctypes.c_bool), ("fc_params", FcParams)]


class StridedMatmulParams(ctypes.Structure):
    _fields_ = [
        ("sizes", ctypes.c_int32 * 5),
        ("lhs_strides", ctypes.c_int32 * 3),
        ("rhs_strides", ctypes.c_int32 * 4),
        ("out_strides", ctypes.c_int32 * 3),
        ("fc_params", FcParams),
        ("rescale", PerTensor),
    ]


class TransposeParams(ctypes.Structure):
    _fields_ = [("num_dims", ctypes.c_int32), ("permutations", ctypes.c_void_p)]


@dataclass(frozen=True)
class Block:
    """An array in C memory, between two guards of `guard` bytes."""

    base: int
    guard: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    initial: bytes | None
    """What the memory must still hold after the call; None for outputs."""

    @property
    def address(self) -> int:
        return self.base + self.guard

    @property
    def nbytes(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64)) * self.dtype.itemsize

    def value(self) -> Array:
        data = ctypes.string_at(self.address, self.nbytes)
        return np.frombuffer(data, self.dtype).reshape(self.shape).copy()

    def check(self) -> None:
        guard = bytes([_GUARD]) * self.guard
        assert ctypes.string_at(self.base, self.guard) == guard, "wrote before a buffer"
        end = self.address + self.nbytes
        assert ctypes.string_at(end, self.guard) == guard, "wrote behind a buffer"
        if self.initial is not None:
            data = ctypes.string_at(self.address, self.nbytes)
            assert data == self.initial, "changed an input"


class Memory:
    """The arrays of one call; on leaving the `with` block, guards and inputs are checked.

    `exact`: no guards, each array fills its own allocation, so that ASan sees reads beyond it too.
    Else arrays of bytes begin at odd addresses: kernels must not rely on more than their elements'
    alignment.
    """

    def __init__(self, exact: bool) -> None:
        self._exact = exact
        self._blocks: list[Block] = []

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                for block in self._blocks:
                    block.check()
        finally:
            for block in self._blocks:
                _libc.free(block.base)

    def input(self, array: Array) -> Block:
        """Memory that the kernel must not change."""
        data = np.ascontiguousarray(array)
        return self._place(data.shape, data.dtype, data.tobytes(), constant=True)

    def inout(self, array: Array) -> Block:
        """Memory that the kernel reads and writes."""
        data = np.ascontiguousarray(array)
        return self._place(data.shape, data.dtype, data.tobytes(), constant=False)

    def output(self, shape: Sequence[int], dtype: DTypeLike) -> Block:
        """Memory that the kernel writes; full of rubbish before."""
        size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
        return self._place(shape, np.dtype(dtype), bytes([0x5A]) * size, constant=False)

    def _place(
        self, shape: Sequence[int], dtype: np.dtype[Any], data: bytes, constant: bool
    ) -> Block:
        guard = 0 if self._exact else _GUARD_BYTES + (1 if dtype.itemsize == 1 else 0)
        base = _libc.malloc(max(1, len(data) + 2 * guard))
        assert base is not None
        ctypes.memset(base, _GUARD, len(data) + 2 * guard)
        ctypes.memmove(base + guard, data, len(data))
        block = Block(base, guard, tuple(shape), dtype, data if constant else None)
        self._blocks.append(block)
        return block


class KernelLibrary:
    """A shared library of kernels."""

    def __init__(self, path: Path, exact: bool = False) -> None:
        self._library = ctypes.CDLL(str(path))
        self._exact = exact

    def memory(self) -> Memory:
        return Memory(self._exact)

    def call(self, function: str, *arguments: object) -> int:
        """The status (or other int) that `function` returns.

        int becomes int32_t, float float, a Block or None a pointer, a structure a pointer to it;
        c_void_p stays what it is.
        """
        symbol = getattr(self._library, function)
        symbol.restype = ctypes.c_int32
        return symbol(*map(_argument, arguments))


def _argument(value: object) -> Any:
    match value:
        case None:
            return ctypes.c_void_p(None)
        case Block():
            return ctypes.c_void_p(value.address)
        case ctypes.c_void_p():
            return value
        case ctypes.Structure():
            return ctypes.byref(value)
        case float():
            return ctypes.c_float(value)
        case int():
            return ctypes.c_int32(value)
        case _:
            raise TypeError(f"no C argument for {value!r}")
