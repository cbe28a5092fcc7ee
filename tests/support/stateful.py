"""Modules that change their buffers when they run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

WIDTH, LENGTH = 8, 6


@dataclass(frozen=True)
class Stateful:
    """A module with a buffer `cache` [1, 6, 8], and what its forward does with rows [1, 1, 8]."""

    name: str
    update: Callable[[Tensor, Tensor, Tensor], Tensor]
    """(cache, row, position [1]) to the new cache, in place or not."""
    takes_position: bool = True

    def __str__(self) -> str:
        return self.name

    def module(self) -> nn.Module:
        return _Module(self)

    def calls(self, count: int) -> list[tuple[Tensor, ...]]:
        """Rows at positions one after the other, which begin again at the end."""
        rows = [torch.randn(1, 1, WIDTH) for _ in range(count)]
        if not self.takes_position:
            return [(row,) for row in rows]
        return [(row, torch.tensor([index % LENGTH])) for index, row in enumerate(rows)]


class _Module(nn.Module):
    def __init__(self, case: Stateful):
        super().__init__()
        self.case = case
        self.before, self.behind = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 5)
        self.register_buffer("cache", torch.randn(1, LENGTH, WIDTH))

    def forward(self, x: Tensor, position: Tensor | None = None) -> Tensor:
        updated = self.case.update(self.cache, self.before(x), position)  # pyright: ignore
        if updated is not self.cache:
            self.cache = updated
        return self.behind(updated)


def _index_put(cache: Tensor, row: Tensor, position: Tensor) -> Tensor:
    cache[:, position] = row
    return cache


def _index_put_of_one(cache: Tensor, row: Tensor, position: Tensor) -> Tensor:
    cache[0, position] = row[0, 0]
    return cache


def _last_slice(cache: Tensor, row: Tensor, _: Tensor) -> Tensor:
    cache[:, -1:] = row
    return cache


def _select(cache: Tensor, row: Tensor, _: Tensor) -> Tensor:
    cache[:, 2] = row[:, 0]
    return cache


def _shift_and_write(cache: Tensor, row: Tensor, _: Tensor) -> Tensor:
    cache.copy_(torch.roll(cache, -1, 1))
    cache[:, -1:].copy_(row)
    return cache


CASES = (
    Stateful("index-put", _index_put),
    Stateful("index-put-of-one", _index_put_of_one),
    Stateful("index-copy", lambda cache, row, position: cache.index_copy_(1, position, row)),
    Stateful(
        "new-index-copy", lambda cache, row, position: torch.index_copy(cache, 1, position, row)
    ),
    Stateful("slice", _last_slice, takes_position=False),
    Stateful("select", _select, takes_position=False),
    Stateful("roll", _shift_and_write, takes_position=False),
    Stateful(
        "cat",
        lambda cache, row, _: torch.cat([cache[:, 1:], row], 1),
        takes_position=False,
    ),
    Stateful(
        "slice-scatter",
        lambda cache, row, _: torch.slice_scatter(cache, row, 1, 3, 4),
        takes_position=False,
    ),
    Stateful(
        "select-scatter",
        lambda cache, row, _: torch.select_scatter(cache, row[:, 0], 1, 4),
        takes_position=False,
    ),
    Stateful("average", lambda cache, row, _: cache * 0.5 + row, takes_position=False),
)


class Delay(nn.Module):
    """What came two calls before: one buffer becomes the other, which becomes the input."""

    def __init__(self) -> None:
        super().__init__()
        self.project = nn.Linear(4, 4)
        self.register_buffer("last", torch.zeros(1, 4))
        self.register_buffer("first", torch.ones(1, 4), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        result = self.project(self.first)
        self.first.copy_(self.last)
        self.last.copy_(x)
        return result
