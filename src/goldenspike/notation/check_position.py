"""Checks of a whole position beyond its single fields: sums, market, phase and ticket log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from goldenspike.boards.model import CARDS, Board
from goldenspike.notation.actions import claims_of_track, payment_of
from goldenspike.rules.cards import may_draw
from goldenspike.rules.claims import is_open
from goldenspike.rules.codes import (
    EMPTY,
    GIVE_PHASE,
    LOCOMOTIVE,
    OVER_PHASE,
    SECOND_PHASE,
    TO_REMOVE,
    TUNNEL_PHASE,
)
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.tickets import held_tickets, offered_tickets

ReportProblem = Callable[[str, str], None]
"""Called with the field that has a problem, and what is wrong."""


def check_sums(board: Board, s: Any, problem: ReportProblem) -> None:
    """Check that every card, ticket and passenger of the game is there exactly once."""
    _cards_add_up(board, s, problem)
    _tickets_add_up(board, s, problem)
    _passengers_add_up(board, s, problem)


def _cards_add_up(board: Board, s: Any, problem: ReportProblem) -> None:
    total = [board.cards_per_colour] * 8 + [board.locomotives]
    for card, name in enumerate(CARDS):
        there = s.discards[card] + s.laid[card] + s.deck[: s.deck_n].count(card)
        there += s.market[: board.market].count(card)
        there += s.revealed[: s.revealed_n].count(card) + sum(hand[card] for hand in s.hands)
        if there != total[card]:
            problem("cards", f"{there} {name} cards in all, and the game has {total[card]}")


def _tickets_add_up(board: Board, s: Any, problem: ReportProblem) -> None:
    there: Counter[int] = Counter(s.removed[: sum(s.removed_n)])
    for d in range(2):
        there.update(s.ticket_deck[d][: s.ticket_deck_n[d]])
    for p in range(s.players):
        there.update(held_tickets(s, p))
        there.update(offered_tickets(s, p))
    for t, ticket in enumerate(board.tickets):
        if there[t] != 1:
            where = "is nowhere" if there[t] == 0 else f"is there {there[t]} times"
            problem("tickets", f"{ticket.id} {where}")


def _passengers_add_up(board: Board, s: Any, problem: ReportProblem) -> None:
    if not board.passengers:
        return
    for c, colour in enumerate(board.passengers.colours):
        there = sum(row.count(c + 1) for row in s.waiting) + sum(p[c] for p in s.passengers)
        if there != board.passengers.per_colour:
            total = board.passengers.per_colour
            problem("passengers", f"{there} {colour} ones in all, and the game has {total}")


def check_market(kernel_board: KernelBoard, s: Any, problem: ReportProblem) -> None:
    """Check that neither deck nor market would have been renewed (MARKET-1 to MARKET-3)."""
    if s.discard_n and not s.deck_n:
        problem("deck", "discards become a new deck as soon as it is empty (MARKET-1)")
        return
    size, limit = kernel_board.board.market, kernel_board.board.locomotives_clear_market
    market = s.market[:size]
    if s.deck_n and EMPTY in market:
        problem("market", "an empty place is filled as long as there is a deck (MARKET-2)")
        return
    up = market.count(LOCOMOTIVE)
    if limit and up >= limit and _others_at_least(kernel_board, s) > size - limit:
        problem("market", f"with {up} locomotives face up it is cleared (MARKET-3)")


def _others_at_least(kernel_board: KernelBoard, s: Any) -> int:
    """Return the least number of other cards than locomotives outside the hands.

    Only public facts count, not the actual deck: a game that `View.resample` returns is a position
    too, and may have more locomotives in the deck than the real one.
    """
    lying = [*s.market[: kernel_board.board.market], *s.revealed[: s.revealed_n]]
    in_sight = lying.count(LOCOMOTIVE) + s.discards[LOCOMOTIVE] + s.laid[LOCOMOTIVE]
    in_deck = max(0, s.deck_n - (kernel_board.board.locomotives - in_sight))
    face_up = sum(card < LOCOMOTIVE for card in s.market[: kernel_board.board.market])
    return int(face_up + in_deck + sum(s.discards[:LOCOMOTIVE]))


def check_phase(kernel_board: KernelBoard, s: Any, problem: ReportProblem) -> None:
    """Check that the phase is possible, and so are the claim in progress and its payment."""
    if s.last_turns == 0 and s.phase != OVER_PHASE:
        problem("last_turns", "with no turns left the phase is over")
    if s.passes >= s.players and s.phase != OVER_PHASE:
        problem("passes", "when everybody has passed the phase is over (END-2)")
    if s.phase == SECOND_PHASE and not may_draw(s, kernel_board.plain, True):
        problem("phase", "there is no second card to take, so the turn is over (DRAW-7)")
    if s.phase in (GIVE_PHASE, TUNNEL_PHASE):
        track = kernel_board.board.tracks[kernel_board.track_order[s.claiming]]
        if not is_open(s, s.turn, s.claiming):
            problem("claiming", f"{track.id} is taken, or closed to seat {s.turn}")
        if s.trains[s.turn] < track.trains:
            problem("claiming", f"seat {s.turn} has too few trains for {track.id} (CLAIM-2)")
        if s.tokens[s.turn] < track.toll:
            problem("claiming", f"seat {s.turn} has too few tokens for {track.id} (COST-3)")
        if not _payment_exists(kernel_board, s):
            problem("laid", f"no payment for {track.id} begins like this")


def _payment_exists(kernel_board: KernelBoard, s: Any) -> bool:
    for code in claims_of_track(kernel_board, kernel_board.track_order[s.claiming]):
        payment = payment_of(kernel_board, code)
        more = [n - need for n, need in zip(s.laid, payment.cards, strict=True)]
        if min(more) >= 0 and sum(more) + s.to_give == payment.substitutes:
            return True
    return False


def check_log(kernel_board: KernelBoard, s: Any, problem: ReportProblem) -> None:
    """Check that the ticket log leads to the hands and decks of the position."""
    board, entries = kernel_board.board, range(s.log_n)
    kept: list[list[int]] = [[] for _ in range(s.players)]
    for i in entries:
        offer = s.log_offer[i][: sum(s.log_offered[i])]
        if not offer or len(set(offer)) < len(offer) or not s.log_mask[i]:
            problem(f"ticket_log[{i}]", "different tickets are offered, and at least one is kept")
        decks = [board.tickets[t].deck for t in offer]
        if decks != sorted(decks):
            problem(f"ticket_log[{i}].offer", "tickets of the first deck are offered first")
        kept[s.log_seat[i]] += [t for j, t in enumerate(offer) if s.log_mask[i] >> j & 1]
    for p in range(s.players):
        held = held_tickets(s, p)
        if kept[p] != held[len(held) - len(kept[p]) :] or len(kept[p]) > len(held):
            problem("ticket_log", f"what seat {p} kept is not what it holds last")
    _check_first_entries(s, problem)
    for d in range(len(board.ticket_decks)):
        if not _draws_possible(kernel_board, s, d):
            problem("ticket_log", f"the {board.ticket_decks[d]} deck never held so many tickets")


def _check_first_entries(s: Any, problem: ReportProblem) -> None:
    """Check that the first deal comes first: one choice for each seat, in turn order."""
    first = [s.log_seat[i] for i in range(s.log_first)]
    fits = all(seat == (first[0] + i) % s.players for i, seat in enumerate(first))
    complete = len(first) in (0, s.players) or s.first_deal
    too_many = len(first) > s.players or (s.first_deal and s.log_n > s.log_first)
    if not fits or not complete or too_many:
        problem("ticket_log", "the first deal is one choice of every seat, in turn order")


def _draws_possible(kernel_board: KernelBoard, s: Any, d: int) -> bool:
    """Did deck d always hold enough tickets for the draws of the log?"""
    b = kernel_board.plain
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
