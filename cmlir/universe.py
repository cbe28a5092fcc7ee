"""Everything cmlir adds to xDSL, for `cmlir-opt` and, by the entry point, for `xdsl-opt`.

The factories import on first use: a file that needs one dialect pays for one dialect.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from xdsl.universe import Universe


def _lazy(path: str) -> Callable[[], Any]:
    """A factory for the object at `path`, written `module:name`."""
    module, name = path.split(":")
    return lambda: getattr(import_module(module), name)


DIALECTS: dict[str, Callable[[], Any]] = {
    "aten": _lazy("cmlir.dialects.aten:Aten"),
    "cortex_m": _lazy("cmlir.dialects.cortex_m:CortexM"),
    "quant": _lazy("cmlir.dialects.quant:Quant"),
}

PASSES: dict[str, Callable[[], Any]] = {
    "absorb-scalar-scales": _lazy("cmlir.lowering.absorb_scalar_scales:AbsorbScalarScales"),
    "assign-addresses": _lazy("cmlir.lowering.assign_addresses:AssignAddresses"),
    "block-linears": _lazy("cmlir.lowering.block_linears:BlockLinears"),
    "bufferize": _lazy("cmlir.lowering.bufferize:Bufferize"),
    "convert-aten-to-cortex-m": _lazy(
        "cmlir.lowering.convert_aten_to_cortex_m:ConvertAtenToCortexM"
    ),
    "eliminate-transposes": _lazy("cmlir.lowering.eliminate_transposes:EliminateTransposes"),
    "erase-unused-globals": _lazy("cmlir.lowering.erase_unused_globals:EraseUnusedGlobals"),
    "fold-constants": _lazy("cmlir.lowering.fold_constants:FoldConstants"),
    "fold-masks": _lazy("cmlir.lowering.fold_masks:FoldMasks"),
    "fold-pointwise-chains": _lazy("cmlir.lowering.fold_pointwise_chains:FoldPointwiseChains"),
    "fold-qdq": _lazy("cmlir.lowering.fold_qdq:FoldQdq"),
    "fold-scalar-scales": _lazy("cmlir.lowering.fold_scalar_scales:FoldScalarScales"),
    "fuse-activation": _lazy("cmlir.lowering.fuse_activation:FuseActivation"),
    "fuse-attention": _lazy("cmlir.lowering.fuse_attention:FuseAttention"),
    "fuse-layer-norm": _lazy("cmlir.lowering.fuse_layer_norm:FuseLayerNorm"),
    "normalize-aten": _lazy("cmlir.lowering.normalize_aten:NormalizeAten"),
    "overlap-operands": _lazy("cmlir.lowering.overlap_operands:OverlapOperands"),
    "quantize-io": _lazy("cmlir.lowering.quantize_io:QuantizeIo"),
    "quantize-between-norms": _lazy("cmlir.lowering.quantize_between_norms:QuantizeBetweenNorms"),
    "quantize-states": _lazy("cmlir.lowering.quantize_states:QuantizeStates"),
    "receive-inputs": _lazy("cmlir.lowering.receive_inputs:ReceiveInputs"),
    "remove-softmax-guards": _lazy("cmlir.lowering.remove_softmax_guards:RemoveSoftmaxGuards"),
    "reuse-operands": _lazy("cmlir.lowering.reuse_operands:ReuseOperands"),
    "save-memory": _lazy("cmlir.lowering.save_memory:SaveMemory"),
    "schedule-ops": _lazy("cmlir.lowering.schedule_ops:ScheduleOps"),
    "split-linears": _lazy("cmlir.lowering.split_linears:SplitLinears"),
    "tile-feed-forward": _lazy("cmlir.lowering.tile_feed_forward:TileFeedForward"),
    "verify-plan": _lazy("cmlir.lowering.verify_plan:VerifyPlan"),
}
"""Command line name to pass class; a new pass is one line here."""

TARGETS: dict[str, Callable[[], Any]] = {
    "c": _lazy("cmlir.codegen.target:CTarget"),
    "elided": _lazy("cmlir.tools.elided:ElidedTarget"),
}

FRONTENDS: dict[str, Callable[[], Any]] = {
    "pt2": _lazy("cmlir.frontend.pt2:Pt2Frontend"),
}

CMLIR_UNIVERSE = Universe(
    all_dialects=DIALECTS,
    all_passes=PASSES,
    all_targets=TARGETS,
    all_frontends=FRONTENDS,
)
