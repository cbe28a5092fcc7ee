"""`cmlir quantize`."""

from __future__ import annotations

from pathlib import Path

import click

from cmlir.tools.cli.building import Calibration, quantized, samples_for
from cmlir.tools.cli.commands import SETTINGS, Command, examples
from cmlir.tools.cli.options import FILE, calibrating, output
from cmlir.tools.cli.ui import emit, facts, progress_shown


@click.command(
    "quantize",
    cls=Command,
    context_settings=SETTINGS,
    epilog=examples(
        "cmlir quantize model.py:make --output model.pt2",
        "cmlir quantize float.pt2 --calibration data.npz --output model.pt2",
    ),
)
@click.argument("model")
@click.option("-o", "--output", "path", type=FILE, required=True, help="The .pt2 file to write.")
@calibrating
@output
def quantize_command(
    model: str,
    path: Path,
    calibration: Path | None,
    sample_limit: int | None,
    per_tensor: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Quantize a float MODEL to int8, by post-training calibration.

    The samples decide the range of every tensor: some ten to some hundred of typical data.
    """
    from cmlir.frontend.models import load_model
    from cmlir.frontend.pt2 import check_pt2_name, save_pt2

    check_pt2_name(path)
    with progress_shown(quiet):
        loaded = load_model(model)
        samples = samples_for(loaded, Calibration(calibration, sample_limit))
        program = quantized(model, loaded, samples, per_tensor)
        save_pt2(program, path)
    count = len(samples or ())
    fields = {"ok": True, "output": str(path), "samples": count}
    rows = (("written", str(path)), ("calibrated with", f"{count} samples"))
    emit(as_json, quiet, fields, facts("Quantized", rows))
