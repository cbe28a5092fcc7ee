"""No pass moves more than the program did before; an expand moves nothing."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn
from xdsl.dialects.builtin import ModuleOp

import cmlir
from cmlir.dialects.cortex_m import CopyOp, StridedMatmulOp, TransposeOp, set_kernels
from cmlir.dialects.shapes import element_count, shape_of
from cmlir.frontend import import_program
from support.attention_blocks import AttentionBlock
from support.attention_graphs import GRAPHS, imported
from support.chains import Chain, every_code, first_type, spelled
from support.equivalence import apply, assert_same
from support.exported import export, fake_quantize
from support.ir import program
from support.movement_count import Movement, movement_of
from support.passes import LOWERING, assert_each_pass_same, stages

X = spelled("i8", 0.05, -3)
HALF = spelled("i8", 0.025, -3)
OTHER = spelled("i8", 0.03, 7)


def assert_never_more(module: ModuleOp) -> ModuleOp:
    """Follow the movement from pass to pass; gives the lowered module."""
    before = movement_of(module)
    for step, following in stages(module):
        after = movement_of(following)
        assert after <= before, f"{step} makes {after} of {before}"
        module, before = following, after
    return module


@pytest.mark.parametrize("name", GRAPHS)
def test_attention_moves_less_after_every_pass(name: str) -> None:
    lowered = assert_never_more(imported(name))
    assert movement_of(imported(name)).bytes >= 4 * movement_of(lowered).bytes


@pytest.mark.parametrize("name", ["a_sdpa_proj", "ours"])
def test_heads_are_split_and_merged_by_four_transposes(name: str) -> None:
    """With CMSIS-NN's products; those that take strides need none."""
    module = imported(name).clone()
    assert movement_of(apply(module, *LOWERING)).ops == 0
    set_kernels(module, "cmsis-nn")
    lowered = apply(module, *LOWERING)
    assert movement_of(lowered).ops == movement_of(lowered, TransposeOp).ops == 4


def test_more_movement_is_noticed() -> None:
    assert not Movement(2, 10) <= Movement(1, 20)
    assert not Movement(1, 20) <= Movement(2, 10)
    assert Movement(1, 10) <= Movement(1, 10)


def product(kind: str, steps: str) -> ModuleOp:
    """x [1, 5, 8] -> scale and expand, as the steps say -> [3, 5, 8] @ k [3, 8, 4]."""
    return program(
        f"""
        %0 = quant.dcast %x : tensor<1x5x8x{X}> to tensor<1x5x8xf32>
        {steps}
        %1 = quant.qcast %s : tensor<3x5x8xf32> to tensor<3x5x8x{kind}>
        %2 = quant.dcast %1 : tensor<3x5x8x{kind}> to tensor<3x5x8xf32>
        %3 = quant.dcast %k : tensor<3x8x4x{X}> to tensor<3x8x4xf32>
        %4 = aten.bmm %2, %3 : (tensor<3x5x8xf32>, tensor<3x8x4xf32>) -> tensor<3x5x4xf32>
        %y = quant.qcast %4 : tensor<3x5x4xf32> to tensor<3x5x4x{OTHER}>
        """,
        f"tensor<3x5x4x{OTHER}>",
        x=f"tensor<1x5x8x{X}>",
        k=f"tensor<3x8x4x{X}>",
    )


SCALE_THEN_EXPAND = """
    %m = aten.mul_scalar %0 {value = 0.5} : (tensor<1x5x8xf32>) -> tensor<1x5x8xf32>
    %e = aten.expand %m : (tensor<1x5x8xf32>) -> tensor<3x5x8xf32>
    %s = aten.view %e : (tensor<3x5x8xf32>) -> tensor<3x5x8xf32>"""
EXPAND_THEN_SCALE = """
    %e = aten.expand %0 : (tensor<1x5x8xf32>) -> tensor<3x5x8xf32>
    %c = aten.clone %e : (tensor<3x5x8xf32>) -> tensor<3x5x8xf32>
    %s = aten.mul_scalar %c {value = 0.5} : (tensor<3x5x8xf32>) -> tensor<3x5x8xf32>"""


@pytest.mark.parametrize("steps", [SCALE_THEN_EXPAND, EXPAND_THEN_SCALE], ids=["before", "after"])
@pytest.mark.parametrize("kind", [HALF, OTHER], ids=["identity", "requantized"])
def test_scale_and_expand_before_a_product(kind: str, steps: str) -> None:
    """Neither the scale nor the expand moves a byte, whether the scale folds or not."""
    module = product(kind, steps)
    lowered = assert_each_pass_same(module)
    assert_never_more(module)
    (matmul,) = (op for op in lowered.walk() if isinstance(op, StridedMatmulOp))
    assert element_count(matmul.lhs) == 5 * 8
    assert movement_of(lowered, CopyOp) == Movement(0, 0)
    names = [op.name for op in lowered.walk() if op.name.startswith("cortex_m")]
    rescaling = [] if kind == HALF else ["cortex_m.table"]
    assert [n for n in names if n in ("cortex_m.table", "cortex_m.requantize")] == rescaling


def test_scales_are_computed_before_an_expand() -> None:
    chain = Chain()
    chain.requantize(X)
    chain.apply("aten.slice", shape=(1, 8, 1, 8), attributes="{dim = 0, start = 2, step = 1}")
    chain.apply("aten.expand", shape=(9, 8, 1, 8))
    chain.function("mul_scalar", 0.3)
    chain.requantize(OTHER)
    module = chain.module()
    lowered = assert_same(module, LOWERING, [(every_code(first_type(module)),)])
    table = next(op for op in lowered.walk() if op.name == "cortex_m.table")
    assert shape_of(table.results[0]) == (1, 8, 1, 8)


class PackedAttention(AttentionBlock):
    """One linear for q, k and v, whose result is viewed, permuted and unbound."""

    def __init__(self, width: int, heads: int):
        super().__init__(width, heads)
        self.packed = nn.Linear(width, 3 * width)

    def forward(self, x: Tensor) -> Tensor:
        batch, rows, width = x.shape
        packed = self.packed(x).view(batch, rows, 3, self.heads, width // self.heads)
        q, k, v = packed.permute(2, 0, 3, 1, 4).unbind(0)
        y = torch.nn.functional.scaled_dot_product_attention(q, k, v)
        return self.o(y.transpose(1, 2).flatten(2))


class GroupedAttention(AttentionBlock):
    """Two heads of k and v serve four heads of q: repeated by expand in the middle of the shape."""

    def __init__(self, width: int, heads: int):
        super().__init__(width, heads)
        self.k, self.v = nn.Linear(width, width // 2), nn.Linear(width, width // 2)

    def repeated(self, x: Tensor) -> Tensor:
        batch, rows, _ = x.shape
        pairs = x.view(batch, rows, self.heads // 2, -1).transpose(1, 2).unsqueeze(2)
        return pairs.expand(-1, -1, 2, -1, -1).reshape(batch, self.heads, rows, -1)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.split(self.q(x)), self.repeated(self.k(x)), self.repeated(self.v(x))
        y = torch.nn.functional.scaled_dot_product_attention(q, k, v)
        return self.o(y.transpose(1, 2).flatten(2))


def lowered_of(model: nn.Module) -> ModuleOp:
    inputs = [(torch.randn(1, 4, 16),) for _ in range(2)]
    module = import_program(cmlir.quantize(model.eval(), inputs))
    assert_never_more(module)
    return assert_each_pass_same(module)


def test_packed_projection_is_read_in_place() -> None:
    """q, k, v and the merged heads."""
    assert movement_of(lowered_of(PackedAttention(16, 2))) == Movement(0, 0)


def test_grouped_heads_are_not_repeated_in_memory() -> None:
    """Nor are k and v split, which are half as large as q."""
    assert movement_of(lowered_of(GroupedAttention(16, 4))) == Movement(0, 0)


def test_a_shared_movement_is_one_copy() -> None:
    """Read twice after it was quantized in one way, the permuted value is made once."""

    def model(x: Tensor) -> tuple[Tensor, Tensor]:
        y = fake_quantize(x, 0.1).transpose(0, 1)
        return fake_quantize(-y, 0.1), fake_quantize(torch.relu(y), 0.1)

    module = import_program(export(model, torch.zeros(3, 5)))
    assert movement_of(assert_each_pass_same(module)).ops <= 2
