"""Passes on programs that are deep, or whose values are read along many paths."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects import aten
from support.chains import Chain, every_code, first_type, spelled
from support.equivalence import apply, assert_same
from support.ir import program

TENSOR = "tensor<4xf32>"


def behind(steps: list[str]) -> ModuleOp:
    """safe_softmax of %n, which the steps make of the codes %x."""
    kind = spelled("i8", 0.001, 0)
    body = "\n".join(
        [
            f"%0 = quant.dcast %x : tensor<4x{kind}> to {TENSOR}",
            *steps,
            f"%y = aten.safe_softmax %{len(steps)} {{dim = 0}} : ({TENSOR}) -> {TENSOR}",
        ]
    )
    return program(body, TENSOR, x=f"tensor<4x{kind}>")


def is_guarded(module: ModuleOp) -> bool:
    result = apply(module, "remove-softmax-guards")
    return any(isinstance(op, aten.SafeSoftmaxOp) for op in result.walk())


def sums(count: int) -> list[str]:
    return [
        f"%{i + 1} = aten.add %{i}, %{i} : ({TENSOR}, {TENSOR}) -> {TENSOR}" for i in range(count)
    ]


def negations(count: int) -> list[str]:
    return [f"%{i + 1} = aten.neg %{i} : ({TENSOR}) -> {TENSOR}" for i in range(count)]


def test_each_value_is_bounded_once() -> None:
    """60 doublings have 2^60 paths; 0.128 * 2^60 is finite, 0.128 * 2^130 is not in f32."""
    assert not is_guarded(behind(sums(60)))
    assert is_guarded(behind(sums(130)))


def test_very_deep_values_are_unknown() -> None:
    assert not is_guarded(behind(negations(50)))
    assert is_guarded(behind(negations(2000)))


def test_a_long_chain_is_one_table() -> None:
    chain = Chain()
    chain.requantize(spelled("i8", 0.05, -3))
    for _ in range(200):
        chain.function("mul_scalar", 0.999)
    chain.requantize(spelled("i8", 0.04, 7))
    module = chain.module()
    lowered = assert_same(module, "lower-cortex-m", [(every_code(first_type(module)),)])
    assert str(lowered).count("= cortex_m.") == 3
