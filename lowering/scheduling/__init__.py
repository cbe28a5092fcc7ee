"""Orders of tasks that take little memory at once."""

from cmlir.lowering.scheduling.graph import Graph, Memory, Task
from cmlir.lowering.scheduling.orders import Schedule, best_order

__all__ = ["Graph", "Memory", "Schedule", "Task", "best_order"]
