"""One value has one quantization, wherever its elements are moved and whoever reads them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from cmlir.quantizer import quantize
from support.qdq_graphs import (
    DEQUANTIZE,
    DEQUANTIZE_CHANNELS,
    QUANTIZE,
    calls,
    names,
    parameters,
    read,
    requantizations,
    sqnr,
    weights,
    written,
)

aten = torch.ops.aten


class _Model(nn.Module):
    """Two linears, a constant and a function of them and the inputs."""

    def __init__(self, function: Callable[..., object]):
        super().__init__()
        self.a, self.b = nn.Linear(8, 8), nn.Linear(8, 8, bias=False)
        self.constant = nn.Parameter(torch.randn(1, 6, 8))
        self.function = function

    def forward(self, *inputs: Tensor) -> object:
        return self.function(self, *inputs)


def _samples(inputs: int = 1, count: int = 8) -> list[tuple[Tensor, ...]]:
    return [tuple(torch.randn(2, 6, 8) * (1 + i) for i in range(inputs)) for _ in range(count)]


def _quantized(function: Callable[..., object], inputs: int = 1):
    model = _Model(function).eval()
    program = quantize(model, samples := _samples(inputs))
    assert sqnr(model, program, samples) > 25
    return program


@pytest.mark.parametrize(
    "function",
    [
        lambda m, x: m.a(x) + m.b(x),
        lambda m, x: torch.cat([m.a(x), x], -1) @ torch.cat([x, x], -1).mT,
        lambda m, x: (h := m.a(x)) * h + h - x,
        lambda m, x: m.a(x.transpose(0, 1)) + m.b(x).transpose(0, 1),
        lambda m, x: torch.stack(list(m.a(x).split(4, -1))).sum() + m.b(x[:, 1:]),
        lambda m, x: (m.b(x) @ m.a(x).mT, m.a(x).flip(1) + x),
    ],
    ids=["two linears", "cat", "reused result", "input behind a view", "split", "matmul"],
)
def test_shared_values_have_one_quantization(function: Callable[..., object]):
    program = _quantized(function)
    assert requantizations(program) == []
    (x,) = [node for node in program.graph.nodes if node.name == "inputs_0"]
    assert len(x.users) == 1
    assert next(iter(x.users)).target is QUANTIZE


def test_every_op_reads_and_writes_int8():
    program = _quantized(lambda m, x, y: torch.relu(m.a(x) * y - m.b(y)) + torch.softmax(x, -1), 2)
    for node in calls(program):
        if node.target is not aten.sub.Tensor:
            assert written(node)
    assert len(calls(program, aten.mul.Tensor, aten.add.Tensor, aten.sub.Tensor)) == 3
    for node in calls(program, aten.mul.Tensor, aten.add.Tensor, aten.sub.Tensor):
        assert read(node.args[0]) != read(node.args[1])


def test_the_operands_of_a_concatenation_share_their_parameters():
    program = _quantized(lambda m, x, y: m.a(torch.cat([m.b(x), y.flip(0), m.constant + x], 1)), 2)
    (cat,) = calls(program, aten.cat.default)
    assert len({read(operand) for operand in cat.args[0]}) == 1
    assert all(user.target is not QUANTIZE for user in cat.users)


def test_a_concatenation_of_probabilities_keeps_their_parameters():
    """The union of both ranges would cost the probabilities most of their 256 steps."""
    program = _quantized(lambda m, x: m.a(torch.cat([torch.softmax(x, -1), 9 * m.b(x)], 1)))
    (cat,) = calls(program, aten.cat.default)
    first, second = (read(operand) for operand in cat.args[0])
    assert first == (1 / 256, -128) != second
    assert written(cat) not in (first, second)


@pytest.mark.parametrize(
    ("function", "op"),
    [
        (lambda m, x: torch.relu(m.a(x)), aten.linear.default),
        (lambda m, x: torch.relu(x + m.constant), aten.add.Tensor),
        (lambda m, x: torch.relu_(m.b(x)), aten.linear.default),
        (lambda m, x: torch.relu(x @ x.mT), aten.matmul.default),
    ],
    ids=["linear", "add", "in place", "matmul"],
)
def test_relu_is_fused(function: Callable[..., object], op: object):
    program = _quantized(function)
    (node,) = calls(program, op)
    (relu,) = node.users
    assert relu.target is aten.relu.default
    assert written(relu)[1] == -128


def test_relu_beside_another_reader_is_an_op_of_its_own():
    program = _quantized(lambda m, x: torch.relu(h := m.a(x)) + h)
    (linear,) = calls(program, aten.linear.default)
    (relu,) = calls(program, aten.relu.default)
    assert read(relu.args[0]) == written(linear) != written(relu)


@pytest.mark.parametrize(
    ("function", "producer"),
    [
        (lambda m, x: F.relu6(m.a(x)), aten.linear.default),
        (lambda m, x: F.hardtanh(torch.relu(m.a(x))), aten.linear.default),
        (lambda m, x: torch.clamp(x - m.constant, -1, 1), aten.sub.Tensor),
        (lambda m, x: torch.log(torch.exp(m.a(x)) + 1), aten.exp.default),
        (lambda m, x: F.gelu(-m.a(x)), aten.neg.default),
    ],
    ids=["relu6", "clamps", "clamp", "chain", "neg"],
)
def test_clamps_and_chains_of_functions_are_fused(
    function: Callable[..., object], producer: object
):
    program = _quantized(function)
    (node,) = calls(program, producer)
    assert all(user.target is not QUANTIZE for user in node.users)
    last = calls(program)[-1]
    assert written(last)


def test_a_product_is_quantized_before_a_function_that_is_no_clamp():
    """Also where a clamp stands between the two: that one is part of the function's table."""
    program = _quantized(lambda m, x: torch.exp(torch.relu(m.a(x))) + F.silu(m.b(x)))
    for linear in calls(program, aten.linear.default):
        assert written(linear)
    (relu,) = calls(program, aten.relu.default)
    assert all(user.target is aten.exp.default for user in relu.users)


def test_a_function_with_several_readers_has_a_result_of_its_own():
    program = _quantized(lambda m, x: torch.tanh(h := torch.exp(m.a(x))) + h)
    (exp,) = calls(program, aten.exp.default)
    (tanh,) = calls(program, aten.tanh.default)
    assert read(tanh.args[0]) == written(exp)


def test_factors_between_functions_keep_their_codes():
    program = _quantized(lambda m, x: torch.sigmoid(1.702 * F.softplus(m.a(x))))
    (mul,) = calls(program, aten.mul.Tensor)
    scale, zero_point = read(mul.args[0])
    assert written(mul) == (pytest.approx(1.702 * scale), zero_point)


def test_weights_are_symmetric_per_channel():
    model = _Model(lambda m, x: m.a(x)).eval()
    program = quantize(model, _samples())
    (weight,) = weights(program)
    _, scale, zero_point, axis, low, high, _ = weight.args
    constants = {**program.state_dict, **program.constants}
    buffers = program.graph_signature.inputs_to_buffers
    peaks = model.a.weight.detach().abs().amax(1)
    torch.testing.assert_close(constants[buffers[scale.name]], peaks / 127)
    assert not constants[buffers[zero_point.name]].any()
    assert (axis, low, high) == (0, -127, 127)
    codes = constants[buffers[weight.args[0].name]]
    assert codes.dtype == torch.int8
    assert int(codes.abs().max()) == 127


def test_weights_per_tensor_on_request():
    model = _Model(lambda m, x: m.a(x)).eval()
    program = quantize(model, samples := _samples(), per_channel=False)
    assert calls(program, DEQUANTIZE_CHANNELS) == []
    weight = calls(program, aten.linear.default)[0].args[1]
    scale, zero_point = parameters(weight)
    assert weight.target is DEQUANTIZE
    assert zero_point == 0
    assert scale == pytest.approx(model.a.weight.abs().max().item() / 127)
    assert sqnr(model, program, samples) > 25


def test_biases_are_codes_in_units_of_the_accumulator():
    model = _Model(lambda m, x: m.a(x)).eval()
    program = quantize(model, _samples())
    (linear,) = calls(program, aten.linear.default)
    source, weight, bias = linear.args
    constants = {**program.state_dict, **program.constants}
    buffers = program.graph_signature.inputs_to_buffers
    unit = source.args[1] * constants[buffers[weight.args[1].name]].double()
    codes = constants[buffers[bias.args[0].name]]
    assert codes.dtype == torch.int32
    torch.testing.assert_close(constants[buffers[bias.args[1].name]], unit.float())
    torch.testing.assert_close(
        codes * unit, model.a.bias.detach().double(), atol=float(unit.max()) / 2, rtol=0
    )


def test_a_bias_beyond_32_bits_stays_in_float():
    model = _Model(lambda m, x: m.a(x)).eval()
    with torch.no_grad():
        model.a.bias[1] = 1e6
    program = quantize(model, _samples())
    (linear,) = calls(program, aten.linear.default)
    assert linear.args[2].op == "placeholder"
    assert linear.args[2].meta["val"].dtype == torch.float32


def test_no_float_copy_of_a_weight_is_left():
    program = _quantized(lambda m, x: m.a(x) + m.constant)
    matrices = [
        value for value in {**program.state_dict, **program.constants}.values() if value.dim() > 1
    ]
    assert {value.dtype for value in matrices} == {torch.int8}


@pytest.mark.parametrize(
    "function",
    [
        lambda m, x: x @ m.b.weight,
        lambda m, x: torch.mm(x.flatten(0, 1), m.b.weight),
        lambda m, x: torch.addmm(m.a.bias, x.flatten(0, 1), m.a.weight.t()),
        lambda m, x: F.linear(x, m.b.weight * 0.5 + 0.1),
    ],
    ids=["matmul", "mm", "addmm", "computed weight"],
)
def test_constant_matrices_are_weights(function: Callable[..., object]):
    program = _quantized(function)
    assert names(program) == ["linear"]
    assert len(weights(program)) == 1


def test_a_shared_weight_is_stored_once():
    model = _Model(lambda m, x: m.b(m.a(m.a(x))))
    model.b.weight = model.a.weight
    program = quantize(model.eval(), _samples())
    assert len(weights(program)) == 3
    assert len({node.args[0] for node in weights(program)}) == 1


def test_constant_operands_are_stored_once_as_codes():
    program = _quantized(lambda m, x: torch.cat([m.constant[:, :3], x[:1]], 1) * m.constant[0, 0])
    (stored,) = [node for node in program.graph.nodes if "frozen" in node.name]
    assert stored.meta["val"].dtype == torch.int8


def test_float_ops_stay_between_dequantize_and_quantize():
    program = _quantized(lambda m, x: m.b(m.a(x).cumsum(-1)))
    (cumsum,) = calls(program, aten.cumsum.default)
    assert read(cumsum.args[0])
    assert written(cumsum)


def test_a_relu_behind_a_float_op_stays_with_it():
    program = _quantized(lambda m, x: m.b(torch.relu(m.a(x).cumsum(-1))))
    (relu,) = calls(program, aten.relu.default)
    assert relu.args[0].target is aten.cumsum.default
    assert written(relu)[1] == -128


def test_a_relu_behind_probabilities_or_views_reads_int8():
    program = _quantized(lambda m, x: (torch.relu(torch.softmax(x, -1)), torch.relu(m.a(x).mT)))
    for relu in calls(program, aten.relu.default):
        assert read(relu.args[0])
        assert written(relu)[1] == -128


def test_float_readers_and_outputs_get_the_float_value():
    """Only int8 readers see the input's codes."""
    model = _Model(lambda m, x: (m.a(x), x, x.cumsum(-1), x.transpose(0, 1))).eval()
    program = quantize(model, samples := _samples())
    actual = program.module(check_guards=False)(*samples[0])
    for mine, expected in zip(actual[1:], model(*samples[0])[1:], strict=True):
        assert torch.equal(mine, expected)


def test_integers_and_other_dtypes_are_left_alone():
    def function(model: _Model, x: Tensor) -> object:
        positions = torch.arange(6)
        return model.a(x), positions + 1, x.double() * 2.0, (x > 0) * x.half()

    model = _Model(function).eval()
    program = quantize(model, samples := _samples())
    actual = program.module(check_guards=False)(*samples[0])
    for mine, expected in zip(actual[1:], model(*samples[0])[1:], strict=True):
        assert torch.equal(mine, expected)


def test_nested_outputs_keep_their_form():
    model = _Model(lambda m, x: {"y": m.a(x), "rest": (None, [m.b(x), 3])}).eval()
    program = quantize(model, samples := _samples())
    actual = program.module(check_guards=False)(*samples[0])
    assert list(actual) == ["y", "rest"]
    assert actual["rest"][0] is None
    assert actual["rest"][1][1] == 3


@pytest.mark.parametrize("dim", [-1, 1])
def test_gated_linear_units_are_decomposed(dim: int):
    program = _quantized(lambda m, x: F.glu(m.a(x), dim))
    (mul,) = calls(program, aten.mul.Tensor)
    (sigmoid,) = calls(program, aten.sigmoid.default)
    (linear,) = calls(program, aten.linear.default)
    assert read(sigmoid.args[0]) == read(mul.args[0]) == written(linear)
    assert written(mul)


@pytest.mark.parametrize("norm", [nn.LayerNorm(8), nn.LayerNorm(8, bias=False), nn.RMSNorm(8)])
def test_norms_read_and_write_int8(norm: nn.Module):
    model = nn.Sequential(nn.Linear(8, 8), norm, nn.Linear(8, 8)).eval()
    program = quantize(model, samples := _samples())
    assert sqnr(model, program, samples) > 25
    (node,) = calls(program, aten.layer_norm.default, aten.rms_norm.default)
    assert read(node.args[0]) != written(node)
    assert all(parameter.op == "placeholder" for parameter in node.all_input_nodes[1:])


def test_a_norm_with_computed_parameters_stays_in_float():
    program = _quantized(lambda m, x: m.b(F.layer_norm(m.a(x), [8], x[0, 0])))
    (norm,) = calls(program, aten.layer_norm.default)
    assert read(norm.args[0])
    assert not any(
        user.target is QUANTIZE for node in norm.all_input_nodes[1:] for user in node.users
    )
