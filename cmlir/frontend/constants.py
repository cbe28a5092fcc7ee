"""The tensors of a program: one `ml_program.global` for equal data, however often it is used."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch._subclasses.fake_tensor import FakeTensor
from xdsl.dialects.builtin import StringAttr, TensorType
from xdsl.dialects.ml_program import GlobalOp
from xdsl.ir import Attribute

from cmlir.dialects.elements import dense_elements
from cmlir.dialects.locations import SourceLocation, to_attr
from cmlir.errors import InvalidInputError, UnsupportedError
from cmlir.frontend.dtypes import ELEMENT_TYPES, dtype_name
from cmlir.frontend.names import UniqueNames, identifier


@dataclass
class Constants:
    """The globals of one module, in order of their first use.

    Equal bytes of equal type are one global: tied weights, and the copies of them that PT2E's
    constant folding makes.
    """

    globals: list[GlobalOp] = field(default_factory=list)
    _names: UniqueNames = field(default_factory=UniqueNames)
    _symbols: dict[tuple[Attribute, bytes], str] = field(default_factory=dict)

    def symbol(self, name: str, tensor: torch.Tensor) -> str:
        """The symbol of the global that holds `tensor`, which PyTorch calls `name`."""
        kind = constant_type(name, tensor)
        data = _bytes(name, tensor)
        key = (kind, data)
        if key not in self._symbols:
            self._symbols[key] = self._names.take(identifier(name))
            self.globals.append(_global(self._symbols[key], name, kind, data))
        return self._symbols[key]


def constant_type(name: str, tensor: torch.Tensor) -> TensorType[Attribute]:
    """The plain tensor type of a constant; raises UnsupportedError for dtypes without one."""
    element = ELEMENT_TYPES.get(tensor.dtype)
    if element is None:
        raise UnsupportedError(
            f"the constant '{name}' has dtype {dtype_name(tensor.dtype)}",
            advice="use float32 or integers",
        )
    return TensorType(element, tensor.shape)


def _global(symbol: str, name: str, kind: TensorType[Attribute], data: bytes) -> GlobalOp:
    value = dense_elements(kind, data)
    op = GlobalOp(StringAttr(symbol), kind, None, value, StringAttr("private"))
    op.location = to_attr(SourceLocation(name, name.rpartition(".")[0]))
    return op


def _bytes(name: str, tensor: torch.Tensor) -> bytes:
    """The elements in row-major order; true is 0xff, as xDSL reads and prints it."""
    if isinstance(tensor, FakeTensor) or tensor.is_meta:
        raise InvalidInputError(
            f"the parameter or buffer '{name}' has no data, only a shape",
            advice="load the model's weights before exporting it",
        )
    flat = tensor.detach().cpu().contiguous().reshape(-1)
    if flat.dtype == torch.bool:
        flat = -flat.to(torch.int8)
    return flat.view(torch.uint8).numpy().tobytes()
