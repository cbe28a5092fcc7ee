"""`python -m cmlir` is `cmlir`."""

from cmlir.tools.cli.main import main

main(prog_name="cmlir")
