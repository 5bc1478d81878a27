"""The English text of messages, and of actions, for the command line and the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from goldenspike.boards.model import Board
from goldenspike.review.model import Message

Texts = dict[str, Callable[["Words", Any], str]]

MARK_NAMES = {"inaccuracy": "inaccuracy", "mistake": "mistake", "blunder": "blunder"}


class Words:
    """Writes text about a game on a board; seats have names."""

    def __init__(self, board: Board, names: Sequence[str]) -> None:
        self._board = board
        self._names = names

    def seat(self, seat: int) -> str:
        """Return the name of a seat."""
        return self._names[seat]

    def seats(self, seats: Sequence[int]) -> str:
        """Return names of seats as a list."""
        return listed([self.seat(seat) for seat in seats])

    def pair(self, name: str) -> str:
        """Return a track's or ticket's id as places: "Duluth–Omaha", "Mill–Birch/Shore"."""
        parts = re.split("([-/])", name.partition(":")[0])
        signs = {"-": "–", "/": "/"}
        return "".join(signs.get(part) or self._board.end_name(part) for part in parts)

    def pairs(self, names: Sequence[str]) -> str:
        """Return ids of tracks or tickets as a list."""
        return listed([self.pair(name) for name in names])

    def action(self, text: str) -> str:
        """Return an action in words."""
        kind, *words = text.split()
        if kind == "claim":
            return f"claim {self.pair(words[0])} with {_cards(words[1])}"
        if kind == "keep":
            return f"keep {self.pairs(words)}"
        if kind == "draw":
            return "draw from the deck" if words[0] == "deck" else f"draw {words[0]}"
        if kind == "tickets":
            mix = f" ({_cards(words[0])})" if words else ""
            return f"draw tickets{mix}"
        if kind == "pay":
            return f"pay {_cards(words[0])} for the tunnel"
        if kind == "withdraw":
            return "withdraw from the tunnel"
        if kind == "take":
            return f"take {words[0]} from {self._board.end_name(words[2])}"
        return text

    def message(self, message: Message) -> str:
        """Return a message as a sentence."""
        return TEXTS[message.key](self, message.values)


TEXTS: Texts = {
    # Why an idea is better.
    "claim_completes": lambda w, v: f"{w.pair(v['track'])} completes {w.pairs(v['tickets'])}.",
    "claim_for_tickets": lambda w, v: (
        f"{w.pair(v['track'])} is on the way of {w.pairs(v['tickets'])}."
    ),
    "claim_contested": lambda w, v: (
        f"Others have tracks at both ends of {w.pair(v['track'])}: it may soon be gone."
    ),
    "claim_points": lambda w, v: (
        f"{w.pair(v['track'])} scores {points(v['points'])}, with cards that nothing else needs."
    ),
    "other_cards": lambda w, v: "The same track can be paid for with cards that are needed less.",
    "draw_needed": lambda w, v: f"The plan needs {v['card']}, for {w.pairs(v['tracks'])}.",
    "draw_for_gray": lambda w, v: f"More {v['card']} completes a set for a gray track of the plan.",
    "draw_for_points": lambda w, v: f"More {v['card']} makes a set for a long track.",
    "draw_locomotive": lambda w, v: "A locomotive fits whatever the plan lacks.",
    "draw_hidden": lambda w, v: "Nothing face up helps more than an unknown card would.",
    "more_tickets": lambda w, v: (
        f"The plan leaves {count(v['trains'], 'train')} over: new tickets can use them."
    ),
    "keep_these": lambda w, v: f"{w.pairs(v['tickets'])} can be made along with the others.",
    "return_these": lambda w, v: f"{w.pairs(v['tickets'])} takes more than it is likely to bring.",
    "pay_tunnel": lambda w, v: "The tunnel is worth its extra cards.",
    "withdraw": lambda w, v: "The extra cards are worth more than the tunnel now.",
    "passenger": lambda w, v: f"A {v['colour']} passenger does more for a majority.",
    "spare_card": lambda w, v: f"{str(v['card']).capitalize()} is needed least.",
    "off_plan": lambda w, v: f"{w.pair(v['track'])} serves none of the tickets.",
    "late_tickets": lambda w, v: (
        f"With about {count(v['turns'], 'turn')} left, new tickets are hardly made."
    ),
    "plan_first": lambda w, v: (
        f"The tickets in hand still need {count(v['tracks'], 'track')}, which others may take."
    ),
    "held_too_long": lambda w, v: f"With {count(v['cards'], 'card')} in hand it was time to build.",
    "tempo": lambda w, v: (
        f"About {count(v['turns'], 'turn')} are left, and the plan needs {v['needed']}."
        if v["turns"] != 1
        else f"About one turn is left, and the plan needs {v['needed']}."
    ),
    # A seat's game.
    "was_cut": lambda w, v: (
        f"{w.seat(v['by'])} cut {w.pair(v['track'])}, which cost {points(v['points'])}."
    ),
    "held_cards": lambda w, v: (
        f"Drew cards {times(v)} when claiming was better, which cost {points(v['points'])}."
    ),
    "wrong_claims": lambda w, v: (
        f"Claimed another track than the best one {times(v)}, which cost {points(v['points'])}."
    ),
    "early_claims": lambda w, v: (
        f"Claimed {times(v)} when cards were needed more, which cost {points(v['points'])}."
    ),
    "wrong_cards": lambda w, v: (
        f"Drew the less useful card {times(v)}, which cost {points(v['points'])}."
    ),
    "needless_tickets": lambda w, v: (
        f"Drew tickets {times(v)} when there was something better, "
        f"which cost {points(v['points'])}."
    ),
    "no_new_tickets": lambda w, v: (
        f"Could have drawn tickets {times(v)}, which cost {points(v['points'])}."
    ),
    "wrong_tickets": lambda w, v: (
        f"Kept tickets that promised less {times(v)}, which cost {points(v['points'])}."
    ),
    "was_lucky": lambda w, v: f"Luck brought {points(v['points'])}.",
    "was_unlucky": lambda w, v: f"Bad luck cost {points(v['points'])}.",
    "clean": lambda w, v: "A game without notable mistakes.",
    # The whole game.
    "won": lambda w, v: (
        f"{w.seats(v['seats'])} won with {points(v['points'])}, {v['margin']} ahead."
        if len(v["seats"]) == 1
        else f"{w.seats(v['seats'])} share the win with {points(v['points'])}."
    ),
    "won_without_luck": lambda w, v: "Without the luck of the cards the result would be the same.",
    "luck_decided": lambda w, v: f"Without the luck of the cards, {w.seat(v['other'])} was ahead.",
    "worst_decision": lambda w, v: (
        f"The decision that lost most was number {v['number']}: {w.seat(v['seat'])} chose to "
        f"{w.action(v['action'])}, and lost {v['chance']:.0%} of the chance of winning."
    ),
}
"""By key; `docs/review.md` lists the keys and their values."""


def points(number: float) -> str:
    """Write a number of points."""
    return count(number, "point")


def count(number: float, noun: str) -> str:
    """Write a number of something.

    >>> count(1, "turn"), count(2.5, "point"), count(3.0, "card")
    ('1 turn', '2.5 points', '3 cards')
    """
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


def times(values: dict[str, Any]) -> str:
    """Write how often."""
    n = values["times"]
    return "once" if n == 1 else "twice" if n == 2 else f"{n} times"


def listed(words: Sequence[str]) -> str:
    """Join words.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _cards(text: str) -> str:
    """Write "2red+1locomotive" as "2 red and 1 locomotive"."""
    parts = []
    for part in text.split("+"):
        digits = len(part) - len(part.lstrip("0123456789"))
        parts.append(f"{part[:digits]} {part[digits:]}".strip())
    return listed(parts)
