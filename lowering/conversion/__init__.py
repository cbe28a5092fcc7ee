"""How aten operations on quantized types become cortex_m kernel calls, one family a file."""
