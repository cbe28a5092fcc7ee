"""The uniformly quantized types. A code q stands for the real number scale * (q - zero_point)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    ContainerType,
    DenseArrayBase,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatData,
    IntAttr,
    IntegerType,
    f64,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_attr_definition
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.deferred import np
from cmlir.dialects.quant import syntax
from cmlir.dialects.quant.base import StoredType, storage_parameters

if TYPE_CHECKING:
    import numpy.typing as npt


_SCALE_LIMITS: dict[type[Attribute], tuple[float, float]] = {
    Float16Type: (2.0**-24, 65504.0),
    BFloat16Type: (2.0**-133, (2 - 2.0**-7) * 2.0**127),
    Float32Type: (2.0**-149, (2 - 2.0**-23) * 2.0**127),
}
"""Smallest and largest positive value of an expressed type; wider types hold every f64."""


def _verify_scales(scales: Iterable[float], expressed_type: Attribute) -> None:
    lowest, highest = _SCALE_LIMITS.get(type(expressed_type), (5e-324, math.inf))
    for scale in scales:
        if not (lowest <= scale <= highest and math.isfinite(scale)):
            raise VerifyException(
                f"scale {scale:e} out of expressed type range [{lowest:e}, {highest:e}]"
            )


@irdl_attr_definition
class UniformQuantizedType(StoredType):
    """One scale and zero point for the whole tensor: `!quant.uniform<i8:f32, 0.1:-3>`.

    Pass a `ui` storage type for unsigned codes. The scale is a float64 for every expressed type.
    """

    name = "quant.uniform"

    expressed_type: AnyFloat
    scale_data: FloatData
    zero_point_data: IntAttr

    def __init__(
        self,
        storage: IntegerType,
        expressed: AnyFloat,
        scale: float,
        zero_point: int = 0,
        storage_min: int | None = None,
        storage_max: int | None = None,
    ):
        super().__init__(
            expressed,
            *storage_parameters(storage, storage_min, storage_max),
            FloatData(float(scale)),
            IntAttr(int(zero_point)),
        )

    @property
    def scale(self) -> float:
        return self.scale_data.data

    @property
    def zero_point(self) -> int:
        return self.zero_point_data.data

    def verify(self) -> None:
        super().verify()
        _verify_scales([self.scale], self.expressed_type)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            self.print_storage(printer)
            printer.print_string(", ")
            syntax.print_params(printer, self.scale, self.zero_point)


@irdl_attr_definition
class UniformQuantizedPerAxisType(StoredType):
    """A scale and zero point per index of one axis: `!quant.uniform<i8:f32:0, {0.1,0.2:5}>`."""

    name = "quant.uniform"

    expressed_type: AnyFloat
    axis_data: IntAttr
    scales_data: DenseArrayBase[Float64Type]
    zero_points_data: DenseArrayBase[IntegerType]

    def __init__(
        self,
        storage: IntegerType,
        expressed: AnyFloat,
        axis: int,
        scales: Iterable[float],
        zero_points: Iterable[int],
        storage_min: int | None = None,
        storage_max: int | None = None,
    ):
        super().__init__(
            expressed,
            *storage_parameters(storage, storage_min, storage_max),
            IntAttr(int(axis)),
            _float_array(scales),
            _int_array(zero_points),
        )

    @property
    def axis(self) -> int:
        """The dimension of the tensor that has a scale per index."""
        return self.axis_data.data

    @property
    def scales(self) -> npt.NDArray[np.float64]:
        """The scales; a read-only view."""
        return _as_numpy(self.scales_data, "<f8")

    @property
    def zero_points(self) -> npt.NDArray[np.int64]:
        """The zero points; a read-only view."""
        return _as_numpy(self.zero_points_data, "<i8")

    def verify(self) -> None:
        super().verify()
        if self.axis < 0:
            raise VerifyException(f"illegal quantized dimension: {self.axis}")
        _verify_arrays(self.scales_data, self.zero_points_data)
        _verify_scales(self.scales_data.iter_values(), self.expressed_type)

    def print_parameters(self, printer: Printer) -> None:
        params = zip(
            self.scales_data.iter_values(), self.zero_points_data.iter_values(), strict=True
        )
        with printer.in_angle_brackets():
            self.print_storage(printer)
            printer.print_string(f":{self.axis}, {{")
            printer.print_list(params, lambda p: syntax.print_params(printer, *p), ",")
            printer.print_string("}")


@irdl_attr_definition
class UniformQuantizedSubChannelType(StoredType):
    """A scale and zero point per block: `!quant.uniform<i8:f32:{0:1, 1:2}, {{0.1, 0.2}}>`.

    `block_sizes` maps axes to block sizes; other axes are one block. The parameters have the
    tensor's rank, and the scales are values of the expressed type.
    """

    name = "quant.uniform"

    expressed_type: AnyFloat
    axes_data: DenseArrayBase[IntegerType]
    block_sizes_data: DenseArrayBase[IntegerType]
    scales_data: DenseArrayBase[Float64Type]
    zero_points_data: DenseArrayBase[IntegerType]
    shape_data: DenseArrayBase[IntegerType]

    def __init__(
        self,
        storage: IntegerType,
        expressed: AnyFloat,
        block_sizes: Sequence[tuple[int, int]],
        params: syntax.Params,
        storage_min: int | None = None,
        storage_max: int | None = None,
    ):
        super().__init__(
            expressed,
            *storage_parameters(storage, storage_min, storage_max),
            _int_array(axis for axis, _ in block_sizes),
            _int_array(size for _, size in block_sizes),
            _float_array(map(expressed.round, params.scales)),
            _int_array(params.zero_points),
            _int_array(params.shape),
        )

    @property
    def block_sizes(self) -> dict[int, int]:
        """Axis to number of elements that share a scale along it."""
        return dict(
            zip(self.axes_data.iter_values(), self.block_sizes_data.iter_values(), strict=True)
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of blocks along each dimension of the tensor."""
        return self.shape_data.get_values()

    @property
    def scales(self) -> npt.NDArray[np.float64]:
        """The scales, with the shape of the blocks; a read-only view."""
        return _as_numpy(self.scales_data, "<f8").reshape(self.shape)

    @property
    def zero_points(self) -> npt.NDArray[np.int64]:
        """The zero points, with the shape of the blocks; a read-only view."""
        return _as_numpy(self.zero_points_data, "<i8").reshape(self.shape)

    def verify(self) -> None:
        super().verify()
        axes = self.axes_data.get_values()
        for axis in axes:
            if axes.count(axis) > 1:
                raise VerifyException(f"axis {axis} has more than one block size")
        for axis, size in self.block_sizes.items():
            if axis < 0:
                raise VerifyException(f"illegal quantized dimension: {axis}")
            if size <= 0:
                raise VerifyException(f"illegal block size: {size}")
        _verify_arrays(self.scales_data, self.zero_points_data)
        if math.prod(self.shape) != len(self.scales_data):
            raise VerifyException(f"illegal shape of scales: {self.shape}")
        _verify_scales(self.scales_data.iter_values(), self.expressed_type)

    def print_parameters(self, printer: Printer) -> None:
        blocks = ", ".join(f"{axis}:{size}" for axis, size in self.block_sizes.items())
        params = syntax.Params(
            self.scales_data.get_values(), self.zero_points_data.get_values(), self.shape
        )
        with printer.in_angle_brackets():
            self.print_storage(printer)
            printer.print_string(f":{{{blocks}}}, ")
            syntax.print_params_tensor(printer, params, self.expressed_type)


def quantized_element_type(
    value: SSAValue | Attribute,
) -> UniformQuantizedType | UniformQuantizedPerAxisType | None:
    """The per-tensor or per-axis type of a value, a type or its elements; else None."""
    candidate = value.type if isinstance(value, SSAValue) else value
    if isinstance(candidate, ContainerType):
        candidate = candidate.get_element_type()
    if isinstance(candidate, UniformQuantizedType | UniformQuantizedPerAxisType):
        return candidate
    return None


def _float_array(values: Iterable[float]) -> DenseArrayBase[Float64Type]:
    return DenseArrayBase.from_list(f64, [float(value) for value in values])


def _int_array(values: Iterable[int]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i64, [int(value) for value in values])


def _as_numpy(array: DenseArrayBase[Any], dtype: str) -> npt.NDArray[Any]:
    return np.frombuffer(array.data.data, dtype)


def _verify_arrays(scales: DenseArrayBase[Any], zero_points: DenseArrayBase[Any]) -> None:
    if len(scales) != len(zero_points):
        counts = f"{len(scales)}, {len(zero_points)}"
        raise VerifyException(f"illegal number of scales and zeroPoints: {counts}")
