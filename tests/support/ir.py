"""Programs for tests, from their text."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from cmlir.context import make_context


def parse(text: str, *, allow_unregistered: bool = False) -> ModuleOp:
    """The verified module that the text describes."""
    context = make_context(allow_unregistered=allow_unregistered)
    module = Parser(context, text, "test.mlir").parse_module()
    verify(module)
    return module


def verify(module: ModuleOp) -> None:
    """Raises VerifyException without the text of the whole module, which may be long."""
    try:
        module.verify()
    except VerifyException as error:
        raise VerifyException(str(error)) from None


def program(body: str, result: str, /, *, attributes: str = "", **arguments: str) -> ModuleOp:
    """A module whose function has named arguments of given types and returns %y of type `result`.

    `attributes` are the module's; what stands before `---` in the body goes before the function.
    """
    before, _, inside = body.rpartition("---")
    signature = ", ".join(f"%{name} : {kind}" for name, kind in arguments.items())
    return parse(
        f"""
        builtin.module attributes {{{attributes}}} {{
          {before}
          func.func @main({signature}) -> {result} {{
            {inside}
            func.return %y : {result}
          }}
        }}
        """
    )
