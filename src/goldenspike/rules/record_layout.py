"""The two representations of a record: a row of bytes, and an object of ints and lists.

A row is `uint8[size]`, viewed as a structured record: compiled code runs on it, and it is what is
stored, copied, compared and batched. The plain rules run on the object.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.rules.fields import BOARD, SCRATCH, STATE, Field

Row = NDArray[np.uint8]


def record_dtype(fields: tuple[Field, ...]) -> np.dtype[Any]:
    """Make a packed dtype, padded to 64 bytes, with wide fields first so that all are aligned.

    Among fields of the same width, small ones come first: most of what a decision reads is then in
    few cache lines, which matters when there are more states than the L1 cache holds.
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
STATE_NAMES = frozenset(field.name for field in STATE)


def _zeros(shape: tuple[int, ...]) -> Any:
    """Make nested lists of zeros."""
    if len(shape) > 1:
        return [_zeros(shape[1:]) for _ in range(shape[0])]
    return [0] * shape[0] if shape else 0


class PlainRecord:
    """A record whose fields are ints and nested lists, as the plain rules use it."""

    __slots__ = ()
    fields: tuple[Field, ...]
    dtype: np.dtype[Any]

    if TYPE_CHECKING:
        # Attributes are set by the names in `fields`, which a type checker can't see.
        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self) -> None:
        for name, _, shape, _ in self.fields:
            setattr(self, name, _zeros(shape))

    @classmethod
    def from_row(cls, row: Row) -> Any:
        """Make the object of a row."""
        record = row.view(cls.dtype)[0]
        self = cls.__new__(cls)
        for field in cls.fields:
            setattr(self, field.name, record[field.name].tolist())
        return self

    def to_row(self) -> Row:
        """Make the row of the object."""
        row = np.zeros(self.dtype.itemsize, np.uint8)
        record = row.view(self.dtype)[0]
        for field in self.fields:
            record[field.name] = getattr(self, field.name)
        return row

    def copy(self, shared: frozenset[str] = frozenset()) -> Any:
        """Make a copy, independent but for the fields named in `shared`, which must not change."""
        copier = _copiers.get((type(self), shared))
        if copier is None:
            copier = _copiers[type(self), shared] = _make_copier(type(self), shared)
        return copier(self)


_copiers: dict[tuple[type, frozenset[str]], Callable[[PlainRecord], Any]] = {}


def _make_copier(record: type[PlainRecord], shared: frozenset[str]) -> Callable[[PlainRecord], Any]:
    """Make the function that copies a record.

    It is written out field by field, since a copy is made for every action that is played, and a
    loop over the fields takes twice as long as the rules.
    """
    lines = ["def copy(old):", " new = make(record)"]
    for name, _, shape, _ in record.fields:
        value = f"old.{name}"
        if shape and name not in shared:
            value = {
                1: f"{value}.copy()",
                2: f"[row.copy() for row in {value}]",
                3: f"[[row.copy() for row in rows] for rows in {value}]",
            }[len(shape)]
        lines.append(f" new.{name} = {value}")
    lines.append(" return new")
    made: dict[str, Any] = {"make": record.__new__, "record": record}
    exec("\n".join(lines), made)
    copier: Callable[[PlainRecord], Any] = made["copy"]
    return copier


class PlainState(PlainRecord):
    __slots__ = tuple(field.name for field in STATE)
    fields = STATE
    dtype = STATE_DTYPE


class RowReader:
    """Reads a state's row like a `PlainState`: each field is converted when it is first asked for.

    The row must not change meanwhile, and what is read must not be changed.
    """

    __slots__ = (*(field.name for field in STATE), "_record", "_row")

    def __init__(self, row: Row) -> None:
        self._row = row
        self._record = row.view(STATE_DTYPE)[0]

    def __getattr__(self, name: str) -> Any:
        # Called for fields that have not been read yet: their slots are empty.
        if name not in STATE_NAMES:
            raise AttributeError(f"a state has no field {name!r}")
        value = self._record[name].tolist()
        setattr(self, name, value)
        return value

    def to_row(self) -> Row:
        """Return a copy of the row."""
        return self._row.copy()


class PlainBoard(PlainRecord):
    __slots__ = tuple(field.name for field in BOARD)
    fields = BOARD
    dtype = BOARD_DTYPE


class PlainScratch(PlainRecord):
    __slots__ = tuple(field.name for field in SCRATCH)
    fields = SCRATCH
    dtype = SCRATCH_DTYPE
