"""The numpy meaning of every op of every stage.

    run(module, *inputs)        the outputs
    trace(module, *inputs)      each operation with the arrays it read and gave
    evaluate(op, *operands)     the results of one operation

Modules are executed as they are at their stage: on tensors, on quantized tensors (whose arrays are
codes, and whose meaning is the Q/DQ graph's), or on memory.
"""

from cmlir.interpreter.execution import Step, evaluate, run, trace

__all__ = ["Step", "evaluate", "run", "trace"]
