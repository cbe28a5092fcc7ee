"""Every command of README and docs is run, in the order of the text; the links lead somewhere."""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cmlir.runtime.fvp_platforms import NAMES
from cmlir.tools import cmlir_opt, fvp
from cmlir.tools.cli.main import main as cmlir

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
"""All that are written by hand."""

FAKE_FVP = ROOT / "tests" / "unit" / "runtime" / "fake_fvp"

ELSEWHERE = {
    "scripts/demo": "examples/attention.py, which it runs, is what tests/e2e/test_attention_bounds"
    " holds to its bounds",
    "scripts/test": "runs this test",
    "eval": "tests/unit/tools/test_cli.py asks for completions",
    "python benchmarks/": "take minutes",
    "python examples/minilm.py": "takes minutes, and needs a package with the model",
    "python examples/mlperf_tiny.py": "tests/e2e/test_mlperf_tiny.py runs its networks",
    "python examples/silero_vad.py": "tests/e2e/test_real_audio.py, where the package is there",
    "python examples/crepe_pitch.py": "tests/e2e/test_real_audio.py, where the package is there",
}
"""Commands that are not run here, and what becomes of them."""

_PROGRAMS = ("cmlir", "cmlir-opt", "cmlir-fvp", "cmake", "python", "scripts/", "eval", "qemu")


def commands(page: Path) -> Iterator[str]:
    """Indented lines that begin with a program's name, without their comments."""
    for line in page.read_text().splitlines():
        text = line.strip().partition("  #")[0].strip()
        if line.startswith("    ") and re.match(rf"({'|'.join(_PROGRAMS)})[\w/.-]* ?", text):
            yield text


def is_elsewhere(command: str) -> bool:
    return any(command.startswith(start) for start in ELSEWHERE)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory with the files of the guide, in which its commands have been run."""
    directory = tmp_path_factory.mktemp("guide")
    guide = ROOT / "docs" / "getting-started.md"
    write_files(guide, directory)
    (directory / "bin").mkdir()
    shutil.copy(FAKE_FVP, directory / "bin" / NAMES[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(directory)
        patch.setenv("PATH", str(directory / "bin"), prepend=os.pathsep)
        patch.setenv("FAKE_FVP", "play")
        patch.delenv("CMLIR_FVP", raising=False)
        for command in commands(guide):
            run(command)
        run("cmlir-opt model.pt2 -o model.mlir")
        yield directory


def write_files(page: Path, directory: Path) -> None:
    """The Python files that a page shows, named in their first lines."""
    for name, code in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", page.read_text(), re.S):
        (directory / name).write_text(code)


def run(command: str) -> None:
    program, *arguments = shlex.split(command)
    _RUNNERS[program](arguments)


def _click(command: object) -> Callable[[list[str]], None]:
    def invoke(arguments: list[str]) -> None:
        result = CliRunner().invoke(command, arguments)  # pyright: ignore[reportArgumentType]
        assert result.exit_code == 0, result.output

    return invoke


def _opt(arguments: list[str]) -> None:
    assert cmlir_opt.main(arguments) == 0


def _python(arguments: list[str]) -> None:
    runpy.run_path(arguments[0], run_name="__main__")


def _cmake(arguments: list[str]) -> None:
    done = subprocess.run(["cmake", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


_RUNNERS: dict[str, Callable[[list[str]], None]] = {
    "cmlir": _click(cmlir),
    "cmlir-fvp": _click(fvp.main),
    "cmlir-opt": _opt,
    "cmake": _cmake,
    "python": _python,
}


def test_the_guide_leads_to_a_library_and_a_page(place: Path):
    for name in ("model.pt2", "report.html", "out/build/libmodel.a", "MyModel/library.properties"):
        assert (place / name).is_file()


OTHERS = [page for page in PAGES if page.name != "getting-started.md"]


@pytest.mark.parametrize("page", OTHERS, ids=lambda page: page.name)
def test_commands_of_other_pages(page: Path, place: Path, capsys: pytest.CaptureFixture[str]):
    write_files(page, place)
    for command in commands(page):
        if not is_elsewhere(command):
            run(command.replace("project/", "out"))


def test_nothing_is_taken_for_run_elsewhere_that_is_not_there():
    text = "\n".join(page.read_text() for page in PAGES)
    assert [start for start in ELSEWHERE if start not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def excerpts(page: Path) -> Iterator[tuple[str, str]]:
    """File and text of each code block behind a line that is nothing but a file's name."""
    file = ""
    for name, block in re.findall(
        r"^`([\w/]+\.\w+)`$|^```\w+\n(.*?)```$", page.read_text(), re.M | re.S
    ):
        file = name or file
        if block and file:
            yield file, block


GUIDE = ROOT / "docs" / "adding-an-operation.md"


def test_there_are_excerpts():
    assert len(list(excerpts(GUIDE))) >= 9


@pytest.mark.parametrize(("file", "text"), list(excerpts(GUIDE)))
def test_excerpts_are_what_the_files_say(file: str, text: str):
    assert text in (ROOT / file).read_text()
