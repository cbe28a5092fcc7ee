"""What PyTorch computes, as the reference of what a compiled program does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.export import ExportedProgram

from cmlir.errors import InvalidInputError
from cmlir.execution import tensor_leaves

AnyArray = npt.NDArray[Any]


def run_program(program: ExportedProgram, samples: Sequence[Sequence[AnyArray]]) -> list[AnyArray]:
    """Each output's leaves with all samples along a new first axis.

    Inputs are the flattened tensors of a sample; their shapes are the program's.  Raises
    InvalidInputError for inputs that do not fit.
    """
    names = set(program.graph_signature.user_inputs)
    values = [n.meta["val"] for n in program.graph.nodes if n.name in names]
    run = program.module(check_guards=False)
    with torch.no_grad():
        rows = [tensor_leaves((run(*_tensors(sample, values)),)) for sample in samples]
    return [np.stack(column) for column in zip(*rows, strict=True)]


def _tensors(sample: Sequence[AnyArray], values: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    if len(sample) != len(values):
        raise InvalidInputError(
            f"the reference takes {len(values)} inputs, the program {len(sample)}",
            advice="give the .pt2 file that the program was compiled from",
        )
    return [_tensor(array, value) for array, value in zip(sample, values, strict=True)]


def _tensor(array: AnyArray, value: torch.Tensor) -> torch.Tensor:
    if array.size != value.numel():
        raise InvalidInputError(
            f"an input of the reference has shape {tuple(value.shape)}, but the program's "
            f"{array.size} elements"
        )
    return torch.from_numpy(np.array(array)).reshape(value.shape).to(value.dtype)
