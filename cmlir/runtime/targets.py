"""The processors that cmlir compiles for, and the boards on which QEMU runs them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cmlir.errors import InvalidInputError


@dataclass(frozen=True)
class Board:
    """A memory map that images are linked for.

    `script` is the linker script with the memories. `weights` and `data` name the memories that
    may hold weights, and arena, state and I/O buffers, in the order in which they are tried.
    """

    name: str
    define: str
    script: str
    weights: tuple[str, ...]
    data: tuple[str, ...]


@dataclass(frozen=True)
class Target:
    """A processor: `flags` for gcc and clang alike, and the machine of QEMU that runs its code.

    `macs_bound` is what no kernel passes: the int8 multiply-accumulates of one instruction, 16 of
    a vmladav, 2 of an smlad, 1 of an mla. Kernels for vectors are written with their loops in
    assembly: there -O2 costs a third of a percent more instructions than -O3, and 15 % less code.
    """

    name: str
    flags: tuple[str, ...]
    board: Board
    machine: str
    macs_bound: int = 1

    @property
    def optimisation(self) -> str:
        return "-O2" if self.macs_bound == 16 else "-O3"


CORSTONE300 = Board(
    "corstone300",
    "CMLIR_BOARD_CORSTONE300",
    "corstone300.ld",
    weights=("ITCM", "BRAM", "ISRAM", "DDR"),
    data=("ISRAM", "DDR", "DTCM"),
)
# The Corstone-320 has a boot ROM in BRAM's place; all else that images use is where it was.
CORSTONE320 = replace(CORSTONE300, name="corstone320", weights=("ITCM", "ISRAM", "DDR"))
AN505 = Board(
    "an505", "CMLIR_BOARD_AN505", "an505.ld", weights=("SSRAM1", "SSRAM2"), data=("SSRAM2",)
)
MPS2 = Board("mps2", "CMLIR_BOARD_MPS2", "mps2.ld", weights=("SSRAM1", "SSRAM2"), data=("SSRAM2",))

_SOFT = ("-mthumb", "-mfloat-abi=soft")
_HARD = ("-mthumb", "-mfloat-abi=hard")

TARGETS = {
    target.name: target
    for target in (
        # QEMU has no Cortex-M0+ on a board of enough memory; its code runs on the Cortex-M3.
        Target("cortex-m0plus", ("-mcpu=cortex-m0plus", *_SOFT), MPS2, "mps2-an385"),
        Target("cortex-m3", ("-mcpu=cortex-m3", *_SOFT), MPS2, "mps2-an385"),
        Target(
            "cortex-m4", ("-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", *_HARD), MPS2, "mps2-an386", 2
        ),
        Target("cortex-m7", ("-mcpu=cortex-m7", "-mfpu=fpv5-d16", *_HARD), MPS2, "mps2-an500", 2),
        Target(
            "cortex-m33", ("-mcpu=cortex-m33", "-mfpu=fpv5-sp-d16", *_HARD), AN505, "mps2-an505", 2
        ),
        Target("cortex-m55", ("-mcpu=cortex-m55", *_HARD), CORSTONE300, "mps3-an547", 16),
        # QEMU has no Cortex-M85; the instructions that compilers emit for it run on the M55.
        Target("cortex-m85", ("-mcpu=cortex-m85", *_HARD), CORSTONE300, "mps3-an547", 16),
    )
}


def find_target(name: str) -> Target:
    """Raises InvalidInputError for a name that is not in TARGETS."""
    if name not in TARGETS:
        raise InvalidInputError(
            f"unknown target {name!r}", advice="one of " + ", ".join(sorted(TARGETS))
        )
    return TARGETS[name]
