"""The random stream of a bot: a `random.Random` on the ChaCha generator of the rules.

Its state is a row of bytes, which Python and compiled code share.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

import numpy as np

from goldenspike.rules.chacha import next_word, seed_stream
from goldenspike.rules.engine import key_words
from goldenspike.rules.fields import STATE
from goldenspike.rules.record_layout import Row, record_dtype

STREAM_DTYPE = record_dtype(tuple(field for field in STATE if field.name.startswith("rng_")))
STREAM_SIZE = STREAM_DTYPE.itemsize
_RECORD = np.dtype((np.record, STREAM_DTYPE))


def stream_key(text: str) -> list[int]:
    """Return the key of a stream, derived from a text that identifies it."""
    return key_words(int.from_bytes(hashlib.sha256(text.encode()).digest(), "little"))


class Stream(random.Random):
    """A reproducible stream: the same label gives the same numbers, on every machine.

    >>> from goldenspike.bots import Stream
    >>> rng = Stream("an example")
    >>> rng.randrange(100), rng.choice(["red", "blue"])
    (88, 'red')
    """

    row: Row

    def __new__(cls, *_: Any) -> Stream:
        """Make the object without passing the label on to `random.Random`."""
        return super().__new__(cls)

    def __init__(self, label: str | int = 0, first_block: int = 0) -> None:
        self.row = np.zeros(STREAM_SIZE, np.uint8)
        self.record: Any = self.row.view(_RECORD)[0]
        super().__init__()
        seed_stream(self.record, stream_key(str(label)), 0)
        self.record.rng_block = first_block

    def seed(self, *_: Any, **__: Any) -> None:
        """Do nothing: a stream is keyed once, when it is made."""

    def getrandbits(self, k: int) -> int:
        """Return the next k random bits."""
        bits = 0
        for _ in range((k + 31) // 32):
            bits = bits << 32 | int(next_word(self.record))
        return bits >> (-k % 32)

    def random(self) -> float:
        """Return a float from 0 to below 1."""
        return self.getrandbits(53) / (1 << 53)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.row.tobytes(),))


def _restore(data: bytes) -> Stream:
    stream = Stream()
    stream.row[:] = np.frombuffer(data, np.uint8)
    return stream
