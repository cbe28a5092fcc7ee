"""Quantization parameters become types; codes become values of these types."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
from torchao.testing.pt2e._xnnpack_quantizer import (
    XNNPACKQuantizer,
    get_symmetric_quantization_config,
)
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.ml_program import GlobalOp

from cmlir.dialects.quant import UniformQuantizedPerAxisType, quantized_element_type
from cmlir.errors import UnsupportedError
from cmlir.frontend import import_program
from support.exported import (
    QDQ,
    export,
    fake_quantize,
    import_and_compare,
    operation_names,
    operations,
)

INT8 = (-128, 127, torch.int8)


def type_of(module: ModuleOp, name: str) -> str:
    (op,) = operations(module, name)
    return str(quantized_element_type(op.results[0]))


def globals_of(module: ModuleOp) -> list[GlobalOp]:
    return [op for op in module.body.block.ops if isinstance(op, GlobalOp)]


def test_per_tensor() -> None:
    x = torch.tensor([[-9.0, 0.05, 0.15, torch.inf], [0.25, -0.25, 99.0, -torch.inf]])
    module = import_and_compare(export(lambda x: fake_quantize(x, 0.1, -3, -127), x), x)
    assert operation_names(module) == ["qcast", "dcast"]
    assert type_of(module, "quant.qcast") == "!quant.uniform<i8<-127:127>:f32, 1.000000e-01:-3>"


@pytest.mark.parametrize(
    ("dtype", "low", "high", "expected"),
    [
        (torch.int16, -32768, 32767, "!quant.uniform<i16:f32, 1.000000e-01:5>"),
        (torch.int16, -32767, 32767, "!quant.uniform<i16<-32767:32767>:f32, 1.000000e-01:5>"),
        (torch.uint8, 0, 255, "!quant.uniform<u8:f32, 1.000000e-01:5>"),
        (torch.uint8, 0, 127, "!quant.uniform<u8<0:127>:f32, 1.000000e-01:5>"),
        (torch.int8, -8, 7, "!quant.uniform<i8<-8:7>:f32, 1.000000e-01:5>"),
    ],
)
def test_storage_types_and_bounds(dtype: torch.dtype, low: int, high: int, expected: str) -> None:
    def function(x: Tensor) -> Tensor:
        q = QDQ.quantize_per_tensor(x, 0.1, 5, low, high, dtype)
        return QDQ.dequantize_per_tensor(q, 0.1, 5, low, high, dtype)

    x = torch.randn(3, 4) * 10
    module = import_and_compare(export(function, x), x)
    assert type_of(module, "quant.qcast") == expected


def test_scales_keep_all_their_digits() -> None:
    scale = 0.0013862628256902099
    module = import_program(export(lambda x: fake_quantize(x, scale), torch.randn(2)))
    kind = quantized_element_type(operations(module, "quant.qcast")[0].results[0])
    assert kind is not None
    assert kind.scale == scale


def test_parameters_as_tensors() -> None:
    def function(x: Tensor) -> Tensor:
        scale, zero_point = torch.tensor(0.1), torch.tensor(4)
        low, high = torch.tensor(-128), torch.tensor(127)
        q = QDQ.quantize_per_tensor.tensor(x, scale, zero_point, *INT8)
        y = QDQ.dequantize_per_tensor.tensor(q, scale, zero_point, *INT8)
        q = QDQ.quantize_per_tensor.tensor2(y, scale, zero_point, low, high, torch.int8)
        return QDQ.dequantize_per_tensor.tensor2(q, scale, zero_point, low, high, torch.int8)

    x = torch.randn(3, 4)
    module = import_and_compare(export(function, x), x)
    assert operation_names(module) == ["qcast", "dcast", "qcast", "dcast"]
    assert not globals_of(module)


class PerChannel(nn.Module):
    """int8 weights with a scale and zero point per row or column."""

    def __init__(self, axis: int, zero_points: bool = True):
        super().__init__()
        self.axis = axis
        count = (5, 4)[axis]
        self.register_buffer("w", torch.randint(-128, 128, (5, 4), dtype=torch.int8))
        self.register_buffer("s", torch.rand(count) + 0.01)
        self.register_buffer("z", torch.arange(count) if zero_points else None)

    def forward(self, x: Tensor) -> Tensor:
        w = QDQ.dequantize_per_channel(self.w, self.s, self.z, self.axis, *INT8)
        return nn.functional.linear(x, w)


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("zero_points", [True, False])
def test_per_channel(axis: int, zero_points: bool) -> None:
    x = torch.randn(2, 4)
    model = PerChannel(axis, zero_points)
    module = import_and_compare(export(model, x), x, tolerance=1e-5)
    (constant,) = operations(module, "aten.constant")
    kind = quantized_element_type(constant.results[0])
    assert isinstance(kind, UniformQuantizedPerAxisType)
    assert kind.axis == axis % 2
    np.testing.assert_array_equal(kind.scales, model.get_buffer("s").double().numpy())
    assert kind.zero_points.any() == zero_points
    assert [op.sym_name.data for op in globals_of(module)] == ["w"]


def test_quantize_per_channel_of_a_float_weight() -> None:
    def function(w: Tensor) -> Tensor:
        scale, zero_point = torch.tensor([0.1, 0.2]), torch.tensor([0, 7])
        q = QDQ.quantize_per_channel(w, scale, zero_point, 0, *INT8)
        return QDQ.dequantize_per_channel(q, scale, zero_point, 0, *INT8)

    w = torch.randn(2, 3)
    assert operation_names(import_and_compare(export(function, w), w)) == ["qcast", "dcast"]


class SharedCodes(nn.Module):
    """One int8 buffer, read with two sets of parameters, as integers, and with the first again."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("w", torch.arange(-3, 3, dtype=torch.int8))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        a = QDQ.dequantize_per_tensor(self.w, 0.1, 0, *INT8)
        b = QDQ.dequantize_per_tensor(self.w, 0.5, 3, *INT8)
        c = QDQ.dequantize_per_tensor(self.w, 0.1, 0, *INT8)
        return x + a + b + c, self.w.view(2, 3)


def test_a_constant_is_stored_once_and_read_with_each_set_of_parameters() -> None:
    x = torch.randn(6)
    module = import_and_compare(export(SharedCodes(), x), x)
    assert len(globals_of(module)) == 1
    kinds = [str(op.results[0].type) for op in operations(module, "aten.constant")]
    assert kinds == [
        "tensor<6x!quant.uniform<i8:f32, 1.000000e-01>>",
        "tensor<6x!quant.uniform<i8:f32, 5.000000e-01:3>>",
        "tensor<6xi8>",
    ]


def test_codes_in_and_out() -> None:
    def function(q: Tensor) -> Tensor:
        x = QDQ.dequantize_per_tensor(q, 0.1, 1, *INT8)
        return QDQ.quantize_per_tensor(x * 2, 0.2, 1, *INT8)

    q = torch.randint(-128, 128, (3, 5), dtype=torch.int8)
    module = import_and_compare(export(function, q), q)
    assert operation_names(module) == ["scast", "dcast", "mul_scalar", "qcast", "scast"]


def test_codes_moved_between_quantize_and_dequantize() -> None:
    def function(x: Tensor) -> Tensor:
        q = QDQ.quantize_per_tensor(x, 0.1, 1, *INT8).reshape(4, 3)
        return QDQ.dequantize_per_tensor(q, 0.1, 1, *INT8)

    x = torch.randn(3, 4)
    module = import_and_compare(export(function, x), x)
    assert operation_names(module) == ["qcast", "scast", "view", "scast", "dcast"]


def test_dequantize_with_other_parameters_reads_the_same_codes() -> None:
    def function(x: Tensor) -> Tensor:
        q = QDQ.quantize_per_tensor(x, 0.1, 1, *INT8)
        return QDQ.dequantize_per_tensor(q, 0.5, 0, *INT8)

    x = torch.randn(3, 4)
    module = import_and_compare(export(function, x), x)
    assert operation_names(module) == ["qcast", "scast", "scast", "dcast"]


@pytest.mark.parametrize("scale", [0.0, -0.1, float("inf"), float("nan"), 1e39])
def test_an_impossible_scale_is_an_error(scale: float) -> None:
    program = export(lambda x: fake_quantize(x, scale), torch.randn(2))
    with pytest.raises(UnsupportedError, match=r"the scale is .*\n.*\n  help: calibrate again"):
        import_program(program)


def test_unsigned_codes_as_integers_are_an_error() -> None:
    program = export(
        lambda x: QDQ.quantize_per_tensor(x, 0.1, 0, 0, 255, torch.uint8), torch.randn(2)
    )
    with pytest.raises(UnsupportedError, match="unsigned codes are used as integers"):
        import_program(program)


def test_dynamic_quantization_is_an_error() -> None:
    def function(x: Tensor) -> Tensor:
        q = QDQ.quantize_per_tensor.tensor(x, x.view(()) * 0.1, torch.tensor(0), *INT8)
        return QDQ.dequantize_per_tensor(q, 0.1, 0, *INT8)

    with pytest.raises(UnsupportedError, match=r"parameter mul is computed when .* runs"):
        import_program(export(function, torch.ones(1)))


def pt2e(model: nn.Module, x: Tensor, per_channel: bool) -> nn.Module:
    quantizer = XNNPACKQuantizer()
    quantizer.set_global(get_symmetric_quantization_config(is_per_channel=per_channel))
    prepared = prepare_pt2e(export(model, x).module(check_guards=False), quantizer)
    prepared(x)
    return convert_pt2e(prepared)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("per_channel", [True, False])
def test_pt2e_by_a_foreign_quantizer(strict: bool, per_channel: bool) -> None:
    x = torch.randn(4, 8)
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 4))
    converted = pt2e(model, x, per_channel)
    program = torch.export.export(converted, (x,), strict=strict)
    module = import_and_compare(program, x, tolerance=1e-5)
    weights = [
        op for op in operations(module, "aten.constant") if quantized_element_type(op.results[0])
    ]
    assert [op.results[0].type.get_shape() for op in weights] == [(8, 8), (4, 8)]
    assert "0.weight" not in str(module)
