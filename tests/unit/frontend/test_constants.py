"""Parameters, buffers and lifted constants: names, sharing, data."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.ml_program import GlobalOp

from cmlir.errors import InvalidInputError
from cmlir.frontend import import_program
from cmlir.frontend.names import UniqueNames, identifier
from support.exported import export, import_and_compare, operations, text


def symbols(module: ModuleOp) -> list[str]:
    return [op.sym_name.data for op in module.body.block.ops if isinstance(op, GlobalOp)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("blk.0.weight", "blk_0_weight"),
        ("_frozen_param0", "frozen_param0"),
        ("größe", "gro_e"),
        ("日本", "t"),
        ("0.bias", "t0_bias"),
        ("int", "int_"),
        ("class", "class_"),
        ("main", "main_"),
        ("lifted_tensor_0", "lifted_tensor_0"),
    ],
)
def test_identifiers(name: str, expected: str) -> None:
    assert identifier(name) == expected


def test_each_name_is_given_once() -> None:
    names = UniqueNames()
    assert [names.take(n) for n in ("a", "a", "a_1", "a")] == ["a", "a_1", "a_1_1", "a_2"]


class Names(nn.Module):
    """Parameters whose names differ only in what C identifiers cannot hold."""

    def __init__(self) -> None:
        super().__init__()
        self.blk = nn.ModuleList([nn.Linear(2, 2)])
        self.blk_0 = nn.Linear(2, 2)
        self.int = nn.Linear(2, 2)
        self.größe = nn.Linear(2, 2)

    def forward(self, x: Tensor) -> Tensor:
        return self.größe(self.int(self.blk_0(self.blk[0](x))))


def test_names_stay_apart() -> None:
    x = torch.randn(1, 2)
    module = import_and_compare(export(Names(), x), x, tolerance=1e-6)
    assert symbols(module) == [
        "blk_0_weight",
        "blk_0_bias",
        "blk_0_weight_1",
        "blk_0_bias_1",
        "int_weight",
        "int_bias",
        "gro_e_weight",
        "gro_e_bias",
    ]


class Tied(nn.Module):
    """Two layers that share a weight, and one whose own weight happens to be equal."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b, self.c = (nn.Linear(4, 4, bias=False) for _ in range(3))
        self.b.weight = self.a.weight
        self.c.weight = nn.Parameter(self.a.weight.detach().clone())
        self.turned = nn.Parameter(self.a.weight.detach().t().contiguous())

    def forward(self, x: Tensor) -> Tensor:
        return self.c(self.b(self.a(x))) @ self.turned


def test_equal_tensors_are_stored_once() -> None:
    x = torch.randn(2, 4)
    module = import_and_compare(export(Tied(), x), x, tolerance=1e-6)
    assert symbols(module) == ["b_weight", "turned"]


class Unused(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.used = nn.Parameter(torch.ones(2))
        self.unused = nn.Parameter(torch.ones(3))

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return x + self.used


def test_unused_parameters_are_left_out_but_unused_inputs_stay() -> None:
    x, y = torch.randn(2), torch.randn(5)
    module = import_and_compare(export(Unused(), x, y), x, y)
    assert symbols(module) == ["used"]
    assert "%y: tensor<5xf32>" in text(module)


class Buffers(nn.Module):
    """Constants of every origin and of several dtypes, as outputs."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("kept", torch.tensor([1.5, -0.0]))
        self.register_buffer("dropped", torch.tensor([[1, -2], [3, 4]]), persistent=False)
        self.register_buffer("flags", torch.tensor([True, False, True]))
        self.register_buffer("strided", torch.arange(6.0).view(2, 3).t())

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        lifted = torch.tensor([7.0, 8.0])
        return x + lifted, self.kept, self.dropped, self.flags, self.strided, self.kept


def test_constants_of_every_origin_are_outputs() -> None:
    x = torch.randn(2)
    module = import_and_compare(export(Buffers(), x), x)
    assert sorted(symbols(module)) == ["dropped", "flags", "kept", "lifted_tensor_0", "strided"]
    assert len(operations(module, "aten.constant")) == 5


def test_data_are_the_tensors_bytes() -> None:
    layer = nn.Linear(3, 2)
    module = import_program(export(layer, torch.randn(1, 3)))
    stored = module.body.block.first_op
    assert isinstance(stored, GlobalOp)
    data = np.frombuffer(stored.value.data.data, np.float32).reshape(2, 3)
    np.testing.assert_array_equal(data, layer.weight.detach().numpy())


def test_two_imports_give_the_same_text() -> None:
    x = torch.randn(1, 2)
    torch.manual_seed(1)
    model = Names()
    first, second = (text(import_program(export(model, x)), locations=True) for _ in range(2))
    assert first == second


def test_a_model_without_data_is_an_error() -> None:
    with torch.device("meta"):
        layer = nn.Linear(2, 2)
    program = export(layer, torch.randn(1, 2, device="meta"))
    with pytest.raises(InvalidInputError, match=r"'weight' has no data, only a shape"):
        import_program(program)
