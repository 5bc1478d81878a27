"""Names for what kernel functions are given.

Each comes in two shapes, one for compiled code and one for plain Python, and a function written for
the kernel must work on both; so to the type checker they are anything.
"""

from typing import Any, TypeAlias

Record: TypeAlias = Any
"""A state or a board's tables: a structured NumPy record, or a `PlainRecord`."""

Ints: TypeAlias = Any
"""A row of integers: a one-dimensional array, or a list."""

Sheet: TypeAlias = Any
"""Rows of integers: a two-dimensional array, or a list of lists."""
