"""Images of another size: adaptive pooling, elements that are picked, and interpolation."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, f64, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import element_of, require_element, shape_of
from cmlir.dialects.spans import Spans


class ResizingOp(NamedFormatOp):
    """Base class: input [N, C, size…] to [N, C, other size…], each channel by itself."""

    input = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    @property
    def sizes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of input and result, along the spatial axes."""
        return shape_of(self.input)[2:], shape_of(self.result)[2:]

    def verify_(self) -> None:
        shape, result = shape_of(self.input), shape_of(self.result)
        if not 3 <= len(shape) == len(result) <= 4 or shape[:2] != result[:2]:
            raise VerifyException(
                f"input {shape} and result {result} must be [N, C, size…] with 1 or 2 spatial axes"
            )
        if min((*shape[2:], *result[2:])) < 1:
            raise VerifyException(f"input {shape} and result {result} must not be empty")
        self.verify_resizing()

    def verify_resizing(self) -> None:
        """Checks of the single op; raises VerifyException."""


class AdaptivePoolOp(ResizingOp):
    """Base class: windows as even as it goes, which may overlap."""

    def __init__(self, input: SSAValue, result_type: Attribute):
        super().__init__(operands=[input], result_types=[result_type])

    def spans(self, axis: int) -> Spans:
        """The windows along one spatial axis."""
        before, after = self.sizes
        return Spans.adaptive(before[axis], after[axis])


@irdl_op_definition
class AdaptiveAvgPoolOp(AdaptivePoolOp):
    """result = the mean of each window, from floor(k * size / results) to
    ceil((k + 1) * size / results) along each axis.
    """

    name = "aten.adaptive_avg_pool"


@irdl_op_definition
class AdaptiveMaxPoolOp(AdaptivePoolOp):
    """result = the largest element of each window, from floor(k * size / results) to
    ceil((k + 1) * size / results) along each axis.
    """

    name = "aten.adaptive_max_pool"

    def verify_resizing(self) -> None:
        require_element(self.result, [element_of(self.input)], "result")


def _split(numbers: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]] | None:
    """Consecutive parts of these sizes; None unless they are all."""
    if len(numbers) != sum(sizes):
        return None
    parts: list[tuple[int, ...]] = []
    for size in sizes:
        parts.append(tuple(numbers[:size]))
        numbers = numbers[size:]
    return parts


@irdl_op_definition
class PickOp(ResizingOp):
    """result[n, c, y…] = input[n, c, places[y]…]

    ``places`` are those of the first spatial axis, then those of the second.
    """

    name = "aten.pick"
    places = prop_def(DenseArrayBase.constr(i64))

    def __init__(self, input: SSAValue, places: Sequence[Sequence[int]], result_type: Attribute):
        flat = [place for axis in places for place in axis]
        super().__init__(
            operands=[input],
            properties={"places": DenseArrayBase.from_list(i64, flat)},
            result_types=[result_type],
        )

    @property
    def axes(self) -> list[tuple[int, ...]]:
        """The places along each spatial axis."""
        return _split(self.places.get_values(), self.sizes[1]) or []

    def verify_resizing(self) -> None:
        require_element(self.result, [element_of(self.input)], "result")
        before, after = self.sizes
        if not self.axes:
            raise VerifyException(f"places must be {sum(after)} numbers, one for each index")
        for size, places in zip(before, self.axes, strict=True):
            if min(places) < 0 or max(places) >= size:
                raise VerifyException(f"places {list(places)} are not all in an axis of {size}")


@irdl_op_definition
class ResampleOp(ResizingOp):
    """result[n, c, y…] = the sum over i… of weights[y, i]… * input[n, c, places[y, i]…]

    ``taps`` says how many i there are along each spatial axis; ``places`` and ``weights`` are
    those of the first axis, [size, taps], then those of the second.
    """

    name = "aten.resample"
    taps = prop_def(DenseArrayBase.constr(i64))
    places = prop_def(DenseArrayBase.constr(i64))
    weights = prop_def(DenseArrayBase.constr(f64))

    def __init__(
        self,
        input: SSAValue,
        taps: Sequence[int],
        places: Sequence[int],
        weights: Sequence[float],
        result_type: Attribute,
    ):
        super().__init__(
            operands=[input],
            properties={
                "taps": DenseArrayBase.from_list(i64, list(taps)),
                "places": DenseArrayBase.from_list(i64, list(places)),
                "weights": DenseArrayBase.from_list(f64, list(weights)),
            },
            result_types=[result_type],
        )

    @property
    def axes(self) -> list[tuple[tuple[int, ...], tuple[float, ...]]]:
        """(places, weights) along each spatial axis, both [size, taps] and flat."""
        after = self.sizes[1]
        taps: Sequence[int] = self.taps.get_values()
        sizes = [size * count for size, count in zip(after, taps, strict=False)]
        places = _split(self.places.get_values(), sizes)
        weights: Sequence[float] = self.weights.get_values()
        if len(taps) != len(after) or places is None or len(weights) != len(self.places):
            return []
        axes: list[tuple[tuple[int, ...], tuple[float, ...]]] = []
        first = 0
        for part in places:
            axes.append((part, tuple(weights[first : first + len(part)])))
            first += len(part)
        return axes

    def verify_resizing(self) -> None:
        before, _ = self.sizes
        if not self.axes or min(self.taps.get_values()) < 1:
            raise VerifyException(
                "places and weights must be as many as results times taps, along each axis"
            )
        for size, (places, _) in zip(before, self.axes, strict=True):
            if min(places) < 0 or max(places) >= size:
                raise VerifyException(f"places {list(places)} are not all in an axis of {size}")
