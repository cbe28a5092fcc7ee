"""Inputs and outputs: their order, their description, and every shape that outputs can have."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor
from xdsl.dialects.builtin import DictionaryAttr, ModuleOp
from xdsl.dialects.func import FuncOp

from cmlir.errors import UnsupportedError
from cmlir.frontend import import_program
from support.exported import export, import_and_compare


def function_of(module: ModuleOp) -> FuncOp:
    function = module.body.block.last_op
    assert isinstance(function, FuncOp)
    return function


def described(attributes: DictionaryAttr) -> tuple[str, str, tuple[int, ...]]:
    data = attributes.data
    return data["cmlir.name"].data, data["cmlir.dtype"].data, data["cmlir.shape"].get_values()


def test_names_dtypes_and_shapes_of_inputs_and_outputs() -> None:
    class Model(torch.nn.Module):
        def forward(self, image: Tensor, flags: Tensor, index: Tensor) -> dict[str, Tensor]:
            return {"a": image * 2, "b": flags}

    inputs = torch.randn(2, 3), torch.tensor([True]), torch.tensor(3)
    module = import_and_compare(export(Model(), *inputs), *inputs)
    function = function_of(module)
    assert module.attributes["cmlir.stage"].data == "import"
    assert [described(d) for d in function.arg_attrs.data] == [
        ("image", "float32", (2, 3)),
        ("flags", "bool", (1,)),
        ("index", "int64", ()),
    ]
    assert [described(d) for d in function.res_attrs.data] == [
        ("output_0", "float32", (2, 3)),
        ("output_1", "bool", (1,)),
    ]


OUTPUTS = {
    "several": lambda x: (x + 1, x * 2),
    "nested": lambda x: {"a": x + 1, "b": [x * 2, (x - 1,)]},
    "twice": lambda x: ((y := x + 1), y),
    "the_input": lambda x: (x, x + 1),
    "only_the_input": lambda x: x,
    "a_view": lambda x: ((y := x + 1), y.view(-1)),
    "none_between": lambda x: (x + 1, None, x),
    "a_part_of_a_split": lambda x: x.chunk(2, 0),
    "without_axes": lambda x: x[0, 0],
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs_are_the_tensor_leaves_in_order(name: str) -> None:
    x = torch.randn(2, 3)
    import_and_compare(export(OUTPUTS[name], x), x)


def test_inputs_in_containers() -> None:
    class Model(torch.nn.Module):
        def forward(self, xs: list[Tensor], options: dict[str, Tensor], n: int) -> Tensor:
            return xs[0] - xs[1] * options["a"] + n

    a, b, c = torch.randn(3, 4)
    program = torch.export.export(Model(), ([a, b], {"a": c}, 2))
    function = function_of(import_program(program))
    assert [described(d)[0] for d in function.arg_attrs.data] == ["xs_0", "xs_1", "options_a"]


def test_inputs_by_keyword() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: Tensor, *, mask: Tensor | None = None) -> Tensor:
            return x if mask is None else x * mask

    x = torch.randn(3)
    names = [
        [described(d)[0] for d in function_of(import_program(p)).arg_attrs.data]
        for p in (
            torch.export.export(Model(), (x,), {"mask": x}),
            torch.export.export(Model(), (x,), {"mask": None}),
        )
    ]
    assert names == [["x", "mask"], ["x"]]


def test_outputs_that_are_no_tensors_are_left_out() -> None:
    program = export(lambda x: (x + 1, None, 3, [x * 2, "text", 0.5]), torch.randn(2))
    outputs = function_of(import_program(program)).res_attrs.data
    assert [described(d)[0] for d in outputs] == ["output_0", "output_1"]


def test_an_empty_tensor_is_an_error() -> None:
    with pytest.raises(UnsupportedError, match=r"the tensor of shape \(0, 2\) is empty"):
        import_program(export(lambda x: x + 1, torch.randn(0, 2)))


def test_a_complex_input_is_an_error() -> None:
    x = torch.zeros(2, dtype=torch.complex64)
    with pytest.raises(UnsupportedError, match="the input 'input' has dtype complex64"):
        import_program(torch.export.export(torch.nn.Identity(), (x,)))
