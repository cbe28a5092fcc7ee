"""The families of Arm's Fixed Virtual Platforms that the image runs on, and how each is set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cmlir.runtime.targets import CORSTONE300, CORSTONE320, Board


@dataclass(frozen=True)
class Platform:
    """A family of simulators whose parameters have the same names.

    `board_prefix` and `core_prefix` come before the names of parameters of the board, and of the
    processor and NPU; `tcm_size` is CFGITCMSZ and CFGDTCMSZ; `extra` are parameters of its own.
    """

    name: str
    board: Board
    board_prefix: str
    core_prefix: str
    tcm_size: int
    extra: tuple[str, ...] = ()

    def parameters(
        self, directory: Path, arguments: Sequence[str], multipliers: int
    ) -> tuple[str, ...]:
        """What -C sets: no windows, UART0 on stdout, files by semihosting in `directory`."""
        board, core = self.board_prefix, self.core_prefix
        return (
            f"{board}.visualisation.disable-visualisation=1",
            f"{board}.telnetterminal0.start_telnet=0",
            f"{board}.uart0.out_file=-",
            f"{board}.uart0.unbuffered_output=1",
            f"{board}.uart0.shutdown_on_eot=1",
            f"{core}cpu0.semihosting-enable=1",
            f"{core}cpu0.semihosting-stack_base=0",
            f"{core}cpu0.semihosting-heap_limit=0",
            f"{core}cpu0.semihosting-cwd={directory}",
            f"{core}cpu0.semihosting-cmd_line={' '.join(arguments)}",
            f"{core}cpu0.CFGITCMSZ={self.tcm_size}",
            f"{core}cpu0.CFGDTCMSZ={self.tcm_size}",
            f"{core}ethosu.num_macs={multipliers}",
            f"{core}ethosu.extra_args=--fast",
            *self.extra,
        )


SSE_300 = Platform("Corstone-300", CORSTONE300, "mps3_board", "", tcm_size=15)

# 2 ** (tcm_size - 1) KiB each. Reset starts in a boot ROM unless INITSVTOR_RST says otherwise.
SSE_320 = Platform(
    "Corstone-320",
    CORSTONE320,
    "mps4_board",
    "mps4_board.subsystem.",
    tcm_size=10,
    extra=(
        "vis_hdlcd.disable_visualisation=1",
        "mps4_board.subsystem.iotss3_systemcontrol.INITSVTOR_RST=0x10000000",
    ),
)

NAMES = (
    "FVP_Corstone_SSE-300_Ethos-U55",
    "FVP_Corstone_SSE-300_Ethos-U65",
    "FVP_Corstone_SSE-300",
    "VHT_Corstone_SSE-300_Ethos-U55",
    "VHT_Corstone_SSE-300_Ethos-U65",
    "VHT_MPS3_Corstone_SSE-300",
    "FVP_Corstone_SSE-320",
    "FVP_Corstone_SSE-315",
)
"""In the order in which they are looked for on PATH. VHT are the Virtual Hardware Targets."""


def platform_of(name: str) -> Platform:
    """By the program's name; one with a name of its own is taken for a Corstone-300."""
    return SSE_320 if "SSE-320" in name or "SSE-315" in name else SSE_300


def multipliers_of(name: str) -> int:
    """The NPU is not used, but its number must be one that the model has."""
    return 256 if "U65" in name or "SSE-315" in name else 128
