"""An attention block from PyTorch to a running Cortex-M55.

Quantizes q, k, v and o linears around scaled dot-product attention (width 64, 4 heads, 32 rows),
compiles them to C, runs the program on QEMU and prints what came of it:

    python examples/attention.py [--samples 16] [--seed 0] [--compiler gcc|clang]
"""

from __future__ import annotations

import argparse

import torch
import torch.nn.functional as F
from rich.console import Console
from rich.table import Table
from torch import Tensor, nn
from xdsl.dialects.builtin import ModuleOp

import cmlir
from cmlir.dialects.quant import quantized_element_type
from cmlir.scales import scale_records

WIDTH, HEADS, ROWS = 64, 4, 32


class Attention(nn.Module):
    """Multi-head self-attention with biased projections."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def split(self, x: Tensor) -> Tensor:
        """[batch, rows, width] to [batch, heads, rows, width / heads]"""
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (self.split(project(x)) for project in (self.q, self.k, self.v))
        return self.o(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2))


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


def lowered_ops(compiled: cmlir.Compiled, instructions: tuple[int, ...]) -> Table:
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compiler", choices=("gcc", "clang"), default="gcc")
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    console = Console()

    model = Attention(WIDTH, HEADS).eval()
    calibration = [(torch.randn(1, ROWS, WIDTH),) for _ in range(16)]
    quantized = cmlir.quantize(model, calibration)
    compiled = cmlir.compile(quantized, target="cortex-m55", io="quantized")

    samples = [(torch.randn(1, ROWS, WIDTH),) for _ in range(arguments.samples)]
    comparison = compiled.compare(quantized, samples, on="qemu")
    result = compiled.run(*samples[0], on="qemu", compiler=arguments.compiler, per_op=True)
    assert result.per_op is not None

    console.print(imported_ops(compiled.stage("import")))
    console.print(lowered_ops(compiled, result.per_op))
    scales = scale_records(compiled.stage("import"), compiled.stage("lower"))
    folded = sum(scale.folded for scale in scales)
    constants = sum(scale.constant_bytes for scale in scales)
    muls = sum(op.name == "cortex_m.mul" for op in compiled.stage("lower").walk())
    output = comparison.outputs[0]
    summary = Table(show_header=False, title="Result", title_justify="left")
    for name, value in (
        ("float ops left", f"{len(compiled.report.float_ops)}"),
        ("scales folded", f"{folded} of {len(scales)}, {constants} bytes of constants made"),
        ("mul ops left", f"{muls}"),
        ("largest difference to Q/DQ", f"{output.largest:.0f} steps, {output.equal:.1%} equal"),
        ("largest difference of one op", f"{comparison.largest_op:.0f} steps"),
        ("executed instructions", f"{result.instructions:,}"),
        ("MACs", f"{compiled.report.macs:,}"),
        ("flash", f"{result.flash_bytes:,} B, of it code {result.code_bytes:,} B"),
        ("RAM", f"{result.ram_bytes:,} B, inputs and outputs {result.io_bytes:,} B"),
        ("stack", f"{result.stack_bytes:,} B"),
        ("measured on", f"{result.simulator}, {result.compiler}"),
    ):
        summary.add_row(name, value)
    console.print(summary)


if __name__ == "__main__":
    main()
