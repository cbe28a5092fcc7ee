"""The C kernels and the Python that finds and builds them."""
