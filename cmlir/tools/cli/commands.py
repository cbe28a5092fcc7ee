"""What all commands share: endings, names that are nearly right, values of options."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from cmlir.tools.cli.outcome import ending

F = TypeVar("F", bound=Callable[..., Any])

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"]}


class Command(click.Command):
    """A command that ends as `outcome` says."""

    def invoke(self, ctx: click.Context) -> None:
        ending(ctx, super().invoke)


class Group(click.Group):
    """Lists its commands in the order of their work, and knows what a misspelt one was to be."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise click.UsageError(
                f"no command {args[0]!r}. {_instead(args[0], self.list_commands(ctx))}", ctx
            )
        return super().resolve_command(ctx, args)


class Name(click.ParamType[str]):
    """One of some names."""

    def __init__(self, what: str, names: Iterable[str]):
        self.name = what
        self.names = tuple(names)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "[" + "|".join(self.names) + "]" if len(self.names) <= 4 else self.name.upper()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self.names:
            return value
        return self.fail(
            f"no {self.name} {value!r}. {_instead(str(value), self.names)}", param, ctx
        )

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self.names if name.startswith(incomplete)]


class Size(click.ParamType[int]):
    """Bytes: 65536, 64K, 1M."""

    name = "bytes"
    _UNITS = {"": 1, "K": 1024, "M": 1024 * 1024}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d+)([KM]?)(i?B)?", str(value).strip(), re.IGNORECASE)
        if match is None:
            return self.fail(f"{value!r} is no size. Write 65536, 64K or 1M.", param, ctx)
        return int(match[1]) * self._UNITS[match[2].upper()]


class Place(click.ParamType[tuple[str, str]]):
    """What is placed where: weights=ddr."""

    name = "what=memory"
    _WHAT = ("weights", "arena", "state")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        what, equals, memory = str(value).partition("=")
        if not equals or not memory:
            return self.fail(f"{value!r} is no placement. Write weights=ddr.", param, ctx)
        if what not in self._WHAT:
            return self.fail(f"cannot place {what!r}. {_instead(what, self._WHAT)}", param, ctx)
        return what, memory


class Setting(click.ParamType[tuple[str, str]]):
    """Settings of a part of the model: encoder.0=int16,mse."""

    name = "part=settings"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        part, equals, settings = str(value).rpartition("=")
        if not equals or not part or not settings:
            return self.fail(f"{value!r} is no setting. Write encoder.0=int16.", param, ctx)
        return part, settings


def _instead(given: str, known: Iterable[str]) -> str:
    names = list(known)
    close = difflib.get_close_matches(given, names, 1, 0.5)
    return f"Did you mean {close[0]}?" if close else f"One of {', '.join(names)}."


def examples(*lines: str) -> str:
    """An epilog with examples."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def stacked(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order of the help text."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate
