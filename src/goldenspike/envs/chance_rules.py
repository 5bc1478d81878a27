"""The rules with chance made explicit: what is drawn is asked for when it is drawn.

In the kernel a deck is in random order, which a random stream decides long before a card is drawn.
Here decks have no order. The kernel's functions are copied with other ones in place of those that
shuffle and draw: these take the next outcome from a script, and if there is none, raise
`ChanceNeeded` with all outcomes that are possible. Whoever plays an action adds one of them to the
script and plays the action again, from the state before it, until nothing is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from goldenspike.rules import (
    cards,
    chacha,
    claims,
    codes,
    kernel_types,
    setup,
    tickets,
    turns,
)
from goldenspike.rules.codes import CARD_KINDS
from goldenspike.rules.record_layout import PlainState

CARD, SEAT, TICKET, PASSENGER = 0, 10, 16, 16
"""Added to what is drawn, so that an outcome's number says what it is: a card (0 to 8), the seat
that starts (from 10), or a ticket or a passenger in the bag (from 16)."""


class ChanceNeeded(Exception):
    """An action can't go on: chance has to draw one of these outcomes, each with its weight."""

    def __init__(self, outcomes: list[tuple[int, int]]) -> None:
        super().__init__("chance has to draw")
        self.outcomes = outcomes


class ChanceState(PlainState):
    """A state whose decks have no order, and the script of what chance draws next."""

    __slots__ = ("script", "shuffled", "used")

    def __init__(self) -> None:
        super().__init__()
        self.script: list[int] = []
        self.used = 0
        self.shuffled = [0, 0]
        """How many tickets of each deck, from the top, are in no order; those returned since then
        are under them, in the order in which they were returned."""

    def copy(self, shared: frozenset[str] = frozenset()) -> ChanceState:
        """Make a copy with an empty script."""
        twin: ChanceState = super().copy(shared)
        twin.script, twin.used, twin.shuffled = [], 0, self.shuffled.copy()
        return twin

    def draw(self, outcomes: Sequence[tuple[int, int]]) -> int:
        """Return the next outcome of the script; `outcomes` are those that are possible.

        If only one is, there is nothing to draw.
        """
        if len(outcomes) == 1:
            return outcomes[0][0]
        if self.used == len(self.script):
            raise ChanceNeeded(list(outcomes))
        self.used += 1
        return self.script[self.used - 1]


def take_top(s: ChanceState) -> int:
    """Remove and return a card of the deck that chance draws."""
    deck = s.deck[: s.deck_n]
    counts = [(CARD + card, deck.count(card)) for card in range(CARD_KINDS) if card in deck]
    card = s.draw(counts) - CARD
    deck.remove(card)
    s.deck_n -= 1
    s.deck[: s.deck_n + 1] = [*sorted(deck), 0]
    return card


def shuffle(s: ChanceState, pile: list[int], n: int) -> None:
    """Forget the order of a pile."""
    for deck in range(2):
        if pile is s.ticket_deck[deck]:
            s.shuffled[deck] = n
    pile[:n] = sorted(pile[:n])


def draw_tickets(s: ChanceState, p: int, deck: int, n: int) -> None:
    """Put n tickets of a deck on top of it that chance draws, as far as it is in no order; then
    move them to what is on offer to p."""
    pile = s.ticket_deck[deck]
    for i in range(n):
        left = s.shuffled[deck]
        if left == 0:
            break
        ticket = s.draw([(TICKET + t, 1) for t in pile[i : i + left]]) - TICKET
        pile.remove(ticket)
        pile.insert(i, ticket)
        s.shuffled[deck] -= 1
    tickets.draw_tickets(s, p, deck, n)


def random_below(s: ChanceState, n: int) -> int:
    """Draw the seat that starts, or a passenger out of the bag."""
    first = SEAT if s.ticket_deck_n[0] == 0 else PASSENGER
    return s.draw([(first + i, 1) for i in range(n)]) - first


def rebind(replacements: Sequence[Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Copy the kernel's functions so that they call the replacements of the same names."""
    modules = (cards, chacha, claims, codes, kernel_types, setup, tickets, turns)
    spaces = {module.__name__: dict(vars(module)) for module in modules}
    copies: dict[Any, Any] = {}
    for name, space in spaces.items():
        for value in list(vars(sys.modules[name]).values()):
            if isinstance(value, FunctionType) and value.__module__ == name:
                copies[value] = FunctionType(value.__code__, space, value.__name__)
    for replacement in replacements:
        for value in copies:
            if value.__name__ == replacement.__name__:
                copies[value] = replacement
    for space in spaces.values():
        for name, value in space.items():
            if isinstance(value, FunctionType):
                space[name] = copies.get(value, value)
    return {"reset": copies[setup.reset], "step": copies[turns.step]}


_rules = rebind((take_top, shuffle, draw_tickets, random_below))
reset, step = _rules["reset"], _rules["step"]
