"""What became of a program's positive scalar factors, found by where they stand in the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import LocationAttr, ModuleOp

from cmlir.context import make_context
from cmlir.dialects import cortex_m, locations
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.lowering.fold_scalar_scales import positive_factor
from cmlir.passes import run_passes


@dataclass(frozen=True)
class ScaleRecord:
    """One multiplication by a positive number in the imported program.

    ``left`` are the operations that stand for it in the lowered program (none if it folded), and
    ``constant_bytes`` the data that were made for it.
    """

    source: str
    factor: float
    left: tuple[str, ...]
    constant_bytes: int

    @property
    def folded(self) -> bool:
        return not self.left


def scale_records(imported: ModuleOp, lowered: ModuleOp) -> tuple[ScaleRecord, ...]:
    """Every positive factor of the "import" stage and what the "lower" stage has in its place."""
    normal = imported.clone()
    run_passes(make_context(), normal, ("normalize-aten",))
    return tuple(_records(normal, lowered))


def _records(normal: ModuleOp, lowered: ModuleOp) -> Iterator[ScaleRecord]:
    for op in normal.walk():
        factor = positive_factor(op)
        if factor is None:
            continue
        left = [o for o in lowered.walk() if _stands_for(o.location, op.location)]
        kernels = [o for o in left if isinstance(o, cortex_m.KernelOp)]
        constants = [o for o in left if isinstance(o, cortex_m.ConstantOp)]
        yield ScaleRecord(
            str(locations.of(op) or "unknown"),
            factor,
            tuple(k.name for k in kernels),
            sum(byte_size(c.result) for c in constants) + sum(_table_bytes(k) for k in kernels),
        )


def _stands_for(location: LocationAttr, place: LocationAttr) -> bool:
    return locations.from_attr(place) is not None and location == place


def _table_bytes(op: cortex_m.KernelOp) -> int:
    return 256 if isinstance(op, cortex_m.TableOp) else 0
