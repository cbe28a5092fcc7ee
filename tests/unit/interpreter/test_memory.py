"""The planned stage on one arena: what a bad plan does shows in the values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cmlir.errors import InvalidInputError
from cmlir.interpreter import run
from support.ir import parse

Array = np.ndarray[Any, Any]

REQUANTIZE = """{input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, 1>,
  clamp = #cortex_m.clamp<-128, 127>}"""
"""The identity on codes."""


def planned(
    body: str, inputs: list[str], output: str, *, attributes: str = "", stored: str = ""
) -> Any:
    """A module on memory: %in0, … are its inputs, %out its output."""
    arguments = [f'%in{i} : {kind} {{cmlir.role = "input"}}' for i, kind in enumerate(inputs)]
    arguments.append(f'%out : {output} {{cmlir.role = "output"}}')
    return parse(
        f"""
        builtin.module attributes {{{attributes}}} {{
          {stored}
          func.func @main({", ".join(arguments)}) {{
            {body}
            func.return
          }}
        }}
        """
    )


def buffer(name: str, offset: int, kind: str) -> str:
    return f'%{name} = cortex_m.buffer {{region = "arena", offset = {offset}}} : () -> {kind}\n'


def fill(name: str, value: float, kind: str) -> str:
    return f"cortex_m.fill out(%{name}) {{value = {value}}} : ({kind}) -> ()\n"


def copy(source: str, target: str, kind: str, count: int) -> str:
    flat = f"memref<{count}x{kind}>"
    return (
        f"cortex_m.copy %{source} out(%{target}) {{offset = 0, strides = [1]}}"
        f" : ({flat}, {flat}) -> ()\n"
    )


def requantize(source: str, target: str, count: int) -> str:
    kind = f"memref<{count}xi8>"
    return f"cortex_m.requantize %{source} out(%{target}) {REQUANTIZE} : ({kind}, {kind}) -> ()\n"


FOUR = "memref<4xi8>"


def test_buffers_that_overlap_share_bytes() -> None:
    body = (
        buffer("a", 0, FOUR)
        + buffer("b", 2, FOUR)
        + fill("a", 5.0, FOUR)
        + fill("b", 7.0, FOUR)
        + copy("a", "out", "i8", 4)
    )
    (result,) = run(planned(body, [], FOUR))
    np.testing.assert_array_equal(result, [5, 5, 7, 7])


def test_buffers_of_different_elements_share_bytes() -> None:
    word = "memref<1xi32>"
    body = buffer("a", 0, FOUR) + buffer("b", 0, word) + fill("b", -1.0, word)
    (result,) = run(planned(body + copy("a", "out", "i8", 4), [], FOUR))
    np.testing.assert_array_equal(result, [-1] * 4)


def test_memory_is_poison_until_it_is_written() -> None:
    body = buffer("a", 0, FOUR) + copy("a", "out", "i8", 4)
    (result,) = run(planned(body, [], FOUR))
    np.testing.assert_array_equal(result.view(np.uint8), [0xA5, 0xA5, 0xA5, 0xFF])
    floats = "memref<2xf32>"
    body = buffer("a", 16, floats) + copy("a", "out", "f32", 2)
    assert np.isnan(run(planned(body, [], floats))[0]).all()


def test_an_output_that_is_not_written_is_poison() -> None:
    (result,) = run(planned("", [], "memref<2xf32>"))
    assert np.isnan(result).all()


def test_buffers_without_address_are_poison_too() -> None:
    body = f"%a = memref.alloc() : {FOUR}\n" + copy("a", "out", "i8", 4)
    (result,) = run(planned(body, [], FOUR))
    assert result[0] == np.int8(0xA5 - 256)


def test_every_run_has_fresh_memory() -> None:
    body = buffer("a", 0, FOUR) + copy("a", "out", "i8", 4) + fill("a", 1.0, FOUR)
    module = planned(body, [], FOUR)
    first, second = run(module), run(module)
    np.testing.assert_array_equal(first[0], second[0])
    assert first[0][0] != 1


CODES = np.arange(-4, 4, dtype=np.int8)
EIGHT = "memref<8xi8>"


def in_the_arena(offset_of_result: int, kernel: str) -> Array:
    """`kernel` from %a at 0 to %b, which starts at another offset."""
    body = (
        buffer("a", 0, EIGHT)
        + buffer("b", offset_of_result, EIGHT)
        + copy("in0", "a", "i8", 8)
        + kernel
        + copy("b", "out", "i8", 8)
    )
    return run(planned(body, [EIGHT], EIGHT), CODES)[0]


def test_in_place_where_the_contract_allows_it() -> None:
    np.testing.assert_array_equal(in_the_arena(0, requantize("a", "b", 8)), CODES)
    np.testing.assert_array_equal(in_the_arena(8, requantize("a", "b", 8)), CODES)


def test_a_shifted_overlap_destroys_the_input() -> None:
    assert not np.array_equal(in_the_arena(4, requantize("a", "b", 8)), CODES)


def test_in_place_where_the_contract_forbids_it_destroys_the_input() -> None:
    reverse = (
        f"cortex_m.copy %a out(%b) {{offset = 7, strides = [-1]}} : ({EIGHT}, {EIGHT}) -> ()\n"
    )
    np.testing.assert_array_equal(in_the_arena(8, reverse), CODES[::-1])
    assert not np.array_equal(in_the_arena(0, reverse), CODES[::-1])


def test_only_the_operand_in_place_survives() -> None:
    """lhs may be overwritten where it is; rhs, which overlaps partly, may not."""
    mul = f"""cortex_m.mul %a, %c out(%b) {{lhs_offset = 0, rhs_offset = 0, output_offset = 0,
      rescale = #cortex_m.rescale<1073741824, 1>, clamp = #cortex_m.clamp<-128, 127>}}
      : ({EIGHT}, {EIGHT}, {EIGHT}) -> ()\n"""
    right = in_the_arena(0, buffer("c", 8, EIGHT) + copy("in0", "c", "i8", 8) + mul)
    np.testing.assert_array_equal(right, CODES * CODES)
    wrong = in_the_arena(0, buffer("c", 4, EIGHT) + copy("in0", "c", "i8", 8) + mul)
    assert not np.array_equal(wrong[4:], (CODES * CODES)[4:])


MATMUL = """cortex_m.batch_matmul %a, %a out(%b) scratch(%s) {lhs_offset = 0, rhs_offset = 0,
  output_offset = 0, rescale = #cortex_m.rescale<1073741824, 1>, clamp = #cortex_m.clamp<-128, 127>}
  : (memref<2x4xi8>, memref<2x4xi8>, memref<2x2xi8>, SCRATCH) -> ()
"""


def matmul(scratch_offset: int, scratch_bytes: int = 8) -> tuple[Array, Array]:
    """(the product, its operand afterwards)"""
    scratch = f"memref<{scratch_bytes}xi8>"
    body = (
        buffer("flat", 0, EIGHT)
        + copy("in0", "flat", "i8", 8)
        + f"%a = cortex_m.view %flat {{offset = 0}} : ({EIGHT}) -> memref<2x4xi8>\n"
        + f"%p = cortex_m.view %out {{offset = 0}} : (memref<12xi8>) -> {FOUR}\n"
        + f"%b = cortex_m.view %p {{offset = 0}} : ({FOUR}) -> memref<2x2xi8>\n"
        + f"%rest = cortex_m.view %out {{offset = 4}} : (memref<12xi8>) -> {EIGHT}\n"
        + buffer("s", scratch_offset, scratch)
        + MATMUL.replace("SCRATCH", scratch)
        + copy("flat", "rest", "i8", 8)
    )
    (result,) = run(planned(body, [EIGHT], "memref<12xi8>"), CODES)
    return result[:4].reshape(2, 2), result[4:]


def test_scratch_is_working_memory() -> None:
    operand = CODES.reshape(2, 4).astype(int)
    product, after = matmul(16)
    np.testing.assert_array_equal(product, operand @ operand.T)
    np.testing.assert_array_equal(after, CODES)


def test_scratch_over_an_operand_destroys_it() -> None:
    operand = CODES.reshape(2, 4).astype(int)
    product, after = matmul(4)
    assert not np.array_equal(product, operand @ operand.T)
    assert not np.array_equal(after, CODES)


@pytest.mark.parametrize(("scratch_offset", "right"), [(32, True), (16, False)])
def test_scratch_over_the_result_destroys_it(scratch_offset: int, right: bool) -> None:
    body = (
        f"%a = cortex_m.view %in0 {{offset = 0}} : ({EIGHT}) -> memref<2x4xi8>\n"
        + buffer("c", 16, FOUR)
        + f"%b = cortex_m.view %c {{offset = 0}} : ({FOUR}) -> memref<2x2xi8>\n"
        + buffer("s", scratch_offset, EIGHT)
        + MATMUL.replace("SCRATCH", EIGHT)
        + copy("c", "out", "i8", 4)
    )
    (result,) = run(planned(body, [EIGHT], FOUR), CODES)
    operand = CODES.reshape(2, 4).astype(int)
    assert np.array_equal(result, (operand @ operand.T).reshape(4)) is right


def test_too_little_scratch_is_an_error() -> None:
    with pytest.raises(InvalidInputError, match="needs 8 bytes of scratch, but has 4"):
        matmul(16, scratch_bytes=4)


def test_a_buffer_outside_the_arena_is_an_error() -> None:
    body = buffer("a", 14, FOUR) + copy("a", "out", "i8", 4)
    with pytest.raises(InvalidInputError, match="bytes 14 to 18 leaves the arena of 16 bytes"):
        run(planned(body, [], FOUR, attributes="cmlir.arena_bytes = 16 : i64"))


def test_inputs_and_constants_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only") as caught:
        run(planned(fill("in0", 1.0, EIGHT), [EIGHT], FOUR), CODES)
    assert "cortex_m.fill" in caught.value.__notes__[0]
    stored = "ml_program.global private @c(dense<3> : tensor<8xi8>) : tensor<8xi8>"
    body = f"%c = cortex_m.constant @c : () -> {EIGHT}\n" + fill("c", 1.0, EIGHT)
    with pytest.raises(ValueError, match="read-only"):
        run(planned(body, [], FOUR, stored=stored))


def test_the_callers_arrays_are_left_alone() -> None:
    given = CODES.copy()
    (result,) = run(planned(copy("in0", "out", "i8", 8), [EIGHT], EIGHT), given)
    result[...] = 9
    np.testing.assert_array_equal(given, CODES)


@pytest.mark.parametrize(
    ("literal", "stored", "read", "expected"),
    [
        ("dense<[1, -2]>", "2xi8", "2xi8", np.int8([1, -2])),
        ("dense<[1, -2]>", "2xi8", "2x!quant.uniform<u8:f32, 0.1>", np.uint8([1, 254])),
        ("dense<-3>", "2xi32", "2x!quant.uniform<i32:f32, 0.1>", np.int32([-3, -3])),
        ('dense<"0xCDCCCC3D">', "2xf32", "2xf32", np.float32([0.1, 0.1])),
        ("dense<[true, false]>", "2xi1", "2xi1", np.array([True, False])),
        ("dense<[5, 1099511627776]>", "2xi64", "2xi64", np.int64([5, 2**40])),
    ],
)
def test_constants(literal: str, stored: str, read: str, expected: Array) -> None:
    module = parse(
        f"""
        ml_program.global private @c({literal} : tensor<{stored}>) : tensor<{stored}>
        func.func @main() -> tensor<{read}> {{
          %c = aten.constant @c : () -> tensor<{read}>
          func.return %c : tensor<{read}>
        }}
        """
    )
    (result,) = run(module)
    np.testing.assert_array_equal(result, expected)
    assert result.dtype == expected.dtype


@pytest.mark.parametrize(
    ("symbol", "kind", "message"),
    [
        ("missing", "2xi8", "no global @missing with data"),
        ("c", "3xi8", "cannot be read as tensor<3xi8>"),
        ("c", "2xf32", "cannot be read as tensor<2xf32>"),
    ],
)
def test_constants_that_do_not_fit(symbol: str, kind: str, message: str) -> None:
    module = parse(
        f"""
        ml_program.global private @c(dense<1> : tensor<2xi8>) : tensor<2xi8>
        func.func @main() -> tensor<{kind}> {{
          %c = cortex_m.constant @{symbol} : () -> tensor<{kind}> loc("w"("model.py":7:0))
          func.return %c : tensor<{kind}>
        }}
        """
    )
    with pytest.raises(InvalidInputError, match=message) as caught:
        run(module)
    assert caught.value.where == "w, model.py:7"
