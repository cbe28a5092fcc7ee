"""`cmlir report`: tables, JSON and the page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from cmlir.codegen.report import report_from_json
from cmlir.errors import InvalidInputError
from support.command_line import MODEL, fail, float_program, read_json, succeed

X = np.random.default_rng(3).standard_normal((5, 8), np.float32)


class Page(HTMLParser):
    """The text of each section by its id, and everything that is loaded from elsewhere."""

    def __init__(self, text: str):
        super().__init__()
        self.sections: dict[str, str] = {}
        self.loaded: list[str] = []
        self._open: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "section":
            self._open = named["id"]
        self.loaded += [named[k] or "" for k in ("src", "href") if k in named]

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            self.sections[self._open] = f"{self.sections.get(self._open, '')} {data}"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "report.html"
    succeed("report", f"{MODEL}:make", "--html", path, "--quiet")
    return path.read_text()


def test_the_page_has_everything_and_loads_nothing(page: str):
    read = Page(page)
    assert all(link.startswith("#") for link in read.loaded)
    assert "url(" not in page
    operations = re.sub(r"\s+", " ", read.sections["ops"])
    assert re.search(
        r"linear arm_\w+ linear \(model\.py:\d+, first\) 128 [\d,]+ \d\.\d\d [\d,]+ ", operations
    )
    assert "by layer" in read.sections["weights"]
    assert "first" in read.sections["weights"]
    assert "Nothing: all operations compute in integers." in read.sections["float"]
    assert "linear_1 in module 'second'" in read.sections["errors"]
    assert " dB" in read.sections["errors"]
    assert "arena" in read.sections["memory"]
    stages = [read.sections["graphs"].index(stage) for stage in ("import", "fold", "lower", "plan")]
    assert stages == sorted(stages)


def test_what_runs_in_float_and_why(tmp_path: Path):
    told = read_json("report", float_program(tmp_path), "--no-run")
    (record,) = told["report"]["float_ops"]
    assert record["op"] == "cortex_m.f32_mul"
    assert told["measured"] is None
    text = succeed("report", float_program(tmp_path), "--no-run").stdout
    assert record["why"] != ""
    assert record["why"].split()[0] in text


def test_a_quantized_program_with_data_and_its_float_model(quantized: Path, tmp_path: Path):
    np.savez(tmp_path / "data.npz", x=X)
    given = ("report", quantized, "--no-run", "--calibration", tmp_path / "data.npz")
    alone = read_json(*given)
    assert "Rounded weights are not part of it" in alone["errors_note"]
    beside = read_json(*given, "--float", f"{MODEL}:make_alone")
    assert beside["errors_note"] == "Measured with 5 samples."
    assert [e["module"] for e in beside["errors"]] == ["first", "", "second"]
    assert alone["errors"][0]["own_sqnr_db"] == "inf"
    assert beside["errors"][0]["own_sqnr_db"] < 80


def test_a_quantized_program_alone(quantized: Path):
    told = read_json("report", quantized, "--no-run")
    assert told["errors"] == []
    assert "--calibration" in told["errors_note"]


def test_graphs_of_every_stage(quantized: Path, tmp_path: Path):
    succeed("report", quantized, "--no-run", "--graphs", tmp_path / "graphs")
    names = {path.name for path in (tmp_path / "graphs").iterdir()}
    assert names == {
        f"{s}.{k}" for s in ("import", "fold", "lower", "plan") for k in ("dot", "svg")
    }


def test_a_project_tells_what_its_report_says(project: Path, tmp_path: Path):
    path = tmp_path / "report.html"
    told = read_json("report", project, "--html", path)
    assert told["report"] == json.loads((project / "report.json").read_text())
    assert 0 < told["measured"]["instructions"] < told["measured"]["estimated_cycles"]
    assert sum(op["estimated_cycles"] for op in told["ops"]) > 0
    assert "of models, not of C projects" in path.read_text()
    text = succeed("report", project, "--no-run").stdout
    assert "arm_fully_connected" in text
    assert "not of C projects" in fail(3, "report", project, "--no-run", "--graphs", tmp_path / "g")


def test_without_a_compiler_there_is_a_note(project: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CMLIR_ARM_GCC", "/nowhere/gcc")
    assert (
        "instructions were not counted: the Arm cross compiler"
        in read_json("report", project)["note"]
    )


def test_the_float_model_must_be_one(quantized: Path, tmp_path: Path):
    np.savez(tmp_path / "data.npz", x=X)
    given = ("report", quantized, "--no-run", "--calibration", tmp_path / "data.npz")
    assert "is quantized" in fail(3, *given, "--float", quantized)


def test_reports_are_read_as_they_were_written(project: Path):
    text = (project / "report.json").read_text()
    assert report_from_json(text).to_json() == text
    for broken in ("{", "[]", "{}", text.replace('"kernel"', '"kernal"')):
        with pytest.raises(InvalidInputError, match="cannot be read"):
            report_from_json(broken)
