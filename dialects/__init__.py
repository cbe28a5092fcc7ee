"""The dialects: quant, aten and cortex_m."""
