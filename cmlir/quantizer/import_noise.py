"""Keep others' code from printing what its user can do nothing about."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silenced(level: int, *loggers: str) -> Iterator[None]:
    """Nothing below this level from the loggers of these names."""
    levels = {name: logging.getLogger(name).level for name in loggers}
    for name in levels:
        logging.getLogger(name).setLevel(level)
    try:
        yield
    finally:
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
