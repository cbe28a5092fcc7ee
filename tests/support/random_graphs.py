"""Models of random structure: values that live long or shortly, views, joins, several outputs."""

from __future__ import annotations

import random
from collections.abc import Callable

import torch
from torch import Tensor, nn

ROWS, WIDTH = 6, 16
_WIDTHS = (8, 16, 40)

Step = Callable[[list[Tensor]], Tensor]


class RandomGraph(nn.Module):
    """So many operations on values of two axes, each on values made before it, from a seed.

    What no operation reads is returned, so that nothing is dead.
    """

    def __init__(self, operations: int, seed: int):
        super().__init__()
        torch.manual_seed(seed)
        self.layers = nn.ModuleList()
        self.steps: list[tuple[Step, tuple[int, ...]]] = []
        choose = random.Random(seed)
        shapes = [(ROWS, WIDTH)]
        while len(self.steps) < operations:
            step, operands, shape = self._step(choose, shapes)
            self.steps.append((step, operands))
            shapes.append(shape)
        read = {operand for _, operands in self.steps for operand in operands}
        self.returned = [place for place in range(1, len(shapes)) if place not in read]

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        values = [x]
        for step, operands in self.steps:
            values.append(step([values[place] for place in operands]))
        return tuple(values[place] for place in self.returned)

    def _step(
        self, choose: random.Random, shapes: list[tuple[int, int]]
    ) -> tuple[Step, tuple[int, ...], tuple[int, int]]:
        place = choose.randrange(max(0, len(shapes) - 6), len(shapes))
        rows, width = shapes[place]
        alike = [k for k, shape in enumerate(shapes) if shape == (rows, width)]
        as_wide = [k for k, shape in enumerate(shapes) if shape[1] == width and shape[0] < 40]
        match choose.choice(["linear", "linear", "pointwise", "norm", "sum", "cat", "split"]):
            case "linear":
                to = choose.choice(_WIDTHS)
                return self._layer(nn.Linear(width, to)), (place,), (rows, to)
            case "norm":
                return self._layer(nn.LayerNorm(width)), (place,), (rows, width)
            case "pointwise":
                function = choose.choice([torch.relu, torch.tanh, nn.functional.gelu])
                return lambda v: function(v[0]), (place,), (rows, width)
            case "sum":
                other = choose.choice(alike)
                return lambda v: v[0] + v[-1], (place, other), (rows, width)
            case "cat" if rows < 40:
                other = choose.choice(as_wide)
                whole = (rows + shapes[other][0], width)
                return lambda v: torch.cat([v[0], v[-1]]), (place, other), whole
            case _:
                start = choose.randrange(rows)
                return lambda v: v[0][start:], (place,), (rows - start, width)

    def _layer(self, layer: nn.Module) -> Step:
        self.layers.append(layer)
        return lambda v: layer(v[0])
