"""The golden vectors in tests/data/golden, and how each becomes a call of its C function."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from support.golden_calls import Call, Parameters, Result
from support.golden_images import IMAGE_RUNNERS
from support.kernel_library import (
    Array,
    BmmParams,
    Context,
    Dims,
    FcParams,
    KernelLibrary,
    PerChannel,
    PerTensor,
    Quant,
    TransposeParams,
)

GOLDEN_DIR = Path(__file__).resolve().parents[1] / "data" / "golden"


@dataclass(frozen=True)
class GoldenCase:
    """One call: its parameters, input arrays by role, and what it must give."""

    function: str
    number: int
    kind: str
    parameters: Parameters
    inputs: dict[str, Array]
    outputs: dict[str, Array]
    status: int

    def __str__(self) -> str:
        return f"{self.function}-{self.kind}-{self.number}"


def load_cases(path: Path) -> Iterator[GoldenCase]:
    """All cases of a file; arrays hold the roles' values."""
    with np.load(path, allow_pickle=False) as file:
        meta = json.loads(str(file["meta"]))
        for case in meta["cases"]:
            yield GoldenCase(
                meta["function"],
                case["id"],
                case["kind"],
                case["p"],
                {role: file[name] for role, name in case["in"].items()},
                {role: file[name] for role, name in case["out"].items()},
                case.get("status", 0),
            )


def run_case(
    library: KernelLibrary, case: GoldenCase, kernel_sums: bool
) -> tuple[int, dict[str, Array]]:
    """The status and output arrays that the library gives for a case."""
    with library.memory() as memory:
        call = Call(library, memory, case.function, case.parameters, case.inputs, kernel_sums)
        status, outputs = _RUNNERS[case.function](call)
        return status, {role: block.value() for role, block in outputs.items()}


def _requantize(call: Call) -> Result:
    columns = zip(*(call.arrays[role].tolist() for role in ("value", "mult", "shift")), strict=True)
    values = np.array([call.run(*row) for row in columns], np.int32)
    return 0, {"output": call.memory.input(values)}


def _fc_context(call: Call) -> Context:
    if not call.kernel_sums or call.function.endswith(("s4", "s16")):
        return Context(None, 0)
    weights = call.arrays["weights"].astype(np.int64)
    input_offset, filter_offset = call.ints("input_offset", "filter_offset")
    sums = input_offset * (weights.sum(1) + weights.shape[1] * filter_offset)
    sums += call.arrays.get("bias", 0)
    block = call.memory.input(sums.astype(np.int32))
    return Context(block.address, block.nbytes)


def _fc_params(call: Call) -> FcParams:
    return FcParams(
        *call.ints("input_offset", "filter_offset", "output_offset", "act_min", "act_max")
    )


def _fc_quant(call: Call) -> PerTensor | PerChannel | Quant:
    if call.function.endswith(("fully_connected_s4", "fully_connected_s8", "fully_connected_s16")):
        return PerTensor(*call.ints("mult", "shift"))
    multiplier, shift = call.int32_array("mult"), call.int32_array("shift")
    if call.function == "arm_fully_connected_per_channel_s8":
        return PerChannel(multiplier, shift)
    return Quant(multiplier, shift, *call.ints("is_per_channel"))


def _fully_connected(call: Call) -> Result:
    batch, depth, channels = call.ints("batch", "k", "out_c")
    output = call.memory.output((batch, channels), call.arrays["input"].dtype)
    status = call.run(
        _fc_context(call),
        _fc_params(call),
        _fc_quant(call),
        Dims(batch, 1, 1, depth),
        call.array("input"),
        Dims(depth, 1, 1, channels),
        call.array("weights"),
        Dims(1, 1, 1, channels),
        call.array("bias"),
        Dims(batch, 1, 1, channels),
        output,
    )
    return status, {"output": output}


def _vector_sum(call: Call) -> Result:
    cols, rows, lhs_offset, rhs_offset = call.ints("cols", "rows", "lhs_offset", "rhs_offset")
    sums = call.memory.output((rows,), np.int32)
    data, bias = call.array("data"), call.array("bias")
    return call.run(sums, cols, rows, data, lhs_offset, rhs_offset, bias), {"sums": sums}


def _batch_matmul(call: Call) -> Result:
    output_dims = Dims(*call.p["out_dims"])
    size = call.library.call("arm_fully_connected_s8_get_buffer_size", output_dims)
    scratch = call.memory.output((size,), np.int8)
    output = call.memory.output(call.p["out_dims"], np.int8)
    status = call.run(
        Context(scratch.address, size),
        BmmParams(*call.ints("adj_x", "adj_y"), _fc_params(call)),
        PerTensor(*call.ints("mult", "shift")),
        Dims(*call.p["lhs_dims"]),
        call.array("lhs"),
        Dims(*call.p["rhs_dims"]),
        call.array("rhs"),
        output_dims,
        output,
    )
    return status, {"output": output}


def _softmax(call: Call) -> Result:
    dtype = np.int16 if call.function.endswith("s16") else np.int8
    output = call.memory.output(call.arrays["input"].shape, dtype)
    call.run(call.array("input"), *call.ints("rows", "cols", "mult", "shift", "diff_min"), output)
    return 0, {"output": output}


def _mul(call: Call) -> Result:
    output = call.memory.output(call.ints("n"), np.int8)
    status = call.run(
        call.array("input1"),
        call.array("input2"),
        *call.ints("offset1", "offset2"),
        output,
        *call.ints("output_offset", "mult", "shift", "act_min", "act_max", "n"),
    )
    return status, {"output": output}


def _add(call: Call) -> Result:
    output = call.memory.output(call.ints("n"), np.int8)
    status = call.run(
        call.array("input1"),
        call.array("input2"),
        *call.ints("offset1", "mult1", "shift1", "offset2", "mult2", "shift2", "left_shift"),
        output,
        *call.ints("output_offset", "mult", "shift", "act_min", "act_max", "n"),
    )
    return status, {"output": output}


def _transpose(call: Call) -> Result:
    (rank,) = call.ints("num_dims")
    output = call.memory.output(call.p["out_dims"][:rank], np.int8)
    permutation = call.memory.input(np.array(call.p["perm"], np.uint32))
    status = call.run(
        call.array("input"),
        output,
        Dims(*call.p["in_dims"]),
        Dims(*call.p["out_dims"]),
        TransposeParams(rank, permutation.address),
    )
    return status, {"output": output}


def _concatenation(call: Call) -> Result:
    """One call for each part; x is the innermost axis."""
    output = call.memory.output(call.p["out_dims"][::-1], np.int8)
    offset = 0
    for index, sizes in enumerate(call.p["in_dims"]):
        part = call.array(f"input{index}")
        call.run(part, *sizes, output, call.p["out_dims"][0], offset)
        offset += sizes[0]
    return 0, {"output": output}


_RUNNERS: dict[str, Callable[[Call], Result]] = {
    **IMAGE_RUNNERS,
    "arm_nn_requantize": _requantize,
    "arm_fully_connected_s16": _fully_connected,
    "arm_fully_connected_s4": _fully_connected,
    "arm_fully_connected_s8": _fully_connected,
    "arm_fully_connected_per_channel_s8": _fully_connected,
    "arm_fully_connected_wrapper_s8": _fully_connected,
    "arm_vector_sum_s8": _vector_sum,
    "arm_batch_matmul_s8": _batch_matmul,
    "arm_softmax_s8": _softmax,
    "arm_softmax_s8_s16": _softmax,
    "arm_elementwise_mul_s8": _mul,
    "arm_elementwise_add_s8": _add,
    "arm_transpose_s8": _transpose,
    "arm_concatenation_s8_x": _concatenation,
}
