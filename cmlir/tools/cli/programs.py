"""What `cmlir run` and `cmlir profile` run: a C project, or a model that is compiled on the way."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cmlir.codegen.report import Report, report_from_json
from cmlir.errors import InvalidInputError
from cmlir.runtime.files import assigned, load_arrays, split_samples
from cmlir.runtime.project import Port, Project, load_project
from cmlir.runtime.result import Array, RunResult
from cmlir.runtime.run import run_project
from cmlir.tools.cli.building import Built, Calibration, built

if TYPE_CHECKING:
    from cmlir.compiler import Compiled

Sample = tuple[Array, ...]


@dataclass(frozen=True)
class Program:
    """A C project with its report, how it was built if it was not there before, and placement."""

    project: Project
    report: Report
    built: Built | None
    place: dict[str, str]

    @property
    def target(self) -> str:
        return self.report.target


@contextmanager
def program(name: str, calibration: Calibration, options: dict[str, Any]) -> Iterator[Program]:
    """The program in a directory, or that of a model compiled with ``options``, until the end."""
    if Path(name).is_dir():
        yield _of_project(Path(name), options)
        return
    made = built(name, calibration, options)
    with tempfile.TemporaryDirectory(prefix="cmlir-") as directory:
        path = made.compiled.save(Path(directory) / "project")
        report = made.compiled.report
        yield Program(load_project(path), report, made, report.place)


def _of_project(path: Path, options: dict[str, Any]) -> Program:
    project = load_project(path)
    try:
        report = report_from_json((path / "report.json").read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(
            f"report.json cannot be read: {error}",
            where=str(path),
            advice="compile the program again",
        ) from error
    return Program(project, report, None, {**report.place, **options["place"]})


@dataclass(frozen=True)
class Inputs:
    """The options that say what a program is run on."""

    archive: Path | None
    files: tuple[Path, ...]
    seed: int | None

    def samples(self, to_run: Program) -> list[Sample]:
        """The samples in their ports' dtypes; floats for inputs that are codes are quantized."""
        if sum(map(bool, (self.archive, self.files, self.seed is not None))) > 1:
            raise InvalidInputError("--inputs, --input and --random exclude each other")
        ports = to_run.project.inputs
        if self.seed is not None:
            return [_random(ports, self.seed)]
        arrays = self._arrays(to_run)
        coded = [_coded(array, port) for array, port in zip(arrays, ports, strict=True)]
        return split_samples(coded, ports)

    def _arrays(self, to_run: Program) -> list[Array]:
        ports = to_run.project.inputs
        if self.archive is not None:
            return assigned(load_arrays(self.archive), ports, "inputs")
        if self.files or not ports:
            given = [load_arrays(path) for path in self.files]
            return assigned(_in_order(given), ports, "inputs")
        if to_run.built is not None and to_run.built.samples:
            first = to_run.built.samples[0]
            return assigned(_in_order([{"": np.asarray(v)} for v in first]), ports, "inputs")
        raise InvalidInputError(
            f"the program takes {len(ports)} inputs, but none were given: "
            + ", ".join(f"{port.name} {port.dtype}{list(port.shape)}" for port in ports),
            advice="give --inputs with an .npz, or --random 0 to measure on random numbers",
        )


def _in_order(given: Sequence[dict[str, Array]]) -> dict[str, Array]:
    """One array from each file, under names that are nobody's."""
    return {f"#{index}": next(iter(arrays.values())) for index, arrays in enumerate(given)}


def _coded(array: Array, port: Port) -> Array:
    return port.quantize(array) if port.holds_codes and array.dtype.kind == "f" else array


def _random(ports: Sequence[Port], seed: int) -> Sample:
    generator = np.random.default_rng(seed)
    return tuple(_random_input(port, generator) for port in ports)


def _random_input(port: Port, generator: np.random.Generator) -> Array:
    """Normal numbers, or all codes of an input that is quantized; else zeros and ones."""
    if port.dtype is None:
        return np.zeros(port.bytes, np.uint8)
    if port.dtype.kind == "f":
        return generator.standard_normal(port.shape).astype(port.dtype)
    if port.holds_codes:
        limits = np.iinfo(port.dtype.name)
        return generator.integers(limits.min, limits.max + 1, port.shape).astype(port.dtype)
    return generator.integers(0, 2, port.shape).astype(port.dtype)


def execute(to_run: Program, samples: list[Sample], on: str, **options: Any) -> RunResult:
    """A run of all samples; options that are None are left to the runner."""
    if on == "interpreter":
        return _interpreted(to_run, samples)
    given = {name: value for name, value in options.items() if value is not None}
    if on == "host":
        given.pop("timeout", None)
    else:
        given |= {"target": to_run.target, "place": to_run.place}
    return run_project(to_run.project, samples, on=on, **given).typed(to_run.project.outputs)


def _interpreted(to_run: Program, samples: list[Sample]) -> RunResult:
    if to_run.built is None:
        raise InvalidInputError(
            "a C project cannot be run on the interpreter, which runs IR",
            where=str(to_run.project.directory),
            advice="run the model that it was compiled from, or take --on host",
        )
    compiled: Compiled = to_run.built.compiled
    ports = to_run.project.inputs
    shaped = [[a.reshape(p.shape) for a, p in zip(s, ports, strict=True)] for s in samples]
    results = compiled.run_many(shaped)
    return RunResult(
        outputs=tuple(result.outputs for result in results),
        instructions=None,
        per_op=None,
        flash_bytes=None,
        code_bytes=None,
        ram_bytes=None,
        io_bytes=to_run.project.io_bytes,
        stack_bytes=None,
        status=0,
        simulator="interpreter",
        compiler="none",
        statuses=(0,) * len(results),
    )
