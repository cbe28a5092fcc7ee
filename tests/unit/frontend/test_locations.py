"""Every operation knows its FX node, its module and the line of the model that it came from."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects import locations
from cmlir.dialects.locations import SourceLocation
from cmlir.frontend import import_program, load_pt2
from cmlir.frontend.source import describe, source_location
from support.exported import export, line_of, operations, text

HERE = Path(__file__).name
MODELS = Path(__file__).parents[2] / "data" / "models"


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        y = self.fc(x)
        return torch.softmax(y, -1)


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Block(), Block()])
        self.again = self.layers[0]

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        x = self.layers[0](x)
        return x.relu()


def place_of(module: ModuleOp, name: str, index: int = 0) -> SourceLocation:
    place = locations.of(operations(module, name)[index])
    assert place is not None
    return place


@pytest.fixture(params=[False, True], ids=["non_strict", "strict"])
def module(request: pytest.FixtureRequest) -> ModuleOp:
    return import_program(export(Model(), torch.randn(1, 4), strict=request.param))


def test_node_module_and_line(module: ModuleOp) -> None:
    line = line_of(Block.forward, "self.fc(x)")
    assert place_of(module, "aten.linear", 1) == SourceLocation(
        "linear_1", "layers.1.fc", HERE, line
    )
    line = line_of(Block.forward, "torch.softmax")
    assert place_of(module, "aten.softmax", 1) == SourceLocation(
        "softmax_1", "layers.1", HERE, line
    )
    line = line_of(Model.forward, "x.relu()")
    assert place_of(module, "aten.relu") == SourceLocation("relu", "", HERE, line)


def test_a_module_called_twice(module: ModuleOp) -> None:
    first, again = (place_of(module, "aten.linear", index) for index in (0, 2))
    assert again == SourceLocation("linear_2", first.module, first.file, first.line)


def test_constants_are_located_at_their_reader(module: ModuleOp) -> None:
    place, reader = place_of(module, "aten.constant"), place_of(module, "aten.linear")
    assert place.node.endswith("weight")
    assert (place.module, place.file, place.line) == (reader.module, reader.file, reader.line)


def test_a_module_of_torch_itself_is_located_in_torch() -> None:
    program = torch.export.export(nn.Linear(4, 4), (torch.ones(1, 4),))
    assert place_of(import_program(program), "aten.linear").file == "linear.py"


@pytest.mark.parametrize("name", ["sdpa_raw", "a_sdpa_proj", "b_mha_sm"])
def test_no_operation_is_without_a_location(name: str) -> None:
    module = import_program(MODELS / f"{name}.pt2")
    assert all(locations.of(op) is not None for op in module.walk())
    function = module.body.block.last_op
    assert function is not None
    arguments = function.regions[0].block.args
    assert [locations.of(a).node for a in arguments] == [a.name_hint for a in arguments]
    assert "loc(unknown)" not in text(module, locations=True)


def test_what_pt2e_inserts_is_located_at_the_operation_it_serves() -> None:
    module = import_program(MODELS / "a_sdpa_proj.pt2")
    linear = operations(module, "aten.linear")[2]
    assert locations.of(linear) == SourceLocation("linear_2", "v", "models.py", 16)
    around = [
        *(operand.owner for operand in linear.operands),
        next(iter(linear.results[0].uses)).operation,
    ]
    assert [op.name for op in around] == ["quant.dcast"] * 3 + ["quant.qcast"]
    assert {(p.module, p.line) for p in map(locations.of, around)} == {("v", 16)}


def test_files_are_base_names() -> None:
    module = import_program(MODELS / "b_mha_sm.pt2")
    assert {place.file for op in module.walk() if (place := locations.of(op))} == {"", "models.py"}


TRACE = """\
  File "/opt/lib/python3/site-packages/torch/_dynamo/functional_export.py", line 232, in forward
    res = self._export_root(*args, **kwargs)
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "C:\\models\\net.py", line 17, in forward
    y = self.o(y)
        ^^^^^^^^^
  File "/opt/lib/python3/dist-packages/torch/nn/modules/linear.py", line 134, in forward
    return F.linear(input, self.weight, self.bias)
  File "<eval_with_key>.47", line 6, in forward
    q = torch.ops.quantized_decomposed.quantize_per_tensor.default(x, 0.1, 0, -128, 127, torch.int8)
"""


def test_the_last_line_of_the_user_counts() -> None:
    node = export(lambda x: x + 1, torch.ones(1)).graph.find_nodes(
        op="call_function", target=torch.ops.aten.add.Tensor
    )[0]
    node.meta["stack_trace"] = TRACE
    node.meta["nn_module_stack"] = {"a": ("", "net.Net"), "b": ("blk.o@1", "net.Block")}
    assert source_location(node) == SourceLocation("add", "blk.o", "net.py", 17)
    assert describe(node) == "module 'blk.o', net.py:17: y = self.o(y)"
    node.meta.clear()
    assert source_location(node) == SourceLocation("add")
    assert describe(node) == "the root module, node add"


def test_long_lines_are_cut_in_messages() -> None:
    program = load_pt2(MODELS / "sdpa_raw.pt2")
    node = program.graph.find_nodes(op="call_function", target=torch.ops.aten.bmm.default)[0]
    node.meta["stack_trace"] = f'  File "a.py", line 1, in f\n    {"x" * 200}\n'
    assert describe(node).endswith(f"a.py:1: {'x' * 80} ...")
