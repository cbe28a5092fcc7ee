"""Multi-head attention as it is after lowering, in text: d = 64, 4 heads, 32 rows."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from support.ir import program

_CLAMP = "clamp = #cortex_m.clamp<-128, 127>"
_BOUNDARY = "scale = 0.03, zero_point = 2"


def lowered_attention(seed: int = 0) -> ModuleOp:
    """Four linears with random weights around softmax(q k^T) v; f32 in and out."""
    random = np.random.default_rng(seed)
    body = f"""
    %x8 = cortex_m.quantize %x {{{_BOUNDARY}, {_CLAMP}}} : (tensor<32x64xf32>) -> tensor<32x64xi8>
    {_linear("q", "x8")}
    {_linear("k", "x8")}
    {_linear("v", "x8")}
    {_split("q")}
    {_split("k")}
    %v_columns = cortex_m.transpose %v {{permutation = [1, 0]}}
      : (tensor<32x64xi8>) -> tensor<64x32xi8>
    %v_heads = cortex_m.view %v_columns {{offset = 0}} : (tensor<64x32xi8>) -> tensor<4x16x32xi8>
    %scores = cortex_m.batch_matmul %q_heads, %k_heads {_product(-8)}
      : (tensor<4x32x16xi8>, tensor<4x32x16xi8>) -> tensor<4x32x32xi8>
    %p = cortex_m.softmax %scores {{input_rescale = #cortex_m.rescale<1610612736, 22>,
      diff_min = -496}} : (tensor<4x32x32xi8>) -> tensor<4x32x32xi8>
    %mixed = cortex_m.batch_matmul %p, %v_heads {_product(-7, lhs_offset=128)}
      : (tensor<4x32x32xi8>, tensor<4x16x32xi8>) -> tensor<4x32x16xi8>
    %rows = cortex_m.transpose %mixed {{permutation = [1, 0, 2]}}
      : (tensor<4x32x16xi8>) -> tensor<32x4x16xi8>
    %merged = cortex_m.view %rows {{offset = 0}} : (tensor<32x4x16xi8>) -> tensor<32x64xi8>
    {_linear("o", "merged")}
    %y = cortex_m.dequantize %o {{{_BOUNDARY}}} : (tensor<32x64xi8>) -> tensor<32x64xf32>
    """
    stored = "\n".join(_globals(name, random) for name in "qkvo")
    return program(f"{stored}\n---\n{body}", "tensor<32x64xf32>", x="tensor<32x64xf32>")


def _linear(name: str, source: str) -> str:
    return f"""
    %{name}_w = cortex_m.constant @{name}_w : () -> tensor<64x64xi8>
    %{name}_s = cortex_m.constant @{name}_s : () -> tensor<64xi32>
    %{name} = cortex_m.linear %{source}, %{name}_w sums(%{name}_s) {{input_offset = -2,
      weights_offset = 0, output_offset = 2, rescale = #cortex_m.rescale<1400000000, -9>, {_CLAMP}}}
      : (tensor<32x64xi8>, tensor<64x64xi8>, tensor<64xi32>) -> tensor<32x64xi8>"""


def _split(name: str) -> str:
    return f"""
    %{name}_rows = cortex_m.view %{name} {{offset = 0}} : (tensor<32x64xi8>) -> tensor<32x4x16xi8>
    %{name}_heads = cortex_m.transpose %{name}_rows {{permutation = [1, 0, 2]}}
      : (tensor<32x4x16xi8>) -> tensor<4x32x16xi8>"""


def _product(shift: int, lhs_offset: int = -2) -> str:
    return f"""{{lhs_offset = {lhs_offset}, rhs_offset = -2, output_offset = 2,
      rescale = #cortex_m.rescale<1500000000, {shift}>, {_CLAMP}}}"""


def _globals(name: str, random: np.random.Generator) -> str:
    weights = random.integers(-127, 128, (64, 64)).astype(np.int8)
    sums = random.integers(-9000, 9000, 64).astype(np.int32)
    return f"""
    ml_program.global private @{name}_w({_hex(weights)} : tensor<64x64xi8>) : tensor<64x64xi8>
    ml_program.global private @{name}_s({_hex(sums)} : tensor<64xi32>) : tensor<64xi32>"""


def _hex(array: np.ndarray) -> str:
    return f'dense<"0x{array.tobytes().hex().upper()}">'
