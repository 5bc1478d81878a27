"""The width of a text without measuring a font, and line breaks of names.

The widths are those of a bold sans serif, which the drawing asks for, so that a layout is the same
on every machine. The drawing fits each name into the width computed here.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_WIDTHS = {
    **dict.fromkeys("ijl.,:;'!|", 0.29),
    **dict.fromkeys("ftr()-/ ", 0.34),
    **dict.fromkeys("abcdeghknopqsuvxyz0123456789", 0.59),
    **dict.fromkeys("sz", 0.54),
    **dict.fromkeys("mw", 0.86),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ&", 0.70),
    **dict.fromkeys("MW", 0.90),
    **dict.fromkeys("IJ", 0.42),
}
_OTHER = 0.66
_WIDE = 1.0
"""Chinese, Japanese and Korean characters are as wide as the font size."""

_ENDINGS = ("シティ", "시티")
"""`City` where it is written without a space: a name may be broken before it."""

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
    halves.sort(key=lambda pair: max(width(pair[0]), width(pair[1])))
    return ((name,), *halves[:1])
