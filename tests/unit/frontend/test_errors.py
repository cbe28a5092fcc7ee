"""What cannot be compiled is named, with its place in the model and what to do instead."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from cmlir.errors import CmlirError, InvalidInputError, UnsupportedError
from cmlir.frontend import import_program
from support.exported import export, line_of


def message_of(model: object, *inputs: Tensor, strict: bool = False) -> str:
    with pytest.raises(CmlirError) as caught:
        import_program(export(model, *inputs, strict=strict))
    assert isinstance(caught.value, UnsupportedError)
    return str(caught.value)


class Head(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x.logcumsumexp(-1)


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.heads = nn.ModuleList([Head(), Head()])

    def forward(self, x: Tensor) -> Tensor:
        for head in self.heads:
            x = head(x)
        return torch.lgamma(torch.erfinv(x))


HEAD = f"test_errors.py:{line_of(Head.forward, 'logcumsumexp')}: return x.logcumsumexp(-1)"
GAMMA = f"test_errors.py:{line_of(Model.forward, 'lgamma')}: return torch.lgamma(torch.erfinv(x))"


def test_one_unsupported_operation() -> None:
    assert message_of(Head(), torch.randn(2, 3)).splitlines() == [
        "unsupported operation aten.logcumsumexp.default (float32)",
        f"  at the root module, {HEAD}",
        "  help: write it with supported operations, or compute it outside of the exported program",
    ]


def test_all_unsupported_operations_in_order_of_first_occurrence() -> None:
    assert message_of(Model(), torch.randn(2, 3)).splitlines() == [
        "unsupported operations:",
        f"  aten.logcumsumexp.default (float32) at module 'heads.0', {HEAD} (and 1 more)",
        f"  aten.erfinv.default (float32) at the root module, {GAMMA}",
        f"  aten.lgamma.default (float32) at the root module, {GAMMA}",
        "  help: write it with supported operations, or compute it outside of the exported program",
    ]


def test_unsupported_operations_hidden_by_in_place_ones_and_no_grad() -> None:
    def function(x: Tensor) -> Tensor:
        with torch.no_grad():
            y = x.logcumsumexp(-1)
        y = y + 1
        return y.relu_().erfinv_()

    message = message_of(function, torch.randn(2))
    assert "aten.logcumsumexp.default" in message
    assert "aten.erfinv.default" not in message
    assert "aten.erfinv.default" in message_of(lambda x: (x + 1).erfinv_(), torch.randn(2))


def test_dynamic_shapes() -> None:
    x = torch.randn(4, 3)
    batch = torch.export.Dim("batch", min=2, max=9)
    program = torch.export.export(nn.Linear(3, 2), (x,), dynamic_shapes=({0: batch},))
    with pytest.raises(UnsupportedError) as caught:
        import_program(program)
    symbol = program.graph.find_nodes(op="placeholder")[-1].meta["val"].shape[0]
    assert caught.value.what == f"the input 'input' has a dynamic shape: dimension 0 ({symbol})"
    assert "export without dynamic_shapes" in str(caught.value)


def test_a_number_as_input_that_stays_symbolic() -> None:
    class Scale(nn.Module):
        def forward(self, x: Tensor, n: int) -> Tensor:
            return x * n

    x = torch.randn(3)
    dynamic = {"x": None, "n": torch.export.Dim.DYNAMIC}
    program = torch.export.export(Scale(), (x, 5), dynamic_shapes=dynamic)
    with pytest.raises(UnsupportedError, match="the input 'n' is a number that is known only when"):
        import_program(program)


def encoder_layer() -> nn.Module:
    return nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval()


def test_the_fused_transformer_layer_comes_with_advice() -> None:
    x = torch.randn(1, 3, 8)
    with torch.no_grad():
        message = message_of(encoder_layer(), x, strict=True)
    assert message.startswith("unsupported operation aten._transformer_encoder_layer_fwd.default")
    assert "strict=False" in message
    assert "outside torch.no_grad()" in message


@pytest.mark.parametrize("strict", [True, False])
def test_the_advice_on_the_transformer_layer_helps(strict: bool) -> None:
    x = torch.randn(1, 3, 8)
    with torch.set_grad_enabled(strict):
        program = export(encoder_layer(), x, strict=strict)
    names = {str(node.target) for node in program.graph.nodes}
    assert "aten._transformer_encoder_layer_fwd.default" not in names
    assert "aten.scaled_dot_product_attention.default" in names


def test_control_flow() -> None:
    def function(x: Tensor) -> Tensor:
        return torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,))

    message = message_of(function, torch.randn(3))
    assert "cond (bool)" in message
    assert "at the root module" in message
    assert "control flow over tensors is not supported" in message


def test_mutated_inputs_are_named() -> None:
    message = message_of(lambda x: x.add_(1), torch.randn(3))
    assert message.startswith("the model changes its inputs in place: 'inputs_0'")


def test_a_module_instead_of_a_program() -> None:
    with pytest.raises(InvalidInputError, match=r"but got the module Linear\n  help: export it: "):
        import_program(nn.Linear(2, 2))  # pyright: ignore[reportArgumentType]
    with pytest.raises(InvalidInputError, match="but got a dict"):
        import_program({})  # pyright: ignore[reportArgumentType]


REFUSED = {
    "index 3 is not in an axis of 3": lambda x: x[torch.tensor([0, 3])],
    "no support for reduce='amax'": lambda x: x.scatter_reduce(0, torch.tensor([0]), x, "amax"),
    "in training mode": lambda x: F.dropout(x, 0.5, training=True),
    "the weight has shape [3]": lambda x: torch.ops.aten.linear.default(x, torch.ones(3)),
    "dropout_p is 0.5": lambda x: F.scaled_dot_product_attention(
        x.view(1, 3), x.view(1, 3), x.view(1, 3), dropout_p=0.5
    ),
    "does not fit into float64": lambda x: torch.full((2,), 2**53 + 1),
    "the complex number 1j": lambda x: x * 1j,
    "no support for dtype complex64": lambda x: torch.ones(3, dtype=torch.complex64),
    "quantize float32 tensors": lambda x: torch.ops.quantized_decomposed.quantize_per_tensor(
        torch.zeros(3, dtype=torch.bfloat16), 0.1, 0, -8, 7, torch.int8
    ),
}


@pytest.mark.parametrize("expected", REFUSED)
def test_arguments_that_are_refused(expected: str) -> None:
    message = message_of(REFUSED[expected], torch.randn(3))
    assert expected in message
    assert "exported.py" in message
    assert "\n  help: " in message
