"""`cmlir-opt` run in this process: pass lists, start-up without torch, errors of every kind."""

from __future__ import annotations

import dataclasses
import io
import subprocess
import sys
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, i8
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import VerifyException

import cmlir
from cmlir.dialects.quant import UniformQuantizedType
from cmlir.lowering import pipelines
from cmlir.tools import cmlir_opt
from cmlir.tools.pass_help import pass_help
from cmlir.universe import DIALECTS, FRONTENDS, PASSES, TARGETS


class FailingPass(ModulePass):
    name = "test-failing"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise cmlir.UnsupportedError("aten.frobnicate on f16", where="net.py:3", advice="use f32")


class InvalidAttributePass(ModulePass):
    name = "test-invalid-attribute"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from xdsl.dialects.builtin import f32

        UniformQuantizedType(i8, f32, 0.0)


class InvalidModulePass(ModulePass):
    name = "test-invalid-module"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = op.body.block.first_op
        assert function is not None
        (terminator,) = function.regions[0].block.ops
        terminator.detach()


@pytest.fixture
def test_passes(monkeypatch: pytest.MonkeyPatch):
    for kind in (FailingPass, InvalidAttributePass, InvalidModulePass):
        monkeypatch.setitem(PASSES, kind.name, lambda kind=kind: kind)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "f.mlir"
    path.write_text("func.func @f() {\n  func.return\n}\n")
    return path


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["in.mlir"], ["in.mlir", "-p", ""]),
        (["--a", "in.mlir", "--b"], ["in.mlir", "-p", "a,b"]),
        (["--b", "--a", "--b"], ["-p", "b,a,b"]),
        (["-p", "b,c", "--a"], ["-p", "b,c,a"]),
        (["--a", "--passes=b{x=1}", "-t", "c"], ["-t", "c", "-p", "a,b{x=1}"]),
        (["--a=x=1", "-o", "a"], ["-o", "a", "-p", "a{x=1}"]),
        (["a", "--c"], ["a", "--c", "-p", ""]),
    ],
)
def test_flags_become_one_list_in_command_line_order(arguments: list[str], expected: list[str]):
    assert cmlir_opt.gather_passes(arguments, {"a", "b"}) == expected


def test_pipelines_expand_to_their_passes(monkeypatch: pytest.MonkeyPatch, source: Path, capsys):
    monkeypatch.setitem(pipelines.PIPELINES, "test-first", ("cse", "dce"))
    monkeypatch.setitem(pipelines.PIPELINES, "test-all", ("test-first", "canonicalize"))
    assert cmlir_opt.main([str(source), "--time-passes", "--licm", "--test-all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = [line.split()[1] for line in lines if line.startswith("Pass")]
    assert names == ["licm", "cse", "dce", "canonicalize"]


@pytest.mark.usefixtures("test_passes")
@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ("test-failing", "error: aten.frobnicate on f16\n  at net.py:3\n  help: use f32\n"),
        ("test-invalid-attribute", "error: scale 0.000000e+00 out of expressed type range"),
        ("test-invalid-module", "f.mlir:1:1: error: 'func.func': "),
    ],
)
def test_a_failing_pass_is_a_short_error(flag: str, message: str, source: Path, capsys):
    assert cmlir_opt.main([str(source), f"--{flag}"]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert "builtin.module" not in output.err


def test_an_error_does_not_show_megabytes_of_weights(tmp_path: Path, capsys):
    path = tmp_path / "long.mlir"
    path.write_text(f'"test.op"() {{data = dense<"0x{"00" * 1_000_000}"> : oops}} : () -> ()')
    assert cmlir_opt.main([str(path), "--allow-unregistered-dialect"]) == 1
    assert len(capsys.readouterr().err) < 1000


@pytest.mark.parametrize(
    "text",
    [
        "%",
        "func.func @f(",
        '"quant.qcast"() : () -> ()',
        "func.func @f() { %0 = quant.qcast %1 : f32 to f32 func.return }",
        "func.func @f() { ^bb0: cf.br ^nowhere }",
        "func.func @f(%x: tensor<-1xf32>) { func.return }",
        "func.func @f(%x: !quant.uniform<i8:f32, 1.0) { func.return }",
        "func.func @f(%x: memref<2xi8, ) { func.return }",
        '"func.func"() : () -> ()',
        "func.func @f() { %0 = arith.constant dense<[1, 2]> : tensor<3xi8> func.return }",
        "func.func @f() { %0 = arith.constant 300 : i8 func.return }",
        "#a = #b<1>",
        "builtin.module {" * 2000,
        "func.func @f() { func.return } func.func @f() { func.return }",
        "\0",
    ],
)
def test_malformed_text_is_an_error_with_a_place(text: str, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert cmlir_opt.main([]) == 1
    message = capsys.readouterr().err
    assert message.startswith("stdin:1:")
    assert ": error: " in message
    assert len(message.splitlines()) <= 3


def test_verify_diagnostics_prints_errors_of_passes_and_goes_on(tmp_path: Path, capsys):
    path = tmp_path / "two.mlir"
    invalid = "func.func @f(%x: i8) { %0 = quant.qcast %x : i8 to i8 func.return }\n"
    path.write_text(invalid + "// -----\n" + invalid)
    assert cmlir_opt.main([str(path), "--split-input-file", "--verify-diagnostics"]) == 0
    output = capsys.readouterr().out
    assert "two.mlir:1:24: error: 'quant.qcast'" in output
    assert "two.mlir:3:24: error: 'quant.qcast'" in output


def test_the_output_file_is_written(source: Path, tmp_path: Path):
    output = tmp_path / "out.mlir"
    assert cmlir_opt.main([str(source), "-o", str(output)]) == 0
    assert "func.func @f()" in output.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["-"],
        ["--normalize-aten", "--fold-constants", "--remove-softmax-guards", "--fold-masks"],
        ["--fold-qdq", "--fold-scalar-scales", "--fold-pointwise-chains", "--fuse-layer-norm"],
        ["--schedule-ops", "--bufferize", "--reuse-operands", "--erase-unused-globals"],
    ],
    ids=" ".join,
)
def test_start_up_imports_neither_torch_nor_numpy(arguments: list[str]):
    code = (
        "import sys; from cmlir.tools.cmlir_opt import main\n"
        f"try: main({arguments})\n"
        "except SystemExit: pass\n"
        "print([m for m in ('torch', 'torchao', 'numpy') if m in sys.modules])"
    )
    text = "func.func private @f(!quant.uniform<i8:f32, 0.5>)"
    run = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("table", [DIALECTS, PASSES], ids=["dialects", "passes"])
def test_names_in_the_universe_are_the_names_of_what_they_make(table):
    assert {name: factory().name for name, factory in table.items()} == {n: n for n in table}


@pytest.mark.parametrize("table", [TARGETS, FRONTENDS], ids=["targets", "frontends"])
def test_targets_and_frontends_are_found(table):
    assert {name: factory().name for name, factory in table.items()} == {n: n for n in table}


def test_each_pass_has_the_flag_that_its_file_is_named_after():
    for name, factory in PASSES.items():
        module = factory().__module__
        assert module.rpartition(".")[2] == name.replace("-", "_")


def test_pipelines_name_existing_passes():
    known = {**PASSES, **cmlir_opt.XDSL_UNIVERSE.all_passes}
    for name in pipelines.PIPELINES:
        steps = [step.partition("{")[0] for step in pipelines.expand(name)]
        assert steps
        assert [step for step in steps if step not in known] == []


def test_the_located_error_keeps_its_notes():
    from xdsl.dialects import test
    from xdsl.dialects.builtin import f32

    from cmlir.dialects.quant import QuantizeCastOp
    from cmlir.tools.diagnostics import locate_verify_error

    source = test.TestOp(result_types=[f32])
    module = ModuleOp([source, QuantizeCastOp(source.results[0], f32)])
    with pytest.raises(VerifyException) as caught:
        module.verify()
    located = locate_verify_error(caught.value, module)
    assert str(located).startswith("error: 'quant.qcast': result #0")
    assert located.__notes__ == caught.value.__notes__


@pytest.mark.parametrize("name", sorted(PASSES))
def test_every_pass_has_one_line_of_help(name: str):
    text = pass_help(name)
    kind = PASSES[name]()
    assert text
    assert text.split()[:3] == (kind.__doc__ or "").split()[:3]
    assert all(field.name in text for field in dataclasses.fields(kind))
