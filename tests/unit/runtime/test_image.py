"""What is in an image, and where."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from cmlir.errors import InvalidInputError, LimitError
from cmlir.runtime import Image, build_image, find_target, load_project, run_qemu
from cmlir.runtime.elf import load_elf
from cmlir.runtime.elf_check import MEMORIES
from cmlir.runtime.image import runner_directory
from cmlir.runtime.placement import regions
from cmlir.runtime.size import measure
from support.c_projects import SIGNATURE, add_project, returning, write_project

M55 = find_target("cortex-m55")

WEIGHTS = """\
#include "model.h"
extern const int8_t weights[];
const int8_t weights[{count}] = {{1, 2, 3}};
"""

SUMMING = f"""\
#include "model.h"
extern const int8_t weights[];
{SIGNATURE}{{
    (void)inputs; (void)outputs; (void)arena; (void)state;
    return weights[0] + weights[1] + weights[2] - 6;
}}
"""


def weights_project(directory: Path, count: int, arena: int = 64) -> Path:
    source = WEIGHTS.format(count=count)
    return write_project(directory, SUMMING, arena=arena, files={"weights.c": source})


def build(directory: Path, compiler: str = "gcc", place: dict[str, str] | None = None) -> Image:
    return build_image(load_project(directory), M55, compiler, place=place)


def address_of(image: Image, name: str) -> int:
    (address,) = (s.address for s in load_elf(image.elf).symbols() if s.name == name)
    return address


def memory_of(address: int) -> str:
    (name,) = (
        name for name, (origin, size) in MEMORIES.items() if origin <= address < origin + size
    )
    return name


def symbols_of_objects(paths: list[str]) -> set[str]:
    command = ["arm-none-eabi-nm", "--undefined-only", "--format=just-symbols", *paths]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {line for line in said.splitlines() if line and not line.endswith(":")}


def test_linker_script_has_the_sizes_of_the_fvp():
    assert regions(runner_directory() / "corstone300.ld") == MEMORIES


@pytest.mark.parametrize("target", ["cortex-m0plus", "cortex-m4", "cortex-m55"])
def test_runner_needs_no_library(directory: Path, target: str):
    image = build_image(load_project(add_project(directory)), find_target(target))
    wanted = symbols_of_objects(sorted(image.runner_objects))
    defined = {symbol.name for symbol in load_elf(image.elf).symbols()}
    libraries = {name for name in wanted if name.startswith(("mem", "str", "__aeabi", "_exit"))}
    assert libraries == set()
    assert wanted <= defined
    assert not {"memcpy", "memset", "_start", "_exit", "__libc_init_array"} & defined


def test_library_functions_belong_to_the_model(directory: Path, tmp_path: Path):
    copying = returning("0").replace(
        "return 0", "__builtin_memcpy(outputs[0], inputs[0], *(uint32_t *)arena);\nreturn 0"
    )
    without = measure(build(write_project(tmp_path / "without", returning("0"))))
    image = build(write_project(directory, copying, inputs=(4,), outputs=(4,)))
    sizes = {s.name: s.size for s in load_elf(image.elf).symbols()}
    grown = measure(image).flash_bytes - without.flash_bytes
    assert grown >= sizes["memcpy"] + sizes["model_run"] - 4 > 16


def test_division_brings_no_unwinder(directory: Path):
    model = returning("(int32_t)(*(int64_t *)arena / *((int64_t *)arena + 1))")
    image = build(write_project(directory, model))
    names = {symbol.name for symbol in load_elf(image.elf).symbols()}
    assert "__aeabi_ldivmod" in names
    assert not any("unwind" in name.lower() for name in names)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_sizes_agree_with_the_symbol_table(directory: Path, compiler: str):
    model = f"""\
#include "model.h"
extern const int8_t weights[];
static int32_t variable = 7;
static int32_t zeroed[5];
static const int32_t table[6] = {{1, 2, 3, 4, 5, 6}};
{SIGNATURE}{{
    (void)inputs; (void)outputs; (void)arena; (void)state;
    variable += zeroed[variable % 5]++ + table[variable % 6];
    return weights[variable & 1];
}}
"""
    source = WEIGHTS.format(count=100)
    project = write_project(directory, model, state=12, files={"weights.c": source})
    image = build(project, compiler)
    sizes = {s.name.split(".")[0]: s.size for s in load_elf(image.elf).symbols() if s.size}
    measured = measure(image)
    code = sizes["model_run"] + sizes["table"] + sizes["variable"]
    assert code <= measured.code_bytes <= code + 8  # alignment
    assert measured.flash_bytes == measured.code_bytes + 100
    assert measured.ram_bytes == 64 + 12 + sizes["variable"] + sizes["zeroed"]
    assert (sizes["variable"], sizes["zeroed"], sizes["weights"]) == (4, 20, 100)


def test_sizes_agree_with_nm(directory: Path):
    """Every symbol of the image belongs to the runner or is counted."""
    image = build(weights_project(directory, 1000))
    command = ["arm-none-eabi-nm", "-S", "--defined-only", str(image.elf)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    symbols = [line.split() for line in said.splitlines() if len(line.split()) == 4]
    defined = ["arm-none-eabi-nm", "--defined-only", "--format=just-symbols"]
    runner = subprocess.run(
        [*defined, *sorted(image.runner_objects)], capture_output=True, text=True, check=True
    ).stdout.split()
    flash = sum(int(s[1], 16) for s in symbols if s[2].lower() in "trd" and s[3] not in runner)
    assert flash <= measure(image).flash_bytes <= flash + 16


def test_unused_kernels_are_left_out(directory: Path):
    kernels = "int used(void);\nint unused(void);\n"
    files = {
        "kernels/include/k.h": kernels,
        "kernels/used.c": '#include "k.h"\nint used(void) { return 0; }\n',
        "kernels/unused.c": '#include "k.h"\nint unused(void) { return 1; }\n',
    }
    project = write_project(directory, returning("used()", '#include "k.h"'), files=files)
    names = {symbol.name for symbol in load_elf(build(project).elf).symbols()}
    assert "used" in names
    assert "unused" not in names
    assert run_qemu(project, [()]).status == 0


def test_defaults(directory: Path):
    image = build(weights_project(directory, 1000))
    assert memory_of(address_of(image, "weights")) == "ITCM"
    assert memory_of(address_of(image, "arena_buffer")) == "ISRAM"
    assert memory_of(address_of(image, "state_buffer")) == "ISRAM"
    assert memory_of(address_of(image, "__stack_top") - 4) == "DTCM"
    assert memory_of(address_of(image, "__bss_start")) == "DTCM"


@pytest.mark.parametrize(
    ("count", "memory"), [(600_000, "BRAM"), (1_500_000, "ISRAM"), (3_000_000, "DDR")]
)
def test_weights_go_where_they_fit(directory: Path, count: int, memory: str):
    project = weights_project(directory, count)
    assert memory_of(address_of(build(project), "weights")) == memory
    assert run_qemu(project, [()]).status == 0


def test_chosen_places(directory: Path):
    place = {"weights": "ddr", "arena": "DTCM", "state": "ddr"}
    project = weights_project(directory, 100)
    image = build(project, place=place)
    assert image.placement == {"weights": "DDR", "arena": "DTCM", "state": "DDR", "io": "ISRAM"}
    assert memory_of(address_of(image, "weights")) == "DDR"
    assert memory_of(address_of(image, "arena_buffer")) == "DTCM"
    assert run_qemu(project, [()], place=place).status == 0


def test_large_arena_goes_to_ddr(directory: Path):
    project = weights_project(directory, 100, arena=3_000_000)
    assert build(project).placement["arena"] == "DDR"
    assert run_qemu(project, [()]).status == 0


def test_section_of_weights(directory: Path):
    attribute = '__attribute__((section(".cmlir_weights"))) '
    source = WEIGHTS.format(count=4).replace("\nconst", f"\n{attribute}const")
    project = write_project(directory, SUMMING, files={"tables.c": source})
    image = build(project, place={"weights": "ddr"})
    assert memory_of(address_of(image, "weights")) == "DDR"
    measured = measure(image)
    assert measured.flash_bytes - measured.code_bytes == 4


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({"code": "ddr"}, "cannot place 'code'"),
        ({"weights": "qspi"}, "corstone300 cannot hold weights in 'qspi'"),
        ({"arena": "itcm"}, "corstone300 cannot hold arena in 'itcm'"),
    ],
)
def test_wrong_place(directory: Path, place: dict[str, str], message: str):
    with pytest.raises(InvalidInputError, match=message):
        build(weights_project(directory, 10), place=place)


def test_nothing_has_room(directory: Path):
    with pytest.raises(
        LimitError, match=r"exceeds ITCM by \d+ bytes: [\d,]+ are needed, it has 524,288"
    ):
        build(weights_project(directory, 600_000), place={"weights": "itcm"})
    with pytest.raises(
        LimitError, match=r"arena of 300,000,016 bytes fits no memory .* has [\d,]+ left"
    ):
        build(weights_project(directory, 10, arena=300_000_000))


def test_same_sources_same_image(tmp_path: Path):
    one, two = (build(add_project(tmp_path / name)) for name in ("one", "two"))
    assert one.elf == two.elf
    assert one == replace(two, project=one.project)
