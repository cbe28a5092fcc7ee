"""numpy, imported when it is first used.

A pass over a small file seldom computes with arrays, and importing numpy takes as long as parsing
and printing such a file; dialects and passes therefore take `np` from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
else:

    class _Numpy:
        """Stands for the module until an attribute is asked for, and then hands it on."""

        def __getattr__(self, name: str) -> object:
            import numpy

            value = getattr(numpy, name)
            setattr(self, name, value)
            return value

    np = _Numpy()

__all__ = ["np"]
