"""Writes small C projects of the form that cmlir emits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

SIGNATURE = """\
int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *state)
"""

UNUSED = "(void)inputs; (void)outputs; (void)arena; (void)state;"

ADD = f"""\
#include "model.h"
{SIGNATURE}{{
    (void)arena; (void)state;
    const int8_t *a = inputs[0];
    const int8_t *b = inputs[1];
    int8_t *sum = outputs[0];
    for (int i = 0; i < 16; i++) {{
        sum[i] = (int8_t)(a[i] + b[i]);
    }}
    return 0;
}}
"""
"""Two inputs and one output of 16 int8."""


def returning(expression: str, before: str = "") -> str:
    """A model.c that does nothing but return an expression."""
    return f'#include "model.h"\n{before}\n{SIGNATURE}{{\n{UNUSED}\nreturn {expression};\n}}\n'


def assembly(*instructions: str) -> str:
    """A model.c whose model_run consists of exactly these instructions."""
    head = (".syntax unified", ".thumb", ".global model_run", ".type model_run, %function")
    size = ".size model_run, . - model_run"
    lines = (*head, ".thumb_func", "model_run:", *instructions, size)
    return '#include "model.h"\n__asm__(\n' + "\n".join(f'"{s}\\n"' for s in lines) + ");\n"


def write_project(
    directory: Path,
    model: str,
    *,
    inputs: Sequence[int] = (),
    outputs: Sequence[int] = (),
    arena: int = 64,
    state: int = 0,
    macros: Mapping[str, str] | None = None,
    declarations: str = "",
    files: Mapping[str, str] | None = None,
) -> Path:
    """model.h, model.c and other files by name; inputs and outputs are sizes in bytes."""
    defines = {
        "MODEL_ARENA_BYTES": str(arena),
        "MODEL_ARENA_ALIGNMENT": "16",
        "MODEL_STATE_BYTES": str(state),
        "MODEL_NUM_INPUTS": str(len(inputs)),
        "MODEL_NUM_OUTPUTS": str(len(outputs)),
        "MODEL_INPUT_BYTES": f"{{{', '.join(map(str, inputs))}}}",
        "MODEL_OUTPUT_BYTES": f"{{{', '.join(map(str, outputs))}}}",
        **(macros or {}),
    }
    lines = [f"#define {name} {value}" for name, value in defines.items()]
    header = "\n".join(
        ("#ifndef MODEL_H", "#define MODEL_H", "#include <stdint.h>", *lines, declarations)
    )
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "model.h").write_text(f"{header}\n{SIGNATURE.strip()};\n#endif\n")
    (directory / "model.c").write_text(model)
    for name, text in (files or {}).items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)
    return directory


def add_project(directory: Path) -> Path:
    """The project of ADD, with dtypes and shapes in its header."""
    port = {"SHAPE": '"2x8"', "DTYPE": '"int8"', "SCALE": "0.5f", "ZERO_POINT": "(-1)"}
    names = {"INPUT_0": "a", "INPUT_1": "b", "OUTPUT_0": "sum"}
    macros = {f"MODEL_{p}_NAME": f'"{name}"' for p, name in names.items()}
    macros |= {f"MODEL_{p}_{key}": value for p in names for key, value in port.items()}
    return write_project(directory, ADD, inputs=(16, 16), outputs=(16,), macros=macros)


COUNTING = f"""\
#include "model.h"
int32_t model_init(void *state) {{ *(int32_t *)state = 40; return 0; }}
{SIGNATURE}{{
    (void)inputs; (void)arena;
    *(int32_t *)outputs[0] = ++*(int32_t *)state;
    return 0;
}}
"""


def counting_project(directory: Path) -> Path:
    """Its one output is a count that begins at 41 and is kept in the state."""
    return write_project(
        directory,
        COUNTING,
        outputs=(4,),
        state=4,
        macros={"MODEL_HAS_INIT": "1"},
        declarations="int32_t model_init(void *state);",
    )
