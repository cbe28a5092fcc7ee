"""An exported program to a module at stage "import"."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence

import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import ConstantArgument, InputKind, InputSpec
from torch.fx import Node
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    StringAttr,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.transforms.dead_code_elimination import region_dce

from cmlir.dialects.aten import ConstantOp
from cmlir.dialects.locations import SourceLocation, to_attr
from cmlir.dialects.states import state_attributes, states_of
from cmlir.errors import UnsupportedError
from cmlir.frontend.checks import check_inputs, check_operations, check_outputs, is_in_place
from cmlir.frontend.constants import Constants
from cmlir.frontend.decompose import decompose_unknown
from cmlir.frontend.dtypes import dtype_name
from cmlir.frontend.folding import computed_constants, constant_nodes
from cmlir.frontend.graph import GraphImporter, Stored
from cmlir.frontend.names import identifier
from cmlir.frontend.ops import HANDLERS
from cmlir.frontend.source import source_location
from cmlir.frontend.states import ChangedBuffer, changed_buffers, user_outputs


def import_exported_program(program: ExportedProgram) -> ModuleOp:
    """The program as `aten` and `quant` operations in a function `@main`.

    Raises UnsupportedError for what cannot be compiled, naming each operation and its place.
    """
    check_inputs(program)
    program = _in_known_parts(program)
    functional = _functional(program)
    check_outputs(functional)
    for checked in (program, functional):
        stored = frozenset(node for node, _ in _stored(checked))
        folded = constant_nodes(checked.graph, stored)
        check_operations(checked.graph_module, HANDLERS, folded)
    return _import(functional)


def _in_known_parts(program: ExportedProgram) -> ExportedProgram:
    """Unknown operations taken apart, unless they are computed from constants alone."""
    stored = frozenset(node for node, _ in _stored(program))
    computed = {node.target for node in constant_nodes(program.graph, stored)}
    in_place = {node.target for node in program.graph.nodes if is_in_place(node)}
    return decompose_unknown(program, {*HANDLERS, *computed, *in_place})


def _import(program: ExportedProgram) -> ModuleOp:
    block = Block()
    constants = Constants()
    stored = {node: _data(program, spec) for node, spec in _stored(program)}
    computed = computed_constants(program.graph, stored)
    graph = GraphImporter(block, constants, program.graph_module, HANDLERS, computed)
    inputs = _bind_inputs(graph, program)
    arguments = [_description(node, node.name) for node in inputs]
    buffers = changed_buffers(program)
    arguments += [_bind_state(graph, program, buffer) for buffer in buffers]
    graph.run(program.graph.nodes)
    outputs = user_outputs(program)
    results = [_description(node, f"output_{index}") for index, node in enumerate(outputs)]
    results += [DictionaryAttr(state_attributes(buffer.name)) for buffer in buffers]
    returned = [*outputs, *(buffer.after for buffer in buffers)]
    end = ReturnOp(*(_output(graph, node) for node in returned))
    end.location = to_attr(SourceLocation("output"))
    block.add_op(end)
    return _module(block, constants, arguments, results)


def _functional(program: ExportedProgram) -> ExportedProgram:
    """The program without in-place operations; those on buffers become outputs of its signature."""
    if not any(is_in_place(n) and n.target not in HANDLERS for n in program.graph.nodes):
        return program
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return program.run_decompositions({})
    except Exception as error:
        raise UnsupportedError(
            f"torch cannot rewrite the program's in-place operations: {error}",
            advice="use operations that return new tensors",
        ) from error


def _bind_inputs(graph: GraphImporter, program: ExportedProgram) -> list[Node]:
    """Bind the placeholders, but for changing buffers; returns the user's inputs, used or not."""
    changing = {buffer.before for buffer in changed_buffers(program)}
    nodes = {node.name: node for node in program.graph.find_nodes(op="placeholder")}
    inputs: list[Node] = []
    for spec in program.graph_signature.input_specs:
        node = nodes[spec.arg.name]
        if isinstance(spec.arg, ConstantArgument):
            continue
        if spec.kind is InputKind.USER_INPUT:
            graph.bind(node, _argument(graph, node))
            inputs.append(node)
        elif node.users and node not in changing:
            assert spec.target is not None
            graph.bind(node, Stored(spec.target, _data(program, spec)))
    return inputs


def _bind_state(
    graph: GraphImporter, program: ExportedProgram, buffer: ChangedBuffer
) -> DictionaryAttr:
    """One more argument; returns what is said of it."""
    node = buffer.before
    graph.bind(node, _argument(graph, node))
    data = program.state_dict.get(buffer.name, program.constants.get(buffer.name))
    assert isinstance(data, torch.Tensor)
    initial = graph.constants.symbol(buffer.name, data)
    return DictionaryAttr(state_attributes(buffer.name, initial))


def _stored(program: ExportedProgram) -> Iterator[tuple[Node, InputSpec]]:
    """The placeholders of parameters, unchanging buffers and lifted constants."""
    nodes = {node.name: node for node in program.graph.find_nodes(op="placeholder")}
    changing = {spec.target for spec in program.graph_signature.output_specs if spec.target}
    for spec in program.graph_signature.input_specs:
        is_tensor = spec.kind is not InputKind.USER_INPUT and spec.target is not None
        if is_tensor and spec.target not in changing and spec.arg.name in nodes:
            yield nodes[spec.arg.name], spec


def _argument(graph: GraphImporter, node: Node) -> SSAValue:
    graph.enter(node)
    argument = graph.block.insert_arg(graph.type_of(node.meta["val"]), len(graph.block.args))
    argument.name_hint = identifier(node.name)
    argument.location = to_attr(source_location(node))
    return argument


def _data(program: ExportedProgram, spec: InputSpec) -> torch.Tensor:
    """The tensor of a parameter, a buffer or a lifted constant."""
    assert spec.target is not None
    stored = program.state_dict.get(spec.target)
    tensor = program.constants[spec.target] if stored is None else stored
    assert isinstance(tensor, torch.Tensor)
    return tensor


def _output(graph: GraphImporter, node: Node) -> SSAValue:
    graph.enter(node)
    return graph.value(node)


def _module(
    block: Block,
    constants: Constants,
    arguments: Sequence[DictionaryAttr],
    results: Sequence[DictionaryAttr],
) -> ModuleOp:
    assert block.last_op is not None
    kind = FunctionType.from_lists(block.arg_types, [v.type for v in block.last_op.operands])
    body = Region(block)
    function = FuncOp(
        "main", kind, body, arg_attrs=ArrayAttr(arguments), res_attrs=ArrayAttr(results)
    )
    region_dce(body)
    used = {op.symbol.string_value() for op in block.ops if isinstance(op, ConstantOp)}
    used |= {state.initial for state in states_of(function)}
    stored = [op for op in constants.globals if op.sym_name.data in used]
    module = ModuleOp([*stored, function], {"cmlir.stage": StringAttr("import")})
    function.location = module.location = to_attr(SourceLocation("main"))
    module.verify()
    return module


def _description(node: Node, name: str) -> DictionaryAttr:
    """What PyTorch says of an input or output."""
    value: torch.Tensor = node.meta["val"]
    return DictionaryAttr(
        {
            "cmlir.name": StringAttr(name),
            "cmlir.dtype": StringAttr(dtype_name(value.dtype)),
            "cmlir.shape": DenseArrayBase.from_list(i64, list(value.shape)),
        }
    )
