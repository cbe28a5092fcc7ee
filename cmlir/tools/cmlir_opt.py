"""`cmlir-opt`: reads IR or a .pt2 file, runs passes in the order of their flags, prints IR or C."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Sequence
from typing import IO

from xdsl.dialects.builtin import ModuleOp
from xdsl.frontend.mlir import MLIRFrontend
from xdsl.universe import XDSL_UNIVERSE
from xdsl.utils.arg_spec import parse_pipeline, parse_spec
from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    ParseError,
    PassFailedException,
    VerifyException,
)
from xdsl.xdsl_opt_main import xDSLOptMain

from cmlir.errors import CmlirError, InvalidInputError
from cmlir.lowering.pipelines import PIPELINES, expand
from cmlir.tools.diagnostics import describe_parse_error, locate_verify_error
from cmlir.tools.located_parser import LocatedParser
from cmlir.universe import CMLIR_UNIVERSE

_UNIVERSES = (XDSL_UNIVERSE, CMLIR_UNIVERSE)


def gather_passes(args: Sequence[str], names: Collection[str]) -> list[str]:
    """The arguments with all flags of passes turned into one list: `--a -p b,c --d=x=1` becomes
    `-p a,b,c,d{x=1}`, in the order of the command line."""
    passes: list[str] = []
    others: list[str] = []
    remaining = iter(args)
    for arg in remaining:
        flag, _, value = arg.partition("=")
        name = flag.removeprefix("--")
        if flag in ("-p", "--passes"):
            passes.append(value or next(remaining, ""))
        elif flag != name and name in names:
            passes.append(f"{name}{{{value}}}" if value else name)
        else:
            others.append(arg)
    return [*others, "-p", ",".join(passes)]


class CmlirOptMain(xDSLOptMain):
    """xDSL's driver with a flag for each pass and pipeline, and short errors with locations.

    It knows what xDSL and cmlir bring. Other packages' plugins are for `xdsl-opt`: looking for them
    takes a quarter of the time of a run on a small file.
    """

    version_format = "cmlir-opt built from xdsl version {xdsl_version}"

    def __init__(self, args: Sequence[str] | None = None):
        names = {*XDSL_UNIVERSE.all_passes, *CMLIR_UNIVERSE.all_passes, *PIPELINES}
        given = sys.argv[1:] if args is None else args
        self.asks_for_help = not {"-h", "--help"}.isdisjoint(given)
        super().__init__("cmlir's optimizer driver", gather_passes(given, names))

    def register_all_dialects(self) -> None:
        for universe in _UNIVERSES:
            for name, factory in universe.all_dialects.items():
                self.ctx.register_dialect(name, factory)

    def register_all_frontends(self) -> None:
        for universe in _UNIVERSES:
            self.available_frontends |= universe.all_frontends

    def register_all_passes(self) -> None:
        for universe in _UNIVERSES:
            self.available_passes |= universe.all_passes

    def register_all_targets(self) -> None:
        for universe in _UNIVERSES:
            self.available_targets |= universe.all_targets

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        super().register_all_arguments(arg_parser)
        arg_parser.allow_abbrev = False
        passes = arg_parser.add_argument_group(
            "passes", "each pass by its own flag, or as --flag=option=value, run in the given order"
        )
        for name in CMLIR_UNIVERSE.all_passes:
            passes.add_argument(f"--{name}", action="store_true", help=self._pass_help(name))
        for name, steps in PIPELINES.items():
            passes.add_argument(f"--{name}", action="store_true", help=", ".join(steps))

        arg_parser.add_argument(
            "--print-ir-after-all",
            action="store_true",
            help="print the IR after each pass on stderr, without the data of large constants",
        )

    def _pass_help(self, name: str) -> str:
        """Passes are imported for their help only if it is asked for."""
        if not self.asks_for_help:
            return ""
        from cmlir.tools.pass_help import pass_help

        return pass_help(name)

    def _trace(self) -> None:
        from cmlir.tools.elided import traced

        self.pipeline = traced(self.pipeline)

    def setup_pipeline(self) -> None:
        try:
            names = [str(spec) for spec in parse_pipeline(self.args.passes)]
            self.args.passes = ",".join(step for name in names for step in expand(name))
            super().setup_pipeline()
            if self.args.print_ir_after_all:
                self._trace()
        except (ValueError, ArgSpecParseError) as error:
            raise InvalidInputError(str(error), advice="see cmlir-opt --help") from error

    def get_input_stream(self) -> tuple[IO[bytes], str]:
        if self.args.input_file == "-":
            self.args.input_file = None
        stream, extension = super().get_input_stream()
        return stream, parse_spec(self.args.frontend).name if self.args.frontend else extension

    def prepare_input(self) -> tuple[list[tuple[IO[bytes], int]], str]:
        try:
            return super().prepare_input()
        except ValueError as error:
            known = " or ".join(f"*.{name}" for name in self.available_frontends)
            raise InvalidInputError(
                str(error),
                where=self.get_input_name(),
                advice=f"name the file {known}, or say what it is with --frontend",
            ) from error

    def parse_chunk(
        self, chunk: IO[bytes], file_extension: str, start_offset: int = 0
    ) -> ModuleOp | None:
        spec = parse_spec(self.args.frontend or file_extension)
        if spec.name != "mlir":
            return super().parse_chunk(chunk, file_extension, start_offset)
        try:
            text = chunk.read().decode()
        except UnicodeDecodeError as error:
            raise InvalidInputError("not a text file", where=self.get_input_name()) from error
        explicit = self.args.no_implicit_module or MLIRFrontend.from_spec(spec).no_implicit_module
        parser = LocatedParser(self.ctx, text, self.get_input_name(), start_offset)
        return parser.parse_module(not explicit)

    def apply_passes(self, prog: ModuleOp) -> None:
        try:
            super().apply_passes(prog)
        except CmlirError as error:
            raise PassFailedException(f"error: {error}") from error
        except VerifyException as error:
            raise locate_verify_error(error, prog) from error


def main(args: Sequence[str] | None = None) -> int:
    """Run the tool; returns its exit code, 1 for what is wrong with the input."""
    try:
        CmlirOptMain(args).run()
    except ParseError as error:
        return _fail(describe_parse_error(error))
    except DiagnosticException as error:
        message = str(error)
        return _fail(message if "error: " in message else f"error: {message}")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (CmlirError, OSError) as error:
        return _fail(f"error: {error}")
    return 0


def _fail(message: str) -> int:
    sys.stderr.write(f"{message}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
