"""What a position that adds up may still have wrong: a claim or a log of choices that can't be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from goldenspike.notation.actions import claims_of_track, payment_of
from goldenspike.rules.cards import may_draw
from goldenspike.rules.codes import (
    GIVE_PHASE,
    OVER_PHASE,
    SECOND_PHASE,
    TO_REMOVE,
    TUNNEL_PHASE,
)
from goldenspike.rules.tables import Tables

Off = Callable[[str, str], None]
"""Called with where something is off, and what."""


def check_phase(tables: Tables, s: Any, off: Off) -> None:
    """Can it be this phase, and if a track is being claimed, can it be that one, paid like this?"""
    if s.last_turns == 0 and s.phase != OVER_PHASE:
        off("last_turns", "with no turns left the phase is over")
    if s.passes >= s.players and s.phase != OVER_PHASE:
        off("passes", "when everybody has passed the phase is over (END-2)")
    if s.phase == SECOND_PHASE and not may_draw(s, tables.plain, True):
        off("phase", "there is no second card to take, so the turn is over (DRAW-7)")
    if s.phase in (GIVE_PHASE, TUNNEL_PHASE):
        track = tables.board.tracks[tables.track_order[s.claiming]]
        if s.blocked[s.claiming] >> s.turn & 1:
            off("claiming", f"{track.id} is taken, or closed to seat {s.turn}")
        if s.trains[s.turn] < track.length:
            off("claiming", f"seat {s.turn} has too few trains for {track.id} (CLAIM-2)")
        if not _payment_exists(tables, s):
            off("laid", f"no payment for {track.id} begins like this")


def _payment_exists(tables: Tables, s: Any) -> bool:
    for code in claims_of_track(tables, tables.track_order[s.claiming]):
        payment = payment_of(tables, code)
        more = [n - need for n, need in zip(s.laid, payment.cards, strict=True)]
        if min(more) >= 0 and sum(more) + s.to_give == payment.substitutes:
            return True
    return False


def check_log(tables: Tables, s: Any, off: Off) -> None:
    """The ticket log has to lead to the hands and decks there are."""
    board, entries = tables.board, range(s.log_n)
    kept: list[list[int]] = [[] for _ in range(s.players)]
    for i in entries:
        offer = s.log_offer[i][: sum(s.log_offered[i])]
        if not offer or len(set(offer)) < len(offer) or not s.log_mask[i]:
            off(f"ticket_log[{i}]", "different tickets are offered, and at least one is kept")
        decks = [board.tickets[t].deck for t in offer]
        if decks != sorted(decks):
            off(f"ticket_log[{i}].offer", "tickets of the first deck are offered first")
        kept[s.log_seat[i]] += [t for j, t in enumerate(offer) if s.log_mask[i] >> j & 1]
    for p in range(s.players):
        held = s.held[p][: sum(s.held_n[p])]
        if kept[p] != held[len(held) - len(kept[p]) :] or len(kept[p]) > len(held):
            off("ticket_log", f"what seat {p} kept is not what it holds last")
    _check_first_entries(s, off)
    for d in range(len(board.ticket_decks)):
        if not _draws_possible(tables, s, d):
            off("ticket_log", f"the {board.ticket_decks[d]} deck never held so many tickets")


def _check_first_entries(s: Any, off: Off) -> None:
    """The first deal comes first, a choice a seat, in turn order."""
    first = [s.log_seat[i] for i in range(s.log_first)]
    fits = all(seat == (first[0] + i) % s.players for i, seat in enumerate(first))
    whole = len(first) in (0, s.players) or s.first_deal
    if not fits or not whole or len(first) > s.players or (s.first_deal and s.log_n > s.log_first):
        off("ticket_log", "the first deal is one choice of every seat, in turn order")


def _draws_possible(tables: Tables, s: Any, d: int) -> bool:
    """Was there always enough to draw from: counted forward from where the log begins."""
    b = tables.plain
    size = s.ticket_deck_n[d] + sum(s.offer_n[p][d] for p in range(s.players))
    gone = s.removed_n[d]
    for i in range(s.log_n):
        returned = s.log_offered[i][d] - s.log_kept[i][d]
        leaves = (b.first_return if i < s.log_first else b.later_return) == TO_REMOVE
        size += s.log_kept[i][d] + (returned if leaves else 0)
        gone -= returned if leaves else 0
    if gone < 0:
        return False
    opening = sum(s.log_offered[i][d] for i in range(s.log_first))
    if s.first_deal:
        opening += sum(s.offer_n[p][d] for p in range(s.players))
    size -= opening
    for i in range(s.log_n):
        if i >= s.log_first:
            size -= s.log_offered[i][d]
        if size < 0:
            return False
        leaves = (b.first_return if i < s.log_first else b.later_return) == TO_REMOVE
        size += 0 if leaves else s.log_offered[i][d] - s.log_kept[i][d]
    return bool(size >= 0)
