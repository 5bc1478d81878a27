"""Answers to questions about a seat's own view, and the refusal of an illegal move."""

from __future__ import annotations

import goldenspike as gs
from goldenspike.boards.model import CARD_COLOURS, GRAY
from goldenspike.server.protocol.messages import Answer, Ask, Reason
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.views.ticket_ways import ticket_way

EXTRA_COST = {"ticket": 1, "track": 1, "idea": 5}
"""Rate limit tokens that a question costs beside its message."""


def answer(game: gs.Game | None, n: int, seat: int | None, ask: Ask) -> Answer:
    """Answer a seat's question about the game at number `n`; a spectator has nothing to ask."""
    if seat is None:
        raise Refusal("spectator")
    if game is None:
        raise Refusal("table_waiting")
    view = game.view(seat)
    if ask.what == "ticket":
        if ask.ticket is None:
            raise Refusal("question_bad", why="Which ticket? Send its id as `ticket`.")
        return Answer(ask.id, n, way=ticket_way(view, ask.ticket))
    if ask.what == "track":
        if ask.track is None:
            raise Refusal("question_bad", why="Which track? Send its id as `track`.")
        return _about_track(view, n, ask.id, ask.track)
    if ask.what == "idea":
        raise Refusal("question_bad", why="An idea takes thought: ask the table's bots.")
    if ask.action is None:
        raise Refusal("question_bad", why="Which action? Send its text as `action`.")
    reason = _why_not(view, ask.action)
    return Answer(ask.id, n, legal=reason is None, reason=reason)


def illegal_action(error: gs.InputError) -> Refusal:
    """The refusal of a move that the rules do not allow, or that cannot be read."""
    reason = error.reason if isinstance(error, gs.IllegalAction) else _unreadable(error)
    return Refusal(
        "illegal", rule=reason.rule, why=reason.why, reason=reason.code, **dict(reason.params)
    )


def _about_track(view: gs.View, n: int, ask_id: str, track_id: str) -> Answer:
    board = view.board
    index = next((i for i, t in enumerate(board.tracks) if t.id == track_id), None)
    if index is None:
        raise Refusal("question_bad", why=f"{board.id} has no track {track_id}.")
    start = f"claim {track_id} "
    payments = [text for text in map(str, view.legal()) if text.startswith(start)]
    if payments:
        return Answer(ask_id, n, payments=payments, legal=True, missing=0)
    obstacle = view.track_obstacle(index)
    if obstacle is not None:
        return Answer(ask_id, n, payments=[], legal=False, reason=_to_public(obstacle))
    # Only cards or the turn are missing: ask why the simplest payment is refused.
    reason = _why_not(view, start + _simplest_payment(view, index))
    missing = view.cards_missing(index)
    if reason is not None:
        wild = view.locomotives_missing(index)
        reason.params.update(missing=missing, locomotives=wild)
    return Answer(ask_id, n, payments=[], legal=False, reason=reason, missing=missing)


def _simplest_payment(view: gs.View, index: int) -> str:
    """The payment for a track without substitutes, in the colour the seat has most of."""
    track = view.board.tracks[index]
    colour = track.colour
    if colour == GRAY:
        cards = view.to_json()["seats"][view.seat or 0]["cards"]
        colour = max(CARD_COLOURS, key=lambda c: cards.get(c, 0))
    parts = []
    if track.length > track.locomotives:
        parts.append(f"{track.length - track.locomotives}{colour}")
    if track.locomotives:
        parts.append(f"{track.locomotives}locomotive")
    return "+".join(parts)


def _why_not(view: gs.View, action: str) -> Reason | None:
    try:
        reason = view.why_not(action)
    except gs.InputError as error:
        reason = _unreadable(error)
    return None if reason is None else _to_public(reason)


def _unreadable(error: gs.InputError) -> gs.Reason:
    """Why a text is not an action at all: no rule is broken."""
    return gs.Reason("", str(error), "notation")


def _to_public(reason: gs.Reason) -> Reason:
    return Reason(reason.rule, reason.why, reason.code, dict(reason.params))
