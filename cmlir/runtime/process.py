"""Runs a simulator until it has said what it has to say."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cmlir.errors import ToolchainError

_POLL_SECONDS = 0.02


@dataclass(frozen=True)
class Ended:
    """`status` is None if the process had to be killed."""

    text: str
    errors: str
    status: int | None


def run_until(
    command: Sequence[str],
    directory: Path,
    timeout: float,
    is_done: Callable[[str], bool],
    grace: float,
) -> Ended:
    """Runs a command with its standard output watched.

    Once `is_done` says so of the output, the process has `grace` seconds left to end by itself.
    It and its children are killed then, or after `timeout` seconds. Raises ToolchainError if it
    cannot be started.
    """
    with (directory / "stderr.txt").open("wb") as errors:
        try:
            process = subprocess.Popen(
                command,
                cwd=directory,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        except OSError as error:
            raise ToolchainError(f"cannot run {command[0]}: {error.strerror}") from error
    assert process.stdout is not None
    watch = _Watch(process.stdout, is_done)
    status = _wait(process, watch, timeout, grace)
    return Ended(watch.finish(), (directory / "stderr.txt").read_text(errors="replace"), status)


class _Watch:
    """Collects a stream in a thread; `done` is set once the text collected is complete."""

    def __init__(self, stream: IO[bytes], is_done: Callable[[str], bool]):
        self.done = threading.Event()
        self._stream = stream
        self._is_done = is_done
        self._lines: list[str] = []
        self._thread = threading.Thread(target=self._collect, daemon=True)
        self._thread.start()

    def _collect(self) -> None:
        for line in self._stream:
            text = line.decode(errors="replace")
            self._lines.append(text)
            if self._is_done(text):
                self.done.set()

    def finish(self) -> str:
        """The text, once the process has ended."""
        self._thread.join()
        self._stream.close()
        return "".join(self._lines)


def _wait(
    process: subprocess.Popen[bytes], watch: _Watch, timeout: float, grace: float
) -> int | None:
    try:
        end = time.monotonic() + timeout
        while process.poll() is None and not watch.done.is_set():
            if time.monotonic() >= end:
                return None
            _sleep_until_change(process, watch)
        try:
            return process.wait(grace)
        except subprocess.TimeoutExpired:
            return None
    finally:
        _kill_group(process)


def _sleep_until_change(process: subprocess.Popen[bytes], watch: _Watch) -> None:
    with suppress(subprocess.TimeoutExpired):
        process.wait(_POLL_SECONDS)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Ends the process and what it started, which may still hold the pipe."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
