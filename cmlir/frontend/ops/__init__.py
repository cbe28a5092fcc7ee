"""The operations that can be imported: one handler per ATen overload, one op family a file."""

from __future__ import annotations

from cmlir.frontend.graph import Handler
from cmlir.frontend.ops import (
    activations,
    attention,
    batch_norm,
    convolution,
    elementwise,
    embedding,
    fill,
    flips,
    indexing,
    joins,
    logic,
    matmul,
    normalization,
    padding,
    pooling,
    quantize,
    reductions,
    replacing,
    resizing,
    scopes,
    shape,
    softmax,
)

HANDLERS: dict[object, Handler] = {
    **activations.HANDLERS,
    **attention.HANDLERS,
    **batch_norm.HANDLERS,
    **convolution.HANDLERS,
    **elementwise.HANDLERS,
    **embedding.HANDLERS,
    **fill.HANDLERS,
    **flips.HANDLERS,
    **indexing.HANDLERS,
    **joins.HANDLERS,
    **logic.HANDLERS,
    **matmul.HANDLERS,
    **normalization.HANDLERS,
    **padding.HANDLERS,
    **pooling.HANDLERS,
    **quantize.HANDLERS,
    **reductions.HANDLERS,
    **replacing.HANDLERS,
    **resizing.HANDLERS,
    **scopes.HANDLERS,
    **shape.HANDLERS,
    **softmax.HANDLERS,
}
