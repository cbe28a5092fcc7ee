"""`python -m cmlir.kernels build-host OUT.so`"""

from __future__ import annotations

from pathlib import Path

import click

from cmlir.errors import CmlirError
from cmlir.kernels.host import build_host


@click.group()
def main() -> None:
    """Build cmlir's C kernels."""


@main.command("build-host")
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--compiler", default="gcc", show_default=True, help="The C compiler to use.")
@click.option("--sanitize", is_flag=True, help="Check memory accesses and arithmetic at run time.")
def build_host_command(out: Path, compiler: str, sanitize: bool) -> None:
    """Compile every kernel for this machine into the shared library OUT."""
    try:
        build_host(out, compiler, sanitize)
    except CmlirError as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main(prog_name="python -m cmlir.kernels")
