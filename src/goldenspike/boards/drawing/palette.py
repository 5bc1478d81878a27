"""Colours, symbols and patterns of the boards, from a file that the browser client reads too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

THEMES = ("light", "dark")
PLAIN = "plain"
"""The mood of a board without one of its own."""


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How a kind of card, and every space of its colour, is drawn."""

    fill: str
    ink: str
    """Text and symbol on the fill."""
    symbol: str
    """A key of `Palette.symbols`; empty for gray."""


@dataclass(frozen=True, slots=True)
class SlotStyle:
    """How a free space of a colour is drawn, on the mood's slot ground."""

    rim: str
    sign: str
    """Its symbol."""


@dataclass(frozen=True, slots=True)
class PlayerStyle:
    """How a player's wagons are drawn: in no colour of a card, with an emblem on each."""

    fill: str
    ink: str
    """Windows and emblem on the fill."""
    emblem: str
    """A key of `Palette.emblems`."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern over a seat's wagons, for those who ask for it: a square tile."""

    name: str
    tile: float
    path: str
    stroke: float
    """Width of the line; 0: the path is filled."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Everything the boards are coloured with."""

    cards: Mapping[str, CardStyle]
    symbols: Mapping[str, str]
    """SVG paths that fill a square from -10 to 10."""
    players: Mapping[str, PlayerStyle]
    emblems: Mapping[str, str]
    """SVG paths like those of the symbols."""
    station: str
    """SVG path of a station, like those of the symbols; the owner's emblem is on it."""
    slots: Mapping[str, Mapping[str, SlotStyle]]
    """By theme, then by card colour."""
    patterns: tuple[Pattern, ...]
    """By seat, cyclic."""
    regions: tuple[str, ...]
    """Of the bands behind regions, cyclic."""
    companies: tuple[str, ...]
    """Of the marks of companies, by number."""
    themes: Mapping[str, Mapping[str, str]]
    moods: Mapping[str, Mapping[str, Mapping[str, str]]]
    """By geography, then by theme."""

    def mood(self, geography: str, theme: str) -> Mapping[str, str]:
        """Return the colours of land and water for a geography; of plain paper if it has none."""
        return self.moods.get(geography, self.moods[PLAIN])[theme]


@cache
def load_palette() -> Palette:
    """Load the palette from its file."""
    text = files("goldenspike.boards.drawing").joinpath("palette.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return Palette(
        {name: CardStyle(**card) for name, card in data["cards"].items()},
        data["symbols"],
        {name: PlayerStyle(**player) for name, player in data["players"].items()},
        data["emblems"],
        data["station"],
        {
            theme: {name: SlotStyle(**slot) for name, slot in slots.items()}
            for theme, slots in data["slots"].items()
        },
        tuple(Pattern(**pattern) for pattern in data["patterns"]),
        tuple(data["regions"]),
        tuple(data["companies"]),
        data["themes"],
        data["moods"],
    )
