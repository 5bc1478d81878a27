"""Why an idea is better than what was played, as messages, from the planner's plan for the seat."""

from __future__ import annotations

from collections.abc import Iterable

from goldenspike.boards.model import CARDS, LOCOMOTIVE, Board
from goldenspike.bots.judgement.estimator import Plan
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.review.model import Message
from goldenspike.ways import cheapest_tracks

MAX_REASONS = 3
LATE = 5
"""With so few turns left, new tickets are rarely made."""


def reasons(
    view: View, plan: Plan, better: Action, played: Action | None = None
) -> tuple[Message, ...]:
    """Return up to three messages, what the better idea brings first.

    Without what was played they only say what speaks for the idea.
    """
    found = [*_for_better(view, plan, better, played)]
    if played is not None:
        found += _against_played(view, plan, better, played)
    if plan.tracks and plan.turns_needed >= plan.turns_left and better.kind != "keep":
        found.append(Message("tempo", {"turns": plan.turns_left, "needed": plan.turns_needed}))
    return tuple(found[:MAX_REASONS])


def _for_better(view: View, plan: Plan, better: Action, played: Action | None) -> Iterable[Message]:
    board = view.board
    if better.kind == "claim":
        yield from _for_claim(view, plan, better, played)
    elif better.kind == "draw":
        assert better.card is not None
        yield _for_card(view, plan, better.card)
    elif better.kind == "tickets":
        yield Message("more_tickets", {"trains": plan.spare_trains})
    elif better.kind == "keep":
        kept = set(better.tickets or ())
        chosen = set(played.tickets or ()) if played is not None else set()
        if kept - chosen:
            yield Message("keep_these", {"tickets": _in_order(board, kept - chosen)})
        if chosen - kept:
            yield Message("return_these", {"tickets": _in_order(board, chosen - kept)})
    elif better.kind == "pay":
        yield Message("pay_tunnel", {})
    elif better.kind == "withdraw":
        yield Message("withdraw", {})
    elif better.kind == "take":
        yield Message("passenger", {"colour": better.text.split()[1]})
    elif better.kind == "give":
        yield Message("spare_card", {"card": better.card})


def _for_claim(view: View, plan: Plan, better: Action, played: Action | None) -> Iterable[Message]:
    board = view.board
    number = next(i for i, track in enumerate(board.tracks) if track.id == better.track)
    track = board.tracks[number]
    if played is not None and better.track == played.track:
        yield Message("other_cards", {"track": track.id})
        return
    if number not in plan.tracks:
        points = board.points_of(track)
        yield Message("claim_points", {"track": track.id, "points": points})
        return
    served = tickets_over(view, plan, number)
    ends = [t for t in served if len(way_of(view, plan, t)) == 1]
    if ends:
        yield Message(
            "claim_completes", {"track": track.id, "tickets": [board.tickets[t].id for t in ends]}
        )
    elif served:
        yield Message(
            "claim_for_tickets",
            {"track": track.id, "tickets": [board.tickets[t].id for t in served]},
        )
    if number in plan.contested:
        yield Message("claim_contested", {"track": track.id})


def _for_card(view: View, plan: Plan, card: str) -> Message:
    board = view.board
    if card == "deck":
        return Message("draw_hidden", {})
    wanting = [
        board.tracks[t].id
        for t in sorted(plan.tracks, key=lambda t: (plan.missing[t], t))
        if plan.missing[t] > 0 and board.tracks[t].colour == card
    ]
    if wanting:
        return Message("draw_needed", {"card": card, "tracks": wanting[:2]})
    if card == LOCOMOTIVE:
        return Message("draw_locomotive", {})
    if plan.lacking[CARDS.index(card)] > 0:
        return Message("draw_for_gray", {"card": card})
    return Message("draw_for_points", {"card": card})


def _against_played(view: View, plan: Plan, better: Action, played: Action) -> Iterable[Message]:
    board = view.board
    if played.kind == "claim" and played.track != better.track:
        number = next(i for i, track in enumerate(board.tracks) if track.id == played.track)
        if number not in plan.tracks and plan.tracks:
            yield Message("off_plan", {"track": played.track})
    elif played.kind == "tickets" and plan.turns_left <= LATE:
        yield Message("late_tickets", {"turns": plan.turns_left})
    elif played.kind == "tickets":
        yield Message("plan_first", {"tracks": len(plan.tracks)})
    elif played.kind == "draw" and better.kind == "claim":
        yield Message("held_too_long", {"cards": sum(view.state.hands[view.state.turn])})


def tickets_over(view: View, plan: Plan, track: int) -> list[int]:
    """List the planned tickets whose way in the plan leads over a track."""
    return [ticket for ticket in plan.tickets if track in way_of(view, plan, ticket)]


def way_of(view: View, plan: Plan, ticket: int) -> list[int]:
    """List the fewest planned tracks that a ticket still needs, in no order."""
    seat, owner = view.state.turn, view.state.owner
    costs = [
        0 if int(owner[t]) == seat else 1 if number in plan.tracks else None
        for number, t in enumerate(view.kernel_board.track_number)
    ]
    found = cheapest_tracks(view.kernel_board, ticket, costs, worth=len(costs))
    return found[0] if found else []


def _in_order(board: Board, tickets: set[str]) -> list[str]:
    return [ticket.id for ticket in board.tickets if ticket.id in tickets]
