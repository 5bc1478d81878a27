"""The width of a text without measuring a font, and line breaks of names.

The widths are those of a bold, slightly narrow sans serif, which the drawing asks for, so that a
layout is the same on every machine. The drawing fits each name into the width computed here.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_WIDTHS = {
    **dict.fromkeys("ijl.,:;'!|", 0.27),
    **dict.fromkeys("ftr()-/ ", 0.32),
    **dict.fromkeys("abcdeghknopquvxy0123456789", 0.55),
    **dict.fromkeys("sz", 0.50),
    **dict.fromkeys("mw", 0.80),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ&", 0.65),
    **dict.fromkeys("MW", 0.84),
    **dict.fromkeys("IJ", 0.39),
}
_OTHER = 0.61
_WIDE = 1.0
"""Chinese, Japanese and Korean characters are as wide as the font size."""

_ENDINGS = ("シティ", "시티")
"""`City` where it is written without a space: a name may be broken before it."""

_LONG_KANA = 5
"""Katakana names of this many characters may be broken in two where no space is."""
_NO_LINE_START = frozenset("ァィゥェォッャュョーン・")
"""Characters that no Japanese line begins with, and the ending n, which would look lost."""

LINE_HEIGHT = 1.08
"""In font sizes: place names are set tight."""


def _letter(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDE
    base = unicodedata.normalize("NFD", character)[0]
    # Letters that Unicode does not decompose into a base letter and an accent.
    base = {"ø": "o", "Ø": "O", "æ": "m", "Æ": "M", "ß": "b", "ı": "i"}.get(base, base)
    return _WIDTHS.get(base, _OTHER)


@lru_cache(maxsize=4096)
def width(text: str) -> float:
    """Return the width of a line of text at font size 1."""
    return sum(_letter(character) for character in text)


@lru_cache(maxsize=4096)
def line_breaks(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the name on one line and, if it can be broken, on the two most balanced lines."""
    words = name.split()
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    halves += [(name.removesuffix(end), end) for end in _ENDINGS if name.endswith(end, 1)]
    if len(name) >= _LONG_KANA and all("ァ" <= character <= "ー" for character in name):
        middle = range(2, len(name) - 1)
        halves += [(name[:i], name[i:]) for i in middle if name[i] not in _NO_LINE_START]
    halves.sort(key=lambda pair: max(width(pair[0]), width(pair[1])))
    return ((name,), *halves[:1])
