"""Sets of cards as text: `2red+1locomotive`, in the order of `CARDS`; `any` is for substitutes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from goldenspike.boards.model import CARDS
from goldenspike.errors import InputError

ANY = "any"
_PART = re.compile(r"([0-9]{1,3})([a-z]+)")


class NotationError(InputError):
    """A text that is not notation; the message says which part, and what would be.

    >>> import goldenspike as gs
    >>> gs.Game("usa").play("draw pink")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    goldenspike.notation.card_text.NotationError: there is no card 'pink': cards are purple, ...
    """


def write_cards(counts: Sequence[int], substitutes: int = 0) -> str:
    """Counts by card number as text: `[0, 0, 0, 0, 0, 0, 0, 2, 1]` is `2red+1locomotive`."""
    parts = [f"{n}{CARDS[card]}" for card, n in enumerate(counts) if n]
    if substitutes:
        parts.append(f"{substitutes}{ANY}")
    return "+".join(parts)


def read_cards(text: str) -> tuple[list[int], int]:
    """Text as counts by card number, and the number of substitutes."""
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
    """The number of a card, from its name."""
    if name not in CARDS:
        raise NotationError(f"there is no card {name!r}: cards are {', '.join(CARDS)}")
    return CARDS.index(name)


def counts_by_name(counts: Sequence[int]) -> dict[str, int]:
    """Counts as people write them in JSON: only what is there, by name."""
    return {CARDS[card]: int(n) for card, n in enumerate(counts) if n}


def counts_of(cards: Iterable[str] | Mapping[str, int]) -> list[int]:
    """The other way: from names with counts, or from a plain list of cards."""
    counts = [0] * len(CARDS)
    if isinstance(cards, Mapping):
        for name, n in cards.items():
            counts[card_number(name)] += n
    else:
        for name in cards:
            counts[card_number(name)] += 1
    return counts


def in_words(counts: Sequence[int]) -> str:
    """`2 red and 1 locomotive`, for sentences."""
    parts = [f"{n} {CARDS[card]}" for card, n in enumerate(counts) if n]
    if len(parts) < 2:
        return parts[0] if parts else "no cards"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
