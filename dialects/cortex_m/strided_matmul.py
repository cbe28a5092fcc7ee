"""Batched products of matrices that need not be dense: nothing is moved before or after them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i8, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.codes import CODES, is_wide, require_clamp, require_zero_point
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code
from cmlir.dialects.cortex_m.masks import verify_reads
from cmlir.dialects.cortex_m.target import Target
from cmlir.dialects.shapes import element_count, require_element


@irdl_op_definition
class StridedMatmulOp(KernelOp):
    """A product of two activations for a batch of matrices, all read and written where they lie.

        out[n, h, i, j] = clamp(rescale(sum_k a[n, h, i, k] * b[n, h, j, k]) + output_offset)

    with a = lhs + lhs_offset, b = rhs + rhs_offset and sizes = [n, h, i, j, k].  In elements,

        lhs[n, h, i, k] = flat(lhs)[lhs_start + n * s[0] + h * s[1] + i * s[2] + k]
        rhs[n, h, j, k] = flat(rhs)[rhs_start + n * t[0] + h * t[1] + j * t[2] + k * t[3]]
        out[n, h, i, j] = flat(out)[n * u[0] + h * u[1] + i * u[2] + j]

    for s, t, u = lhs_strides, rhs_strides, out_strides.  One of t[2] and t[3] is 1; t[3] where both
    are.  Every element of ``out``, of i8 or i16, is written once.
    """

    name = "cortex_m.strided_matmul"
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    sizes = prop_def(DenseArrayBase.constr(i64))
    lhs_start = prop_def(IntegerAttr[I64])
    lhs_strides = prop_def(DenseArrayBase.constr(i64))
    rhs_start = prop_def(IntegerAttr[I64])
    rhs_strides = prop_def(DenseArrayBase.constr(i64))
    out_strides = prop_def(DenseArrayBase.constr(i64))
    lhs_offset = prop_def(IntegerAttr[I64])
    rhs_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)

    @property
    def kernel(self) -> str:
        return f"cmlir_strided_matmul_s8{'_s16' if is_wide(self.destination) else ''}"

    @property
    def transposes(self) -> bool:
        """Whether the kernel gathers the columns of rhs first, because they do not lie in runs."""
        return self.rhs_strides.get_values()[3] != 1

    def scratch_bytes(self, target: Target) -> int:
        del target
        *_, columns, depth = self.sizes.get_values()
        return columns * depth if self.transposes else 0

    def macs(self) -> int:
        return math.prod(self.sizes.get_values())

    def verify_kernel(self) -> None:
        for name, value in (("lhs", self.lhs), ("rhs", self.rhs)):
            require_element(value, [i8], name)
        require_element(self.destination, CODES, "out")
        require_lengths(
            ("sizes", self.sizes, 5),
            ("lhs_strides", self.lhs_strides, 3),
            ("rhs_strides", self.rhs_strides, 4),
            ("out_strides", self.out_strides, 3),
        )
        if min(self.sizes.get_values()) < 1:
            raise VerifyException("sizes must be positive")
        n, h, rows, columns, depth = self.sizes.get_values()
        lhs, rhs = list(self.lhs_strides.get_values()), list(self.rhs_strides.get_values())
        if 1 not in rhs[2:]:
            raise VerifyException(f"one of the last two strides of rhs must be 1, but has {rhs}")
        start, rhs_start = self.lhs_start.value.data, self.rhs_start.value.data
        verify_reads(self.lhs, start, [*lhs, 1], [n, h, rows, depth], "lhs")
        verify_reads(self.rhs, rhs_start, rhs, [n, h, columns, depth], "rhs")
        verify_writes(self.destination, self.out_strides, (n, h, rows, columns))
        require_code("lhs_offset", self.lhs_offset.value.data, -127, 128)
        require_code("rhs_offset", self.rhs_offset.value.data, -127, 128)
        require_zero_point("output_offset", self.output_offset.value.data, self.destination)
        require_clamp(self.clamp, self.destination)
        if self.rescale.per_channel:
            raise VerifyException("a strided matmul has one rescale pair")


def require_lengths(*arrays: tuple[str, DenseArrayBase, int]) -> None:
    """Raises VerifyException for the first (name, integers, length) that does not fit."""
    for name, integers, length in arrays:
        if len(integers) != length:
            raise VerifyException(f"{name} must be {length} integers, but are {len(integers)}")


def verify_writes(out: SSAValue, strides: DenseArrayBase[I64], sizes: Sequence[int]) -> None:
    """Raises VerifyException unless strides, and 1 for the last axis, reach all of out once.

    Sorted by stride, each axis steps over exactly the elements of those before it.
    """
    axes = zip((*strides.get_values(), 1), sizes, strict=True)
    covered = 1
    for stride, size in sorted(axis for axis in axes if axis[1] > 1):
        if stride != covered:
            raise VerifyException("out_strides do not reach every element of out once")
        covered *= size
    if covered != element_count(out):
        raise VerifyException(f"writes {covered} elements of an out of {element_count(out)}")
