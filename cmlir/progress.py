"""How far long work has got, for whoever wants to show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")

Listener = Callable[[str, int, int | None], None]
"""Called with the name of the work, the steps done, and how many there are (None: not known)."""

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """What is told within goes to ``listener``."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell(work: str, done: int, total: int | None = None) -> None:
    """Say how far some work is; costs next to nothing if nobody listens."""
    if (listener := _listener.get()) is not None:
        listener(work, done, total)


def teller() -> Listener:
    """The listener of here and now, for work that goes on in another thread."""
    return _listener.get() or _ignore


def told(work: str, items: Iterable[T], total: int | None = None) -> Iterator[T]:
    """The items, each told of when it has been worked on."""
    done = 0
    for item in items:
        tell(work, done, total)
        yield item
        done += 1
    tell(work, done, done)


def _ignore(work: str, done: int, total: int | None) -> None:
    del work, done, total
