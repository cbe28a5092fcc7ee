"""Single image ops in bands whose result overlaps their input as much as the contract allows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.memref import AllocOp
from xdsl.dialects.ml_program import GlobalOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from cmlir.dialects.cortex_m import BufferOp, ConstantOp, CopyOp, ViewOp
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.cortex_m.plan import (
    ARENA_BYTES,
    ARENA_LOWER_BOUND,
    ROLE,
    STAGE,
    aligned,
    entry_function,
    kernel_calls,
    module_integer,
    set_module_integer,
)
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.shapes import element_count, element_of
from support.equivalence import apply
from support.ir import parse

_RESCALE = "input_offset = 5, output_offset = -3, rescale = #cortex_m.rescale<{}>"
_CLAMP = "clamp = #cortex_m.clamp<-100, 120>"


def _per_channel(channels: int) -> str:
    multipliers = [1_200_000_000 + 40_000_000 * i for i in range(channels)]
    return f"{multipliers}, {[-6 - i % 3 for i in range(channels)]}"


def _weighted(
    name: str, image: str, weights: str, out: str, strides: str, padding: str, dilations: str
) -> ModuleOp:
    channels = int(out.split("x")[3])
    shape = [int(size) for size in weights.split("x")]
    data = np.random.default_rng(len(weights)).integers(-128, 128, shape)
    sums = list(range(0, 90 * channels, 90))
    types = (f"tensor<{image}xi8>", f"tensor<{weights}xi8>", f"tensor<{channels}xi32>")
    return parse(f"""
      ml_program.global private @w(dense<{data.tolist()}> : {types[1]}) : {types[1]}
      ml_program.global private @s(dense<{sums}> : {types[2]}) : {types[2]}
      func.func @main(%x : {types[0]}) -> tensor<{out}xi8> {{
        %w = cortex_m.constant @w : () -> {types[1]}
        %s = cortex_m.constant @s : () -> {types[2]}
        %y = cortex_m.{name} %x, %w sums(%s) {{strides = {strides}, padding = {padding},
          dilations = {dilations}, {_RESCALE.format(_per_channel(channels))}, {_CLAMP}}}
          : ({", ".join(types)}) -> tensor<{out}xi8>
        func.return %y : tensor<{out}xi8>
      }}
    """)


def _pool(name: str, image: str, out: str, size: str, strides: str, padding: str) -> ModuleOp:
    return parse(f"""
      func.func @main(%x : tensor<{image}xi8>) -> tensor<{out}xi8> {{
        %y = cortex_m.{name} %x {{strides = {strides}, padding = {padding},
          kernel_size = {size}, {_CLAMP}}} : (tensor<{image}xi8>) -> tensor<{out}xi8>
        func.return %y : tensor<{out}xi8>
      }}
    """)


PROGRAMS = {
    "pointwise that shrinks": _weighted(
        "conv", "1x9x7x20", "8x1x1x20", "1x9x7x8", "[1, 1]", "[0, 0]", "[1, 1]"
    ),
    "pointwise that grows": _weighted(
        "conv", "1x9x7x4", "20x1x1x4", "1x9x7x20", "[1, 1]", "[0, 0]", "[1, 1]"
    ),
    "pointwise of equal width": _weighted(
        "conv", "1x5x16x16", "16x1x1x16", "1x5x16x16", "[1, 1]", "[0, 0]", "[1, 1]"
    ),
    "convolution": _weighted(
        "conv", "1x9x11x6", "7x3x3x6", "1x9x11x7", "[1, 1]", "[1, 1]", "[1, 1]"
    ),
    "convolution with strides and dilation": _weighted(
        "conv", "1x13x11x4", "12x3x2x4", "1x6x5x12", "[2, 2]", "[2, 0]", "[2, 1]"
    ),
    "convolution in groups": _weighted(
        "conv", "1x8x8x6", "9x3x3x2", "1x8x8x9", "[1, 1]", "[1, 1]", "[1, 1]"
    ),
    "depthwise": _weighted(
        "depthwise_conv", "1x10x5x20", "3x3x20", "1x10x5x20", "[1, 1]", "[1, 1]", "[1, 1]"
    ),
    "depthwise with stride 2": _weighted(
        "depthwise_conv", "1x11x12x18", "3x3x18", "1x6x6x18", "[2, 2]", "[1, 1]", "[1, 1]"
    ),
    "depthwise with more channels": _weighted(
        "depthwise_conv", "1x7x6x3", "5x2x6", "1x7x5x6", "[1, 1]", "[2, 0]", "[1, 1]"
    ),
    "largest": _pool("max_pool", "1x9x8x5", "1x9x8x5", "[3, 3]", "[1, 1]", "[1, 1]"),
    "largest with stride 2": _pool("max_pool", "1x9x8x5", "1x5x4x5", "[3, 2]", "[2, 2]", "[1, 0]"),
    "mean": _pool("avg_pool", "1x6x8x7", "1x3x4x7", "[2, 2]", "[2, 2]", "[0, 0]"),
}
"""One image op each, on tensors."""

TRANSPOSED = parse("""
  ml_program.global private @w(dense<3> : tensor<2x3x2x3xi8>) : tensor<2x3x2x3xi8>
  ml_program.global private @b(dense<9> : tensor<2xi32>) : tensor<2xi32>
  func.func @main(%x : tensor<1x4x5x3xi8>) -> tensor<1x8x6x2xi8> {
    %w = cortex_m.constant @w : () -> tensor<2x3x2x3xi8>
    %b = cortex_m.constant @b : () -> tensor<2xi32>
    %y = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 1,
      dilations = [1, 1], input_offset = 128, output_offset = -128,
      rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1],
      padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>}
      : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
    func.return %y : tensor<1x8x6x2xi8>
  }
""")
"""An image op without bands."""


def overlapping(
    program: ModuleOp, *, rows: int | None = None, from_last: bool = False, nearer: int = 0
) -> ModuleOp:
    """A planned program: the input is copied to the arena, and the op's result is as near to it as
    the contract and the alignment allow, or some bytes nearer.
    """
    module = apply(program, "bufferize")
    (op,) = kernel_calls(entry_function(module))
    assert isinstance(op, ImageOp)
    op.set_band_rows(rows or op.fitting_band_rows())
    if from_last:
        op.properties["from_last"] = UnitAttr()
    end = _overlap(op, from_last, nearer)
    if op.scratch is not None:
        alloc = op.scratch.owner
        assert isinstance(alloc, AllocOp)
        Rewriter.replace_op(alloc, BufferOp(end, alloc.memref.type))
        end += aligned(byte_size(op.scratch))
    set_module_integer(module, ARENA_BYTES, end)
    return module


def _overlap(op: ImageOp, from_last: bool, nearer: int) -> int:
    """Put image and result into the arena; where both end."""
    overlap, image, output = op.overlap(), op.image, op.out
    assert overlap is not None
    assert output is not None
    distance = aligned(overlap.above) - nearer if from_last else nearer - aligned(overlap.below)
    buffers = {
        image: BufferOp(max(0, -distance), image.type),
        output: BufferOp(max(0, distance), output.type),
    }
    for buffer in buffers.values():
        Rewriter.insert_op(buffer, InsertPoint.before(op))
    for place, operand in enumerate(op.operands):
        if operand in buffers:
            op.operands[place] = buffers[operand].result
    _copy(image, buffers[image].result, InsertPoint.before(op))
    _copy(buffers[output].result, output, InsertPoint.after(op))
    return max(b.offset.value.data + aligned(byte_size(b.result)) for b in buffers.values())


def _copy(value: SSAValue, to: SSAValue, point: InsertPoint) -> None:
    flat = MemRefType(element_of(value), [element_count(value)])
    views = [ViewOp(memory, flat) for memory in (value, to)]
    copy = CopyOp.build(
        operands=[*(view.result for view in views), None],
        properties={
            "offset": IntegerAttr(0, i64),
            "strides": DenseArrayBase.from_list(i64, [1]),
        },
        result_types=[None],
    )
    Rewriter.insert_op((*views, copy), point)


def together(programs: Sequence[ModuleOp]) -> ModuleOp:
    """One planned program that runs planned ones, of one input and output each, one after the
    other in the same arena."""
    functions = [entry_function(program) for program in programs]
    types = [[f.body.block.args[k].type for f in functions] for k in (0, 1)]
    block = Block(arg_types=[*types[0], *types[1]])
    stored: list[Operation] = []
    for number, (program, function) in enumerate(zip(programs, functions, strict=True)):
        ports = (block.args[number], block.args[len(programs) + number])
        copies: dict[SSAValue, SSAValue] = dict(zip(function.body.block.args, ports, strict=True))
        for op in function.body.block.ops:
            if not isinstance(op, ReturnOp):
                block.add_op(_renamed(op.clone(copies), number))
        stored += [_renamed(op.clone(), number) for op in program.ops if isinstance(op, GlobalOp)]
    block.add_op(ReturnOp())
    whole = FuncOp("main", FunctionType.from_lists([*types[0], *types[1]], []), Region(block))
    roles = [role for role in ("input", "output") for _ in programs]
    whole.arg_attrs = ArrayAttr([DictionaryAttr({ROLE: StringAttr(role)}) for role in roles])
    attributes = {**programs[0].attributes, STAGE: StringAttr("plan")}
    module = ModuleOp([*stored, whole], attributes)
    arena = max(module_integer(program, ARENA_BYTES) for program in programs)
    for name, size in ((ARENA_BYTES, arena), (ARENA_LOWER_BOUND, 0)):
        set_module_integer(module, name, size)
    return module


def _renamed(op: Operation, number: int) -> Operation:
    """With a symbol of its own."""
    if isinstance(op, GlobalOp):
        op.properties["sym_name"] = StringAttr(f"{op.sym_name.data}{number}")
    if isinstance(op, ConstantOp):
        op.properties["symbol"] = SymbolRefAttr(f"{op.symbol.root_reference.data}{number}")
    return op
