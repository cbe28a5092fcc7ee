"""Interpreter functions from tables: operation type to what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls
from xdsl.ir import Operation

Run: TypeAlias = Callable[[Any, PythonValues], PythonValues]
"""(operation, operand values) to result values."""


def functions_of(name: str, table: Mapping[type[Operation], Run]) -> InterpreterFunctions:
    """Functions for xDSL's interpreter that run each operation type of the table."""
    members = {
        op_type.name.replace(".", "_"): _member(op_type, run) for op_type, run in table.items()
    }
    return register_impls(type(name, (InterpreterFunctions,), members))()


def _member(op_type: type[Operation], run: Run) -> Any:
    def method(
        functions: InterpreterFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        del functions, interpreter
        return run(op, args)

    return impl(op_type)(method)
