"""What one action did, as each seat may see it.

An action says what was asked; an event says what came of it, chance included. Both the table's log
and every client are told by events, so they are built like views: what a seat may see is put in,
nothing is taken out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from goldenspike.boards.model import CARDS, Board
from goldenspike.notation.actions import Action, payment_of
from goldenspike.notation.cards import counts_by_name
from goldenspike.notation.positions import market_by_name
from goldenspike.rules.codes import (
    CLAIM,
    DRAW_CARD,
    DRAW_DECK,
    GIVE,
    KEEP,
    OVER_PHASE,
    PASS,
    PASSENGER_PHASE,
    PAY,
    PHASES,
    TAKE,
    TICKETS,
    TUNNEL_PHASE,
    WITHDRAW,
)
from goldenspike.rules.tables import Tables
from goldenspike.rules.turns import turn_up


@dataclass(frozen=True, slots=True)
class Event:
    """One action and what came of it: `seen_by(seat)` is what that seat is told."""

    seat: int
    action: Action
    public: dict[str, Any]
    """What everybody sees."""
    own: dict[str, Any]
    """What only the acting seat sees besides."""

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or with None a spectator, is told of it."""
        seen = dict(self.public)
        if seat == self.seat:
            seen |= self.own
        return seen


def describe(tables: Tables, before: Any, action: Action, after: Any) -> Event:
    """The event between two plain states."""
    board, p = tables.board, before.turn
    public: dict[str, Any] = {"seat": p}
    own: dict[str, Any] = {}
    _say_action(tables, before, action.code, after, public, own)
    _say_claim(tables, before, action.code, after, public)
    if after.clears > before.clears:
        public["market_cleared"] = after.clears - before.clears
    if after.shuffles > before.shuffles:
        public["shuffled"] = after.shuffles - before.shuffles
    if after.market != before.market:
        public["market"] = market_by_name(board, after)
    public["turn"] = after.turn
    public["phase"] = PHASES[after.phase]
    if after.last_turns > 0 and before.last_turns < 0:
        public["last_round"] = True
    if after.phase == OVER_PHASE:
        public["over"] = True
    return Event(p, action, public, own)


def _say_action(
    tables: Tables, before: Any, code: int, after: Any, public: dict[str, Any], own: dict[str, Any]
) -> None:
    board, p = tables.board, before.turn
    if code == DRAW_DECK:
        public |= {"kind": "draw", "from": "deck"}
        own["card"] = CARDS[before.deck[before.deck_n - 1]]
    elif code < PASS:
        public |= {"kind": "draw", "from": "market", "card": CARDS[code - DRAW_CARD]}
    elif code == PASS:
        public["kind"] = "pass"
    elif code == WITHDRAW:
        public |= {"kind": "withdraw", "laid": counts_by_name(before.laid)}
    elif code >= CLAIM:
        payment = payment_of(tables, code)
        public |= {
            "kind": "claim",
            "track": board.tracks[payment.track].id,
            "laid": counts_by_name(payment.cards),
        }
        if payment.substitutes:
            public["substitutes"] = payment.substitutes
    elif code >= KEEP:
        offer = before.offer[p][: sum(before.offer_n[p])]
        kept = [t for i, t in enumerate(offer) if code - KEEP >> i & 1]
        back = [t for i, t in enumerate(offer) if not code - KEEP >> i & 1]
        public |= {"kind": "keep", "kept": by_deck(board, kept), "returned": by_deck(board, back)}
        own["kept_tickets"] = [board.tickets[t].id for t in kept]
        own["returned_tickets"] = [board.tickets[t].id for t in back]
    elif code >= TAKE:
        assert board.passengers is not None
        end, colour = divmod(code - TAKE, 6)
        track = board.tracks[tables.track_order[before.claiming]]
        public |= {
            "kind": "take",
            "place": board.places[(track.a, track.b)[end]].id,
            "colour": board.passengers.colours[colour],
        }
    elif code >= TICKETS:
        offer = after.offer[p][: sum(after.offer_n[p])]
        public |= {"kind": "tickets", "counts": by_deck(board, offer)}
        own["offer"] = [board.tickets[t].id for t in offer]
    elif code >= GIVE:
        public |= {"kind": "give", "card": CARDS[code - GIVE]}
    else:
        paid = [0] * 9
        paid[8] = code - PAY
        paid[before.claim_colour] += before.extra - (code - PAY)
        public |= {"kind": "pay", "paid": counts_by_name(paid)}


def by_deck(board: Board, tickets: list[int]) -> dict[str, int]:
    """How many tickets of each deck: their backs tell (SET-3)."""
    counts = dict.fromkeys(board.ticket_decks, 0)
    for t in tickets:
        counts[board.ticket_decks[board.tickets[t].deck]] += 1
    return counts


def _say_claim(tables: Tables, before: Any, code: int, after: Any, public: dict[str, Any]) -> None:
    """A tunnel's cards, a track that changed hands, passengers who came along by themselves."""
    board, p = tables.board, before.turn
    if after.phase == TUNNEL_PHASE:
        public["revealed"] = [CARDS[c] for c in after.revealed[: after.revealed_n]]
        public["extra"] = after.extra
    taken = [t for t, owner in enumerate(after.owner) if owner != before.owner[t]]
    if not taken:
        return
    track = board.tracks[tables.track_order[taken[0]]]
    public["claimed"] = track.id
    public["points"] = after.route_points[p] - before.route_points[p]
    spent = [0] * 9
    for card in range(9):
        spent[card] = before.laid[card] + before.hands[p][card] - after.hands[p][card]
    public["spent"] = counts_by_name(spent)
    if track.kind == "tunnel" and before.phase != TUNNEL_PHASE:
        public["revealed"] = _turned_up(tables, before)
        public["extra"] = 0
    came = []
    for end, place in enumerate((track.a, track.b)):
        pending = after.phase == PASSENGER_PHASE and after.pending_ends >> end & 1
        gone = [c for c in before.waiting[place] if c]
        for c in after.waiting[place]:
            if c:
                gone.remove(c)
        if gone and not pending:
            assert board.passengers is not None
            colour = board.passengers.colours[gone[0] - 1]
            came.append({"place": board.places[place].id, "colour": colour})
    if came:
        public["taken"] = came


def _turned_up(tables: Tables, before: Any) -> list[str]:
    """A tunnel's cards that asked for nothing: they are discarded by now, so turn them up again."""
    again = before.copy()
    turn_up(again, tables.plain)
    return [CARDS[c] for c in again.revealed[: again.revealed_n]]
