"""`cmlir`: the group of its commands."""

from __future__ import annotations

from importlib import import_module

import click

from cmlir.tools.cli.commands import SETTINGS, Group
from cmlir.tools.cli.outcome import EXIT_CODES

_COMMANDS = {
    "quantize": "Quantize a float model to int8.",
    "compile": "Compile a model to a C project.",
    "run": "Run a model or C project, and compare its outputs.",
    "profile": "Count the executed instructions of each operation.",
    "report": "What a program costs and how exact it is, as tables and as a page.",
    "doctor": "Which compilers and simulators are here, and what is missing.",
}

_COMPLETION = """\b
Completion in the shell, also zsh_source and fish_source:
  eval "$(_CMLIR_COMPLETE=bash_source cmlir)"
"""


class _Lazy(Group):
    """Imports a command when it is needed: `cmlir --help` needs none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"cmlir.tools.cli.{cmd_name}")
        return getattr(module, f"{cmd_name}_command")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Lazy, context_settings=SETTINGS, epilog=f"{EXIT_CODES}\n\n{_COMPLETION}")
@click.version_option(package_name="cmlir")
def main() -> None:
    """Quantized PyTorch programs to plain C for Arm Cortex-M.

    A MODEL is a .pt2 file, or model.py:function, where the function returns the module, or (module,
    samples) with a list of tuples of input tensors. PROJECT is a directory written by compile.

    \b
    From an own model to a run on QEMU:
      cmlir quantize model.py:make --output model.pt2
      cmlir compile model.pt2 --output out
      cmlir run out --random 0
    """


if __name__ == "__main__":
    main(prog_name="cmlir")
