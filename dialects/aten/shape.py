"""Operations that only rearrange elements."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, result_def, traits_def, var_operand_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor, UnaryOp
from cmlir.dialects.shapes import (
    element_count,
    element_of,
    joined_shape,
    require_element,
    require_shape,
    shape_of,
)


@irdl_op_definition
class ViewOp(UnaryOp):
    """The same elements in the same order under another shape (view, reshape, unsqueeze …)."""

    name = "aten.view"

    def __init__(self, input: SSAValue, result_type: Attribute):
        super().__init__(operands=[input], result_types=[result_type])

    def verify_(self) -> None:
        if element_count(self.input) != element_count(self.result):
            raise VerifyException(
                f"cannot view {shape_of(self.input)} as {shape_of(self.result)}: sizes differ"
            )


@irdl_op_definition
class PermuteOp(UnaryOp):
    """Axis k of the result is axis dims[k] of the input."""

    name = "aten.permute"
    dims = prop_def(DenseArrayBase.constr(i64))

    def __init__(self, input: SSAValue, dims: Sequence[int], result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={"dims": DenseArrayBase.from_list(i64, list(dims))},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        shape, dims = shape_of(self.input), self.dims.get_values()
        if sorted(dims) != list(range(len(shape))):
            raise VerifyException(f"{list(dims)} does not permute the axes of {shape}")
        require_shape(self.result, [shape[d] for d in dims], "result")


@irdl_op_definition
class ExpandOp(UnaryOp):
    """Repeat axes of size 1, and new leading axes, without copying."""

    name = "aten.expand"

    def __init__(self, input: SSAValue, result_type: Attribute):
        super().__init__(operands=[input], result_types=[result_type])

    def verify_(self) -> None:
        source, target = shape_of(self.input), shape_of(self.result)
        padded = (1,) * (len(target) - len(source)) + source
        if len(padded) > len(target) or any(
            a not in (1, b) for a, b in zip(padded, target, strict=True)
        ):
            raise VerifyException(f"cannot expand {source} to {target}")


@irdl_op_definition
class CloneOp(UnaryOp):
    """The same values (clone, contiguous, alias, detach, dropout in eval mode)."""

    name = "aten.clone"

    def __init__(self, input: SSAValue, result_type: Attribute):
        super().__init__(operands=[input], result_types=[result_type])


@irdl_op_definition
class SliceOp(UnaryOp):
    """Elements start, start + step, … of axis ``dim``, as many as the result has.

    A negative step goes backwards.
    """

    name = "aten.slice"
    dim = prop_def(IntegerAttr[I64])
    start = prop_def(IntegerAttr[I64])
    step = prop_def(IntegerAttr[I64])

    def __init__(self, input: SSAValue, dim: int, start: int, step: int, result_type: Attribute):
        values = {"dim": dim, "start": start, "step": step}
        super().__init__(
            operands=[input],
            properties={k: IntegerAttr(v, i64) for k, v in values.items()},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        source, target = shape_of(self.input), shape_of(self.result)
        dim, start, step = (p.value.data for p in (self.dim, self.start, self.step))
        if not 0 <= dim < len(source) or step == 0 or len(target) != len(source):
            raise VerifyException(f"cannot slice axis {dim} of {source} by {step} to {target}")
        require_shape(self.result, (*source[:dim], target[dim], *source[dim + 1 :]), "result")
        last = start + (target[dim] - 1) * step
        if target[dim] < 1 or not (0 <= start < source[dim] and 0 <= last < source[dim]):
            raise VerifyException(f"slice from {start} by {step} leaves axis {dim} of {source}")


@irdl_op_definition
class SelectOp(UnaryOp):
    """Element ``index`` of axis ``dim``; the axis disappears."""

    name = "aten.select"
    dim = prop_def(IntegerAttr[I64])
    index = prop_def(IntegerAttr[I64])

    def __init__(self, input: SSAValue, dim: int, index: int, result_type: Attribute):
        values = {"dim": dim, "index": index}
        super().__init__(
            operands=[input],
            properties={k: IntegerAttr(v, i64) for k, v in values.items()},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        source, dim, index = shape_of(self.input), self.dim.value.data, self.index.value.data
        if not 0 <= dim < len(source) or not 0 <= index < source[dim]:
            raise VerifyException(f"cannot select element {index} of axis {dim} of {source}")
        require_shape(self.result, (*source[:dim], *source[dim + 1 :]), "result")


@irdl_op_definition
class CatOp(NamedFormatOp):
    """The tensors one after the other along axis ``dim``; their elements are moved as they are."""

    name = "aten.cat"
    tensors = var_operand_def(AnyTensor)
    dim = prop_def(IntegerAttr[I64])
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(self, tensors: Sequence[SSAValue], dim: int, result_type: Attribute):
        super().__init__(
            operands=[tensors],
            properties={"dim": IntegerAttr(dim, i64)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        shapes = [shape_of(tensor) for tensor in self.tensors]
        require_shape(self.result, joined_shape(shapes, self.dim.value.data), "result")
        for tensor in self.tensors:
            require_element(tensor, [element_of(self.result)], "each tensor")
