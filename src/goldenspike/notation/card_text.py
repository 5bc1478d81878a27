"""Sets of cards as text: `2red+1locomotive`, in the order of `CARDS`; substitutes are `2any`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from goldenspike.boards.model import CARDS
from goldenspike.errors import InputError

ANY = "any"
_PART = re.compile(r"([0-9]{1,3})([a-z]+)")


class NotationError(InputError):
    """A text that is not notation; the message says which part, and what would be right.

    >>> import goldenspike as gs
    >>> gs.Game("usa").play("draw pink")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    goldenspike.notation.card_text.NotationError: there is no card 'pink': cards are purple, ...
    """


def write_cards(counts: Sequence[int], substitutes: int = 0) -> str:
    """Write counts by card number as text: `[0, 0, 0, 0, 0, 0, 0, 2, 1]` is `2red+1locomotive`."""
    parts = [f"{n}{CARDS[card]}" for card, n in enumerate(counts) if n]
    if substitutes:
        parts.append(f"{substitutes}{ANY}")
    return "+".join(parts)


def read_cards(text: str) -> tuple[list[int], int]:
    """Read text as counts by card number, and the number of substitutes."""
    counts = [0] * len(CARDS)
    substitutes = 0
    for part in text.split("+"):
        match = _PART.fullmatch(part)
        if not match:
            raise NotationError(
                f"{part!r} is not a number of cards: write, for example, 2red+1locomotive"
            )
        number, name = int(match[1]), match[2]
        if name == ANY:
            substitutes += number
        else:
            counts[card_number(name)] += number
    if sum(counts) + substitutes == 0:
        raise NotationError(f"{text!r} names no card")
    return counts, substitutes


def card_number(name: str) -> int:
    """Return the number of the card with that name."""
    if name not in CARDS:
        raise NotationError(f"there is no card {name!r}: cards are {', '.join(CARDS)}")
    return CARDS.index(name)


def counts_by_name(counts: Sequence[int]) -> dict[str, int]:
    """Convert counts by card number to a dictionary by name, without zeros."""
    return {CARDS[card]: int(n) for card, n in enumerate(counts) if n}


def counts_by_number(cards: Iterable[str] | Mapping[str, int]) -> list[int]:
    """Convert a dictionary of counts by name, or a list of names, to counts by card number."""
    counts = [0] * len(CARDS)
    if isinstance(cards, Mapping):
        for name, n in cards.items():
            counts[card_number(name)] += n
    else:
        for name in cards:
            counts[card_number(name)] += 1
    return counts


def cards_in_words(counts: Sequence[int]) -> str:
    """Write counts by card number for a sentence: `2 red and 1 locomotive`."""
    parts = [f"{n} {CARDS[card]}" for card, n in enumerate(counts) if n]
    if len(parts) < 2:
        return parts[0] if parts else "no cards"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
