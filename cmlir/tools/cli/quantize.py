"""`cmlir quantize`."""

from __future__ import annotations

from pathlib import Path

import click

from cmlir.tools.cli.building import Calibration, quantized, samples_for
from cmlir.tools.cli.commands import SETTINGS, Command, Setting, examples
from cmlir.tools.cli.options import FILE, calibrating, output
from cmlir.tools.cli.ui import emit, facts, progress_shown


@click.command(
    "quantize",
    cls=Command,
    context_settings=SETTINGS,
    epilog=examples(
        "cmlir quantize model.py:make --output model.pt2",
        "cmlir quantize float.pt2 --calibration data.npz --output model.pt2",
        "cmlir quantize model.py:make --recipe auto --override head=mse --output model.pt2",
    ),
)
@click.argument("model")
@click.option("-o", "--output", "path", type=FILE, required=True, help="The .pt2 file to write.")
@calibrating
@click.option(
    "--recipe",
    default="int8",
    help="Which values get 16 bits: int8 (none), int16-residual, int16, a16w8, auto; or a8w4.",
)
@click.option(
    "--observer",
    default="minmax",
    help="What chooses ranges: minmax, percentile, mse or auto.",
)
@click.option(
    "--override",
    "overrides",
    type=Setting(),
    multiple=True,
    help="Settings of a module or a value, such as encoder.0=int16,mse. Repeatable.",
)
@click.option("--equalize", is_flag=True, help="Move scales of channels into weights.")
@output
def quantize_command(
    model: str,
    path: Path,
    calibration: Path | None,
    sample_limit: int | None,
    per_tensor: bool,
    recipe: str,
    observer: str,
    overrides: tuple[tuple[str, str], ...],
    equalize: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Quantize a float MODEL to int8, in parts to int16, by post-training calibration.

    The samples decide the range of every tensor: some ten to some hundred of typical data.
    """
    from cmlir.frontend.models import load_model
    from cmlir.frontend.pt2 import check_pt2_name, save_pt2
    from cmlir.quantizer import quantization_summary

    check_pt2_name(path)
    with progress_shown(quiet):
        loaded = load_model(model)
        samples = samples_for(loaded, Calibration(calibration, sample_limit))
        how = {"observer": observer, "overrides": dict(overrides), "equalize": equalize}
        program = quantized(model, loaded, samples, per_tensor, recipe=recipe, **how)
        save_pt2(program, path)
    count, values = len(samples or ()), quantization_summary(program)
    fields = {"ok": True, "output": str(path), "samples": count, "values": values.counts}
    rows = (
        ("written", str(path)),
        ("calibrated with", f"{count} samples"),
        *((f"values in {dtype}", str(n)) for dtype, n in sorted(values.counts.items())),
    )
    emit(as_json, quiet, fields, facts("Quantized", rows))
