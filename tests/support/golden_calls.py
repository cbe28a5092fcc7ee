"""One call of a C function with the parameters and arrays of a golden case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from support.kernel_library import Array, Block, KernelLibrary, Memory

Parameters = dict[str, Any]

Result = tuple[int, dict[str, Block]]
"""The status, and the outputs by role."""


@dataclass(frozen=True)
class Call:
    """What is needed to call one function: parameters `p`, and arrays placed in `memory`."""

    library: KernelLibrary
    memory: Memory
    function: str
    p: Parameters
    arrays: dict[str, Array]
    kernel_sums: bool
    """Whether the fully connected functions get kernel sums in ctx->buf."""

    def array(self, role: str) -> Block | None:
        return self.memory.input(self.arrays[role]) if role in self.arrays else None

    def ints(self, *names: str) -> tuple[int, ...]:
        return tuple(int(self.p[name]) for name in names)

    def int32_array(self, name: str) -> int:
        return self.memory.input(np.array(self.p[name], np.int32)).address

    def run(self, *arguments: object) -> int:
        return self.library.call(self.function, *arguments)
