"""Luck: what chance gave a seat, against what it could expect.

A chance event (the deal, a card from the deck, tickets, the cards of a tunnel) is worth the points
that the seat expects after it, by what it knows, less the mean over what could have come as likely:
every order of the deck, which nobody knows. So its mean is 0, whatever players do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from goldenspike.bots.judgement.estimator import Estimator
from goldenspike.bots.stream import Stream
from goldenspike.rules.codes import (
    ASKING,
    CARD_KINDS,
    CLAIMING,
    DRAW_DECK,
    KEEP_PHASE,
    TO_SHUFFLE,
    TUNNEL,
    TUNNEL_PHASE,
    claimed_track,
    decode,
)
from goldenspike.rules.engine import Engine
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import STATE_DTYPE, Row

KINDS = ("deal", "draw", "tickets", "tunnel")
SAMPLES = 24
"""Other deals, tickets and tunnels with which the real one is compared; cards are compared with
all kinds that the deck has."""


class LuckMeter:
    """Measures the luck of one game, action by action."""

    def __init__(self, kernel_board: KernelBoard, engine: Engine, estimator: Estimator) -> None:
        self._board = kernel_board
        self._engine = engine
        self._estimator = estimator
        self._fresh = [0, 0]
        """Tickets on top of each deck that nobody has seen; returned ones are below."""

    def deal(self, start: Row) -> list[float]:
        """Return the luck of each seat's first cards, and of its tickets if they are dealt too.

        A game that began as a position in its middle had no deal.
        """
        self._fresh = [int(n) for n in _read(start)["ticket_deck_n"]]
        players = int(_read(start)["players"])
        if not int(_read(start)["first_deal"]):
            return [0.0] * players
        return [
            self._against(start, seat, partial(_dealt_again, start, seat))
            for seat in range(players)
        ]

    def action(self, before: Row, code: int) -> tuple[str, float] | None:
        """Return the kind and the luck of an action; None if chance had no part in it."""
        kind, argument = decode(self._board.plain, code)
        s = _read(before)
        seat = int(s["turn"])
        found = None
        if code == DRAW_DECK:
            found = "draw", self._draw(before, seat)
        elif kind == ASKING:
            found = "tickets", self._tickets(before, code, seat)
        elif kind == CLAIMING:
            b: Any = self._board.plain
            track = claimed_track(b, argument)
            if b.track_kind[track] == TUNNEL and int(s["deck_n"]) >= b.tunnel_cards:
                luck = self._against(
                    self._after(before, code), seat,
                    lambda rng: self._after(_shuffled_deck(before, rng), code),
                )  # fmt: skip
                found = "tunnel", luck
        self._follow(before, code)
        return found

    def value(self, row: Row, seat: int) -> float:
        """Return the points that a seat can expect, when it has made the choice it is asked for."""
        s = _read(row)
        phase, offers = int(s["phase"]), int(s["offer_n"][seat].sum())
        asked = (phase == KEEP_PHASE and offers > 0) or (
            phase == TUNNEL_PHASE and int(s["turn"]) == seat
        )
        players = int(s["players"])
        if not asked:
            return self._estimator.own_points(row, seat, players)
        if int(s["turn"]) != seat:
            row = row.copy()
            _read(row)["turn"] = seat
        return max(
            self._estimator.own_points(self._after(row, code), seat, players)
            for code in self._engine.legal(self._board, row)
        )

    def _against(self, real: Row, seat: int, another: Callable[[Stream], Row]) -> float:
        """Compare what came with samples of what could have come."""
        rng = Stream("what could have come")
        others = [self.value(another(rng), seat) for _ in range(SAMPLES)]
        return self.value(real, seat) - float(np.mean(others))

    def _draw(self, before: Row, seat: int) -> float:
        deck = _read(before)["deck"][: int(_read(before)["deck_n"])]
        counts = np.bincount(deck, minlength=CARD_KINDS)
        values = np.zeros(CARD_KINDS)
        for card in np.flatnonzero(counts):
            row = before.copy()
            cards = _read(row)["deck"]
            at = int(np.flatnonzero(deck == card)[0])
            cards[at], cards[len(deck) - 1] = cards[len(deck) - 1], card
            values[card] = self.value(self._after(row, DRAW_DECK), seat)
        return float(values[deck[-1]] - (values * counts).sum() / counts.sum())

    def _tickets(self, before: Row, code: int, seat: int) -> float:
        after = self._after(before, code)
        drawn = _read(after)["offer_n"][seat] - _read(before)["offer_n"][seat]
        if any(n > fresh for n, fresh in zip(drawn, self._fresh, strict=True)) or drawn.sum() <= 0:
            # Some of them were seen by whoever returned them.
            return 0.0

        def again(rng: Stream) -> Row:
            row = before.copy()
            for deck, fresh in enumerate(self._fresh):
                tickets = [int(t) for t in _read(row)["ticket_deck"][deck][:fresh]]
                rng.shuffle(tickets)
                _read(row)["ticket_deck"][deck][:fresh] = tickets
            return self._after(row, code)

        return self._against(after, seat, again)

    def _follow(self, before: Row, code: int) -> None:
        """Keep count of the tickets that nobody has seen."""
        after = _read(self._after(before, code))
        b: Any = self._board.plain
        ended = int(_read(before)["first_deal"]) == 1 and int(after["first_deal"]) == 0
        if ended and b.first_return == TO_SHUFFLE:
            self._fresh = [int(n) for n in after["ticket_deck_n"]]
            return
        for deck in range(2):
            drawn = int(after["offer_n"][:, deck].sum()) - int(
                _read(before)["offer_n"][:, deck].sum()
            )
            self._fresh[deck] = max(0, self._fresh[deck] - max(0, drawn))

    def _after(self, row: Row, code: int) -> Row:
        after: Row = row.copy()
        self._engine.step(self._board, after, code)
        return after


def _dealt_again(row: Row, seat: int, rng: Stream) -> Row:
    """Deal a seat other cards and tickets; everybody else keeps theirs."""
    dealt = row.copy()
    s = _read(dealt)
    n = int(s["deck_n"])
    hand = [card for card in range(CARD_KINDS) for _ in range(int(s["hands"][seat][card]))]
    cards = hand + [int(card) for card in s["deck"][:n]]
    rng.shuffle(cards)
    s["hands"][seat] = np.bincount(cards[: len(hand)], minlength=CARD_KINDS)
    s["deck"][:n] = cards[len(hand) :]
    at = 0
    for deck in range(2):
        offered = int(s["offer_n"][seat][deck])
        size = int(s["ticket_deck_n"][deck])
        tickets = [int(t) for t in s["offer"][seat][at : at + offered]]
        tickets += [int(t) for t in s["ticket_deck"][deck][:size]]
        rng.shuffle(tickets)
        s["offer"][seat][at : at + offered] = tickets[:offered]
        s["ticket_deck"][deck][:size] = tickets[offered:]
        at += offered
    return dealt


def _shuffled_deck(row: Row, rng: Stream) -> Row:
    shuffled = row.copy()
    s = _read(shuffled)
    cards = [int(card) for card in s["deck"][: int(s["deck_n"])]]
    rng.shuffle(cards)
    s["deck"][: len(cards)] = cards
    return shuffled


def _read(row: Row) -> Any:
    return row.view(STATE_DTYPE)[0]
