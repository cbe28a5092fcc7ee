"""The PT2E quantizer for Cortex-M."""
