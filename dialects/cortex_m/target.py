"""The processors that cmlir compiles for."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

TARGET_ATTRIBUTE = "cortex_m.target"
DEFAULT_TARGET = "cortex-m55"


@dataclass(frozen=True)
class Target:
    """A processor and the instruction sets that decide which kernels run on it."""

    name: str
    mve: bool = False
    """Helium: 128-bit integer vectors."""
    dsp: bool = False
    """Packed 16-bit multiply-accumulate in general registers."""
    fpu: bool = False
    """Single-precision hardware floating point."""


TARGETS = {
    target.name: target
    for target in (
        Target("cortex-m0plus"),
        Target("cortex-m3"),
        Target("cortex-m4", dsp=True, fpu=True),
        Target("cortex-m7", dsp=True, fpu=True),
        Target("cortex-m33", dsp=True, fpu=True),
        Target("cortex-m55", mve=True, dsp=True, fpu=True),
        Target("cortex-m85", mve=True, dsp=True, fpu=True),
    )
}


def target_of(op: Operation) -> Target:
    """The target named by the attribute of the enclosing module; Cortex-M55 where there is none.

    Raises ValueError for an unknown name.
    """
    module = op
    while (parent := module.parent_op()) is not None:
        module = parent
    attribute = module.attributes.get(TARGET_ATTRIBUTE)
    name = attribute.data if isinstance(attribute, StringAttr) else DEFAULT_TARGET
    if name not in TARGETS:
        raise ValueError(f"unknown target '{name}': choose from {', '.join(TARGETS)}")
    return TARGETS[name]


def set_target(module: ModuleOp, name: str) -> None:
    """Name the module's target; raises ValueError for an unknown one."""
    if name not in TARGETS:
        raise ValueError(f"unknown target '{name}': choose from {', '.join(TARGETS)}")
    module.attributes[TARGET_ATTRIBUTE] = StringAttr(name)
