"""The processors that cmlir compiles for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

TARGET_ATTRIBUTE = "cortex_m.target"
KERNELS_ATTRIBUTE = "cortex_m.kernels"
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


KERNEL_SETS = ("fast", "cmsis-nn")
"""Extension kernels where they are faster, or CMSIS-NN's functions wherever it has one."""


def target_of(op: Operation) -> Target:
    """The target named by the attribute of the enclosing module; Cortex-M55 where there is none.

    Raises VerifyException for an unknown name.
    """
    name = _module_attribute(op, TARGET_ATTRIBUTE, DEFAULT_TARGET)
    return TARGETS[_known(name, "target", TARGETS)]


def set_target(module: ModuleOp, name: str) -> None:
    """Name the module's target; raises VerifyException for an unknown one."""
    module.attributes[TARGET_ATTRIBUTE] = StringAttr(_known(name, "target", TARGETS))


def kernels_of(op: Operation) -> str:
    """The set of kernels that the enclosing module asks for; raises VerifyException if unknown."""
    name = _module_attribute(op, KERNELS_ATTRIBUTE, KERNEL_SETS[0])
    return _known(name, "set of kernels", KERNEL_SETS)


def set_kernels(module: ModuleOp, name: str) -> None:
    """Choose the module's set of kernels; raises VerifyException for an unknown one."""
    module.attributes[KERNELS_ATTRIBUTE] = StringAttr(_known(name, "set of kernels", KERNEL_SETS))


def _module_attribute(op: Operation, name: str, default: str) -> str:
    while (parent := op.parent_op()) is not None:
        op = parent
    attribute = op.attributes.get(name)
    return attribute.data if isinstance(attribute, StringAttr) else default


def _known(name: str, kind: str, known: Iterable[str]) -> str:
    if name not in known:
        raise VerifyException(f"unknown {kind} '{name}': choose from {', '.join(known)}")
    return name
