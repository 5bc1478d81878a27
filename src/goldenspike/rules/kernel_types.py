"""Type names for the parameters of kernel functions.

Each has two representations, one for compiled code and one for plain Python. A kernel function
works on both, and no static type describes that, so to the type checker they are `Any`.
"""

from typing import Any, TypeAlias

Record: TypeAlias = Any
"""A state, a board or scratch memory: a structured NumPy record, or a `PlainRecord`."""

Ints: TypeAlias = Any
"""A row of integers: a one-dimensional array, or a list."""

Sheet: TypeAlias = Any
"""Rows of integers: a two-dimensional array, or a list of lists."""
