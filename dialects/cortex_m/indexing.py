"""Elements chosen by indices at run time."""

from __future__ import annotations

from xdsl.dialects.builtin import i32, i64
from xdsl.irdl import irdl_op_definition, operand_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of


@irdl_op_definition
class EmbeddingOp(KernelOp):
    """out[i, …] = table[indices[i], …]; an index that the table does not have is an error."""

    name = "cortex_m.embedding"
    table = operand_def(AnyBuffer)
    indices = operand_def(AnyBuffer)

    @property
    def kernel(self) -> str:
        return "cmlir_embedding"

    def verify_kernel(self) -> None:
        rows = shape_of(self.table)
        if not rows:
            raise VerifyException("table must have rows, but is a scalar")
        require_element(self.indices, [i32, i64], "indices")
        require_element(self.destination, [element_of(self.table)], "out")
        require_shape(self.destination, (*shape_of(self.indices), *rows[1:]), "out")
