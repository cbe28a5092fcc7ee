"""The xDSL context that cmlir's own code parses and transforms with."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import get_all_dialects

from cmlir.universe import DIALECTS


def make_context(*, allow_unregistered: bool = False) -> Context:
    """A context that knows xDSL's dialects and cmlir's; each is imported on first use."""
    context = Context(allow_unregistered=allow_unregistered)
    for name, factory in {**get_all_dialects(), **DIALECTS}.items():
        context.register_dialect(name, factory)
    return context
