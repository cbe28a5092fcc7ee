"""cmlir.quantize: what it accepts, what it leaves untouched, and the errors of its users."""

from __future__ import annotations

import copy
import logging
from collections.abc import Iterable

import pytest
import torch
from torch import Tensor, nn
from torch.export import Dim, ExportedProgram
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

import cmlir
from cmlir.errors import CmlirError, InvalidInputError, UnsupportedError
from cmlir.quantizer import CortexMQuantizer, quantize
from cmlir.quantizer.import_noise import silenced
from support.attention_blocks import AttentionBlock, SplitScaleAttention
from support.qdq_graphs import QUANTIZE, calls, names, requantizations

aten = torch.ops.aten


def _samples(count: int = 3) -> list[tuple[Tensor, ...]]:
    return [(torch.randn(1, 8, 32),) for _ in range(count)]


def _text(program: ExportedProgram) -> str:
    constants = {**program.state_dict, **program.constants}
    values = [f"{name} {value.tolist()}" for name, value in sorted(constants.items())]
    return "\n".join([str(program.graph), *values])


def test_public_names():
    assert cmlir.quantize is quantize
    assert cmlir.CortexMQuantizer is CortexMQuantizer


def test_only_the_given_loggers_are_silenced_and_not_for_long(caplog: pytest.LogCaptureFixture):
    with silenced(logging.ERROR, "cmlir.test.noisy"):
        logging.getLogger("cmlir.test.noisy").warning("silent")
        logging.getLogger("cmlir.test.other").warning("first")
    logging.getLogger("cmlir.test.noisy").warning("second")
    assert caplog.messages == ["first", "second"]


def test_modules_and_programs_give_the_same_result():
    block = AttentionBlock(32, 2).eval()
    samples = _samples()
    program = torch.export.export(block, samples[0])
    first = _text(quantize(block, samples))
    assert _text(quantize(program, iter(samples))) == first
    assert _text(quantize(block, (list(sample) for sample in samples))) == first


def test_the_first_sample_counts_too():
    x = torch.zeros(1, 4)
    program = quantize(nn.ReLU(), [(x + 255,), (x + 1,)])
    assert calls(program, QUANTIZE)[0].args[1] == 1.0


def test_the_model_is_not_modified():
    block = AttentionBlock(32, 2)
    block.v.eval()
    before = copy.deepcopy(block.state_dict())
    modes = [module.training for module in block.modules()]
    fast_path, threads = torch.backends.mha.get_fastpath_enabled(), torch.get_num_threads()
    quantize(block, _samples())
    assert [module.training for module in block.modules()] == modes
    assert torch.backends.mha.get_fastpath_enabled() == fast_path
    assert torch.get_num_threads() == threads
    assert all(parameter.requires_grad for parameter in block.parameters())
    for name, value in block.state_dict().items():
        assert torch.equal(value, before[name])


def test_a_program_is_not_modified():
    program = torch.export.export(AttentionBlock(32, 2).eval(), _samples()[0])
    before = _text(program)
    quantize(program, _samples())
    assert _text(program) == before


def test_training_mode_is_captured_as_inference():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear, self.dropout = nn.Linear(32, 32), nn.Dropout(0.5)

        def forward(self, x: Tensor) -> Tensor:
            return self.dropout(self.linear(x))

    model = Model()
    samples = _samples()
    assert _text(quantize(model.train(), samples)) == _text(quantize(model.eval(), samples))


def test_compute_nodes_keep_module_and_source_line():
    program = quantize(SplitScaleAttention(32, 2).eval(), _samples())
    paths = [list(node.meta["nn_module_stack"].values())[-1][0] for node in calls(program)]
    assert paths == ["q", "k", "v", "", "", "", "", "", "o"]
    for node in calls(program):
        assert "attention_blocks.py" in node.meta["stack_trace"]
    scales = {node.meta["stack_trace"].splitlines()[-1] for node in calls(program, aten.mul.Tensor)}
    assert scales == {"    scores = (q * scale) @ (k * scale).transpose(-2, -1)"}


def test_every_node_has_a_location():
    program = quantize(AttentionBlock(32, 2).eval(), _samples())
    for node in program.graph.nodes:
        if node.op == "call_function":
            assert "attention_blocks.py" in node.meta["stack_trace"], node
            assert "AttentionBlock" in str(next(iter(node.meta["nn_module_stack"].values()))), node


def test_user_names_survive():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.blk = nn.ModuleDict({"0": nn.Linear(4, 4), "a-b": nn.Linear(4, 4)})
            self.blk_0 = nn.Linear(4, 4)

        def forward(self, input: Tensor) -> Tensor:
            return self.blk["a-b"](self.blk["0"](input)) + self.blk_0(input)

    program = quantize(Model().eval(), [(torch.randn(1, 4),)])
    linears = calls(program, aten.linear.default)
    paths = [list(node.meta["nn_module_stack"].values())[-1][0] for node in linears]
    assert sorted(paths) == ["blk.0", "blk.a-b", "blk_0"]
    assert program.graph_signature.user_inputs == ("input",)


def test_the_quantizer_alone_gives_the_same_graph():
    block = SplitScaleAttention(32, 2).eval()
    samples = _samples()
    exported = torch.export.export(block, samples[0])
    prepared = prepare_pt2e(exported.module(check_guards=False), CortexMQuantizer())
    for sample in samples:
        prepared(*sample)
    converted = torch.export.export(convert_pt2e(prepared), samples[0])
    assert requantizations(converted) == []
    expected = quantize(block, samples)
    assert names(converted) == names(expected)
    parameters = [node.args[1:] for node in calls(converted, QUANTIZE)]
    assert parameters == [node.args[1:] for node in calls(expected, QUANTIZE)]


def test_the_quantizer_alone_refuses_in_place_ops():
    class Model(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.relu(x).add_(1.0)

    exported = torch.export.export(Model(), (torch.randn(2),))
    with pytest.raises(UnsupportedError, match=r"add_.*\n.*\n.*run_decompositions"):
        prepare_pt2e(exported.module(check_guards=False), CortexMQuantizer())
    assert names(quantize(Model(), [(torch.randn(2),)])) == ["relu", "add"]


class _TwoInputs(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return x + y


def _exported(**options: object) -> ExportedProgram:
    return torch.export.export(_TwoInputs(), (torch.randn(2, 4), torch.randn(2, 4)), **options)


X = torch.ones(2, 4)


@pytest.mark.parametrize("captured", [False, True], ids=["module", "program"])
@pytest.mark.parametrize(
    ("calibration", "message"),
    [
        ([], "no calibration sample"),
        (X, "calibration is a Tensor"),
        (7, "calibration is a int"),
        ((X, X), "sample 0 is a Tensor"),
        ([(X, X), X], "sample 1 is a Tensor"),
        ([(X,)], "sample 0 "),
        ([(X, X), (X, X, X)], "sample 1 has 3 inputs, the program takes 2"),
        ([(X, X), (X, X[:1])], r"input 'y' of calibration sample 1 is float32\[1, 4\].*\[2, 4\]"),
        ([(X, X), (X.double(), X)], r"input 'x' of .* is float64\[2, 4\]"),
        ([(X, X), (X, 3)], r"input 'y' of calibration sample 1 is a int"),
        ([(X, X), (X, [X])], "sample 1 are nested differently"),
    ],
)
def test_calibration_errors(captured: bool, calibration: Iterable[object], message: str):
    with pytest.raises(InvalidInputError, match=message):
        quantize(_exported() if captured else _TwoInputs(), calibration)


def test_a_shape_other_than_the_programs():
    with pytest.raises(InvalidInputError, match=r"sample 0 is float32\[3, 4\]"):
        quantize(_exported(), [(torch.randn(3, 4), torch.randn(3, 4))])


def test_dynamic_shapes():
    batch = Dim("batch", min=2, max=8)
    program = _exported(dynamic_shapes={"x": {0: batch}, "y": {0: batch}})
    with pytest.raises(UnsupportedError, match=r"input 'x' has the dynamic size .* dimension 0"):
        quantize(program, [(X, X)])


def test_keyword_arguments():
    program = torch.export.export(_TwoInputs(), (X,), {"y": X})
    with pytest.raises(UnsupportedError, match="keyword arguments"):
        quantize(program, [(X,)])


def test_quantized_already():
    program = quantize(_TwoInputs(), [(X, X)])
    with pytest.raises(InvalidInputError, match="quantized already"):
        quantize(program, [(X, X)])


def test_not_a_model():
    with pytest.raises(InvalidInputError, match="cannot quantize a str"):
        quantize("model.pt2", [(X,)])


def test_models_that_cannot_be_captured():
    class Branch(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return x + 1 if x.sum() > 0 else x - 1

    with pytest.raises(UnsupportedError, match=r"torch\.export could not capture Branch: ."):
        quantize(Branch(), [(X,)])


def test_opaque_transformer_layers_are_refused_with_advice():
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval()
    x = torch.randn(1, 4, 8)
    with torch.no_grad():
        program = torch.export.export(layer, (x,), strict=True)
    with pytest.raises(UnsupportedError, match="strict=False") as error:
        quantize(program, [(x,)])
    assert "_transformer_encoder_layer_fwd" in error.value.what
    with torch.no_grad():
        assert names(quantize(layer, [(x,)])).count("layer_norm") == 2


def test_training_dropout_is_refused():
    program = torch.export.export(nn.Sequential(nn.Dropout(0.5)).train(), (X,))
    with pytest.raises(UnsupportedError, match=r"training mode\n.*\n.*model\.eval\(\)"):
        quantize(program, [(X,)])


def test_errors_are_the_packages():
    with pytest.raises(CmlirError):
        quantize(_TwoInputs(), [])
