"""Random programs at stage `lower`: graphs of kernel ops whose results differ in size and life."""

from __future__ import annotations

import random

from xdsl.dialects.builtin import ModuleOp

from support.ir import parse

_CLAMP = "clamp = #cortex_m.clamp<-128, 127>"
_RESCALE = "rescale = #cortex_m.rescale<1518500250, -7>"
_FACTORS = f"lhs_offset = 3, rhs_offset = -5, output_offset = 1, {_RESCALE}, {_CLAMP}"


def random_program(seed: int, ops: int = 12) -> ModuleOp:
    """So many ops on codes; what nothing uses is returned, at times also what is used."""
    return _Writer(random.Random(seed)).program(ops)


class _Writer:
    """All values are flat; `sizes` has those of all that exist."""

    def __init__(self, choose: random.Random):
        self._choose = choose
        self._lines: list[str] = []
        self._sizes: dict[str, int] = {}
        self._used: set[str] = set()

    def program(self, ops: int) -> ModuleOp:
        inputs = ("%x", "%y")[: self._choose.choice([1, 1, 2])]
        for name in inputs:
            self._sizes[name] = self._choose.choice([8, 24, 64])
        kinds = (self._table, self._mul, self._copy, self._softmax, self._matmul, self._concat)
        for _ in range(ops):
            self._choose.choice(kinds)()
        results = [
            name
            for name in self._sizes
            if name not in inputs and (name not in self._used or self._choose.random() < 0.1)
        ]
        arguments = ", ".join(f"{name}: {self._type(name)}" for name in inputs)
        types = ", ".join(map(self._type, results))
        body = "\n".join(self._lines)
        return parse(
            'builtin.module attributes {cmlir.stage = "lower"} {\n'
            f"func.func @main({arguments}) -> ({types}) {{\n{body}\n"
            f"func.return {', '.join(results)} : {types}\n}}\n}}"
        )

    def _any(self, size: int | None = None) -> str:
        """Mostly one of the youngest values, so that lives differ."""
        fitting = [name for name, other in self._sizes.items() if size in (None, other)]
        name = self._choose.choice(fitting[-3:] if self._choose.random() < 0.6 else fitting)
        self._used.add(name)
        return name

    def _type(self, name: str) -> str:
        return f"tensor<{self._sizes[name]}xi8>"

    def _add(self, call: str, types: str, shape: str, size: int) -> None:
        """A call, and its result as a flat value."""
        number = len(self._lines)
        result, flat = f"tensor<{shape}xi8>", f"tensor<{size}xi8>"
        self._lines += [
            f"%r{number} = cortex_m.{call} : ({types}) -> {result}",
            f"%v{number} = cortex_m.view %r{number} {{offset = 0}} : ({result}) -> {flat}",
        ]
        self._sizes[f"%v{number}"] = size

    def _table(self) -> None:
        x = self._any()
        entries = ", ".join(str(self._choose.randint(-128, 127)) for _ in range(256))
        table = f"{{table = dense<[{entries}]> : tensor<256xi8>}}"
        self._add(f"table {x} {table}", self._type(x), f"{self._sizes[x]}", self._sizes[x])

    def _mul(self) -> None:
        x = self._any()
        size = self._sizes[x]
        y = self._any(size)
        self._add(
            f"mul {x}, {y} {{{_FACTORS}}}", f"{self._type(x)}, {self._type(y)}", f"{size}", size
        )

    def _copy(self) -> None:
        """Every element twice, or the first half."""
        x = self._any()
        size = self._sizes[x]
        if size < 250 and self._choose.random() < 0.5:
            self._add(
                f"copy {x} {{offset = 0, strides = [1, 0]}}", self._type(x), f"{size}x2", 2 * size
            )
        else:
            half = -(-size // 2)
            self._add(f"copy {x} {{offset = 0, strides = [1]}}", self._type(x), f"{half}", half)

    def _softmax(self) -> None:
        x = self._any()
        scale = "input_rescale = #cortex_m.rescale<1610612736, 22>, diff_min = -496"
        self._add(f"softmax {x} {{{scale}}}", self._type(x), f"{self._sizes[x]}", self._sizes[x])

    def _matmul(self) -> None:
        """Of two columns, or what is left if all are of odd size."""
        x, y = self._any(), self._any()
        rows, columns = self._sizes[x], self._sizes[y]
        if rows * columns > 500:
            return self._table()
        number = len(self._lines)
        shapes = (f"tensor<{rows}x1xi8>", f"tensor<{columns}x1xi8>")
        self._lines += [
            f"%a{number} = cortex_m.view {x} {{offset = 0}} : ({self._type(x)}) -> {shapes[0]}",
            f"%b{number} = cortex_m.view {y} {{offset = 0}} : ({self._type(y)}) -> {shapes[1]}",
        ]
        call = f"batch_matmul %a{number}, %b{number} {{{_FACTORS}}}"
        self._add(call, ", ".join(shapes), f"{rows}x{columns}", rows * columns)
        return None

    def _concat(self) -> None:
        parts = [self._any() for _ in range(self._choose.choice([2, 2, 3]))]
        size = sum(self._sizes[part] for part in parts)
        if size > 500:
            return self._table()
        types = ", ".join(map(self._type, parts))
        self._add(f"concat {', '.join(parts)} {{axis = 0}}", types, f"{size}", size)
        return None
