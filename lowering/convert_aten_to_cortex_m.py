"""``--convert-aten-to-cortex-m``: quantized aten operations become kernel calls on integers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from cmlir.dialects import cortex_m, locations, quant
from cmlir.errors import InvalidInputError, UnsupportedError
from cmlir.lowering.conversion import (
    boundary,
    concat,
    convolution,
    elementwise,
    embedding,
    float_elementwise,
    float_images,
    float_rows,
    integers,
    log_softmax,
    masks,
    matmul,
    movement,
    normalization,
    pooling,
    recurrent,
    reductions,
    resampling,
    softmax,
    sorting,
    transposed_convolution,
)
from cmlir.lowering.conversion.context import (
    Conversion,
    Converter,
    Unsupported,
    spelled,
)
from cmlir.lowering.conversion.in_float import FloatConverter, convert_in_float

CONVERTERS: dict[type[Operation], Converter] = {
    **boundary.CONVERTERS,
    **concat.CONVERTERS,
    **convolution.CONVERTERS,
    **elementwise.CONVERTERS,
    **embedding.CONVERTERS,
    **integers.CONVERTERS,
    **log_softmax.CONVERTERS,
    **masks.CONVERTERS,
    **matmul.CONVERTERS,
    **movement.CONVERTERS,
    **normalization.CONVERTERS,
    **pooling.CONVERTERS,
    **resampling.CONVERTERS,
    **transposed_convolution.CONVERTERS,
    **recurrent.CONVERTERS,
    **reductions.CONVERTERS,
    **softmax.CONVERTERS,
    **sorting.CONVERTERS,
}
FLOAT_CONVERTERS: dict[type[Operation], FloatConverter] = {
    **embedding.FLOAT_CONVERTERS,
    **float_elementwise.FLOAT_CONVERTERS,
    **float_images.FLOAT_CONVERTERS,
    **sorting.FLOAT_CONVERTERS,
    **float_rows.FLOAT_CONVERTERS,
}


@dataclass(frozen=True)
class Failure:
    """An operation without a kernel, and why."""

    op: Operation
    reason: str

    def __str__(self) -> str:
        place = locations.of(self.op) or "an unknown place"
        results = ", ".join(_described(result.type) for result in self.op.results) or "no result"
        return f"{self.op.name} ({results}) {self.reason}\n    at {place}"


def _described(kind: Attribute) -> str:
    """`2x3, float32` for a tensor."""
    if not isinstance(kind, TensorType):
        return spelled(kind)
    shape = "x".join(map(str, kind.get_shape())) or "scalar"
    return f"{shape}, {spelled(kind.element_type)}"


def convert_function(conversion: Conversion, function: FuncOp) -> list[Failure]:
    """Convert the body of ``function`` in place; the operations that have no kernel."""
    if len(function.body.blocks) != 1:
        raise InvalidInputError(
            f"function @{function.sym_name.data} has {len(function.body.blocks)} blocks",
            advice="a program is one block, without control flow",
        )
    body = function.body.block
    old_arguments = list(body.args)
    for argument in old_arguments:
        if not isinstance(argument.type, TensorType) or not argument.type.has_static_shape():
            raise InvalidInputError(
                f"input {argument.index} of @{function.sym_name.data} is {argument.type}",
                advice="inputs are tensors of static shape",
            )
    for argument in old_arguments:
        converted = body.insert_arg(conversion.result_type(argument), len(body.args))
        converted.name_hint, converted.location = argument.name_hint, argument.location
        conversion.define(argument, converted)
    failures: list[Failure] = []
    old = [op for op in body.ops if not isinstance(op, ReturnOp)]
    for op in old:
        failures += _convert(conversion, op)
    if failures:
        return _blamed(failures)
    last = body.last_op
    assert isinstance(last, ReturnOp)
    function.arg_attrs = _signed(function.arg_attrs, old_arguments)
    function.res_attrs = _signed(function.res_attrs, last.arguments)
    conversion.at(last)
    last.operands = [conversion.dense(value) for value in last.arguments]
    for op in reversed(old):
        op.detach()
        op.erase()
    for argument in old_arguments:
        body.erase_arg(argument)
    function.function_type = FunctionType.from_lists(
        [a.type for a in body.args], [v.type for v in last.arguments]
    )
    return []


def _convert(conversion: Conversion, op: Operation) -> list[Failure]:
    """Convert one operation, if what it reads could be: on codes, else in float."""
    if not all(operand in conversion.values for operand in op.operands):
        return []
    conversion.at(op)
    try:
        reason = _convert_on_codes(conversion, op)
        if reason is not None:
            _convert_in_float(conversion, op, reason)
    except Unsupported as error:
        return [Failure(op, str(error))]
    return []


def _convert_on_codes(conversion: Conversion, op: Operation) -> str | None:
    """Why that is not possible; None if it was done."""
    converter = CONVERTERS.get(type(op))
    if converter is None:
        return "has no kernel"
    try:
        converter(conversion, op)
    except Unsupported as error:
        return str(error)
    return None


def _convert_in_float(conversion: Conversion, op: Operation, reason: str) -> None:
    converter = FLOAT_CONVERTERS.get(type(op))
    if converter is None:
        raise Unsupported(reason)
    convert_in_float(conversion, op, converter, reason)


def _blamed(failures: Sequence[Failure]) -> list[Failure]:
    """Without dequantizations that are only there for operations that fail in float themselves."""
    failed = {failure.op for failure in failures}
    return [
        failure
        for failure in failures
        if not isinstance(failure.op, quant.DequantizeCastOp)
        or not all(use.operation in failed for use in failure.op.result.uses)
    ]


def _signed(
    attributes: ArrayAttr[DictionaryAttr] | None, values: Sequence[SSAValue]
) -> ArrayAttr[DictionaryAttr] | None:
    """I/O descriptions after unsigned codes have become signed ones, u8 128 less."""
    if attributes is None:
        return None
    described: list[DictionaryAttr] = []
    for entry, value in zip(attributes, values, strict=True):
        assert isinstance(entry, DictionaryAttr)
        data, quantized = dict(entry.data), quant.quantized_element_type(value)
        zero_point = data.get("cmlir.zero_point")
        if (
            quantized is not None
            and not quantized.is_signed
            and isinstance(zero_point, IntegerAttr)
        ):
            bits = quantized.storage_type.width.data
            signed = zero_point.value.data - (1 << (bits - 1))
            data["cmlir.dtype"] = StringAttr(f"int{bits}")
            data["cmlir.zero_point"] = IntegerAttr(signed, i64)
        described.append(DictionaryAttr(data))
    return ArrayAttr(described)


@dataclass(frozen=True)
class ConvertAtenToCortexM(ModulePass):
    """Lower every aten and quant operation to kernel calls; the module's attributes name the
    target.

    Raises UnsupportedError, which lists every operation that has no kernel.
    """

    name = "convert-aten-to-cortex-m"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = cortex_m.target_of(op)
        cortex_m.set_target(op, target.name)
        conversion = Conversion(op, target, fast=cortex_m.kernels_of(op) == "fast")
        failures = [
            failure
            for function in op.body.block.ops
            if isinstance(function, FuncOp) and function.body.blocks
            for failure in convert_function(conversion, function)
        ]
        if failures:
            raise UnsupportedError(
                "these operations cannot be lowered:\n  " + "\n  ".join(map(str, failures)),
                advice="quantize them (cmlir.quantize), or keep them out of the exported program",
            )
        op.attributes["cmlir.stage"] = StringAttr("lower")
