"""Finds the packages; everything else is in pyproject.toml.

The top-level rooms are imported as cmlir.dialects, cmlir.kernels and cmlir.lowering.
"""

from setuptools import find_packages, setup

ROOMS = ("dialects", "kernels", "lowering")

setup(
    packages=[
        *find_packages(include=["cmlir", "cmlir.*"]),
        *(f"cmlir.{name}" for room in ROOMS for name in find_packages(include=[room, f"{room}.*"])),
    ],
)
