"""From the name of a model to its quantized and its compiled program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cmlir.errors import InvalidInputError

if TYPE_CHECKING:
    from torch.export import ExportedProgram

    from cmlir.compiler import Compiled
    from cmlir.frontend.models import Model


@dataclass(frozen=True)
class Calibration:
    """Where samples come from, and how they are used: the options of `options.calibrating`."""

    path: Path | None = None
    limit: int | None = None
    per_tensor: bool = False


@dataclass(frozen=True)
class Built:
    """A model on its way: as it was named, as it is run by PyTorch, and compiled."""

    model: Model
    samples: list[tuple[Any, ...]] | None
    program: ExportedProgram
    compiled: Compiled


def samples_for(model: Model, calibration: Calibration) -> list[tuple[Any, ...]] | None:
    """From the file if there is one, else the factory's; None if there are none."""
    samples = model.samples
    if calibration.path is not None:
        from cmlir.frontend.samples import load_samples

        samples = load_samples(calibration.path, model.shapes)
    return samples[: calibration.limit] if samples is not None else None


def quantized(
    name: str,
    model: Model,
    samples: list[tuple[Any, ...]] | None,
    per_tensor: bool,
    **options: Any,
) -> ExportedProgram:
    """The model as a quantized program; raises InvalidInputError without samples.

    `options` are those of `cmlir.quantize`.
    """
    import cmlir

    if model.is_quantized:
        raise InvalidInputError(f"{name} is quantized already", advice="cmlir compile takes it")
    if samples is None:
        raise InvalidInputError(
            f"there are no samples to calibrate {name} with",
            advice="give --calibration data.npz, or return (module, samples) from the function",
        )
    return cmlir.quantize(model.model, samples, per_channel=not per_tensor, **options)


def built(name: str, calibration: Calibration, options: dict[str, Any]) -> Built:
    """Load a model, quantize it if it is a float one with samples, and compile it."""
    import cmlir
    from cmlir.frontend.models import load_model

    model = load_model(name)
    samples = samples_for(model, calibration)
    if model.is_quantized or (samples is None and name.endswith(".pt2")):
        program: Any = model.model
    else:
        program = quantized(name, model, samples, calibration.per_tensor)
    return Built(model, samples, program, cmlir.compile(program, **options))


def compile_options(
    *,
    target: str,
    kernels: str,
    io: str,
    no_float: bool,
    absorb: bool,
    overwrite_inputs: bool,
    place: tuple[tuple[str, str], ...],
    max_arena: int | None,
    max_flash: int | None,
) -> dict[str, Any]:
    """The options of `options.compiling` as `cmlir.compile` takes them."""
    return {
        "target": target,
        "kernels": kernels,
        "io": io,
        "allow_float": not no_float,
        "absorb": absorb,
        "overwrite_inputs": overwrite_inputs,
        "place": dict(place),
        "max_arena": max_arena,
        "max_flash": max_flash,
    }
