"""Parsing `!quant.uniform<...>`, one spelling for three types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.quant import syntax
from cmlir.dialects.quant.uniform import (
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
    UniformQuantizedType,
)


@irdl_attr_definition
class UniformSyntax(ParametrizedAttribute, TypeAttribute):
    """What `!quant.uniform<` parses as; it becomes one of the three uniform types."""

    name = "quant.uniform"

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            position = parser.pos
            try:
                return [_parse_uniform(parser)]
            except VerifyException as error:
                parser.raise_error(str(error), position, parser.pos)

    @classmethod
    def new(cls, params: Sequence[Attribute]) -> Any:
        """The parsed type itself, which is never a `UniformSyntax`."""
        (parsed,) = params
        return parsed


def _parse_uniform(parser: AttrParser) -> TypeAttribute:
    storage, minimum, maximum = syntax.parse_storage(parser)
    parser.parse_punctuation(":")
    expressed = syntax.parse_expressed(parser)
    if parser.parse_optional_punctuation(":") is None:
        parser.parse_punctuation(",")
        scale, zero_point = syntax.parse_params(parser)
        return UniformQuantizedType(storage, expressed, scale, zero_point, minimum, maximum)
    blocks = syntax.parse_optional_block_sizes(parser)
    axis = parser.parse_integer(allow_boolean=False) if blocks is None else 0
    parser.parse_punctuation(",")
    params = syntax.parse_params_tensor(parser)
    if blocks is not None:
        return UniformQuantizedSubChannelType(storage, expressed, blocks, params, minimum, maximum)
    if len(params.shape) != 1:
        raise VerifyException("per-axis scales must be one list")
    return UniformQuantizedPerAxisType(
        storage, expressed, axis, params.scales, params.zero_points, minimum, maximum
    )
