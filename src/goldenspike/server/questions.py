"""Questions a seat asks about its own view. Answers come from the rules and change nothing."""

from __future__ import annotations

from typing import Literal

import goldenspike as gs
from goldenspike.boards.model import CARD_COLOURS, GRAY

from .closed import PARALLEL, closed_to_all
from .errors import Refusal
from .messages import Answer, Ask, Hints, Reason
from .room import Room
from .ways import ticket_way

EXTRA_COST = {"hints": 4, "ticket": 1, "track": 1}
"""What a question costs beside the message it is: hints look at every track and ticket."""


def answer(room: Room, seat: int | None, ask: Ask) -> Answer:
    """Answer a seat's question; call with the room's lock held and the game ready.

    A spectator has no hand to ask about: only which tracks are closed to everybody is told.
    """
    if seat is None and ask.what != "hints":
        raise Refusal("spectator")
    if room.game is None:
        raise Refusal("table_waiting")
    if seat is None:
        return Answer(ask.id, room.n, hints=room.once("hints", None, lambda: _for_all(room)))
    if ask.what == "ticket":
        if ask.ticket is None:
            raise Refusal("question_bad", why="Which ticket? Send its id as `ticket`.")
        way = ticket_way(room.game.view(seat), ask.ticket)
        return Answer(ask.id, room.n, way=way)
    if ask.what == "track":
        if ask.track is None:
            raise Refusal("question_bad", why="Which track? Send its id as `track`.")
        return _about_track(room, seat, ask.id, ask.track)
    if ask.what == "hints":
        hints = room.once("hints", seat, lambda: _hints(room.game.view(seat)))
        return Answer(ask.id, room.n, hints=hints)
    if ask.action is None:
        raise Refusal("question_bad", why="Which action? Send its text as `action`.")
    reason = _why_not(room.game.view(seat), ask.action)
    return Answer(ask.id, room.n, legal=reason is None, reason=reason)


def _about_track(room: Room, seat: int, ask_id: str, track_id: str) -> Answer:
    board = room.game.board
    index = next((i for i, t in enumerate(board.tracks) if t.id == track_id), None)
    if index is None:
        raise Refusal("question_bad", why=f"{board.id} has no track {track_id}.")
    view = room.game.view(seat)
    start = f"claim {track_id} "
    payments = [text for text in map(str, view.legal()) if text.startswith(start)]
    if payments:
        return Answer(ask_id, room.n, payments=payments, legal=True, missing=0)
    obstacle = view.track_obstacle(index)
    if obstacle is not None:
        return Answer(ask_id, room.n, payments=[], legal=False, reason=_shown(obstacle))
    # Nothing stands in the way but cards or the turn: the plainest payment is refused, and why.
    reason = _why_not(view, start + _plainest(view, index))
    missing = view.cards_missing(index)
    if reason is not None:
        wild = view.locomotives_missing(index)
        reason.params.update(missing=missing, locomotives=wild)
    return Answer(ask_id, room.n, payments=[], legal=False, reason=reason, missing=missing)


def _for_all(room: Room) -> Hints:
    return Hints(closed_to_all(room.game.view(None)), {}, {})


def _hints(view: gs.View) -> Hints:
    shown = view.to_json()
    closed: list[str] = []
    missing: dict[str, int] = {}
    for index, track in enumerate(view.board.tracks):
        obstacle = view.track_obstacle(index)
        if obstacle is None:
            missing[track.id] = view.cards_missing(index)
        elif obstacle.code in PARALLEL:
            closed.append(track.id)
    tickets: dict[str, Literal["made", "open", "lost"]] = {}
    for ticket in shown["seats"][shown["seat"]]["tickets"]:
        way = ticket_way(view, ticket)
        tickets[ticket] = "made" if way.done else "open" if way.possible else "lost"
    return Hints(closed, missing, tickets)


def _plainest(view: gs.View, index: int) -> str:
    """A payment for a track in the colour the seat has most of."""
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
        return Reason("", str(error), "notation")
    return None if reason is None else _shown(reason)


def _shown(reason: gs.Reason) -> Reason:
    return Reason(reason.rule, reason.why, reason.code, dict(reason.params))
