"""What the converters share: values already converted, numbers of quantized types, failures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self, TypeVar

from xdsl.builder import Builder
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    ModuleOp,
    TensorType,
    f32,
    f64,
    i1,
    i8,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import AnyArray, add_global, element_type_of
from cmlir.lowering.strided import Layout

OpT = TypeVar("OpT", bound=Operation)


class Unsupported(Exception):
    """One operation has no kernel; the message says why, as a clause after its name."""


@dataclass(frozen=True)
class CodeForm:
    """A quantized type of 8 or 16 bits in signed codes: u8 codes and zero points are 128 less."""

    scale: float
    zero_point: int
    least: int
    greatest: int
    bits: int = 8
    widths: ClassVar[tuple[int, ...]] = (8, 16)
    """The numbers of bits that the kernels take."""

    @classmethod
    def of(cls, value: SSAValue) -> Self:
        """Raises Unsupported unless the value is quantized to so many bits with one scale."""
        quantized = quant.quantized_element_type(value)
        if quantized is None:
            raise Unsupported(
                f"in {spelled(element_of(value))} is not supported: its operands and its result "
                "must all be quantized"
            )
        if not isinstance(quantized, quant.UniformQuantizedType):
            raise Unsupported(f"needs one scale for the whole tensor, but has {element_of(value)}")
        bits = quantized.storage_type.width.data
        if bits not in cls.widths:
            widths = " or ".join(f"{width}-bit" for width in cls.widths)
            raise Unsupported(f"needs {widths} codes, but has {element_of(value)}")
        if quantized.expressed_type != f32:
            raise Unsupported(f"needs codes of float32, but has {element_of(value)}")
        half = 1 << (bits - 1)
        shift = 0 if quantized.is_signed else half
        zero_point = quantized.zero_point - shift
        if not -half <= zero_point < half:
            raise Unsupported(f"needs a zero point of {bits} bits, but has {element_of(value)}")
        return cls(
            quantized.scale,
            zero_point,
            quantized.storage_min - shift,
            quantized.storage_max - shift,
            bits,
        )

    @property
    def clamp(self) -> cortex_m.ClampAttr:
        return cortex_m.ClampAttr.of(self.least, self.greatest)

    @property
    def storage(self) -> IntegerType:
        """The element type of the codes."""
        return IntegerType(self.bits)


@dataclass(frozen=True)
class Int8Form(CodeForm):
    """What kernels take that know 8 bits only."""

    widths: ClassVar[tuple[int, ...]] = (8,)


@dataclass
class Rearranged:
    """A converted value, not yet moved: ``layout`` over the flat elements of ``source``.

    ``origin`` is where the last rearrangement stands in the model; what moves the elements has it.
    """

    source: SSAValue
    layout: Layout
    origin: LocationAttr | None = None


def spelled(element: Attribute) -> str:
    """An element type by PyTorch's name, for messages."""
    names: dict[Attribute, str] = {f32: "float32", i1: "bool"}
    return names.get(element, str(element))


def integer(value: int) -> IntegerAttr:
    return IntegerAttr(value, i64)


def number(value: float) -> FloatAttr:
    return FloatAttr(value, f64)


@dataclass
class Conversion:
    """The state of one function's conversion."""

    module: ModuleOp
    target: cortex_m.Target
    fast: bool
    """Whether extension kernels may stand in for CMSIS-NN functions that have the same bits."""
    values: dict[SSAValue, Rearranged] = field(default_factory=dict[SSAValue, Rearranged])
    builder: Builder = field(init=False)
    current: Operation = field(init=False)

    def define(self, old: SSAValue, new: SSAValue) -> None:
        """``new`` is the converted ``old``, of the same shape."""
        self.values[old] = Rearranged(new, Layout.dense(shape_of(new)))

    def at(self, op: Operation) -> None:
        """What is inserted from here on stands for ``op``: before it, with its location."""
        self.current = op
        self.builder = Builder(InsertPoint.before(op))

    def insert(self, op: OpT, origin: LocationAttr | None = None) -> OpT:
        op.location = origin or self.current.location
        return self.builder.insert(op)

    def kernel(
        self,
        kind: type[cortex_m.KernelOp],
        operands: Sequence[SSAValue | Sequence[SSAValue]],
        result_type: Attribute,
        **properties: Attribute,
    ) -> SSAValue:
        """Insert a kernel op on tensors that stands for ``current``, and return its result."""
        return self._kernel_at(None, kind, operands, result_type, properties)

    def _kernel_at(
        self,
        origin: LocationAttr | None,
        kind: type[cortex_m.KernelOp],
        operands: Sequence[SSAValue | Sequence[SSAValue]],
        result_type: Attribute,
        properties: Mapping[str, Attribute],
    ) -> SSAValue:
        """The same for a kernel op that stands for ``origin``, if that is given."""
        op = kind(
            operands=[*operands, [], []],
            properties=properties,
            result_types=[[result_type]],
        )
        result = self.insert(op, origin).result
        assert result is not None
        return result

    def result_type(self, old: SSAValue) -> TensorType[Attribute]:
        """The converted type of a value: of a quantized tensor its storage."""
        quantized = quant.quantized_element_type(old)
        element = element_of(old) if quantized is None else quantized.storage_type
        return TensorType(element, shape_of(old))

    def dense(self, old: SSAValue) -> SSAValue:
        """The converted value with its elements in order; moves them if they are not."""
        return self.materialize(self.values[old], shape_of(old))

    def materialize(self, value: Rearranged, shape: Sequence[int]) -> SSAValue:
        """The elements of ``value`` in order, as a tensor of ``shape``: at most one kernel."""
        source, layout = value.source, value.layout
        if layout.is_run():
            return self._view(source, shape, value.origin, layout.offset)
        moved = self._transpose(value)
        if moved is None:
            strides = DenseArrayBase.from_list(i64, [stride for _, stride in layout.steps])
            moved = self._kernel_at(
                value.origin,
                cortex_m.CopyOp,
                [source],
                TensorType(element_of(source), [size for size, _ in layout.steps]),
                {"offset": integer(layout.offset), "strides": strides},
            )
        return self._view(moved, shape, value.origin)

    def viewed(self, value: SSAValue, shape: Sequence[int]) -> SSAValue:
        """The elements of a converted value in order, in another shape."""
        return self._view(value, shape, None)

    def _view(
        self,
        source: SSAValue,
        shape: Sequence[int],
        origin: LocationAttr | None,
        offset: int = 0,
    ) -> SSAValue:
        target = TensorType(element_of(source), shape)
        if source.type == target and offset == 0:
            return source
        return self.insert(cortex_m.ViewOp(source, target, offset), origin).result

    def _transpose(self, value: Rearranged) -> SSAValue | None:
        """The elements by CMSIS-NN's transpose; None where it cannot do it."""
        found = value.layout.transposition()
        if found is None or not 2 <= len(found[0]) <= 4 or element_of(value.source) != i8:
            return None
        shape, permutation = found
        return self._kernel_at(
            value.origin,
            cortex_m.TransposeOp,
            [self._view(value.source, shape, value.origin, value.layout.offset)],
            TensorType(i8, [shape[k] for k in permutation]),
            {"permutation": DenseArrayBase.from_list(i64, permutation)},
        )

    def constant(self, name: str, array: AnyArray, element: Attribute | None = None) -> SSAValue:
        """A new constant holding ``array``; equal data under one name are shared.

        ``element``: its type, if that is not the array's.
        """
        symbol = add_global(self.current, name, array, element)
        stored = TensorType(element or element_type_of(array), array.shape)
        return self.insert(cortex_m.ConstantOp(symbol, stored)).result


def constant_behind(value: SSAValue) -> aten.ConstantOp | None:
    return value.owner if isinstance(value.owner, aten.ConstantOp) else None


Converter = Callable[[Conversion, Operation], None]
