"""The two shapes of a record: a row of bytes for compiled code, an object of lists for plain code.

A row is `uint8[size]`, viewed as a structured record. Rows are what is stored, copied, compared and
batched; plain objects are what the uncompiled rules run on.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.rules.fields import BOARD, SCRATCH, STATE, Field

Row = NDArray[np.uint8]


def record_dtype(fields: tuple[Field, ...]) -> np.dtype[Any]:
    """A packed dtype, wide fields first so that they are aligned, padded to 64 bytes.

    Among fields as wide, small ones come first: most of what a decision reads is then close
    together, which counts when there are more states than the L1 cache holds.
    """
    ordered = sorted(fields, key=lambda f: (-int(f.type[1:]), math.prod(f.shape)))
    names = [f.name for f in ordered]
    formats = [(f.type, f.shape) if f.shape else f.type for f in ordered]
    offsets, at = [], 0
    for form in formats:
        offsets.append(at)
        at += np.dtype(form).itemsize
    size = -(-at // 64) * 64
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


STATE_DTYPE = record_dtype(STATE)
BOARD_DTYPE = record_dtype(BOARD)
SCRATCH_DTYPE = record_dtype(SCRATCH)
STATE_SIZE = STATE_DTYPE.itemsize
SCRATCH_SIZE = SCRATCH_DTYPE.itemsize


class PlainRecord:
    """A record whose fields are ints and nested lists."""

    __slots__ = ()
    fields: tuple[Field, ...]
    dtype: np.dtype[Any]

    if TYPE_CHECKING:
        # The fields are named in `fields`, and set by name.
        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self) -> None:
        for name, _, shape, _ in self.fields:
            setattr(self, name, np.zeros(shape, np.int64).tolist() if shape else 0)

    @classmethod
    def from_row(cls, row: Row) -> Any:
        record = row.view(cls.dtype)[0]
        self = cls.__new__(cls)
        for field in cls.fields:
            setattr(self, field.name, record[field.name].tolist())
        return self

    def to_row(self) -> Row:
        row = np.zeros(self.dtype.itemsize, np.uint8)
        record = row.view(self.dtype)[0]
        for field in self.fields:
            record[field.name] = getattr(self, field.name)
        return row

    def copy(self) -> Any:
        twin = type(self).__new__(type(self))
        for name, _, shape, _ in self.fields:
            value = getattr(self, name)
            if len(shape) == 2:
                value = [inner[:] for inner in value]
            elif shape:
                value = value[:]
            setattr(twin, name, value)
        return twin


class PlainState(PlainRecord):
    __slots__ = tuple(field.name for field in STATE)
    fields = STATE
    dtype = STATE_DTYPE


class PlainBoard(PlainRecord):
    __slots__ = tuple(field.name for field in BOARD)
    fields = BOARD
    dtype = BOARD_DTYPE


class PlainScratch(PlainRecord):
    __slots__ = tuple(field.name for field in SCRATCH)
    fields = SCRATCH
    dtype = SCRATCH_DTYPE
