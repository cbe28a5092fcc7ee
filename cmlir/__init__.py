"""cmlir: quantized PyTorch programs to heap-free C for Arm Cortex-M, through xDSL dialects.

The names below are loaded when first used, so that `import cmlir` does not import torch.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cmlir.errors import (
    CmlirError,
    InvalidInputError,
    LimitError,
    ToolchainError,
    UnsupportedError,
)

if TYPE_CHECKING:
    from cmlir.compiler import Compiled, compile
    from cmlir.quantizer import CortexMQuantizer, quantization_summary, quantize

__all__ = [
    "CmlirError",
    "Compiled",
    "CortexMQuantizer",
    "InvalidInputError",
    "LimitError",
    "ToolchainError",
    "UnsupportedError",
    "compile",
    "quantization_summary",
    "quantize",
]

_HOME = {
    "Compiled": "cmlir.compiler",
    "CortexMQuantizer": "cmlir.quantizer",
    "compile": "cmlir.compiler",
    "quantization_summary": "cmlir.quantizer",
    "quantize": "cmlir.quantizer",
}
"""The module that defines each lazily loaded name."""


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'cmlir' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
