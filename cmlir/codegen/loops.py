"""The loops of a kernel on operands that may repeat, as arrays in C."""

from __future__ import annotations

from cmlir.dialects.cortex_m.broadcast import Broadcasting, broadcast_loops


def loop_arrays(op: Broadcasting) -> tuple[str, tuple[str, ...]]:
    """Their number, and the declarations of `dims` and `strides`."""
    loops = broadcast_loops(op)
    sizes, strides = loops.sizes, (*loops.lhs_strides, *loops.rhs_strides)
    arrays = (
        f"static const int32_t {name}[] = {{{', '.join(map(str, values))}}};"
        for name, values in (("dims", sizes), ("strides", strides))
    )
    return str(len(sizes)), tuple(arrays)
