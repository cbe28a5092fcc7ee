"""The C files of a program, from their templates."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from cmlir.codegen.call import Call, addresses
from cmlir.codegen.calls import VOID_KERNELS, spell
from cmlir.codegen.program import Program, origin
from cmlir.codegen.spelling import comment, decimal_float_literal, string_literal
from cmlir.codegen.weights import Piece, definitions, large_pieces
from cmlir.dialects.cortex_m import KernelOp
from cmlir.dialects.cortex_m.plan import ALIGNMENT
from cmlir.runtime.targets import find_target

_CALL_WIDTH = 92
"""Columns of a call before it is indented."""

_NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Block:
    """One op in model.c; ``checked`` calls assign the status, others may be several."""

    title: str
    declarations: tuple[str, ...]
    call: str
    checked: bool


def header(program: Program) -> str:
    return _render("header.h.jinja", program)


def model_source(program: Program) -> str:
    at = addresses(program)
    blocks = [_block(op, spell(op, at)) for op in program.calls]
    text = "".join(part for b in blocks for part in (b.call, *b.declarations))
    needs_math = "INFINITY" in text or "NAN" in text
    return _render("model.c.jinja", program, blocks=blocks, needs_math=needs_math)


def weights_header(program: Program) -> str:
    return _render("weights.h.jinja", program)


def weights_source(program: Program, with_large: bool = False) -> str:
    """The small constants, or all of them."""
    text = definitions(program, with_large)
    math = "#include <math.h>\n\n" if "INFINITY" in text or "NAN" in text else ""
    return f'/* Written by cmlir. */\n{math}#include "weights.h"\n\n{text}'


def weights_assembly(program: Program, pieces: Sequence[Piece]) -> str:
    """What makes symbols of the pieces of weights.bin."""
    return _render("weights.S.jinja", program, pieces=pieces)


def toolchain_file(program: Program) -> str:
    """For CMake: the compiler and the flags of the program's target."""
    return _render("toolchain.cmake.jinja", program, flags=find_target(program.target.name).flags)


def arduino_sketch(program: Program) -> str:
    """A sketch that runs the model."""
    return _render("run.ino.jinja", program)


def cmake_lists(program: Program, kernels: Sequence[str]) -> str:
    """``kernels`` are the paths of the kernel sources in the project."""
    return _render("CMakeLists.txt.jinja", program, **_build(program, kernels))


def zephyr_cmake(program: Program, kernels: Sequence[str], option: str) -> str:
    """For Zephyr's build, from a folder of the project; ``option`` is the Kconfig symbol's name."""
    return _render("zephyr.cmake.jinja", program, option=option, **_build(program, kernels))


def zephyr_kconfig(program: Program, option: str) -> str:
    """The Kconfig symbol of the model."""
    return _render("Kconfig.jinja", program, option=option)


def _build(program: Program, kernels: Sequence[str]) -> dict[str, object]:
    """What is compiled, and whether some of it is assembly."""
    large = ["weights.S"] if large_pieces(program) else []
    own = [f"{program.name}.c", "weights.c", *large]
    sources = [*own, *(k for k in kernels if k.endswith(".c"))]
    return {"sources": sources, "assembles": bool(large)}


def _block(op: KernelOp, call: Call) -> Block:
    checked = op.kernel not in VOID_KERNELS
    assert not (checked and call.further)
    head = f"{'status = ' if checked else ''}{op.kernel}("
    lines = [line for a in (call.arguments, *call.further) for line in _statement(head, a)]
    place = origin(op)
    title = f"{op.name}: {place}" if place else op.name
    return Block(title, call.declarations, "\n".join(lines), checked)


def _statement(head: str, arguments: Sequence[str]) -> Sequence[str]:
    """A call on as many lines as it needs, broken between its arguments."""
    unbroken = (argument.replace(" ", _NO_BREAK) for argument in arguments)
    lines = textwrap.wrap(
        f"{head}{', '.join(unbroken)});",
        _CALL_WIDTH,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_NO_BREAK, " ") for line in lines]


def _render(template: str, program: Program, **values: object) -> str:
    prefix = program.name.upper()
    return (
        _templates()
        .get_template(template)
        .render(program=program, prefix=prefix, alignment=ALIGNMENT, **values)
    )


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("cmlir.codegen"),
        autoescape=False,
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    for function in (comment, decimal_float_literal, string_literal):
        environment.filters[function.__name__] = function
    return environment
