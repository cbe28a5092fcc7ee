"""The PT2E quantizer for Cortex-M, and post-training quantization in one call."""

from __future__ import annotations

import logging

from cmlir.quantizer.import_noise import silenced

with silenced(
    logging.ERROR, "torchao", "torch.utils._pytree"
):  # torchao warns of GPU libraries it does not find
    import torchao.quantization.pt2e  # noqa: F401

from cmlir.quantizer.cortex_m_quantizer import CortexMQuantizer
from cmlir.quantizer.post_training import quantize
from cmlir.quantizer.summary import quantization_summary

__all__ = ["CortexMQuantizer", "quantization_summary", "quantize"]
