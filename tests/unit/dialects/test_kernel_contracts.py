"""What planner, interpreter and emitter rely on: each kernel's name, scratch, aliases and work."""

from __future__ import annotations

import pytest
from xdsl.traits import is_side_effect_free
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m import TARGETS, KernelOp
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.kernels import public_functions
from support.equivalence import apply
from support.ir import parse
from support.kernel_examples import examples

RESCALE = "#cortex_m.rescale<1518500250, -8>"
CHANNELS = "#cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>"
CLAMP = "clamp = #cortex_m.clamp<-128, 127>"
OFFSETS = "lhs_offset = 0, rhs_offset = 0, output_offset = 0"


def kernel_op(line: str, **arguments: str) -> KernelOp:
    """The kernel op of a function with these arguments."""
    signature = ", ".join(f"%{name} : {kind}" for name, kind in arguments.items())
    module = parse(f"func.func @main({signature}) {{\n{line}\nfunc.return\n}}")
    (found,) = (op for op in module.walk() if isinstance(op, KernelOp))
    return found


def linear(rescale: str) -> KernelOp:
    properties = f"input_offset = 0, weights_offset = 0, output_offset = 0, rescale = {rescale}"
    return kernel_op(
        f"%y = cortex_m.linear %x, %w sums(%s) {{{properties}, {CLAMP}}} "
        ": (tensor<5x4x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<5x4x2xi8>",
        x="tensor<5x4x3xi8>",
        w="tensor<2x3xi8>",
        s="tensor<2xi32>",
    )


def batch_matmul() -> KernelOp:
    return kernel_op(
        f"%z = cortex_m.batch_matmul %x, %y {{{OFFSETS}, rescale = {RESCALE}, {CLAMP}}} "
        ": (tensor<6x1x4x3xi8>, tensor<1x7x5x3xi8>) -> tensor<6x7x4x5xi8>",
        x="tensor<6x1x4x3xi8>",
        y="tensor<1x7x5x3xi8>",
    )


def wide_matmul() -> KernelOp:
    return kernel_op(
        f"%z = cortex_m.batch_matmul %x, %y {{{OFFSETS}, rescale = {RESCALE}, {CLAMP}}} "
        ": (tensor<4x3xi8>, tensor<5x3xi8>) -> tensor<4x5xi16>",
        x="tensor<4x3xi8>",
        y="tensor<5x3xi8>",
    )


def strided_matmul(rhs_strides: str) -> KernelOp:
    places = f"lhs_start = 0, lhs_strides = [0, 0, 3], rhs_start = 0, rhs_strides = {rhs_strides}"
    return kernel_op(
        f"%z = cortex_m.strided_matmul %x, %y {{sizes = [1, 1, 4, 5, 3], {places}, "
        f"out_strides = [0, 0, 5], {OFFSETS}, rescale = {RESCALE}, {CLAMP}}} "
        ": (tensor<4x3xi8>, tensor<15xi8>) -> tensor<4x5xi8>",
        x="tensor<4x3xi8>",
        y="tensor<15xi8>",
    )


def softmax(kind: str, more: str = "") -> KernelOp:
    properties = f"input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128{more}"
    line = f"%y = cortex_m.softmax %x {{{properties}}} : (tensor<4x9xi8>) -> tensor<4x9x{kind}>"
    return kernel_op(line, x="tensor<4x9xi8>")


def softmax_by_table() -> KernelOp:
    properties = "input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128"
    line = f"%y = cortex_m.softmax %x exponentials(%e) {{{properties}}}"
    types = "(tensor<4x9xi8>, tensor<256xi32>) -> tensor<4x9xi8>"
    return kernel_op(f"{line} : {types}", x="tensor<4x9xi8>", e="tensor<256xi32>")


def attention(more: str = "", table: str = "tensor<256xi32>") -> KernelOp:
    strides = "query_strides = [0, 0, 3], key_strides = [0, 0, 3, 1], value_strides = [0, 0, 1, 3]"
    starts = "query_start = 0, key_start = 0, value_start = 0"
    offsets = "query_offset = 0, key_offset = 0, value_offset = 0, probabilities_offset = 128"
    scores = f"scores_offset = 0, scores_rescale = {RESCALE}, scores_{CLAMP}"
    x = "tensor<4x3xi8>"
    return kernel_op(
        f"%y = cortex_m.attention %x, %x, %x, %e {{{more}sizes = [1, 1, 4, 4, 3, 3], "
        f"block_rows = 2, {starts}, {strides}, out_strides = [0, 0, 3], {offsets}, {scores}, "
        f"output_offset = 0, rescale = {RESCALE}, {CLAMP}}} "
        f": ({x}, {x}, {x}, {table}) -> {x}",
        x=x,
        e=table,
    )


def wide_softmax() -> KernelOp:
    types = "(tensor<4x9xi16>, tensor<2x256xi32>) -> tensor<4x9xi8>"
    line = f"%y = cortex_m.wide_softmax %x, %e : {types}"
    return kernel_op(line, x="tensor<4x9xi16>", e="tensor<2x256xi32>")


def requantize(kind: str, result: str = "i8") -> KernelOp:
    properties = f"input_offset = 0, output_offset = 0, rescale = {RESCALE}, {CLAMP}"
    return kernel_op(
        f"%y = cortex_m.requantize %x {{{properties}}} : (tensor<4x{kind}>) -> tensor<4x{result}>",
        x=f"tensor<4x{kind}>",
    )


def concat(kind: str, rows: int = 2, row: int = 3) -> KernelOp:
    part, whole = f"tensor<{rows}x{row}x{kind}>", f"tensor<{rows}x{2 * row}x{kind}>"
    line = f"%y = cortex_m.concat %x, %x {{axis = 1}} : ({part}, {part}) -> {whole}"
    return kernel_op(line, x=part)


def binary(name: str, kind: str, left_shift: int = 20) -> KernelOp:
    t = f"tensor<8x{kind}>"
    more = f"lhs_rescale = {RESCALE}, rhs_rescale = {RESCALE}, left_shift = {left_shift}"
    properties = {
        "add": f" {{{OFFSETS}, rescale = {RESCALE}, {CLAMP}, {more}}}",
        "mul": f" {{{OFFSETS}, rescale = {RESCALE}, {CLAMP}}}",
    }
    line = f"%z = cortex_m.{name} %x, %y{properties.get(name, '')} : ({t}, {t}) -> {t}"
    return kernel_op(line, x=t, y=t)


RESCALED = f", output_rescale = {RESCALE}, output_offset = 0"
KERNELS = {
    "arm_fully_connected_s8": linear(RESCALE),
    "arm_fully_connected_per_channel_s8": linear(CHANNELS),
    "arm_batch_matmul_s8": batch_matmul(),
    "cmlir_strided_matmul_s8": strided_matmul("[0, 0, 3, 1]"),
    "cmlir_strided_matmul_s8_s16": wide_matmul(),
    "cmlir_softmax_s16_s8": wide_softmax(),
    "arm_softmax_s8": softmax("i8"),
    "arm_softmax_s8_s16": softmax("i16"),
    "cmlir_softmax_s8": softmax("i8", RESCALED),
    "cmlir_softmax_table_s8": softmax_by_table(),
    "cmlir_requantize_s8": requantize("i8"),
    "cmlir_requantize_s16_s8": requantize("i16"),
    "cmlir_requantize_s8_s16": requantize("i8", "i16"),
    "cmlir_requantize_s16": requantize("i16", "i16"),
    "cmlir_add_wide": binary("add", "i16", 14),
    "cmlir_mul_wide": binary("mul", "i16"),
    "arm_elementwise_add_s8": binary("add", "i8"),
    "arm_elementwise_mul_s8": binary("mul", "i8"),
    "cmlir_add_f32": binary("f32_add", "f32"),
    "cmlir_mul_f32": binary("f32_mul", "f32"),
    "arm_concatenation_s8_x": concat("i8"),
    "cmlir_concatenate": concat("f32"),
}


@pytest.mark.parametrize("name", KERNELS)
def test_the_op_names_its_kernel(name: str) -> None:
    assert KERNELS[name].kernel == name


def test_attention_names_its_kernel() -> None:
    assert attention().kernel == "cmlir_attention_s8"
    assert attention("diagonal = 0, ").kernel == "cmlir_masked_attention_s8"
    assert attention(table="tensor<2x256xi32>").kernel == "cmlir_wide_attention_s8"


def test_the_examples_have_every_kernel_op_in_both_forms() -> None:
    every = {op for op in cortex_m.CortexM.operations if issubclass(op, KernelOp)}
    for on_tensors in (True, False):
        assert {type(op) for op in examples() if bool(op.results) == on_tensors} == every


def test_every_kernel_is_a_public_function() -> None:
    kernels = {op.kernel for op in examples()}
    assert kernels <= set(public_functions())
    assert set(KERNELS) <= kernels


def test_what_the_output_may_overwrite_is_an_input_of_its_size() -> None:
    """Start on start, with elements of the same size: then no element is lost before it is read."""
    for op in examples():
        assert set(op.aliasing_inputs()) <= set(op.inputs)
        for value in op.aliasing_inputs():
            assert byte_size(value) == byte_size(op.destination)


def test_inputs_are_all_operands_but_out_and_scratch() -> None:
    for op in examples():
        others = [value for value in (op.out, op.scratch) if value is not None]
        assert [*op.inputs, *others] == list(op.operands)


@pytest.mark.parametrize("name", ["arm_elementwise_add_s8", "arm_elementwise_mul_s8"])
def test_binary_kernels_may_overwrite_either_input(name: str) -> None:
    assert KERNELS[name].aliasing_inputs() == KERNELS[name].inputs


@pytest.mark.parametrize(
    ("name", "in_place"),
    [
        ("cmlir_requantize_s8", True),
        ("cmlir_requantize_s16_s8", False),
        ("cmlir_requantize_s8_s16", False),
        ("cmlir_requantize_s16", True),
        ("cmlir_add_wide", True),
        ("cmlir_mul_wide", True),
        ("cmlir_add_f32", True),
        ("cmlir_mul_f32", True),
        ("arm_fully_connected_s8", False),
        ("arm_batch_matmul_s8", False),
        ("cmlir_strided_matmul_s8", False),
        ("cmlir_strided_matmul_s8_s16", False),
        ("cmlir_softmax_s16_s8", False),
        ("arm_softmax_s8", True),
        ("cmlir_softmax_s8", True),
        ("cmlir_softmax_table_s8", True),
        ("arm_concatenation_s8_x", False),
        ("cmlir_concatenate", False),
    ],
)
def test_in_place(name: str, in_place: bool) -> None:
    assert bool(KERNELS[name].aliasing_inputs()) == in_place


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_scratch_is_needed_by_a_product_on_mve_only(target: cortex_m.Target) -> None:
    """One int32 for each column of the result."""
    needed = {name: op.scratch_bytes(target) for name, op in KERNELS.items()}
    product = needed.pop("arm_batch_matmul_s8")
    assert product == (4 * 5 if target.mve else 0)
    assert set(needed.values()) == {0}


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_scratch_is_needed_for_columns_that_do_not_lie_in_runs(target: cortex_m.Target) -> None:
    """A copy of one second operand, on every target."""
    assert strided_matmul("[0, 0, 1, 5]").scratch_bytes(target) == 5 * 3


def test_multiplications_are_counted_in_products_only() -> None:
    macs = {name: op.macs() for name, op in KERNELS.items() if op.macs()}
    assert macs == {
        "arm_fully_connected_s8": 5 * 4 * 3 * 2,
        "arm_fully_connected_per_channel_s8": 5 * 4 * 3 * 2,
        "arm_batch_matmul_s8": 6 * 7 * 4 * 5 * 3,
        "cmlir_strided_matmul_s8": 4 * 5 * 3,
        "cmlir_strided_matmul_s8_s16": 4 * 5 * 3,
    }


@pytest.mark.parametrize(
    ("kind", "rows", "row", "kernel"),
    [
        ("i8", 1, 32767, "arm_concatenation_s8_x"),
        ("i8", 1, 32768, "cmlir_concatenate"),
        ("i8", 65535, 1, "arm_concatenation_s8_x"),
        ("i8", 65536, 1, "cmlir_concatenate"),
        ("i16", 2, 3, "cmlir_concatenate"),
    ],
)
def test_sizes_of_16_bits_limit_cmsis_nn_concatenation(
    kind: str, rows: int, row: int, kernel: str
) -> None:
    assert concat(kind, rows, row).kernel == kernel


def test_rows_of_a_concatenation() -> None:
    op = kernel_op(
        "%z = cortex_m.concat %x, %y {axis = 2} "
        ": (tensor<2x3x4x5xf32>, tensor<2x3x1x5xf32>) -> tensor<2x3x5x5xf32>",
        x="tensor<2x3x4x5xf32>",
        y="tensor<2x3x1x5xf32>",
    )
    assert isinstance(op, cortex_m.ConcatOp)
    assert (op.rows, op.row_bytes) == (6, (4 * 4 * 5, 4 * 5))


def test_kernels_are_pure_on_tensors_and_write_on_memrefs() -> None:
    for op in examples():
        assert is_side_effect_free(op) == bool(op.results)


def test_dead_code_is_what_nobody_reads_on_tensors() -> None:
    module = parse("""
      func.func @main(%x : tensor<2xf32>, %m : memref<2xf32>) {
        %0 = cortex_m.f32_add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        cortex_m.f32_add %m, %m out(%m) : (memref<2xf32>, memref<2xf32>, memref<2xf32>) -> ()
        func.return
      }
    """)
    (left,) = (op for op in apply(module, "dce").walk() if isinstance(op, KernelOp))
    assert left.out is not None


def test_a_destination_is_missing_in_malformed_ops_only() -> None:
    op = KERNELS["cmlir_add_f32"]
    malformed = type(op).build(operands=[*op.operands, [], []], result_types=[[]])
    with pytest.raises(VerifyException, match="neither a result nor an out operand"):
        _ = malformed.destination
