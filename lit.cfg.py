# ruff: noqa: F821  (lit provides `config`)
"""lit configuration. Only tests/filecheck holds tests: its lit.local.cfg names their suffix."""

import os
import sys

import lit.formats

config.name = "cmlir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = []
config.excludes = [".venv", "build", "inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(config.test_source_root, "build", "lit")

# The tools of the interpreter that runs lit come first: cmlir-opt, xdsl-opt and filecheck.
tools = os.path.dirname(os.path.abspath(sys.executable))
config.environment["PATH"] = os.pathsep.join([tools, os.environ["PATH"]])
