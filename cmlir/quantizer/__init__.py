"""The PT2E quantizer for Cortex-M, and post-training quantization in one call."""

from __future__ import annotations

from cmlir.quantizer.cortex_m_quantizer import CortexMQuantizer
from cmlir.quantizer.post_training import quantize

__all__ = ["CortexMQuantizer", "quantize"]
