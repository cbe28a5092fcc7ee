"""Graphs of modules, their layout and their pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from xdsl.dialects.builtin import ModuleOp

from cmlir.reporting.drawing import draw
from cmlir.reporting.graph import Edge, Graph, Node, dot, graph_of
from cmlir.reporting.layout import GAP, layout
from support.equivalence import apply
from support.ir import parse

PROGRAM = """
builtin.module attributes {cmlir.stage = "import"} {
  ml_program.global private @w(dense<1> : tensor<4x8xi8>) : tensor<4x8xi8>
  func.func @main(%x: tensor<2x8xf32> {cmlir.name = "x<1>"}) -> (tensor<2x4xf32>) {
    %q = quant.qcast %x : tensor<2x8xf32> to tensor<2x8x!quant.uniform<i8:f32, 0.5:3>>
    %d = quant.dcast %q : tensor<2x8x!quant.uniform<i8:f32, 0.5:3>> to tensor<2x8xf32>
    %w = aten.constant @w : () -> tensor<4x8x!quant.uniform<i8<-127:127>:f32, 0.1>>
    %f = quant.dcast %w : tensor<4x8x!quant.uniform<i8<-127:127>:f32, 0.1>> to tensor<4x8xf32>
    %y = aten.linear %d, %f : (tensor<2x8xf32>, tensor<4x8xf32>) -> tensor<2x4xf32>
    %s = quant.qcast %y : tensor<2x4xf32> to tensor<2x4x!quant.uniform<i8:f32, 0.25>>
    %r = quant.dcast %s : tensor<2x4x!quant.uniform<i8:f32, 0.25>> to tensor<2x4xf32>
    func.return %r : tensor<2x4xf32>
  }
}
"""


@pytest.fixture
def imported() -> ModuleOp:
    return parse(PROGRAM)


def labels(graph: Graph) -> list[str]:
    return [node.label for node in graph.nodes]


def test_constants_are_left_out_and_everything_else_is_there(imported: ModuleOp):
    graph = graph_of(imported)
    assert labels(graph) == ["x<1>", "qcast", "dcast", "linear", "qcast", "dcast", "output_0"]
    assert [(e.source, e.target) for e in graph.edges] == [(i, i + 1) for i in range(6)]
    assert graph.edges[1].label == "2x8 i8 (0.5, 3)"


def test_memory_of_a_plan_is_followed_to_who_wrote_it(imported: ModuleOp):
    planned = apply(imported, "lower-cortex-m", "plan-memory")
    graph = graph_of(planned)
    assert labels(graph) == ["x<1>", "quantize", "linear", "dequantize", "out0"]
    assert [(e.source, e.target) for e in graph.edges] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert [node.kind for node in graph.nodes] == ["input", "cast", "compute", "cast", "output"]
    assert graph.nodes[2].details[0].startswith("arm_fully_connected")


def test_dot_is_quoted(imported: ModuleOp):
    graph = Graph((Node('a"b', 'a"b', ("x\\y",), "compute"),), ())
    assert 'n0 [label="a\\"b\\nx\\\\y"' in dot(graph, "t")
    assert "n0 -> n1" in dot(graph_of(imported), "t")


def test_pictures_are_xml_with_every_node(imported: ModuleOp):
    root = ET.fromstring(draw(graph_of(imported)))
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}g")) == 7
    assert len(root.findall(f"{space}path")) == 6


def chain_with_bypass(length: int) -> Graph:
    nodes = tuple(Node(f"n{i}", f"n{i}", (), "compute") for i in range(length))
    edges = [Edge(i, i + 1, "") for i in range(length - 1)]
    return Graph(nodes, (*edges, Edge(0, length - 1, "")))


def test_edges_lead_down_and_long_ones_bend_around_nodes():
    graph = chain_with_bypass(5)
    places = layout(graph, [40.0] * 5)
    assert places.rows == (0, 1, 2, 3, 4)
    way = places.ways[-1]
    assert [row for row, _ in way] == [0, 1, 2, 3, 4]
    for row, x in way[1:-1]:
        assert abs(x - places.x[row]) >= 20 + GAP


def test_nodes_of_a_row_do_not_overlap():
    count = 6
    nodes = tuple(Node(f"n{i}", f"n{i}", (), "compute") for i in range(count + 2))
    edges = [Edge(0, i, "") for i in range(1, count + 1)]
    edges += [Edge(i, count + 1, "") for i in range(1, count + 1)]
    places = layout(Graph(nodes, tuple(edges)), [50.0] * (count + 2))
    row = sorted(places.x[1 : count + 1])
    assert all(b - a >= 50 + GAP - 1e-6 for a, b in pairwise(row))
    assert min(row) - 25 >= -1e-6
    assert max(row) + 25 <= places.width + 1e-6


def test_a_program_without_operations_can_be_drawn():
    ET.fromstring(draw(Graph((), ())))
