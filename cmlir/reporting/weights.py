"""Which layer the constants of a program belong to."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp

from cmlir.codegen.program import origin
from cmlir.dialects.cortex_m import ConstantOp
from cmlir.dialects.cortex_m.plan import entry_function, kernel_calls
from cmlir.dialects.cortex_m.storage import byte_size, storage_of


@dataclass(frozen=True)
class LayerWeights:
    """Constants that one kernel call reads: weights, biases, sums, tables; bytes of each."""

    index: int
    op: str
    source: str
    constants: dict[str, int]

    @property
    def bytes(self) -> int:
        return sum(self.constants.values())


def weights_by_layer(planned: ModuleOp) -> tuple[LayerWeights, ...]:
    """Of each kernel call with constants. One that several share counts for each of them."""
    found: list[LayerWeights] = []
    for index, op in enumerate(kernel_calls(entry_function(planned))):
        roots = [storage_of(value).root for value in op.inputs]
        constants = {
            root.owner.symbol.string_value(): byte_size(root)
            for root in roots
            if isinstance(root.owner, ConstantOp)
        }
        if constants:
            found.append(LayerWeights(index, op.name, origin(op), constants))
    return tuple(found)
