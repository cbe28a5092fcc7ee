"""The readable format on an operation with every kind of operand, which no dialect has in one."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects import test
from xdsl.dialects.builtin import Builtin, DenseArrayBase, FloatAttr, UnitAttr, f64, i64
from xdsl.ir import Dialect
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from cmlir.dialects.assembly import NamedFormatOp


@irdl_op_definition
class EverythingOp(NamedFormatOp):
    name = "sample.everything"
    first = operand_def()
    note = opt_operand_def()
    many = var_operand_def()
    last = operand_def()
    mark = opt_operand_def()
    flag = opt_prop_def(UnitAttr)
    sizes = opt_prop_def(DenseArrayBase)
    number = opt_prop_def(FloatAttr)
    result = opt_result_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)


Sample = Dialect("sample", [EverythingOp])
DEFINITIONS = '%a, %b, %c, %d = "test.op"() : () -> (i8, i16, i32, i64)\n'


def parse(line: str) -> EverythingOp:
    context = Context()
    for dialect in (Builtin, Sample, test.Test):
        context.load_dialect(dialect)
    module = Parser(context, DEFINITIONS + line).parse_module()
    module.verify()
    op = module.body.block.last_op
    assert isinstance(op, EverythingOp)
    return op


def groups(op: EverythingOp) -> dict[str, str]:
    return {
        name: "".join(value.name_hint or "" for value in group)
        for name, group in op.operand_groups().items()
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "sample.everything %a, %b : (i8, i16) -> ()",
            {"first": "a", "many": "", "last": "b", "note": "", "mark": ""},
        ),
        (
            "sample.everything %a, %b, %c, %d : (i8, i16, i32, i64) -> ()",
            {"first": "a", "many": "bc", "last": "d", "note": "", "mark": ""},
        ),
        (
            "sample.everything %d, %c mark(%a) : (i64, i32, i8) -> ()",
            {"first": "d", "many": "", "last": "c", "note": "", "mark": "a"},
        ),
        (
            "%0 = sample.everything %a, %a, %b note(%c) mark(%d) : (i8, i8, i16, i32, i64) -> i8",
            {"first": "a", "many": "a", "last": "b", "note": "c", "mark": "d"},
        ),
    ],
)
def test_operands_by_name_in_the_order_of_the_text(line: str, expected: dict[str, str]) -> None:
    op = parse(line)
    assert groups(op) == expected
    assert list(op.operand_groups()) == list(expected)
    assert str(op) == line


def test_one_operand_is_too_few() -> None:
    with pytest.raises(ParseError, match="expected operands for first, many, last, but got 1"):
        parse("sample.everything %a : (i8) -> ()")


def test_properties_in_the_order_of_their_definition() -> None:
    op = parse("sample.everything %a, %b {number = 2.5, x = 1, sizes = [], flag} : (i8, i16) -> ()")
    assert op.number == FloatAttr(2.5, f64)
    assert op.sizes == DenseArrayBase.from_list(i64, [])
    assert op.flag == UnitAttr()
    assert list(op.attributes) == ["x"]
    assert "{flag, sizes = [], number = 2.500000e+00, x = 1}" in str(op)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 2.0**60, 1e22, 0.1, -0.0, 5e-324])
def test_every_number_reads_back(value: float) -> None:
    a, b = test.TestOp(result_types=[i64, i64]).results
    op = EverythingOp.build(
        operands=[a, [], [], b, []],
        properties={"number": FloatAttr(value, f64)},
        result_types=[[]],
    )
    text = str(op).replace("%0", "%d").replace("%1", "%d")
    found = parse(text).number
    assert found is not None
    assert found.value.data.hex() == value.hex()
