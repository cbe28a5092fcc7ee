"""Tasks, what each must come behind, and the memory that an order of them takes.

Sets of tasks are integers: bit i is task i.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_


@dataclass(frozen=True)
class Memory:
    """``size`` bytes, taken from the first of ``writers`` on, or from the begin if there is none.

    They are over when all ``users`` are done, writers among them; never if they are ``kept``.
    """

    size: int
    writers: int
    users: int
    kept: bool = False


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


_Sizes = tuple[tuple[int, int], ...]
_Effects = tuple[_Sizes, _Sizes, int, tuple[int, ...], _Sizes]
"""Of a task: sizes and writers of what it writes; sizes and users of what it uses; its scratch;
users of what it may reuse; users of what it may overlap, and what that saves."""


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
        left = ~done
        return [
            number
            for number, (task, behind) in enumerate(self._needs)
            if task & left and not behind & left
        ]

    def run(self, number: int, done: int, taken: int) -> tuple[int, int]:
        """The bytes taken while a task runs and behind it, if ``taken`` are before it."""
        written, used, scratch, reusable, overlapping = self._effects[number]
        left = ~(done | 1 << number)
        begun = over = shared = 0
        for size, writers in written:
            if not writers & done:
                begun += size
        for size, users in used:
            if not users & left:
                over += size
        for users in reusable:
            if not users & left and begun > shared:
                shared = begun
        for users, saved in overlapping:
            if not users & left and saved > shared:
                shared = saved
        return taken + begun + scratch - shared, taken + begun - over

    def peak(self, order: Sequence[int]) -> int:
        """The largest number of bytes taken at once."""
        done, taken, peak = 0, self.bytes_at_begin, self.bytes_at_begin
        for number in order:
            during, taken = self.run(number, done, taken)
            done |= 1 << number
            peak = max(peak, during)
        return peak

    def least_peak(self) -> int:
        """Bytes that no order goes below: what lives at a task however the others are ordered.

        That is what is written by it or before it, and used by it or behind it.
        """
        before = self._before
        least = self.bytes_at_begin
        for number, task in enumerate(self.tasks):
            done = before[number] | 1 << number
            needing = sum(1 << i for i, other in enumerate(before) if other >> number & 1)
            live = sum(
                m.size
                for m in self.memories
                if (m.writers & done or not m.writers)
                and (m.kept or m.users & (needing | 1 << number))
            )
            begun = sum(m.size for m in self.memories if m.writers >> number & 1)
            saved = [begun] * bool(task.reusable) + [bytes for _, bytes in task.overlapping]
            least = max(least, live + task.scratch - max(saved, default=0))
        return least

    @cached_property
    def _before(self) -> list[int]:
        """Of each task all that must be done before it."""
        before: list[int] = []
        for task in self.tasks:
            direct = [i for i in range(len(before)) if task.behind >> i & 1]
            before.append(reduce(or_, (before[i] for i in direct), task.behind))
        return before

    @cached_property
    def _needs(self) -> list[tuple[int, int]]:
        return [(1 << number, task.behind) for number, task in enumerate(self.tasks)]

    @cached_property
    def _effects(self) -> list[_Effects]:
        """What `run` needs of each task."""
        return [
            (
                tuple((m.size, m.writers) for m in self.memories if m.writers >> number & 1),
                tuple(
                    (m.size, m.users) for m in self.memories if m.users >> number & 1 and not m.kept
                ),
                task.scratch,
                tuple(self.memories[i].users for i in task.reusable if not self.memories[i].kept),
                tuple(
                    (self.memories[i].users, saved)
                    for i, saved in task.overlapping
                    if not self.memories[i].kept
                ),
            )
            for number, task in enumerate(self.tasks)
        ]
