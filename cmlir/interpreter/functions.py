"""Functions and their returns.

xDSL has these too, but its package of interpreters imports all of them, which takes most of a
second.
"""

from __future__ import annotations

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    TerminatorValue,
    impl_callable,
    impl_terminator,
    register_impls,
)


@register_impls
class FunctionFunctions(InterpreterFunctions):
    """A program is one function of one block."""

    @impl_callable(FuncOp)
    def call(self, interpreter: Interpreter, op: FuncOp, args: PythonValues) -> PythonValues:
        return interpreter.run_ssacfg_region(op.body, args, op.sym_name.data)

    @impl_terminator(ReturnOp)
    def run_return(
        self, interpreter: Interpreter, op: ReturnOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()
