"""What a seat knows of a game: everything it may see, and its legal actions."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from goldenspike.boards.model import Board
from goldenspike.notation.actions import Action, read_action, write_action
from goldenspike.notation.card_text import counts_by_name
from goldenspike.notation.positions import (
    market_by_name,
    passengers_by_name,
    routes_by_name,
    waiting_by_name,
    write_claim,
)
from goldenspike.notation.reasons import (
    Reason,
    cards_missing,
    track_obstacle,
    why_not,
)
from goldenspike.rules.claims import is_open
from goldenspike.rules.codes import NOBODY, OVER_PHASE, PHASES
from goldenspike.rules.engine import Engine, State, engine
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import PlainState
from goldenspike.rules.tickets import held_tickets, offered_tickets
from goldenspike.whole_numbers import read_seed


class SeatKnowledge:
    """The base class of `View`: all of it but `resample`, which would import `Game` in a cycle.

    Its state has all fields of a whole one, with zeros in those that are hidden from the seat.
    """

    __slots__ = ("_engine", "_kernel_board", "_number", "_plain", "_state")

    def __init__(
        self, kernel_board: KernelBoard, chosen: Engine, state: State, number: int
    ) -> None:
        self._kernel_board = kernel_board
        self._engine = chosen
        self._state = state
        self._number = number
        self._plain: PlainState | None = None

    @property
    def seat(self) -> int | None:
        """The seat whose view this is; None for a spectator."""
        return None if self._number < 0 else self._number

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self._kernel_board.board

    @property
    def kernel_board(self) -> KernelBoard:
        """The board's record for the kernel."""
        return self._kernel_board

    @property
    def raw(self) -> State:
        """The state as the engine represents it (compiled: a row); hidden fields are zero."""
        return self._state

    @property
    def kernel(self) -> str:
        """The name of the engine it came from: plain or compiled."""
        return self._engine.name

    @property
    def state(self) -> Any:
        """The state as ints and lists, hidden fields zero. It is not a copy: do not change it."""
        if self._plain is None:
            self._plain = self._engine.plain(self._state)
        return self._plain

    @property
    def to_act(self) -> bool:
        """Is it this seat's turn to decide?"""
        return bool(self.state.turn == self._number and self.state.phase != OVER_PHASE)

    def legal(self) -> list[Action]:
        """List the seat's legal actions; empty unless it is to act.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> str(game.view(0).legal()[0])
        'keep phoenix-portland calgary-phoenix'
        >>> game.view(1).legal()
        []
        """
        return [write_action(self._kernel_board, self.state, code) for code in self.legal_codes()]

    def legal_codes(self) -> list[int]:
        """List the codes of the actions in `legal`.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> game.view(0).legal_codes() == game.legal_codes()
        True
        """
        if not self.to_act:
            return []
        return self._engine.legal(self._kernel_board, self._state)

    def why_not(self, text: str) -> Reason | None:
        """Say why the seat may not play an action now; None if it may.

        `NotationError` if the text is not an action.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> game.view(0).why_not("draw deck") is None
        True
        >>> game.view(1).why_not("draw deck").why
        "it is seat 0's turn"
        """
        codes = read_action(self._kernel_board, self.state, text)
        if not self.to_act:
            if self.state.phase == OVER_PHASE:
                return Reason("END-1", "the game is over", "over")
            return Reason("SET-4", f"it is seat {self.state.turn}'s turn", "not_your_turn")
        return why_not(self._kernel_board, self.state, self.legal_codes(), codes, text)

    def track_obstacle(self, track: int) -> Reason | None:
        """Say why the seat can't claim a track (index) whatever cards it has; None if it could.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> tracks = [track.id for track in game.board.tracks]
        >>> first = tracks.index("dallas-houston:gray")
        >>> second = tracks.index("dallas-houston:gray#2")
        >>> game.view(1).track_obstacle(second) is None
        True
        >>> event = game.play("claim dallas-houston:gray 1blue")
        >>> game.view(1).track_obstacle(first).rule  # taken
        'CLAIM-4'
        >>> game.view(1).track_obstacle(second).rule  # closed with two players
        'CLAIM-6'
        """
        return track_obstacle(self._kernel_board, self.state, self._number, track)

    def closed_tracks(self) -> list[str]:
        """List the free tracks that are closed to the seat by a parallel one (CLAIM-5, CLAIM-6).

        For a spectator, those that are closed to every seat.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> event = game.play("claim dallas-houston:gray 1blue")
        >>> game.view(None).closed_tracks()
        ['dallas-houston:gray#2']
        """
        s = self.state
        seats = range(s.players) if self.seat is None else [self.seat]
        return [
            track.id
            for track, t in zip(self.board.tracks, self._kernel_board.track_number, strict=True)
            if s.owner[t] == NOBODY and not any(is_open(s, seat, t) for seat in seats)
        ]

    def cards_missing(self, track: int) -> int:
        """Return how many cards the seat lacks to pay for a track (index); 0 if it can pay.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> track = [track.id for track in game.board.tracks].index("atlanta-miami:blue")
        >>> game.view(0).cards_missing(track)  # five blue cards, and it has one
        4
        """
        return cards_missing(self._kernel_board, self.state, self._number, track).cards

    def locomotives_missing(self, track: int) -> int:
        """Return how many of the cards it lacks for a track (index) have to be locomotives.

        >>> import goldenspike as gs
        >>> game = gs.Game("nordic", players=2, seed=7, first=0)
        >>> ferry = [track.id for track in game.board.tracks].index("helsinki-stockholm:gray")
        >>> game.view(0).locomotives_missing(ferry)
        1
        """
        return cards_missing(self._kernel_board, self.state, self._number, track).locomotives

    def resample_state(self, seed: int) -> State:
        """Return the state of the game that `resample` returns, as the engine represents it.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> state = game.view(0).resample_state(1)
        >>> type(state).__name__  # a row of bytes for the compiled engine
        'PlainState'
        """
        return self._engine.resample(self._kernel_board, self._state, self._number, read_seed(seed))

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON: counts for all seats, cards and tickets where they may be seen.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> mine, theirs = game.view(0).to_json()["seats"]
        >>> mine["cards"], mine["card_count"]
        ({'purple': 1, 'blue': 1, 'green': 1, 'black': 1}, 4)
        >>> theirs["card_count"], "cards" in theirs
        (4, False)
        """
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
            "routes": routes_by_name(self._kernel_board, s),
            "seats": [self._seat_json(p) for p in range(s.players)],
            "last_turns": s.last_turns if s.last_turns >= 0 else None,
        }
        if board.passengers:
            seen["places"] = waiting_by_name(board, s)
        seen |= write_claim(self._kernel_board, s)
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
            seat["tickets"] = [tickets[t].id for t in held_tickets(s, p)]
            seat["offer"] = [tickets[t].id for t in offered_tickets(s, p)]
            seat["returned"] = [tickets[t].id for t in self._returned(p)]
        elif s.counted[p] != s.known[p] and self._number >= 0:
            seat["counted"] = counts_by_name(s.counted[p])
        return seat

    def _returned(self, p: int) -> list[int]:
        """List the tickets that the seat was offered and gave back, as far as the log goes."""
        s = self.state
        back = [t for t, mark in enumerate(s.spared[p]) if mark]
        for i in range(s.log_n):
            if s.log_seat[i] == p:
                n = sum(s.log_offered[i])
                back += [t for j, t in enumerate(s.log_offer[i][:n]) if not s.log_mask[i] >> j & 1]
        return back

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeatKnowledge):
            return NotImplemented
        same = self.board.digest == other.board.digest and self._number == other._number
        return same and bool((self.state.to_row() == other.state.to_row()).all())

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        # Without its engine: the process that unpickles it uses the one it has loaded.
        return (self._restore, (self._kernel_board, self.state.to_row().tobytes(), self._number))

    @classmethod
    def _restore(cls, kernel_board: KernelBoard, row: bytes, number: int) -> Self:
        chosen = engine()
        state = chosen.from_plain(PlainState.from_row(np.frombuffer(row, np.uint8)))
        return cls(kernel_board, chosen, state, number)

    def __repr__(self) -> str:
        who = "a spectator" if self._number < 0 else f"seat {self._number}"
        return f"<View of {self.board.id} by {who}, phase {PHASES[self.state.phase]}>"
