"""The data of constants as attributes whose text gives back every bit."""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute

from cmlir.dialects.deferred import np

LONGEST_LIST = 100
"""xDSL prints longer data as one hexadecimal string, which is always exact."""


def dense_elements(kind: TensorType[Attribute], data: bytes) -> DenseIntOrFPElementsAttr:
    """The elements of a constant of type ``kind``, given as little-endian bytes.

    Floats for which xDSL has no decimal text (infinities, NaN, large integers) are printed in
    hexadecimal, and xDSL reads that as an integer's value when it stands in a list.  Such data are
    stored as their bits, in integers of the same width; the global's own type stays ``kind``.
    """
    element = kind.get_element_type()
    if isinstance(element, AnyFloat) and not _has_exact_text(element, data):
        bits = TensorType(IntegerType(element.bitwidth), kind.get_shape())
        return DenseIntOrFPElementsAttr(bits, BytesAttr(data))
    return DenseIntOrFPElementsAttr(cast("TensorType[Any]", kind), BytesAttr(data))


def _has_exact_text(element: AnyFloat, data: bytes) -> bool:
    values = np.frombuffer(data, f"<f{element.size}")
    if values.size > LONGEST_LIST and np.unique(values).size > 1:
        return True
    texts = (str(FloatAttr(float(value), element)) for value in np.unique(values))
    return not any(text.startswith("0x") for text in texts)
