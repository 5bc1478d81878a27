"""The width of a name without measuring a font, and where it may be broken.

The widths are those of a bold grotesque, the kind of face the drawing asks for, so that a layout is
the same on every machine. The drawing fits each name into the width measured here.
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
"""A Chinese, Japanese or Korean character fills its square."""

_ENDINGS = ("シティ", "시티")
"""`City` where it is written together with the name before it: a seam as good as a space."""

LINE_HEIGHT = 1.08
"""Of the font size: place names are set tight."""


def _letter(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDE
    base = unicodedata.normalize("NFD", character)[0]
    # Letters that are no accented form of another one.
    base = {"ø": "o", "Ø": "O", "æ": "m", "Æ": "M", "ß": "b", "ı": "i"}.get(base, base)
    return _WIDTHS.get(base, _OTHER)


@lru_cache(maxsize=4096)
def width(text: str) -> float:
    """Width of a line of text at font size 1."""
    return sum(_letter(character) for character in text)


@lru_cache(maxsize=4096)
def line_breaks(name: str) -> tuple[tuple[str, ...], ...]:
    """Ways to set a name: on one line, and on two where there is a seam, the best balanced way."""
    words = name.split()
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    halves += [(name.removesuffix(end), end) for end in _ENDINGS if name.endswith(end, 1)]
    halves.sort(key=lambda pair: max(width(pair[0]), width(pair[1])))
    return ((name,), *halves[:1])
