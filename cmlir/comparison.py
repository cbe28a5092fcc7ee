"""Comparing a compiled program with its PyTorch reference, output by output and op by op."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.ml_program import GlobalOp
from xdsl.ir import Block, Operation, Region, SSAValue

from cmlir.context import make_context
from cmlir.dialects import aten, locations, quant
from cmlir.dialects.cortex_m.plan import entry_function
from cmlir.dialects.states import states_of
from cmlir.errors import InvalidInputError
from cmlir.execution import checked_inputs, tensor_leaves
from cmlir.interpreter import Step, initial_state, run, traced_call
from cmlir.lowering.constants import is_constant
from cmlir.lowering.fold_qdq import COMPUTE
from cmlir.passes import run_passes
from cmlir.ports import input_ports, output_ports

if TYPE_CHECKING:
    from cmlir.compiler import Compiled

AnyArray = npt.NDArray[Any]


@dataclass(frozen=True)
class Difference:
    """The difference of one output, or of one op's result, to its reference over all samples.

    In quantization steps where the values are or were codes, else absolute; ``equal`` is the share
    of elements without any.
    """

    name: str
    unit: str
    largest: float
    mean: float
    equal: float

    @classmethod
    def between(
        cls, name: str, got: Sequence[AnyArray], expected: Sequence[AnyArray], step: float | None
    ) -> Difference:
        """Over pairs of arrays; NaN against NaN is none, against anything else an infinite one."""
        pairs = zip(got, expected, strict=True)
        distance = np.concatenate([_distance(a, b).ravel() for a, b in pairs]) / (step or 1.0)
        return cls(
            name,
            "absolute" if step is None else "steps",
            float(distance.max(initial=0.0)),
            float(distance.mean()) if distance.size else 0.0,
            float((distance < 0.5).mean()) if step else float((distance == 0).mean()),
        )


@dataclass(frozen=True)
class Comparison:
    """``outputs`` end to end; ``ops``: each op alone, on the Q/DQ graph's own inputs to it."""

    outputs: tuple[Difference, ...]
    ops: tuple[Difference, ...]

    @property
    def largest(self) -> float:
        """The largest difference of any output."""
        return max((d.largest for d in self.outputs), default=0.0)

    @property
    def largest_op(self) -> float:
        """The largest difference of any op on identical inputs."""
        return max((d.largest for d in self.ops), default=0.0)


def compare(
    compiled: Compiled, reference: Any, samples: Sequence[Sequence[Any]], on: str
) -> Comparison:
    """See ``Compiled.compare``."""
    expected = _reference_outputs(reference, samples)
    got = [result.outputs for result in compiled.session(on=on).run_many(samples)]
    outputs: list[Difference] = []
    for index, (port, step) in enumerate(
        zip(output_ports(compiled.module), _output_steps(compiled), strict=True)
    ):
        wanted = [sample[index] for sample in expected]
        if port.quantized is not None:
            wanted = [port.quantize(w) if w.dtype.kind == "f" else w for w in wanted]
            step = 1.0
        values = [sample[index] for sample in got]
        outputs.append(Difference.between(port.name, values, wanted, step))
    ports = input_ports(compiled.module)
    arrays = [checked_inputs(ports, sample) for sample in samples]
    return Comparison(tuple(outputs), compare_ops(compiled.stage("fold"), arrays))


def _reference_outputs(
    reference: Any, samples: Sequence[Sequence[Any]]
) -> list[tuple[AnyArray, ...]]:
    if isinstance(reference, Sequence):
        given = list(reference)
    else:
        function = _callable(reference)
        given = [function(*sample) for sample in samples]
    if len(given) != len(samples):
        raise InvalidInputError(f"the reference has {len(given)} samples, not {len(samples)}")
    return [tuple(tensor_leaves((outputs,))) for outputs in given]


def _callable(reference: Any) -> Callable[..., Any]:
    if hasattr(reference, "module") and hasattr(reference, "graph_signature"):
        module = reference.module(check_guards=False)
        for name, buffer in module.named_buffers():  # the program keeps the first state
            owner, _, attribute = name.rpartition(".")
            module.get_submodule(owner).register_buffer(attribute, buffer.clone())
        return module
    if callable(reference):
        return reference
    raise InvalidInputError(
        f"cannot compare with a {type(reference).__name__}",
        advice="give an ExportedProgram, a callable, or a list of each sample's outputs",
    )


def _output_steps(compiled: Compiled) -> list[float | None]:
    """The scale behind each output of the fold stage; None where it is float throughout."""
    function = entry_function(compiled.stage("fold"))
    states = {state.result for state in states_of(function)}
    last = function.body.block.last_op
    assert isinstance(last, ReturnOp)
    return [_scale_behind(v) for number, v in enumerate(last.arguments) if number not in states]


def _scale_behind(value: SSAValue) -> float | None:
    cast = value.owner
    source = cast.input if isinstance(cast, quant.DequantizeCastOp) else value
    quantized = quant.quantized_element_type(source)
    return quantized.scale if isinstance(quantized, quant.UniformQuantizedType) else None


def compare_ops(module: ModuleOp, samples: Sequence[Sequence[AnyArray]]) -> tuple[Difference, ...]:
    """Each quantized op of a fold-stage module against its own lowering, on identical inputs.

    The op's meaning on quantized types is the Q/DQ graph's: dequantize, compute in f32, quantize.
    """
    context = make_context()
    traces: list[list[Step]] = []
    state = initial_state(module)
    for sample in samples:
        steps, state = traced_call(module, sample, state)
        traces.append(_computing_steps(steps))
    return tuple(_compare_op(context, module, steps) for steps in zip(*traces, strict=True))


def _computing_steps(steps: Iterable[Step]) -> list[Step]:
    return [s for s in steps if isinstance(s.op, COMPUTE) and _is_quantized(s.op.results[0])]


def _is_quantized(value: SSAValue) -> bool:
    return quant.quantized_element_type(value) is not None


def _compare_op(context: Context, module: ModuleOp, steps: Sequence[Step]) -> Difference:
    op = steps[0].op
    alone, inputs = _isolated(module, op)
    run_passes(context, alone, ("select-kernels",))
    got = [run(alone, *(step.operands[i] for i in inputs))[0] for step in steps]
    place = locations.of(op)
    name = op.name if place is None else f"{op.name} {place}"
    return Difference.between(name, got, [step.results[0] for step in steps], 1.0)


def _isolated(module: ModuleOp, op: Operation) -> tuple[ModuleOp, list[int]]:
    """A module of ``op`` alone with its constants, and which operands are the module's inputs."""
    inputs = [i for i, operand in enumerate(op.operands) if not _is_fixed(operand)]
    block = Block(arg_types=[op.operands[i].type for i in inputs])
    mapper: dict[SSAValue, SSAValue] = {
        op.operands[i]: argument for i, argument in zip(inputs, block.args, strict=True)
    }
    for operand in op.operands:
        if operand not in mapper:
            assert isinstance(operand.owner, Operation)
            fixed = operand.owner.clone(mapper)
            block.add_op(fixed)
            mapper[operand] = fixed.results[0]
    copy = op.clone(mapper)
    block.add_ops([copy, ReturnOp(*copy.results)])
    types = ([a.type for a in block.args], [r.type for r in copy.results])
    function = FuncOp("main", types, Region(block))
    constants = [g.clone() for g in module.ops if isinstance(g, GlobalOp)]
    return ModuleOp([*constants, function], dict(module.attributes)), inputs


def _is_fixed(value: SSAValue) -> bool:
    return is_constant(value) or isinstance(value.owner, aten.FullOp)


def _distance(a: AnyArray, b: AnyArray) -> npt.NDArray[np.float64]:
    x, y = a.astype(np.float64), b.astype(np.float64)
    with np.errstate(invalid="ignore"):
        distance = np.abs(x - y)
    same = (x == y) | (np.isnan(x) & np.isnan(y))
    return np.where(same, 0.0, np.where(np.isnan(distance), np.inf, distance))
