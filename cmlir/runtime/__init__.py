"""Toolchains and runners: host, QEMU and FVP."""
