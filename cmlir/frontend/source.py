"""Where an FX node came from, by the metadata that torch.export keeps."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.fx import Node

import cmlir
from cmlir.dialects.locations import SourceLocation

_FRAME = re.compile(r'\s*File "(?P<file>.+)", line (?P<line>\d+)(?:, in .*)?')
_TOOLS = re.compile(r"-packages[\\/](torch|torchao|executorch[\\/](backends|exir))[\\/]")
"""Code that rewrites graphs, installed anywhere: a saved program may come from another machine."""

_TORCH_NN = re.compile(r"[\\/]torch[\\/]nn[\\/]modules[\\/]")
_LONGEST_CODE = 80
_LIBRARIES = tuple(f"{Path(str(package.__file__)).parent}{os.sep}" for package in (torch, cmlir))


@dataclass(frozen=True)
class Frame:
    """One line of the user's Python; `code` is its text, "" if the trace does not hold it."""

    file: str
    line: int
    code: str


def source_location(node: Node) -> SourceLocation:
    """The node, its module and the user's source line.

    The quantize and dequantize nodes that PT2E inserts belong to no module of the user's: they take
    the place of the operation whose value they quantize or, for dequantize, of the one that reads.
    """
    modules = (module for n in _related(node) if (module := _module_path(n)) is not None)
    frame = _frame(node) or Frame("", 0, "")
    return SourceLocation(node.name, next(modules, ""), _base_name(frame.file), frame.line)


def describe(node: Node) -> str:
    """For error messages: `module 'blk.0', model.py:12: y = self.fc(x)`."""
    location, frame = source_location(node), _frame(node)
    module = f"module '{location.module}'" if location.module else "the root module"
    if frame is None:
        return f"{module}, node {node.name}"
    code = frame.code
    if len(code) > _LONGEST_CODE:
        code = f"{code[:_LONGEST_CODE]} ..."
    return f"{module}, {location.file}:{location.line}" + (f": {code}" if code else "")


def is_quantize(node: Node) -> bool:
    return str(node.target).startswith("quantized_decomposed.quantize_per_")


def is_dequantize(node: Node) -> bool:
    return str(node.target).startswith("quantized_decomposed.dequantize_per_")


def _related(node: Node) -> Iterator[Node]:
    """The node; then, if a tool inserted it, the operations around it, the nearer first."""
    yield node
    inserted = _module_path(node) is None
    if is_dequantize(node):
        yield from (_consumer(node), _producer(node))
    elif is_quantize(node) or inserted:
        yield from (_producer(node), _consumer(node))


def _producer(node: Node) -> Node:
    """The nearest operation before the node that neither quantizes nor dequantizes."""
    while node.all_input_nodes:
        node = node.all_input_nodes[0]
        if not is_quantize(node) and not is_dequantize(node):
            break
    return node


def _consumer(node: Node) -> Node:
    """The nearest operation after the node that neither quantizes nor dequantizes."""
    while node.users:
        node = next(iter(node.users))
        if not is_quantize(node) and not is_dequantize(node):
            break
    return node


def _module_path(node: Node) -> str | None:
    """The path of the innermost module; None where there is none of the user's."""
    stack: dict[str, tuple[str, Any]] = node.meta.get("nn_module_stack") or {}
    if not stack:
        return None
    path, kind = list(stack.values())[-1]
    if not path and "GraphModule" in str(kind):
        return None
    return re.sub(r"@\d+", "", path)


def _frame(node: Node) -> Frame | None:
    """The innermost line of the user's that led to the node or a related one.

    A model that is a module of torch.nn itself has none: then the innermost line of torch.nn.
    """
    for is_wanted in (_is_users, _is_torch_nn):
        for candidate in _related(node):
            trace = candidate.meta.get("stack_trace")
            frames = [frame for frame in _frames(trace) if is_wanted(frame.file)]
            if frames:
                return frames[-1]
    return None


def _frames(trace: str | None) -> Iterator[Frame]:
    lines = (trace or "").splitlines()
    for index, line in enumerate(lines):
        match = _FRAME.fullmatch(line)
        if match is None:
            continue
        following = lines[index + 1] if index + 1 < len(lines) else ""
        code = "" if _FRAME.fullmatch(following) else following.strip()
        yield Frame(match["file"], int(match["line"]), code)


def _is_users(file: str) -> bool:
    if file.startswith("<eval_with_key>") or _TOOLS.search(file):
        return False
    return not file.startswith(_LIBRARIES)


def _is_torch_nn(file: str) -> bool:
    return _TORCH_NN.search(file) is not None


def _base_name(file: str) -> str:
    return re.split(r"[\\/]", file)[-1]
