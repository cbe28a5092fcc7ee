"""What a compiled program is like, for people to look at: errors by layer, graphs, one page."""

from cmlir.reporting.layer_errors import LayerError, layer_errors

__all__ = ["LayerError", "layer_errors"]
