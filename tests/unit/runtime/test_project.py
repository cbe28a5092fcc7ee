"""Reading model.h."""

from pathlib import Path

import numpy as np
import pytest

from cmlir.errors import InvalidInputError
from cmlir.runtime import load_project
from support.c_projects import ADD, add_project, write_project


def test_everything_is_read(directory: Path):
    add_project(directory)
    (directory / "weights.c").write_text("")
    (directory / "kernels" / "include").mkdir(parents=True)
    (directory / "kernels" / "k.c").write_text("")
    (directory / "kernels" / "include" / "k.h").write_text("")
    project = load_project(directory)
    assert (project.arena_bytes, project.arena_alignment, project.state_bytes) == (64, 16, 0)
    assert [port.name for port in project.inputs] == ["a", "b"]
    (output,) = project.outputs
    assert (output.name, output.bytes, output.shape, output.dtype) == ("sum", 16, (2, 8), np.int8)
    assert (output.scale, output.zero_point) == (0.5, -1)
    assert project.io_bytes == 48
    assert [path.name for path in project.sources] == ["model.c", "weights.c"]
    assert [path.name for path in project.kernels] == ["k.c"]
    assert [path.name for path in project.headers] == ["model.h"]


def test_ports_without_description_are_bytes(directory: Path):
    project = load_project(write_project(directory, ADD, inputs=(4,), outputs=(2, 1)))
    assert [port.name for port in project.outputs] == ["output_0", "output_1"]
    assert project.inputs[0].dtype is None
    assert project.inputs[0].array(b"\1\2\3\4").tolist() == [1, 2, 3, 4]


def test_comments_and_suffixes(directory: Path):
    macros = {
        "MODEL_ARENA_BYTES": "(0x40u) /* peak */",
        "MODEL_INPUT_BYTES": "{4u, 8u} // two",
        "MODEL_INPUT_1_SHAPE": '""',
        "MODEL_INPUT_1_DTYPE": '"float64"',
    }
    project = load_project(write_project(directory, ADD, inputs=(4, 8), macros=macros))
    assert project.arena_bytes == 64
    assert [port.bytes for port in project.inputs] == [4, 8]
    assert project.inputs[1].array(np.float64(2.5).tobytes()) == np.array(2.5)


def test_not_a_project(tmp_path: Path):
    with pytest.raises(InvalidInputError, match=r"model\.h is missing"):
        load_project(tmp_path)


def test_missing_macro(directory: Path):
    write_project(directory, ADD)
    header = directory / "model.h"
    header.write_text(header.read_text().replace("MODEL_STATE_BYTES", "OTHER"))
    with pytest.raises(InvalidInputError, match="does not define MODEL_STATE_BYTES"):
        load_project(directory)


@pytest.mark.parametrize(
    ("macro", "value"),
    [
        ("MODEL_ARENA_BYTES", "many"),
        ("MODEL_INPUT_BYTES", "{4, 4}"),
        ("MODEL_INPUT_BYTES", "{x}"),
        ("MODEL_INPUT_0_DTYPE", '"int7"'),
        ("MODEL_INPUT_0_SHAPE", '"2,2"'),
        ("MODEL_INPUT_0_SHAPE", '"5"'),
        ("MODEL_INPUT_0_SCALE", "big"),
    ],
)
def test_malformed_macro(directory: Path, macro: str, value: str):
    macros = {"MODEL_INPUT_0_SHAPE": '"4"', "MODEL_INPUT_0_DTYPE": '"int8"', macro: value}
    write_project(directory, ADD, inputs=(4,), macros=macros)
    with pytest.raises(InvalidInputError, match=rf"model\.h defines {macro} as"):
        load_project(directory)
