"""Styles in the terminal: every colour has a symbol too."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from goldenspike.boards.model import CARDS

CARD_LOOKS = {
    "purple": ("◆", "#c77dd6"),
    "blue": ("●", "#5aa0ff"),
    "orange": ("▲", "#ff9b3d"),
    "white": ("○", "#ffffff"),
    "green": ("♣", "#4fc06a"),
    "yellow": ("☼", "#ffe066"),
    "black": ("■", "#9aa0a6"),
    "red": ("✚", "#ff5c5c"),
    "locomotive": ("✪", "bold #ffb000"),
    "gray": ("·", "#8f8f8f"),
}
"""Symbol and colour of every card, and of gray tracks."""

SEAT_STYLES = ("bold #5aa0ff", "bold #ff5c5c", "bold #4fc06a", "bold #ffe066", "bold #c77dd6")
SEAT_MARKS = "ABCDE"
"""The letter of each seat, on claimed tracks and before its name."""


def card_text(card: str, count: int | None = None) -> Text:
    """Write a card in its colour: `2◆ purple`."""
    symbol, style = CARD_LOOKS[card]
    return Text(f"{'' if count is None else count}{symbol} {card}", style=style)


def cards_text(counts: Mapping[str, int]) -> Text:
    """Write counts of cards in their colours, in the usual order."""
    parts = [card_text(card, counts[card]) for card in CARDS if counts.get(card)]
    return Text("  ").join(parts) if parts else Text("none", style="dim")


def seat_text(seat: int, name: str) -> Text:
    """Write a player's letter and name in the seat's colour."""
    return Text(f"{SEAT_MARKS[seat]} {name}", style=SEAT_STYLES[seat])
