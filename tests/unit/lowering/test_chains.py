"""Programs of one value: after lowering every code is what the Q/DQ program makes of it."""

from __future__ import annotations

from hypothesis import given, settings
from xdsl.dialects.builtin import ModuleOp

from support.chains import chains, every_code, first_type
from support.equivalence import assert_same


@settings(deadline=None, max_examples=25)
@given(chains())
def test_random_chains(module: ModuleOp) -> None:
    assert_same(module, "lower-cortex-m", [(every_code(first_type(module)),)])
