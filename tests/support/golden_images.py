"""The golden vectors of convolutions and pooling as calls of their C functions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import numpy as np

from support.golden_calls import Call, Result
from support.kernel_library import BiasData, Block, Context, Dims, PerChannel, Scratch


def integers(*values: int) -> ctypes.Structure:
    """A structure of int32 members."""
    fields = [(f"f{index}", ctypes.c_int32) for index in range(len(values))]
    return type("Integers", (ctypes.Structure,), {"_fields_": fields})(*values)


def _places(call: Call, *names: str) -> tuple[int, ...]:
    """(w, h) of each."""
    return tuple(size for name in names for size in call.ints(f"{name}_w", f"{name}_h"))


def _scratch(call: Call, size: int) -> Scratch:
    words = -(-size // 4)
    return Scratch(call.memory.output((words,), np.int32).address if size else None, size)


def _dims(call: Call) -> tuple[Dims, Dims, Dims]:
    return tuple(Dims(*call.p[name]) for name in ("in_dims", "filter_dims", "out_dims"))  # pyright: ignore[reportReturnType]


def _bias(call: Call) -> Block | BiasData | None:
    block = call.array("bias")
    if not call.function.endswith("s16"):
        return block
    (is_int32,) = call.ints("bias_is_int32")
    return BiasData(block.address if block else None, bool(is_int32))


def _weighted(call: Call) -> Result:
    depthwise = call.ints("ch_mult") if "ch_mult" in call.p else ()
    offsets = (*call.ints("input_offset", "output_offset"), *depthwise)
    clamp = call.ints("act_min", "act_max")
    params = integers(*offsets, *_places(call, "stride", "pad", "dil"), *clamp)
    dims = _dims(call)
    size = call.library.call(f"{call.function}_get_buffer_size", params, *dims)
    output = call.memory.output(call.p["out_dims"], call.arrays["input"].dtype)
    status = call.run(
        _scratch(call, size),
        params,
        PerChannel(call.int32_array("mult"), call.int32_array("shift")),
        dims[0],
        call.array("input"),
        dims[1],
        call.array("filter"),
        Dims(1, 1, 1, call.p["out_dims"][3]),
        _bias(call),
        dims[2],
        output,
    )
    return status, {"output": output}


def _transposed(call: Call) -> Result:
    offsets, clamp = call.ints("input_offset", "output_offset"), call.ints("act_min", "act_max")
    params = integers(*offsets, *_places(call, "stride", "pad"), 0, 0, 1, 1, *clamp)
    dims = _dims(call)
    output = call.memory.output(call.p["out_dims"], np.int8)
    status = call.run(
        Context(None, 0),
        Context(None, 0),
        params,
        PerChannel(call.int32_array("mult"), call.int32_array("shift")),
        dims[0],
        call.array("input"),
        dims[1],
        call.array("filter"),
        Dims(1, 1, 1, call.p["out_dims"][3]),
        call.array("bias"),
        dims[2],
        output,
    )
    return status, {"output": output}


def _pool(call: Call) -> Result:
    output = call.memory.output(call.p["out_dims"], np.int8)
    status = call.run(
        Context(None, 0),
        integers(*_places(call, "stride", "pad"), *call.ints("act_min", "act_max")),
        Dims(*call.p["in_dims"]),
        call.array("input"),
        Dims(1, *call.ints("filter_h", "filter_w"), 1),
        Dims(*call.p["out_dims"]),
        output,
    )
    outputs: dict[str, Block] = {} if status else {"output": output}
    return status, outputs


def _pad(call: Call) -> Result:
    names = ("in_dims", "pre", "post")
    shape = [sum(sizes) for sizes in zip(*(call.p[name] for name in names), strict=True)]
    output = call.memory.output(shape, np.int8)
    sizes = [Dims(*call.p[name]) for name in names]
    status = call.run(call.array("input"), output, *call.ints("value"), *sizes)
    return status, {"output": output}


IMAGE_RUNNERS: dict[str, Callable[[Call], Result]] = {
    "arm_avgpool_s8": _pool,
    "arm_convolve_wrapper_s16": _weighted,
    "arm_convolve_wrapper_s4": _weighted,
    "arm_convolve_wrapper_s8": _weighted,
    "arm_depthwise_conv_wrapper_s8": _weighted,
    "arm_max_pool_s8": _pool,
    "arm_pad_s8": _pad,
    "arm_transpose_conv_wrapper_s8": _transposed,
}
