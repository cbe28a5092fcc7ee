"""The integer kernels give what Arm's CMSIS-NN gives, on tensors and on memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, IntegerType, MemRefType, TensorType
from xdsl.dialects.builtin import i8 as i8_type
from xdsl.dialects.builtin import i64 as i64_type
from xdsl.ir import Attribute

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m import ClampAttr, KernelOp, RescaleAttr
from cmlir.dialects.phases import phases
from cmlir.interpreter import evaluate
from support.golden_cases import GOLDEN_DIR, GoldenCase, load_cases

Array = np.ndarray[Any, Any]
SCRATCH = 1 << 16
"""Enough for every case."""

Properties = dict[str, Attribute]


def as_type(array: Array, form: type[TensorType] | type[MemRefType]) -> Attribute:
    return form(IntegerType(8 * array.itemsize), array.shape)


def result_of(
    op_type: type[KernelOp], inputs: dict[str, Array], out: Array, properties: Properties
) -> Array:
    """What the operation gives; the same on memory as on tensors."""
    results = [
        evaluate(built(op_type, inputs, out, properties, form), *inputs.values())[0]
        for form in (TensorType, MemRefType)
    ]
    np.testing.assert_array_equal(*results)
    assert results[0].dtype == results[1].dtype == out.dtype
    return results[0]


def built(
    op_type: type[KernelOp], inputs: dict[str, Array], out: Array, properties: Properties, form: Any
) -> KernelOp:
    on_memory = form is MemRefType
    types = {name: as_type(array, form) for name, array in inputs.items()}
    if on_memory:
        types |= {"out": as_type(out, form), "scratch": MemRefType(i8_type, [SCRATCH])}
    producer = test.TestOp(result_types=list(types.values()))
    operands = dict(zip(types, producer.results, strict=True))
    names = [name for name, _ in op_type.get_irdl_definition().operands]
    return op_type.build(
        operands=[operands.get(name, []) for name in names],
        properties=properties,
        result_types=[[] if on_memory else [as_type(out, form)]],
    )


def integers(**values: int) -> Properties:
    return {name: IntegerAttr(value, i64_type) for name, value in values.items()}


def rescale(mult: int | Sequence[int], shift: int | Sequence[int]) -> RescaleAttr:
    return RescaleAttr.of_pairs(zip(np.atleast_1d(mult), np.atleast_1d(shift), strict=True))


def finish(p: dict[str, Any]) -> Properties:
    clamp = ClampAttr.of(p["act_min"], p["act_max"])
    offset = integers(output_offset=p["output_offset"])
    return {**offset, "rescale": rescale(p["mult"], p["shift"]), "clamp": clamp}


def linear(case: GoldenCase, with_sums: bool) -> Array:
    p, inputs = case.parameters, {"input": case.inputs["input"], "weights": case.inputs["weights"]}
    offsets = integers(input_offset=p["input_offset"], weights_offset=p["filter_offset"])
    bias = case.inputs.get("bias")
    if with_sums:
        row_sums = inputs["weights"].sum(axis=1, dtype=np.int32) + p["k"] * p["filter_offset"]
        inputs["sums"] = (p["input_offset"] * row_sums).astype(np.int32) + (
            0 if bias is None else bias
        )
    elif bias is not None:
        inputs["bias"] = bias
    return result_of(cortex_m.LinearOp, inputs, case.outputs["output"], {**offsets, **finish(p)})


def batch_matmul(case: GoldenCase) -> Array:
    p = case.parameters
    lhs, rhs = case.inputs.values()
    offsets = integers(lhs_offset=p["input_offset"], rhs_offset=p["filter_offset"])
    inputs = {"lhs": lhs, "rhs": rhs}
    return result_of(
        cortex_m.BatchMatmulOp, inputs, case.outputs["output"], {**offsets, **finish(p)}
    )


def softmax(case: GoldenCase) -> Array:
    p = case.parameters
    properties = {
        "input_rescale": rescale(p["mult"], p["shift"]),
        **integers(diff_min=p["diff_min"]),
    }
    return result_of(cortex_m.SoftmaxOp, case.inputs, case.outputs["output"], properties)


def elementwise(op_type: type[KernelOp], case: GoldenCase) -> Array:
    p = case.parameters
    inputs = dict(zip(("lhs", "rhs"), case.inputs.values(), strict=True))
    properties = {**integers(lhs_offset=p["offset1"], rhs_offset=p["offset2"]), **finish(p)}
    if op_type is cortex_m.AddOp:
        properties |= integers(left_shift=p["left_shift"])
        properties["lhs_rescale"] = rescale(p["mult1"], p["shift1"])
        properties["rhs_rescale"] = rescale(p["mult2"], p["shift2"])
    return result_of(op_type, inputs, case.outputs["output"], properties)


def transpose(case: GoldenCase) -> Array:
    p = case.parameters
    axes = [1, 0] if p["num_dims"] == 2 else p["perm"]
    permutation = DenseArrayBase.from_list(i64_type, axes)
    properties: Properties = {"permutation": permutation}
    return result_of(cortex_m.TransposeOp, case.inputs, case.outputs["output"], properties)


def concatenation(case: GoldenCase) -> Array:
    """Along the innermost axis, on tensors and on memory."""
    inputs, out = list(case.inputs.values()), case.outputs["output"]
    properties = integers(axis=out.ndim - 1)
    results: list[Array] = []
    for form in (TensorType, MemRefType):
        types = [as_type(array, form) for array in inputs]
        on_memory = form is MemRefType
        producer = test.TestOp(result_types=[*types, as_type(out, form)])
        *parts, memory = producer.results
        op = cortex_m.ConcatOp.build(
            operands=[parts, [memory] if on_memory else [], []],
            properties=properties,
            result_types=[[] if on_memory else [as_type(out, form)]],
        )
        op.verify()
        results.append(evaluate(op, *inputs)[0])
    np.testing.assert_array_equal(*results)
    return results[0]


def pair(case: GoldenCase, name: str) -> Attribute:
    """(height, width)"""
    p = case.parameters
    return DenseArrayBase.from_list(i64_type, [p[f"{name}_h"], p[f"{name}_w"]])


def convolution(op_type: type[KernelOp], case: GoldenCase, with_sums: bool) -> Array:
    p, weights = case.parameters, case.inputs["filter"]
    channels = p["out_dims"][3]
    start = case.inputs.get("bias", np.zeros(channels, np.int32))
    if with_sums:
        axes = tuple(range(1, 4)) if op_type is cortex_m.ConvOp else (0, 1)
        start = start + p["input_offset"] * weights.sum(axis=axes, dtype=np.int32)
    inputs = {
        "input": case.inputs["input"],
        "weights": weights,
        "sums" if with_sums else "bias": start.astype(np.int32),
    }
    properties = {
        **integers(input_offset=p["input_offset"]),
        "strides": pair(case, "stride"),
        "padding": pair(case, "pad"),
        "dilations": pair(case, "dil"),
        **finish(p),
    }
    return result_of(op_type, inputs, case.outputs["output"], properties)


def transposed(case: GoldenCase, with_sums: bool) -> Array:
    p, weights = case.parameters, case.inputs["filter"]
    channels, *kernel, _ = weights.shape
    start = case.inputs.get("bias", np.zeros(channels, np.int32))
    inputs = {"input": case.inputs["input"], "weights": weights, "bias": start}
    if with_sums:
        taps = list(phases(kernel, (p["stride_h"], p["stride_w"]), (1, 1)))
        parts = [weights[:, list(rows)][:, :, list(columns)] for rows, columns in taps]
        sums = [start + p["input_offset"] * part.sum(axis=(1, 2, 3)) for part in parts]
        inputs = {
            "input": case.inputs["input"],
            "weights": np.concatenate([part.reshape(-1) for part in parts]),
            "sums": np.stack(sums).astype(np.int32),
        }
    properties = {
        **integers(input_offset=p["input_offset"], groups=1),
        "strides": pair(case, "stride"),
        "padding": pair(case, "pad"),
        "dilations": DenseArrayBase.from_list(i64_type, [1, 1]),
        "kernel_size": DenseArrayBase.from_list(i64_type, kernel),
        **finish(p),
    }
    return result_of(cortex_m.TransposeConvOp, inputs, case.outputs["output"], properties)


def pooling(op_type: type[KernelOp], case: GoldenCase) -> Array:
    p = case.parameters
    properties = {
        "strides": pair(case, "stride"),
        "padding": pair(case, "pad"),
        "kernel_size": pair(case, "filter"),
        "clamp": ClampAttr.of(p["act_min"], p["act_max"]),
    }
    return result_of(op_type, case.inputs, case.outputs["output"], properties)


def padding(case: GoldenCase) -> Array:
    p = case.parameters
    properties = {
        "before": DenseArrayBase.from_list(i64_type, p["pre"]),
        "behind": DenseArrayBase.from_list(i64_type, p["post"]),
        **integers(value=p["value"]),
    }
    return result_of(cortex_m.PadOp, case.inputs, case.outputs["output"], properties)


KERNELS: dict[str, Callable[[GoldenCase], Array]] = {
    "arm_batch_matmul_s8": batch_matmul,
    "arm_concatenation_s8_x": concatenation,
    "arm_elementwise_add_s8": lambda case: elementwise(cortex_m.AddOp, case),
    "arm_elementwise_mul_s8": lambda case: elementwise(cortex_m.MulOp, case),
    "arm_softmax_s8": softmax,
    "arm_softmax_s8_s16": softmax,
    "arm_transpose_s8": transpose,
    "arm_pad_s8": padding,
    "arm_transpose_conv_wrapper_s8": lambda case: transposed(case, False),
    "arm_transpose_conv_wrapper_s8 with sums": lambda case: transposed(case, True),
    "arm_avgpool_s8": lambda case: pooling(cortex_m.AvgPoolOp, case),
    "arm_max_pool_s8": lambda case: pooling(cortex_m.MaxPoolOp, case),
    "arm_convolve_wrapper_s8": lambda case: convolution(cortex_m.ConvOp, case, False),
    "arm_convolve_wrapper_s8 with sums": lambda case: convolution(cortex_m.ConvOp, case, True),
    "arm_depthwise_conv_wrapper_s8": lambda case: convolution(
        cortex_m.DepthwiseConvOp, case, False
    ),
    "arm_depthwise_conv_wrapper_s8 with sums": lambda case: convolution(
        cortex_m.DepthwiseConvOp, case, True
    ),
    **{
        f"arm_fully_connected{kind}_s8": lambda case: linear(case, with_sums=False)
        for kind in ("", "_per_channel", "_wrapper")
    },
    **{
        f"arm_fully_connected{kind}_s8 with sums": lambda case: linear(case, with_sums=True)
        for kind in ("", "_per_channel", "_wrapper")
    },
}


@pytest.mark.parametrize("name", KERNELS)
def test_golden_vectors(name: str) -> None:
    cases = list(load_cases(GOLDEN_DIR / f"{name.split()[0]}.npz"))
    compared = [case for case in cases if not case.status and case.parameters.get("num_dims") != 1]
    assert compared
    for case in compared:
        result = KERNELS[name](case)
        np.testing.assert_array_equal(result, case.outputs["output"], err_msg=str(case))


def test_a_wrong_parameter_shows() -> None:
    """The comparison can fail: a multiplier off by 2 % changes results."""
    cases = load_cases(GOLDEN_DIR / "arm_elementwise_mul_s8.npz")
    case = next(c for c in cases if c.outputs["output"].size > 50)
    case.parameters["mult"] = int(case.parameters["mult"] * 0.98) | 2**30
    assert not np.array_equal(elementwise(cortex_m.MulOp, case), case.outputs["output"])
