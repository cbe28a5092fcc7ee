"""The model's own files, byte for byte: a change of the output shows in review.

`pytest tests/unit/codegen --update-golden` writes them anew.
"""

from __future__ import annotations

import pytest

from cmlir.codegen import emit_project
from support.planned_programs import DATA, NAMES, planned


@pytest.mark.parametrize("name", NAMES)
def test_emitted_files(name: str, pytestconfig: pytest.Config) -> None:
    folder = DATA / name
    files = {
        path: content
        for path, content in emit_project(planned(name)).items()
        if not path.startswith("kernels/") and path != "CMakeLists.txt"
    }
    if pytestconfig.getoption("--update-golden"):
        folder.mkdir(exist_ok=True)
        for path, content in files.items():
            assert isinstance(content, str)
            (folder / path).write_text(content)
    golden = {path.name: path.read_text() for path in folder.iterdir()}
    assert sorted(files) == sorted(golden)
    for path, content in files.items():
        assert content == golden[path], f"{folder / path} is not what is emitted now"
