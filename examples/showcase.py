"""What the examples share: quantize a model, compile it, run it on QEMU, print what came of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

import torch
from rich.console import Console
from rich.table import Table
from torch import Tensor, nn
from xdsl.dialects.builtin import ModuleOp

import cmlir
from cmlir.comparison import Comparison
from cmlir.dialects.quant import quantized_element_type
from cmlir.execution import Result
from cmlir.scales import scale_records

CALIBRATION_SAMPLES = 16

PIPED_WIDTH = 120
"""Columns of the tables where no terminal says how many it has."""


def parser(description: str) -> argparse.ArgumentParser:
    """The options that all examples have."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--samples", type=int, default=16)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--compiler", choices=("gcc", "clang"), default="gcc")
    return options


def show(
    make_model: Callable[[], nn.Module],
    make_input: Callable[[], Tensor],
    options: argparse.Namespace,
) -> None:
    """Quantize the model on some inputs, compile it for a Cortex-M55, run it and print tables."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    model = make_model().eval()
    quantized = cmlir.quantize(model, [(make_input(),) for _ in range(CALIBRATION_SAMPLES)])
    compiled = cmlir.compile(quantized, target="cortex-m55", io="quantized")
    samples = [(make_input(),) for _ in range(options.samples)]
    comparison = compiled.compare(quantized, samples, on="qemu")
    result = compiled.run(*samples[0], on="qemu", compiler=options.compiler, per_op=True)
    assert result.per_op is not None
    console = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
    console.print(imported_ops(compiled.stage("import")))
    console.print(lowered_ops(compiled, result.per_op))
    console.print(summary(compiled, comparison, result))


def imported_ops(module: ModuleOp) -> Table:
    """The operations of the imported program, with the type of their results' elements."""
    table = Table(title="Before: the quantized PyTorch program", title_justify="left")
    for column in ("op", "result", "elements"):
        table.add_column(column)
    for op in module.walk():
        if not op.results or op.name in ("builtin.module", "func.func", "aten.constant"):
            continue
        result = op.results[0].type
        quantized = quantized_element_type(result) is not None
        shape = "x".join(map(str, result.get_shape()))
        table.add_row(op.name, shape, "int8 codes" if quantized else str(result.element_type))
    return table


def lowered_ops(compiled: cmlir.Compiled, instructions: Sequence[int]) -> Table:
    """The kernel calls, with the instructions that each executed on the simulator."""
    table = Table(title="After: the kernel calls", title_justify="left")
    for column in ("op", "kernel", "source"):
        table.add_column(column)
    for column in ("MACs", "instructions"):
        table.add_column(column, justify="right")
    for record, count in zip(compiled.report.ops, instructions, strict=True):
        macs = f"{record.macs:,}" if record.macs else ""
        table.add_row(record.op, record.kernel, record.source, macs, f"{count:,}")
    return table


def summary(compiled: cmlir.Compiled, comparison: Comparison, result: Result) -> Table:
    """Differences to the quantized PyTorch program, and what a run costs."""
    scales = scale_records(compiled.stage("import"), compiled.stage("lower"))
    folded = sum(scale.folded for scale in scales)
    constants = sum(scale.constant_bytes for scale in scales)
    muls = sum(op.name == "cortex_m.mul" for op in compiled.stage("lower").walk())
    output = comparison.outputs[0]
    table = Table(show_header=False, title="Result", title_justify="left")
    for name, value in (
        ("float ops left", f"{len(compiled.report.float_ops)}"),
        ("scales folded", f"{folded} of {len(scales)}, {constants} bytes of constants made"),
        ("mul ops left", f"{muls}"),
        ("largest difference to Q/DQ", f"{output.largest:.0f} steps, {output.equal:.2%} equal"),
        ("largest difference of one op", f"{comparison.largest_op:.0f} steps"),
        ("executed instructions", f"{result.instructions:,}"),
        ("MACs", f"{compiled.report.macs:,}"),
        ("flash", f"{result.flash_bytes:,} B, of it code {result.code_bytes:,} B"),
        ("RAM", f"{result.ram_bytes:,} B, inputs and outputs {result.io_bytes:,} B"),
        ("stack", f"{result.stack_bytes:,} B"),
        ("measured on", f"{result.simulator}, {result.compiler}"),
    ):
        table.add_row(name, value)
    return table
