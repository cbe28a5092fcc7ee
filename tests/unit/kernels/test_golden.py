"""The kernels give what Arm's CMSIS-NN gives, bit for bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cmlir.kernels import public_functions
from support.golden_cases import GOLDEN_DIR, GoldenCase, load_cases, run_case
from support.kernel_library import KernelLibrary

FILES = sorted(GOLDEN_DIR.glob("*.npz"))

WITHOUT_VECTORS = {
    "arm_avgpool_s16",
    "arm_convolve_wrapper_s16_get_buffer_size",
    "arm_depthwise_conv_wrapper_s16",
    "arm_depthwise_conv_wrapper_s16_get_buffer_size",
    "arm_fully_connected_s16_get_buffer_size",
    "arm_max_pool_s16",
    "arm_convolve_s8",
    "arm_convolve_s8_get_buffer_size",
    "arm_convolve_wrapper_s4_get_buffer_size",
    "arm_convolve_wrapper_s8_get_buffer_size",
    "arm_depthwise_conv_wrapper_s4",
    "arm_depthwise_conv_wrapper_s4_get_buffer_size",
    "arm_depthwise_conv_wrapper_s8_get_buffer_size",
    "arm_fully_connected_s8_get_buffer_size",
    "arm_fully_connected_s8_get_buffer_size_dsp",
    "arm_fully_connected_s8_get_buffer_size_mve",
}
"""Functions of the CMSIS-NN API that are too simple for golden vectors, that others call, that
test_int4 compares with those for 8 bits, or that test_s16 holds to the formulas of the header."""


def check(library: KernelLibrary, case: GoldenCase, kernel_sums: bool) -> None:
    status, outputs = run_case(library, case, kernel_sums)
    assert status == case.status, str(case)
    for role, expected in case.outputs.items():
        np.testing.assert_array_equal(outputs[role], expected, err_msg=str(case))
        assert outputs[role].dtype == expected.dtype


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_vectors(library: KernelLibrary, path: Path) -> None:
    for case in load_cases(path):
        check(library, case, kernel_sums=True)


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.match("*fully_connected*_s8.npz")], ids=lambda path: path.stem
)
def test_fully_connected_without_kernel_sums(library: KernelLibrary, path: Path) -> None:
    for case in load_cases(path):
        check(library, case, kernel_sums=False)


def test_every_cmsis_nn_function_has_vectors() -> None:
    functions = {name for name in public_functions() if name.startswith("arm_")}
    assert {path.stem for path in FILES} == functions - WITHOUT_VECTORS
