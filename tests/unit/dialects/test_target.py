"""Targets and sets of kernels, as the module's attributes name them."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, StringAttr, i64
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m import (
    KERNEL_SETS,
    TARGETS,
    kernels_of,
    set_kernels,
    set_target,
    target_of,
)
from support.ir import parse

PROGRAM = """
func.func @main(%x : tensor<2xf32>) {
  %y = aten.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
"""


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_is_read_back(name: str) -> None:
    module = ModuleOp([])
    set_target(module, name)
    assert module.attributes["cortex_m.target"] == StringAttr(name)
    assert target_of(module) is TARGETS[name]


def test_what_targets_can_do() -> None:
    assert {name for name, target in TARGETS.items() if target.mve} == {"cortex-m55", "cortex-m85"}
    assert {name for name, target in TARGETS.items() if not target.dsp} == {
        "cortex-m0plus",
        "cortex-m3",
    }
    assert all(target.dsp and target.fpu for target in TARGETS.values() if target.mve)


def test_every_op_sees_the_outermost_module() -> None:
    module = parse(PROGRAM)
    outer = ModuleOp([module])
    set_target(module, "cortex-m4")
    set_target(outer, "cortex-m7")
    set_kernels(outer, "cmsis-nn")
    operations = list(module.walk())
    assert len(operations) == 4
    assert {target_of(op).name for op in operations} == {"cortex-m7"}
    assert {kernels_of(op) for op in operations} == {"cmsis-nn"}


def test_defaults() -> None:
    module = ModuleOp([], {"cortex_m.target": IntegerAttr(55, i64)})
    assert target_of(module).name == "cortex-m55"
    assert kernels_of(module) == "fast"


@pytest.mark.parametrize("name", KERNEL_SETS)
def test_a_set_of_kernels_is_read_back(name: str) -> None:
    module = ModuleOp([])
    set_kernels(module, name)
    assert kernels_of(module) == name


def test_unknown_names() -> None:
    module = ModuleOp([])
    with pytest.raises(VerifyException, match="unknown target 'm55': choose from cortex-m0plus"):
        set_target(module, "m55")
    with pytest.raises(VerifyException, match="unknown set of kernels 'slow': choose from fast"):
        set_kernels(module, "slow")
    assert not module.attributes
    module.attributes |= {
        "cortex_m.target": StringAttr("m55"),
        "cortex_m.kernels": StringAttr("slow"),
    }
    with pytest.raises(VerifyException, match="unknown target 'm55'"):
        target_of(module)
    with pytest.raises(VerifyException, match="unknown set of kernels 'slow'"):
        kernels_of(module)
