"""lit configuration: the suites are the .mlir files under tests/filecheck."""

import os
import sys

import lit.formats

config.name = "cmlir"  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=False)  # noqa: F821
config.suffixes = [".mlir"]  # noqa: F821
config.test_source_root = os.path.dirname(os.path.abspath(__file__))  # noqa: F821
config.test_exec_root = os.path.join(config.test_source_root, "build", "lit")  # noqa: F821
