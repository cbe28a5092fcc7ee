"""Samples and references from .npy and .npz files, and the interface of a bare ELF image."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

import numpy as np

from cmlir.atomic import whole_file
from cmlir.errors import InvalidInputError
from cmlir.runtime.elf import Elf
from cmlir.runtime.project import Port
from cmlir.runtime.result import Array


def image_ports(elf: Elf) -> tuple[tuple[Port, ...], tuple[Port, ...]]:
    """Inputs and outputs of an image with cmlir's runner; sizes only, dtypes are not in it."""
    symbols = {symbol.name: symbol for symbol in elf.symbols()}
    if "call_model" not in symbols:
        raise InvalidInputError(
            "not an image with cmlir's runner",
            where=str(elf.path),
            advice="give a C project written by cmlir, or the app.elf built from it",
        )
    kinds: list[tuple[Port, ...]] = []
    for kind in ("input", "output"):
        symbol = symbols.get(f"model_{kind}_bytes")
        data = elf.read(symbol.address, symbol.size) if symbol else b""
        sizes = struct.unpack(f"<{len(data or b'') // 4}I", data or b"")
        kinds.append(
            tuple(Port(f"{kind}_{i}", size, (), None, 0.0, 0) for i, size in enumerate(sizes))
        )
    return kinds[0], kinds[1]


def load_arrays(path: Path) -> dict[str, Array]:
    """The arrays of an .npz file, or the one of an .npy file under the file's name.

    Raises InvalidInputError for anything else.
    """
    try:
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            return {path.stem: loaded}
        with loaded:
            return dict(loaded)
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise InvalidInputError(f"not an .npy or .npz file: {error}", where=str(path)) from error


def save_arrays(path: Path, arrays: dict[str, Array]) -> None:
    """Writes an .npz file. As np.savez, but for any names, and always the same bytes."""
    with whole_file(path, "the outputs") as fresh, ZipFile(fresh, "w") as archive:
        for name, array in arrays.items():
            with archive.open(ZipInfo(f"{name}.npy"), "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def assigned(arrays: dict[str, Array], ports: Sequence[Port], what: str) -> list[Array]:
    """An array for each port: by name if every port's name is there, in the file's order else."""
    if all(port.name in arrays for port in ports):
        return [arrays[port.name] for port in ports]
    if len(arrays) != len(ports):
        raise InvalidInputError(
            f"{len(arrays)} {what} given ({', '.join(arrays)}), the model has {len(ports)}",
            advice=f"it has {', '.join(port.name for port in ports)}",
        )
    return list(arrays.values())


def split_samples(arrays: Sequence[Array], ports: Sequence[Port]) -> list[tuple[Array, ...]]:
    """Samples from arrays that hold one or more of them, along the leading dimension.

    Arrays of one dimension may hold them one after the other.  Raises InvalidInputError for another
    dtype or shape than the port's, sizes that are no multiple of the port's, or unequal numbers of
    samples.
    """
    counts: set[int] = set()
    parts: list[list[Array]] = []
    for array, port in zip(arrays, ports, strict=True):
        if port.dtype is not None and array.dtype != port.dtype:
            raise InvalidInputError(
                f"input {port.name!r} is {array.dtype}, the model takes {port.dtype}",
                advice=f"convert it: array.astype('{port.dtype}')",
            )
        _require_shape(array, port)
        if array.nbytes == 0 or array.nbytes % port.bytes:
            raise InvalidInputError(
                f"input {port.name!r} has {array.nbytes} bytes, a sample of it {port.bytes}"
            )
        count = array.nbytes // port.bytes
        counts.add(count)
        parts.append(np.split(np.ascontiguousarray(array).reshape(-1), count))
    if len(counts) > 1:
        raise InvalidInputError(f"the inputs hold different numbers of samples: {sorted(counts)}")
    return list(zip(*parts, strict=True)) if parts else [()]


def _require_shape(array: Array, port: Port) -> None:
    """One sample, or several along an axis before the port's or along its own first one."""
    is_batch = port.shape[:1] == (1,) and array.shape[1:] == port.shape[1:]
    if port.dtype is None or array.ndim <= 1 or array.shape == port.shape or is_batch:
        return
    if array.shape[1:] != port.shape:
        raise InvalidInputError(
            f"input {port.name!r} has shape {array.shape}, a sample of it {port.shape}",
            advice="several samples stand along a first axis",
        )
