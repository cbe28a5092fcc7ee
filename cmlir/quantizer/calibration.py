"""Run the calibration samples through an observed graph, after checking that they fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor
from torch.export import ExportedProgram
from torch.fx import GraphModule
from torch.utils._pytree import tree_flatten

from cmlir.errors import CmlirError, InvalidInputError
from cmlir.progress import told

_HOW_TO_CALIBRATE = (
    "pass an iterable of tuples, one tuple of inputs for each sample: [(x0,), (x1,), ...]"
)
_SMALL_MODEL = 1 << 20
"""Below this many parameters, dividing the work among threads costs more than it saves."""


def samples_of(calibration: Iterable[object]) -> Iterator[tuple[object, ...]]:
    """The samples, each a tuple of positional arguments.

    Raises InvalidInputError for anything else.
    """
    if isinstance(calibration, Tensor) or not isinstance(calibration, Iterable):
        raise InvalidInputError(
            f"calibration is a {type(calibration).__name__}", advice=_HOW_TO_CALIBRATE
        )
    for index, sample in enumerate(calibration):
        if not isinstance(sample, tuple | list):
            raise InvalidInputError(
                f"calibration sample {index} is a {type(sample).__name__}",
                advice=_HOW_TO_CALIBRATE,
            )
        yield tuple(sample)


def calibrate(
    observed: GraphModule,
    program: ExportedProgram,
    samples: Iterable[tuple[object, ...]],
    count: int | None = None,
) -> None:
    """Run all samples, ``count`` of them where that is known; errors name the sample.

    Raises InvalidInputError for a sample that does not fit the program, or one with which some
    tensor becomes NaN or infinite.
    """
    with torch.no_grad(), _few_threads(program):
        for index, sample in enumerate(told("calibrating", samples, count)):
            _check_sample(index, sample, program)
            try:
                observed(*sample)
            except CmlirError as error:
                raise type(error)(
                    f"calibration sample {index}: {error.what}",
                    where=error.where,
                    advice=error.advice,
                ) from None
            except (RuntimeError, TypeError, ValueError) as error:
                reason = str(error).strip().partition("\n")[0]
                raise InvalidInputError(
                    f"the model cannot compute calibration sample {index}: {reason}",
                    advice="give it inputs as in use, of the same shapes and dtypes",
                ) from error


@contextmanager
def _few_threads(program: ExportedProgram) -> Iterator[None]:
    threads = torch.get_num_threads()
    if sum(tensor.numel() for tensor in program.state_dict.values()) < _SMALL_MODEL:
        torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _check_sample(index: int, sample: tuple[object, ...], program: ExportedProgram) -> None:
    leaves, structure = tree_flatten((sample, {}))
    expected = program.call_spec.in_spec
    if structure != expected:
        takes = expected.child(0).num_children if expected else 0
        raise InvalidInputError(
            f"calibration sample {index} has {len(sample)} inputs, the program takes {takes}"
            if len(sample) != takes
            else f"the inputs of calibration sample {index} are nested differently from the "
            "program's",
            advice="each sample is the tuple of positional arguments of one call",
        )
    inputs = [node for node in program.graph.nodes if node.op == "placeholder"][-len(leaves) :]
    for node, leaf in zip(inputs, leaves, strict=True):
        value = node.meta["val"]
        if isinstance(value, Tensor) and _form(leaf) != _form(value):
            raise InvalidInputError(
                f"input '{node.target}' of calibration sample {index} is {_form(leaf)}, "
                f"the program takes {_form(value)}"
            )


def _form(value: object) -> str:
    if not isinstance(value, Tensor):
        return f"a {type(value).__name__}"
    return f"{str(value.dtype).removeprefix('torch.')}[{', '.join(map(str, value.shape))}]"
