"""The stages as lists of passes: the flags of `cmlir-opt`, and what `cmlir.compile` runs."""

from __future__ import annotations

PIPELINES: dict[str, tuple[str, ...]] = {
    "fold-quantization": (
        "normalize-aten",
        "fuse-layer-norm",
        "fold-constants",
        "quantize-between-norms",
        "remove-softmax-guards",
        "fold-masks",
        "fold-scalar-scales",
        "fold-qdq",
        "fold-pointwise-chains",
        "quantize-states",
        "cse",
        "dce",
        "erase-unused-globals",
    ),
    "select-kernels": (
        "convert-aten-to-cortex-m",
        "eliminate-transposes",
        "cse",
        "dce",
        "save-memory",
        "fuse-activation",
        "erase-unused-globals",
    ),
    "lower-cortex-m": ("fold-quantization", "select-kernels"),
    "plan-memory": (
        "schedule-ops",
        "bufferize",
        "receive-inputs",
        "reuse-operands",
        "overlap-operands",
        "assign-addresses",
        "verify-plan",
    ),
}
"""Flag name to the passes that it stands for, in order; options are written as `name{option=1}`.

An entry may name an earlier pipeline, which it goes on from.
"""


STAGES = {"fold": "fold-quantization", "lower": "select-kernels", "plan": "plan-memory"}
"""What leads to each stage behind the import, in order."""


def expand(name: str) -> tuple[str, ...]:
    """The passes that a pass or pipeline of this name stands for."""
    if name not in PIPELINES:
        return (name,)
    return tuple(step for entry in PIPELINES[name] for step in expand(entry))
