"""Reads an emitted C project: what its model.h says, and which files belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cmlir.errors import InvalidInputError

_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(MODEL_\w+)\b(.*)$", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)

SOURCE_SUFFIXES = (".c", ".S")


@dataclass(frozen=True)
class Port:
    """An input or output of a model. `dtype` is None if model.h gives only the size.

    `arena_offset` is the place that an input has in the arena, if it has one.
    `scale` is that of codes, or of floats that become or were codes; 0 if there is none.
    """

    name: str
    bytes: int
    shape: tuple[int, ...]
    dtype: np.dtype[np.generic] | None
    scale: float
    zero_point: int
    arena_offset: int | None = None

    @property
    def own_bytes(self) -> int:
        """Memory that is needed beside the arena."""
        return self.bytes if self.arena_offset is None else 0

    def array(self, data: bytes) -> npt.NDArray[np.generic]:
        """`data` in the port's dtype and shape, or as plain bytes if those are unknown."""
        if self.dtype is None:
            return np.frombuffer(data, np.uint8)
        return np.frombuffer(data, self.dtype).reshape(self.shape)

    @property
    def holds_codes(self) -> bool:
        """Whether its elements are small integers that stand for real numbers."""
        is_small = self.dtype is not None and self.dtype.kind in "iu" and self.dtype.itemsize <= 2
        return is_small and self.scale > 0

    def reals(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The numbers that codes stand for; other values as they are."""
        if not self.holds_codes:
            return values
        shifted = values.astype(np.float32) - np.float32(self.zero_point)
        return shifted * np.float32(self.scale)

    def quantize(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Codes of real numbers, for a port that has a scale; rounds ties to even, saturates."""
        assert self.dtype is not None
        limits = np.iinfo(self.dtype.name)
        inverse = np.float32(1) / np.float32(self.scale)
        codes = np.rint(values.astype(np.float32) * inverse) + self.zero_point
        codes = np.where(np.isnan(codes), self.zero_point, codes)
        return np.clip(codes, limits.min, limits.max).astype(self.dtype)


@dataclass(frozen=True)
class Project:
    """A C project. Sizes in bytes; `sources` are the model's own, `kernels` those it carries."""

    directory: Path
    arena_bytes: int
    arena_alignment: int
    state_bytes: int
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    sources: tuple[Path, ...]
    kernels: tuple[Path, ...]

    @property
    def io_bytes(self) -> int:
        """Memory of inputs and outputs beside the arena."""
        return sum(port.own_bytes for port in (*self.inputs, *self.outputs))

    @property
    def peak(self) -> str:
        """Where its arena is fullest, as a clause for errors; empty without a report that says."""
        from cmlir.codegen.report import report_from_json

        path = self.directory / "report.json"
        op = report_from_json(path.read_text()).peak_op if path.is_file() else None
        if op is None:
            return ""
        place = f" at {op.source}" if op.source else ""
        return (
            f"its peak is operation {op.index}, {op.op}{place}, with {op.live_bytes:,} bytes in use"
        )

    @property
    def headers(self) -> tuple[Path, ...]:
        """Files beside the sources that these may include: headers, binary data."""
        ignored = {*SOURCE_SUFFIXES, ".o", ".json", ".md", ".txt", ".cmake"}
        files = (path for path in self.directory.iterdir() if path.is_file())
        return tuple(sorted(path for path in files if path.suffix not in ignored))

    @property
    def kernel_headers(self) -> tuple[Path, ...]:
        return tuple(sorted((self.directory / "kernels").rglob("*.h")))

    @property
    def kernel_include(self) -> Path:
        return self.directory / "kernels" / "include"


def load_project(directory: Path | str) -> Project:
    """Raises InvalidInputError if the directory holds no model.h, or an incomplete one."""
    directory = Path(directory).absolute()
    header = directory / "model.h"
    if not header.is_file():
        raise InvalidInputError(
            "not a C project: model.h is missing",
            where=str(directory),
            advice="give a directory written by Compiled.save()",
        )
    macros = _Macros(header)
    return Project(
        directory=directory,
        arena_bytes=macros.integer("MODEL_ARENA_BYTES"),
        arena_alignment=macros.integer("MODEL_ARENA_ALIGNMENT"),
        state_bytes=macros.integer("MODEL_STATE_BYTES"),
        inputs=macros.ports("INPUT"),
        outputs=macros.ports("OUTPUT"),
        sources=_sources(directory.iterdir()),
        kernels=_sources((directory / "kernels").rglob("*")),
    )


def _sources(paths: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(sorted(path for path in paths if path.suffix in SOURCE_SUFFIXES))


class _Macros:
    """The MODEL_… macros of a header."""

    def __init__(self, header: Path):
        self.header = header
        text = _COMMENT.sub(" ", header.read_text())
        self.values = {name: value.strip() for name, value in _DEFINE.findall(text)}

    def integer(self, name: str) -> int:
        value = self._required(name).strip("()").rstrip("uUlL")
        try:
            return int(value, 0)
        except ValueError:
            raise self._malformed(name) from None

    def ports(self, kind: str) -> tuple[Port, ...]:
        count = self.integer(f"MODEL_NUM_{kind}S")
        if count == 0:
            return ()
        sizes = self._sizes(f"MODEL_{kind}_BYTES")
        if len(sizes) != count:
            raise self._malformed(f"MODEL_{kind}_BYTES")
        return tuple(self._port(f"MODEL_{kind}_{i}", size) for i, size in enumerate(sizes))

    def _port(self, prefix: str, size: int) -> Port:
        dtype = self._text(f"{prefix}_DTYPE")
        port = Port(
            name=self._text(f"{prefix}_NAME") or prefix.removeprefix("MODEL_").lower(),
            bytes=size,
            shape=self._shape(f"{prefix}_SHAPE"),
            dtype=self._dtype(f"{prefix}_DTYPE", dtype) if dtype else None,
            scale=self._real(f"{prefix}_{'STEP' if f'{prefix}_STEP' in self.values else 'SCALE'}"),
            zero_point=self.integer(f"{prefix}_ZERO_POINT")
            if f"{prefix}_ZERO_POINT" in self.values
            else 0,
            arena_offset=self.integer(f"{prefix}_ARENA_OFFSET")
            if f"{prefix}_ARENA_OFFSET" in self.values
            else None,
        )
        if port.dtype and port.dtype.itemsize * int(np.prod(port.shape)) != size:
            raise self._malformed(f"{prefix}_SHAPE")
        return port

    def _sizes(self, name: str) -> list[int]:
        items = self._required(name).strip("{} ").split(",")
        try:
            return [int(item.strip().rstrip("uUlL"), 0) for item in items if item.strip()]
        except ValueError:
            raise self._malformed(name) from None

    def _text(self, name: str) -> str:
        return self.values.get(name, "").strip('"')

    def _shape(self, name: str) -> tuple[int, ...]:
        """ "1x8x32" as (1, 8, 32); a scalar's is empty."""
        text = self._text(name)
        if not re.fullmatch(r"(\d+(x\d+)*)?|scalar", text):
            raise self._malformed(name)
        return tuple(int(part) for part in re.findall(r"\d+", text))

    def _dtype(self, name: str, text: str) -> np.dtype[np.generic]:
        try:
            return np.dtype(text)
        except TypeError:
            raise self._malformed(name) from None

    def _real(self, name: str) -> float:
        try:
            return float(self._text(name).strip("()").rstrip("fF") or 0.0)
        except ValueError:
            raise self._malformed(name) from None

    def _required(self, name: str) -> str:
        if name not in self.values:
            raise InvalidInputError(f"model.h does not define {name}", where=str(self.header))
        return self.values[name]

    def _malformed(self, name: str) -> InvalidInputError:
        value = self.values.get(name, "")
        return InvalidInputError(f"model.h defines {name} as {value!r}", where=str(self.header))
