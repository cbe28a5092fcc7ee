"""Attention by blocks of rows: what softmax gives is never stored beyond one block."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i8, i32, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code
from cmlir.dialects.cortex_m.masks import verify_mask, verify_reads
from cmlir.dialects.cortex_m.softmax import LONGEST_S8_ROW
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.cortex_m.strided_matmul import require_lengths, verify_writes
from cmlir.dialects.cortex_m.target import Target
from cmlir.dialects.shapes import require_element, require_shape, shape_of


@irdl_op_definition
class AttentionOp(KernelOp):
    """Two ``cortex_m.strided_matmul`` around a ``cortex_m.softmax`` with ``exponentials``, or
    around a ``cortex_m.masked_softmax`` or, with the exponentials of that, a
    ``cortex_m.wide_softmax``.

        scores[n, h, i, j] = clamp(rescale(sum_k q[n, h, i, k] * x[n, h, j, k]) + scores_offset)
        p[n, h, i, j]      = softmax(scores) along j
        out[n, h, i, w]    = clamp(rescale(sum_j a[n, h, i, j] * v[n, h, w, j]) + output_offset)

    with q = query + query_offset, x = key + key_offset, a = p + probabilities_offset,
    v = value + value_offset and sizes = [n, h, i, j, k, w]; ``scores_rescale`` and
    ``scores_clamp`` are those of the first product.  Starts and strides are those of
    ``cortex_m.strided_matmul``; the last stride of key is 1.  ``block_rows`` rows of scores exist
    at a time.  The result may take the place of queries that lie as it does.  Mask and diagonal,
    of scores [n, h, i, j], are as in ``cortex_m.masked_softmax``; without both of them everything
    is kept.
    """

    name = "cortex_m.attention"
    query = operand_def(AnyBuffer)
    key = operand_def(AnyBuffer)
    value = operand_def(AnyBuffer)
    exponentials = operand_def(AnyBuffer)
    mask = opt_operand_def(AnyBuffer)
    sizes = prop_def(DenseArrayBase.constr(i64))
    block_rows = prop_def(IntegerAttr[I64])
    query_start = prop_def(IntegerAttr[I64])
    query_strides = prop_def(DenseArrayBase.constr(i64))
    key_start = prop_def(IntegerAttr[I64])
    key_strides = prop_def(DenseArrayBase.constr(i64))
    value_start = prop_def(IntegerAttr[I64])
    value_strides = prop_def(DenseArrayBase.constr(i64))
    out_strides = prop_def(DenseArrayBase.constr(i64))
    query_offset = prop_def(IntegerAttr[I64])
    key_offset = prop_def(IntegerAttr[I64])
    scores_offset = prop_def(IntegerAttr[I64])
    scores_rescale = prop_def(RescaleAttr)
    scores_clamp = prop_def(ClampAttr)
    probabilities_offset = prop_def(IntegerAttr[I64])
    value_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)
    mask_offset = opt_prop_def(IntegerAttr[I64])
    mask_strides = opt_prop_def(DenseArrayBase.constr(i64))
    diagonal = opt_prop_def(IntegerAttr[I64])

    @property
    def is_wide(self) -> bool:
        """Whether scores have 16 bits."""
        return len(shape_of(self.exponentials)) == 2

    @property
    def kernel(self) -> str:
        if self.is_wide:
            return "cmlir_wide_attention_s8"
        if self.mask is None and self.diagonal is None:
            return "cmlir_attention_s8"
        return "cmlir_masked_attention_s8"

    def scratch_bytes(self, target: Target) -> int:
        """Start values of both products, a block of scores, and the values of one head turned."""
        del target
        *_, columns, _, width = self.sizes.get_values()
        turned = width * columns if self.value_strides.get_values()[3] != 1 else 0
        block = self.block_rows.value.data * columns
        wide = 4 * ((block + 1) // 2) if self.is_wide else 0
        return wide + 4 * (columns + width) + block + turned

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.query,) if self._replaces_queries() else ()

    def _replaces_queries(self) -> bool:
        """Whether every block of the result lies where its own queries do, and nothing else."""
        n, h, rows, _, depth, width = self.sizes.get_values()
        strides = zip(
            (n, h, rows),
            self.query_strides.get_values(),
            self.out_strides.get_values(),
            strict=True,
        )
        return (
            depth == width
            and self.query_start.value.data == 0
            and self.query not in (self.key, self.value)
            and byte_size(self.query) == byte_size(self.destination)
            and all(q == o for size, q, o in strides if size > 1)
        )

    def macs(self) -> int:
        *batch, depth, width = self.sizes.get_values()
        return math.prod(batch) * (depth + width)

    def verify_kernel(self) -> None:
        for name, value in (
            ("query", self.query),
            ("key", self.key),
            ("value", self.value),
            ("out", self.destination),
        ):
            require_element(value, [i8], name)
        require_element(self.exponentials, [i32], "exponentials")
        require_shape(self.exponentials, (2, 256) if self.is_wide else (256,), "exponentials")
        self._verify_places()
        for name, offset in (
            ("query_offset", self.query_offset),
            ("key_offset", self.key_offset),
            ("probabilities_offset", self.probabilities_offset),
            ("value_offset", self.value_offset),
        ):
            require_code(name, offset.value.data, -127, 128)
        least = -(1 << 15) if self.is_wide else -128
        require_code("scores_offset", self.scores_offset.value.data, least, -1 - least)
        require_code("output_offset", self.output_offset.value.data)
        if self.scores_rescale.per_channel or self.rescale.per_channel:
            raise VerifyException("each product of an attention has one rescale pair")

    def _verify_places(self) -> None:
        require_lengths(
            ("sizes", self.sizes, 6),
            ("query_strides", self.query_strides, 3),
            ("key_strides", self.key_strides, 4),
            ("value_strides", self.value_strides, 4),
            ("out_strides", self.out_strides, 3),
        )
        n, h, rows, columns, depth, width = self.sizes.get_values()
        if min(self.sizes.get_values()) < 1 or columns > LONGEST_S8_ROW:
            raise VerifyException(
                f"sizes must be positive, with at most {LONGEST_S8_ROW} columns of scores"
            )
        if not 1 <= self.block_rows.value.data <= rows:
            raise VerifyException(
                f"block_rows must be 1 to {rows}, but is {self.block_rows.value.data}"
            )
        key, value = list(self.key_strides.get_values()), list(self.value_strides.get_values())
        if key[3] != 1 or 1 not in value[2:]:
            raise VerifyException(
                "the last stride of key must be 1, and one of the last two of value"
            )
        for name, operand, start, strides, shape in (
            ("query", self.query, self.query_start, self.query_strides, (n, h, rows, depth)),
            ("key", self.key, self.key_start, self.key_strides, (n, h, columns, depth)),
            ("value", self.value, self.value_start, self.value_strides, (n, h, width, columns)),
        ):
            steps = [*strides.get_values(), 1][:4]
            verify_reads(operand, start.value.data, steps, shape, name)
        verify_writes(self.destination, self.out_strides, (n, h, rows, width))
        verify_mask(self, (n, h, rows, columns))
