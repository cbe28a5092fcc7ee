"""Running pipelines one pass at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.dialects.builtin import ModuleOp

from cmlir.lowering.pipelines import expand
from support.equivalence import apply, assert_same
from support.ports import Array

LOWERING = expand("lower-cortex-m")
ROUNDED: Mapping[str, int] = {"convert-aten-to-cortex-m": 1}
"""Passes that may change results, and by how many steps: kernels round otherwise than real numbers.

All others keep every bit.
"""


def stages(module: ModuleOp, names: Sequence[str] = LOWERING) -> Iterator[tuple[str, ModuleOp]]:
    """The module after each pass, with the name of the pass."""
    for name in names:
        module = apply(module, name)
        yield name, module


def assert_each_pass_same(
    module: ModuleOp,
    names: Sequence[str] = LOWERING,
    inputs: Sequence[Sequence[Array]] | int = 2,
    steps: Mapping[str, int] = ROUNDED,
) -> ModuleOp:
    """Execute the module before and after each pass; gives the last module."""
    for name in names:
        try:
            module = assert_same(module, name, inputs, steps=steps.get(name, 0))
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error
    return module
