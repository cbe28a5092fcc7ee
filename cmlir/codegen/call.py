"""A C call, and the parts that all of them are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, i32
from xdsl.ir import BlockArgument, SSAValue

from cmlir.codegen.initializers import initializer
from cmlir.codegen.program import Program
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.storage import storage_of
from cmlir.dialects.shapes import element_count, element_of, shape_of


class Addresses(Protocol):
    """The C expression, of a pointer, for ``skipped`` bytes behind the start of a value."""

    def __call__(self, value: SSAValue, skipped: int = 0) -> str: ...


@dataclass(frozen=True)
class Call:
    """A call: declarations that go before it, then the arguments of the kernel in order.

    ``further`` are the arguments of more calls of the same kernel, which must give no status.
    """

    arguments: tuple[str, ...]
    declarations: tuple[str, ...] = ()
    further: tuple[tuple[str, ...], ...] = ()


def addresses(program: Program) -> Addresses:
    """By the macros of model.c, which take byte offsets; a constant from its start by its name."""

    def at(value: SSAValue, skipped: int = 0) -> str:
        storage = storage_of(value)
        root, offset = storage.root, storage.offset + skipped
        if isinstance(root.owner, cm.BufferOp):
            offset += root.owner.offset.value.data
            if root.owner.lender is None:
                return f"ARENA({offset})"
            root = root.owner.lender
        if isinstance(root, BlockArgument):
            macro, index = program.arguments[root]
            if macro == "STATE":
                return f"STATE({program.states[index].offset + offset})"
            return f"{macro}({index}, {offset})"
        assert isinstance(root.owner, cm.ConstantOp)
        name = program.constants[root.owner.symbol.root_reference.data].identifier
        return f"CONSTANT({name}, {offset})" if offset else name

    return at


def pair(rescale: cm.RescaleAttr) -> tuple[str, str]:
    ((multiplier, shift),) = rescale.pairs
    return str(multiplier), str(shift)


def bounds(clamp: cm.ClampAttr) -> tuple[str, str]:
    least, greatest = clamp.bounds
    return str(least), str(greatest)


def integer(attribute: Any) -> str:
    return str(attribute.value.data)


def count(op: cm.KernelOp) -> str:
    return str(element_count(op.destination))


def dims(name: str, *sizes: int) -> str:
    return f"static const cmsis_nn_dims {name} = {{{', '.join(map(str, sizes))}}};"


def long_array(c_type: str, name: str, values: Sequence[int]) -> str:
    data = np.asarray(values, np.int32)
    return f"static const {c_type} {name}[{len(data)}] = {{\n{initializer(data)}\n}};"


def fc_params(lhs: Any, rhs: Any, output: Any, clamp: cm.ClampAttr) -> str:
    """The initializer of cmsis_nn_fc_params."""
    offsets = ", ".join(map(integer, (lhs, rhs, output)))
    return f"{{{offsets}, {{{', '.join(bounds(clamp))}}}}}"


def layer_params(
    prefix: str, weights: Any, output: Any, rescale: cm.RescaleAttr, clamp: cm.ClampAttr
) -> tuple[str, ...]:
    """The initializer of cmlir_linear_params, and the declarations of the arrays it points to."""
    multipliers, shifts = zip(*rescale.pairs, strict=True)
    fields = (
        *(integer(weights), f"{prefix}multipliers", f"{prefix}shifts"),
        *(str(int(rescale.per_channel)), integer(output), f"{{{', '.join(bounds(clamp))}}}"),
    )
    return (
        f"{{{', '.join(fields)}}}",
        long_array("int32_t", f"{prefix}multipliers", multipliers),
        long_array("int32_t", f"{prefix}shifts", shifts),
    )


def strided_params(integers: Sequence[Sequence[int]], numbers: str, rescale: cm.RescaleAttr) -> str:
    """The initializer of cmlir_strided_matmul_params: sizes, strides of lhs, rhs and out, .."""
    lists = [f"{{{', '.join(map(str, values))}}}" for values in integers]
    factor = f"{{{', '.join(pair(rescale))}}}"
    return f"{{{', '.join((*lists, numbers, factor))}}}"


def table_declaration(table: DenseIntOrFPElementsAttr[Any]) -> str:
    codes = np.frombuffer(table.data.data, np.int8)
    return f"static const int8_t table[256] = {{\n{initializer(codes)}\n}};"


def bias_data(at: Addresses, bias: SSAValue) -> str:
    """The declaration of the cmsis_nn_bias_data of a bias of 32 or 64 bits."""
    is_int32 = str(element_of(bias) == i32).lower()
    return f"const cmsis_nn_bias_data bias = {{{at(bias)}, {is_int32}}};"


def rank_4(value: SSAValue) -> tuple[int, ...]:
    """The shape with axes of size 1 in front."""
    shape = shape_of(value)
    return (*(1,) * (4 - len(shape)), *shape)


def pointer(at: Addresses, value: SSAValue | None) -> str:
    """The address of an operand that may be absent."""
    return "NULL" if value is None else at(value)
