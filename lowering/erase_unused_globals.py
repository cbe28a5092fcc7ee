"""``--erase-unused-globals``: data that no constant refers to leave the module."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.ml_program import GlobalOp
from xdsl.passes import ModulePass

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.states import states_of


class EraseUnusedGlobals(ModulePass):
    """Erase every ``ml_program.global`` that no aten or cortex_m constant and no state names."""

    name = "erase-unused-globals"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        used = {
            constant.symbol.string_value()
            for constant in op.walk()
            if isinstance(constant, aten.ConstantOp | cortex_m.ConstantOp)
        }
        for function in op.body.block.ops:
            if isinstance(function, FuncOp):
                used |= {state.initial for state in states_of(function)}
        for data in list(op.body.block.ops):
            if isinstance(data, GlobalOp) and data.sym_name.data not in used:
                data.detach()
                data.erase()
