"""What a seat knows of a game: everything it may see, and a way to imagine the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from goldenspike.boards.model import Board
from goldenspike.notation.actions import Action, read_action, write_action
from goldenspike.notation.cards import counts_by_name
from goldenspike.notation.positions import (
    market_by_name,
    passengers_by_name,
    routes_by_name,
    waiting_by_name,
    write_claim,
)
from goldenspike.notation.reasons import (
    Reason,
    can_give,
    cards_missing,
    track_obstacle,
    why_illegal,
)
from goldenspike.rules.codes import OVER_PHASE, PHASES
from goldenspike.rules.engine import Engine, State, engine
from goldenspike.rules.records import PlainState
from goldenspike.rules.tables import Tables
from goldenspike.whole_numbers import read_seed

if TYPE_CHECKING:
    from goldenspike.game import Game


class View:
    """What one seat (or, with seat None, a spectator) knows. It holds nothing else.

    The state inside has the shape of a whole one, with zeros for all that is hidden.
    """

    __slots__ = ("_engine", "_number", "_plain", "_state", "_tables")

    def __init__(self, tables: Tables, chosen: Engine, state: State, number: int) -> None:
        self._tables = tables
        self._engine = chosen
        self._state = state
        self._number = number
        self._plain: PlainState | None = None

    @property
    def seat(self) -> int | None:
        """Whose view it is; None for a spectator."""
        return None if self._number < 0 else self._number

    @property
    def board(self) -> Board:
        """What is played on."""
        return self._tables.board

    @property
    def tables(self) -> Tables:
        """The board as the kernel has it."""
        return self._tables

    @property
    def raw(self) -> State:
        """The state as the engine has it (a row for the compiled one), hidden things zero."""
        return self._state

    @property
    def kernel(self) -> str:
        """Which engine it came from: plain or compiled."""
        return self._engine.name

    @property
    def state(self) -> Any:
        """The state as plain ints and lists, hidden things zero; the view's own, to read only."""
        if self._plain is None:
            self._plain = self._engine.plain(self._state)
        return self._plain

    @property
    def to_act(self) -> bool:
        """Is it this seat's decision?"""
        return bool(self.state.turn == self._number and self.state.phase != OVER_PHASE)

    def legal(self) -> list[Action]:
        """The seat's legal actions; empty unless it is to act."""
        return [write_action(self._tables, self.state, code) for code in self.legal_codes()]

    def legal_codes(self) -> list[int]:
        """The codes of `legal`, without their text."""
        if not self.to_act:
            return []
        return self._engine.legal(self._tables, self._state)

    def why_not(self, text: str) -> Reason | None:
        """Why the seat may not do this now, or None if it may; text must be notation."""
        codes = read_action(self._tables, self.state, text)
        if not self.to_act:
            if self.state.phase == OVER_PHASE:
                return Reason("END-1", "the game is over", "over")
            return Reason("SET-4", f"it is seat {self.state.turn}'s turn", "not_your_turn")
        if codes and codes[0] in self.legal_codes() and can_give(self._tables, self.state, codes):
            return None
        return why_illegal(self._tables, self.state, codes, text)

    def track_obstacle(self, track: int) -> Reason | None:
        """What keeps the seat from a track (index) whatever it holds."""
        return track_obstacle(self._tables, self.state, self._number, track)

    def cards_missing(self, track: int) -> int:
        """How many cards the seat lacks to pay for a track (index); 0 if it can."""
        return cards_missing(self._tables, self.state, self._number, track).cards

    def locomotives_missing(self, track: int) -> int:
        """How many of the cards the seat lacks for a track (index) have to be locomotives."""
        return cards_missing(self._tables, self.state, self._number, track).locomotives

    def resample(self, seed: int = 0) -> Game:
        """A random whole game that looks the same to this seat, drawn from the view alone."""
        from goldenspike.game import Game

        return Game._of(self._tables, self._engine, self.resample_state(seed))

    def resample_state(self, seed: int) -> State:
        """The state of `resample`, as the engine has it."""
        return self._engine.resample(self._tables, self._state, self._number, read_seed(seed))

    def to_json(self) -> dict[str, Any]:
        """The view as JSON: counts for everybody, cards and tickets only where they may be seen."""
        s, board = self.state, self.board
        seen: dict[str, Any] = {
            "board": board.source,
            "players": s.players,
            "seat": self.seat,
            "turn": s.turn,
            "phase": PHASES[s.phase],
            "deck": s.deck_n,
            "discards": counts_by_name(s.discards),
            "market": market_by_name(board, s),
            "ticket_decks": dict(zip(board.ticket_decks, s.ticket_deck_n, strict=False)),
            "removed_tickets": sum(s.removed_n),
            "routes": routes_by_name(self._tables, s),
            "seats": [self._seat_json(p) for p in range(s.players)],
            "last_turns": s.last_turns if s.last_turns >= 0 else None,
        }
        if board.passengers:
            seen["places"] = waiting_by_name(board, s)
        seen |= write_claim(self._tables, s)
        if self.to_act:
            seen["legal"] = [str(action) for action in self.legal()]
        return seen

    def _seat_json(self, p: int) -> dict[str, Any]:
        s, board = self.state, self.board
        seat: dict[str, Any] = {
            "card_count": s.cards[p],
            "known": counts_by_name(s.known[p]),
            "ticket_counts": dict(zip(board.ticket_decks, s.held_n[p], strict=False)),
            "offer_counts": dict(zip(board.ticket_decks, s.offer_n[p], strict=False)),
            "trains": s.trains[p],
            "route_points": s.route_points[p],
        }
        if board.passengers:
            seat["passengers"] = passengers_by_name(board, s, p)
        if p == self._number or s.phase == OVER_PHASE:
            tickets = board.tickets
            seat["cards"] = counts_by_name(s.hands[p])
            seat["tickets"] = [tickets[t].id for t in s.held[p][: sum(s.held_n[p])]]
            seat["offer"] = [tickets[t].id for t in s.offer[p][: sum(s.offer_n[p])]]
            seat["returned"] = [tickets[t].id for t in self._returned(p)]
        elif s.counted[p] != s.known[p] and self._number >= 0:
            seat["counted"] = counts_by_name(s.counted[p])
        return seat

    def _returned(self, p: int) -> list[int]:
        """Tickets the seat was offered and gave back, as far as its log goes."""
        s = self.state
        back = [t for t, mark in enumerate(s.spared[p]) if mark]
        for i in range(s.log_n):
            if s.log_seat[i] == p:
                n = sum(s.log_offered[i])
                back += [t for j, t in enumerate(s.log_offer[i][:n]) if not s.log_mask[i] >> j & 1]
        return back

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        same = self.board.digest == other.board.digest and self._number == other._number
        return same and bool((self.state.to_row() == other.state.to_row()).all())

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        # Without its engine: wherever it goes, it goes on with what is loaded there.
        return (_restore, (self._tables, self.state.to_row().tobytes(), self._number))

    def __repr__(self) -> str:
        who = "a spectator" if self._number < 0 else f"seat {self._number}"
        return f"<View of {self.board.id} by {who}, phase {PHASES[self.state.phase]}>"


def _restore(tables: Tables, row: bytes, number: int) -> View:
    chosen = engine()
    state = chosen.from_plain(PlainState.from_row(np.frombuffer(row, np.uint8)))
    return View(tables, chosen, state, number)
