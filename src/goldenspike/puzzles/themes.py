"""What a puzzle is about, in words."""

from __future__ import annotations

from collections.abc import Iterator

from goldenspike.boards.model import LOCOMOTIVE
from goldenspike.bots.judgement.estimator import Plan
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.puzzles.comparing import Compared
from goldenspike.review.reasons import tickets_over, way_of

THEMES = (
    "ticket_made",
    "ticket_saved",
    "race",
    "cut",
    "last_round",
    "endgame",
    "build_now",
    "hold_cards",
    "long_track",
    "locomotive",
    "new_tickets",
    "enough_tickets",
    "choose_tickets",
    "tunnel",
    "opening",
)
"""All words; the client has a text for each."""

LONG = 5
"""Spaces from which a track is a long one."""
FEW_TURNS = 5
MUCH = 3.0
"""Points that a cut costs another seat at least."""


def themes_of(view: View, plan: Plan, compared: Compared) -> tuple[str, ...]:
    """Return the words for a position and its answer, the first of `compared`."""
    found = set(_themes(view, plan, compared))
    return tuple(theme for theme in THEMES if theme in found)


def _themes(view: View, plan: Plan, compared: Compared) -> Iterator[str]:
    answer, second = compared.ideas[:2]
    kinds = {idea.kind for idea in compared.ideas[1:]}
    if view.state.last_turns >= 0:
        yield "last_round"
    elif plan.turns_left <= FEW_TURNS:
        yield "endgame"
    if not any(owner >= 0 for owner in view.state.owner[: len(view.board.tracks)]):
        yield "opening"
    if answer.kind == "claim":
        yield from _of_claim(view, plan, answer, compared)
        if second.kind in ("draw", "tickets"):
            yield "build_now"
    elif answer.kind == "draw":
        if "claim" in kinds:
            yield "hold_cards"
        if answer.card == LOCOMOTIVE:
            yield "locomotive"
    elif answer.kind == "tickets":
        yield "new_tickets"
    elif answer.kind == "keep":
        yield "choose_tickets"
    elif answer.kind in ("pay", "withdraw"):
        yield "tunnel"
    if "tickets" in kinds and answer.kind != "tickets":
        yield "enough_tickets"


def _of_claim(view: View, plan: Plan, answer: Action, compared: Compared) -> Iterator[str]:
    board = view.board
    number = next(i for i, track in enumerate(board.tracks) if track.id == answer.track)
    if number in plan.tracks:
        served = tickets_over(view, plan, number)
        if any(len(way_of(view, plan, ticket)) == 1 for ticket in served):
            yield "ticket_made"
        elif served and number in plan.contested:
            yield "ticket_saved"
        if number in plan.contested:
            yield "race"
    if compared.others_lose >= MUCH and compared.others_lose > compared.points_lost[1] / 2:
        yield "cut"
    if board.tracks[number].length >= LONG:
        yield "long_track"
