"""Tasks, what each must come behind, and the memory that an order of them takes.

Sets of tasks are integers: bit i is task i.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Memory:
    """``size`` bytes, taken from the first of ``writers`` on, or from the begin if there is none.

    They are over when all ``users`` are done, writers among them; never if they are ``kept``.
    """

    size: int
    writers: int
    users: int
    kept: bool = False

    def is_over(self, done: int) -> bool:
        return not (self.kept or self.users & ~done)


@dataclass(frozen=True)
class Task:
    """Comes behind all tasks in ``behind``, and takes ``scratch`` bytes more while it runs.

    The memory that it begins may be the place of one of the memories numbered ``reusable``, which
    are as large, if that is over with this task.  Or it may overlap one of ``overlapping``, which
    takes so many bytes less, if that one is over.
    """

    behind: int
    scratch: int = 0
    reusable: tuple[int, ...] = ()
    overlapping: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Graph:
    """Tasks in the order of the program, which is a possible one."""

    tasks: tuple[Task, ...]
    memories: tuple[Memory, ...]

    @property
    def all(self) -> int:
        return (1 << len(self.tasks)) - 1

    @property
    def bytes_at_begin(self) -> int:
        return sum(memory.size for memory in self.memories if not memory.writers)

    def ready(self, done: int) -> list[int]:
        """The tasks that may be next, in the order of the program."""
        return [
            number
            for number, task in enumerate(self.tasks)
            if not (done >> number & 1 or task.behind & ~done)
        ]

    def run(self, number: int, done: int, taken: int) -> tuple[int, int]:
        """The bytes taken while a task runs and behind it, if ``taken`` are before it."""
        task, done_then = self.tasks[number], done | 1 << number
        begun = sum(m.size for m in self._written[number] if not m.writers & done)
        over = sum(m.size for m in self._used[number] if m.is_over(done_then))
        sharing = (*((memory, begun) for memory in task.reusable), *task.overlapping)
        shared = [saved for memory, saved in sharing if self.memories[memory].is_over(done_then)]
        return taken + begun + task.scratch - max(shared, default=0), taken + begun - over

    def peak(self, order: Sequence[int]) -> int:
        """The largest number of bytes taken at once."""
        done, taken, peak = 0, self.bytes_at_begin, self.bytes_at_begin
        for number in order:
            during, taken = self.run(number, done, taken)
            done |= 1 << number
            peak = max(peak, during)
        return peak

    @cached_property
    def _written(self) -> list[list[Memory]]:
        return [[m for m in self.memories if m.writers >> i & 1] for i in range(len(self.tasks))]

    @cached_property
    def _used(self) -> list[list[Memory]]:
        return [[m for m in self.memories if m.users >> i & 1] for i in range(len(self.tasks))]
