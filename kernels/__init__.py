"""The C kernels and the Python that finds and builds them."""

from cmlir.kernels.host import C_FLAGS, build_host
from cmlir.kernels.sources import (
    all_sources,
    headers,
    include_dir,
    public_functions,
    source_dir,
    sources_for,
)

__all__ = [
    "C_FLAGS",
    "all_sources",
    "build_host",
    "headers",
    "include_dir",
    "public_functions",
    "source_dir",
    "sources_for",
]
