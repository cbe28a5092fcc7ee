"""Orders have the least peak of all, keep the program's where they can, and never change values."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects.cortex_m.plan import (
    LEAST_PEAK,
    entry_function,
    kernel_calls,
    module_integer,
    overwrites_inputs,
)
from cmlir.lowering import schedule_ops
from cmlir.lowering.receive_inputs import memory_bytes
from cmlir.lowering.schedule_ops import memory_graph
from cmlir.lowering.scheduling import Graph, Memory, Task, best_order
from support.equivalence import apply, assert_same
from support.ir import parse
from support.planned_programs import NAMES, lowered, overwriting_inputs
from support.random_programs import random_program


@st.composite
def graphs(draw: st.DrawFn, tasks: int = 7) -> Graph:
    """Each task makes a value that later ones read; at times into the memory of one that is read,
    or over parts of it, or into one memory together with another task."""
    count = draw(st.integers(0, tasks))
    sizes = [draw(st.sampled_from([1, 2, 3, 5])) for _ in range(count)]
    reads = [draw(st.sets(st.integers(0, i - 1))) if i else set[int]() for i in range(count)]
    home = [draw(st.sampled_from([i, max(0, i - 1)])) for i in range(count)]
    readers = [sum(1 << j for j in range(count) if i in reads[j]) for i in range(count)]
    writers = [sum(1 << j for j in range(count) if home[j] == i) for i in range(count)]
    users = [
        writers[i] | sum(readers[j] for j in range(count) if home[j] == i) for i in range(count)
    ]
    memories = [
        Memory(sizes[i], writers[i], users[i], draw(st.booleans()))
        for i in range(count)
        if writers[i]
    ]
    places = [i for i in range(count) if writers[i]]
    inputs = draw(st.lists(st.integers(0, (1 << count) - 1), max_size=2)) if count else []
    memories += [Memory(3, 0, users) for users in inputs]
    return Graph(
        tuple(
            Task(
                sum(1 << j for j in reads[i]),
                draw(st.integers(0, 2)),
                tuple(
                    n
                    for n, j in enumerate(places)
                    if j in reads[i] and sizes[j] == sizes[home[i]] and j != home[i]
                ),
                tuple(
                    (n, draw(st.integers(0, min(sizes[j], sizes[home[i]]))))
                    for n, j in enumerate(places)
                    if j in reads[i] and j != home[i]
                ),
            )
            for i in range(count)
        ),
        tuple(memories),
    )


def orders(graph: Graph, done: int = 0) -> Iterator[tuple[int, ...]]:
    """All that are possible."""
    if done == graph.all:
        yield ()
    for number in graph.ready(done):
        for rest in orders(graph, done | 1 << number):
            yield (number, *rest)


@given(graphs())
@settings(max_examples=200, deadline=None)
def test_no_order_has_a_smaller_peak(graph: Graph) -> None:
    schedule = best_order(graph)
    assert schedule.proved
    assert schedule.peak == graph.peak(schedule.order)
    assert schedule.peak == min(graph.peak(order) for order in orders(graph))
    assert sorted(schedule.order) == list(range(len(graph.tasks)))


@given(graphs())
@settings(max_examples=200, deadline=None)
def test_no_order_goes_below_what_lives_at_a_task(graph: Graph) -> None:
    assert graph.least_peak() <= min(graph.peak(order) for order in orders(graph))


def test_what_no_order_changes_is_the_least() -> None:
    """a -> b, c -> d, where a and b are large: whatever the order, they meet while b runs."""
    tasks = (Task(0), Task(1), Task(1), Task(0b110))
    memories = (Memory(10, 1, 0b0111), Memory(7, 2, 0b1010), Memory(1, 4, 0b1100))
    assert Graph(tasks, memories).least_peak() == 17


@given(graphs())
@settings(max_examples=100, deadline=None)
def test_ties_keep_the_order_of_the_program(graph: Graph) -> None:
    program = tuple(range(len(graph.tasks)))
    schedule = best_order(graph)
    if graph.peak(program) == schedule.peak:
        assert schedule.order == program


@given(graphs(tasks=12))
@settings(max_examples=30, deadline=None)
def test_without_a_search_it_is_not_worse(graph: Graph) -> None:
    schedule = best_order(graph, trials=0)
    assert schedule.proved == (schedule.peak == graph.least_peak())
    assert schedule.peak == graph.peak(schedule.order) <= graph.peak(range(len(graph.tasks)))


def test_branches_are_done_one_after_the_other() -> None:
    """Four branches a -> b of a large and a small value each, joined at the end."""
    tasks = [*(Task(0) for _ in range(4)), *(Task(1 << i) for i in range(4)), Task(0xF0)]
    large = [Memory(10, 1 << i, 1 << i | 1 << i + 4) for i in range(4)]
    small = [Memory(1, 1 << i + 4, 1 << i + 4 | 1 << 8) for i in range(4)]
    graph = Graph(tuple(tasks), (*large, *small))
    assert graph.peak(range(9)) == 41
    schedule = best_order(graph)
    assert (schedule.order, schedule.peak) == ((0, 4, 1, 5, 2, 6, 3, 7, 8), 14)


@pytest.mark.parametrize("seed", range(30))
def test_values_of_random_programs(seed: int) -> None:
    module = random_program(seed)
    scheduled = assert_same(module, "schedule-ops", inputs=2)
    order = [kernel_calls(entry_function(m)) for m in (module, scheduled)]
    assert sorted(op.name for op in order[0]) == sorted(op.name for op in order[1])


@pytest.mark.parametrize("overwrite", [False, True])
def test_peak_is_what_the_plan_needs(overwrite: bool) -> None:
    """The peak of the graph is the lower bound of the plan, and the memory of its arguments."""
    better = 0
    for seed in range(30):
        module = random_program(seed)
        module = overwriting_inputs(module) if overwrite else module
        plain = apply(module, "bufferize", "reuse-operands", "assign-addresses", "verify-plan")
        scheduled = apply(module, "plan-memory")
        assert module_integer(scheduled, LEAST_PEAK) <= _program_peak(module)
        assert memory_bytes(scheduled) <= memory_bytes(plain)
        better += memory_bytes(scheduled) < memory_bytes(plain)
    assert better > 3


def _program_peak(module: ModuleOp) -> int:
    function = entry_function(module)
    graph = memory_graph(function, overwrites_inputs(function))
    return graph.peak(range(len(graph.tasks)))


@pytest.mark.parametrize("name", NAMES)
def test_values_of_programs_with_every_op(name: str) -> None:
    assert_same(lowered(name), "schedule-ops", inputs=2)


def test_an_order_without_rivals_is_not_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plans cost most of the time; a chain has one order, so that there is nothing to compare."""
    monkeypatch.setattr(schedule_ops, "planned_sizes", None)
    chain = "\n".join(
        f"%x{i + 1} = cortex_m.f32_mul_scalar %x{i} {{value = 1.5}} :"
        " (tensor<8xf32>) -> tensor<8xf32>"
        for i in range(4)
    )
    module = parse(
        f"func.func @main(%x0: tensor<8xf32>) -> tensor<8xf32> {{\n{chain}\n"
        "func.return %x4 : tensor<8xf32>\n}"
    )
    assert_same(overwriting_inputs(module), "schedule-ops")
