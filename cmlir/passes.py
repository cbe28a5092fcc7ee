"""Running registered passes by name: cmlir's and xDSL's own."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.transforms import get_all_passes
from xdsl.utils.exceptions import VerifyException

from cmlir import progress
from cmlir.lowering.pipelines import expand
from cmlir.universe import PASSES


def pipeline_of(names: Iterable[str], verify_each: bool = False) -> PassPipeline:
    """The passes that names of passes and pipelines stand for; options as ``name{option=1}``.

    With ``verify_each`` the module is verified behind every pass.
    """
    steps = ",".join(step for name in names for step in expand(name))
    known = {**get_all_passes(), **PASSES}
    return PassPipeline.parse_spec(known, steps, _verify_between if verify_each else _tell)


def run_passes(
    context: Context, module: ModuleOp, names: Iterable[str], verify_each: bool = False
) -> None:
    """Run passes and pipelines on ``module`` in place; the result is verified."""
    pipeline_of(names, verify_each).apply(context, module)
    _verify(module, "the last pass")


def _verify_between(before: ModulePass | None, module: ModuleOp, after: ModulePass | None) -> None:
    _tell(before, module, after)
    _verify(module, "the import" if before is None else before.name)


def _tell(before: ModulePass | None, module: ModuleOp, after: ModulePass | None) -> None:
    del before, module
    if after is not None:
        progress.tell(f"compiling: {after.name}", 0)


def _verify(module: ModuleOp, culprit: str) -> None:
    try:
        module.verify()
    except VerifyException as error:
        raise RuntimeError(f"invalid IR after {culprit}: {error}") from error
