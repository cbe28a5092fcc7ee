"""Whether two programs compute the same: the check of every pass.

module = parse("…")
assert_same(module, "fold-qdq")                      # bit for bit, on generated inputs
assert_same(module, ["lower-cortex-m"], steps=1)     # within one quantization step
assert_same(before, after, inputs=[(x, y), …])       # on given inputs
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import PassPipeline
from xdsl.transforms import get_all_passes

from cmlir.context import make_context
from cmlir.dialects.cortex_m import FloatOp
from cmlir.dialects.quant.codes import dequantize, quantize
from cmlir.interpreter import run
from cmlir.lowering.pipelines import expand
from cmlir.universe import PASSES
from support.inputs import random_inputs
from support.ir import verify
from support.ports import Array, Port, input_ports, output_ports


def apply(module: ModuleOp, *names: str) -> ModuleOp:
    """A copy of the module after passes and pipelines of these names; verified after each pass.

    Options as on the command line: `some-pass{option=1}`.
    """
    result = module.clone()
    specification = ",".join(step for name in names for step in expand(name))
    known = {**get_all_passes(), **PASSES}
    PassPipeline.parse_spec(known, specification, _verify).apply(make_context(), result)
    return result


def _verify(previous: object, module: ModuleOp, following: object) -> None:
    del previous, following
    verify(module)


def assert_same(
    before: ModuleOp,
    after: ModuleOp | str | Sequence[str],
    inputs: Sequence[Sequence[Array]] | int = 8,
    *,
    steps: int = 0,
) -> ModuleOp:
    """Run both programs and compare every output; returns the second one.

    `after` is a module, or the passes that make it of `before`. `inputs` are those of `before`, or
    a number of sets to generate. With 0 `steps` outputs must be equal bit for bit (any NaN equals
    any other); otherwise codes may differ by that much, and floats that were dequantized by that
    many steps of their scale. Where only one of the programs takes or gives codes, the other's
    floats are quantized, or its codes dequantized, by the parameters of the port.
    """
    if isinstance(after, str):
        after = apply(before, after)
    elif not isinstance(after, ModuleOp):
        after = apply(before, *after)
    samples = range(inputs) if isinstance(inputs, int) else inputs
    assert len(samples), "no inputs to compare on"
    for number, sample in enumerate(samples):
        values = random_inputs(before, sample) if isinstance(sample, int) else sample
        _assert_same_on(before, after, values, steps, f"input set {number}")
    return after


def _assert_same_on(
    before: ModuleOp, after: ModuleOp, values: Sequence[Array], steps: int, what: str
) -> None:
    ports = zip(values, input_ports(before), input_ports(after), strict=True)
    converted = [_as_taken_by(theirs, value, ours) for value, ours, theirs in ports]
    expected, actual = run(before, *values), run(after, *converted)
    outputs = zip(expected, actual, output_ports(before), output_ports(after), strict=True)
    for index, (old, new, ours, theirs) in enumerate(outputs):
        _assert_close(old, new, ours, theirs, steps, f"{what}, output {index}")


def _as_taken_by(port: Port, value: Array, given: Port) -> Array:
    """A value of the port `given` as `port` takes it."""
    if port.is_float and given.quantized is not None:
        return dequantize(value, given.quantized)
    if port.quantized is not None and given.is_float:
        return quantize(value, port.quantized)
    return value


def _assert_close(old: Array, new: Array, ours: Port, theirs: Port, steps: int, what: str) -> None:
    if ours.is_float != theirs.is_float:
        coded = theirs if ours.is_float else ours
        assert coded.quantized is not None, f"{what}: integers against floats, without a scale"
        old, new = _as_reals(old, ours), _as_reals(new, theirs)
    assert old.dtype == new.dtype, f"{what}: {old.dtype} became {new.dtype}"
    assert old.shape == new.shape, f"{what}: shape {old.shape} became {new.shape}"
    if steps == 0 or not ours.step:
        np.testing.assert_array_equal(new, old, err_msg=what)
        return
    distance = np.abs(new.astype(np.float64) - old.astype(np.float64)) / ours.step
    worst = float(distance.max(initial=0.0))
    assert worst <= steps * (1 + 1e-5), f"{what}: {worst:.3f} steps, but {steps} are allowed"


def _as_reals(value: Array, port: Port) -> Array:
    return value if port.quantized is None else dequantize(value, port.quantized)


def float_reasons(module: ModuleOp, *pipeline: str) -> list[str]:
    """Why operations run in float when the module is lowered, one reason for each of them."""
    lowered = apply(module, *pipeline)
    floats = [op for op in lowered.walk() if isinstance(op, FloatOp)]
    return ["" if op.why is None else op.why.data for op in floats]
