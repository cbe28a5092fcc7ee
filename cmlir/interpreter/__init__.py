"""The numpy meaning of every op of every stage.

    run(module, *inputs)        the outputs
    call(module, inputs, state) the outputs and the state behind the call
    trace(module, *inputs)      each operation with the arrays it read and gave
    evaluate(op, *operands)     the results of one operation

Modules are executed as they are at their stage: on tensors, on quantized tensors (whose arrays are
codes, and whose meaning is the Q/DQ graph's), or on memory.
"""

from cmlir.interpreter.execution import (
    Step,
    call,
    evaluate,
    initial_state,
    run,
    trace,
    traced_call,
)

__all__ = ["Step", "call", "evaluate", "initial_state", "run", "trace", "traced_call"]
