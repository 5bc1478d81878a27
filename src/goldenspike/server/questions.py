"""Questions a seat asks about its own view. Answers come from the rules and change nothing."""

from __future__ import annotations

from typing import Any

import goldenspike as gs
from goldenspike.boards.model import CARD_COLOURS, GRAY

from .errors import Refusal
from .messages import Answer, Ask, Reason
from .room import Room
from .ways import cheapest_way


def answer(room: Room, seat: int | None, ask: Ask) -> Answer:
    """Answer a seat's question; call with the room's lock held and the game ready."""
    if seat is None:
        raise Refusal("spectator")
    if room.game is None:
        raise Refusal("table_waiting")
    if ask.what == "ticket":
        if ask.ticket is None:
            raise Refusal("question_bad", why="Which ticket? Send its id as `ticket`.")
        view = room.game.view(seat).to_json()
        way = cheapest_way(gs.load_board(room.row.board), view, ask.ticket)
        return Answer(ask.id, room.n, way=way)
    if ask.what == "track":
        if ask.track is None:
            raise Refusal("question_bad", why="Which track? Send its id as `track`.")
        return _about_track(room, seat, ask.id, ask.track)
    if ask.action is None:
        raise Refusal("question_bad", why="Which action? Send its text as `action`.")
    reason = _why_not(room, seat, ask.action)
    return Answer(ask.id, room.n, legal=reason is None, reason=reason)


def _about_track(room: Room, seat: int, ask_id: str, track_id: str) -> Answer:
    board = gs.load_board(room.row.board)
    track = next((t for t in board.tracks if t.id == track_id), None)
    if track is None:
        raise Refusal("question_bad", why=f"{board.id} has no track {track_id}.")
    view = room.game.view(seat)
    start = f"claim {track_id} "
    payments = [text for text in map(str, view.legal()) if text.startswith(start)]
    if payments:
        return Answer(ask_id, room.n, payments=payments, legal=True)
    # No payment is legal, so the plainest one is refused, and the rules say why.
    cards = view.to_json()["seats"][seat].get("cards", {})
    colour = track.colour
    if colour == GRAY:
        colour = max(CARD_COLOURS, key=lambda c: cards.get(c, 0))
    parts = []
    if track.length > track.locomotives:
        parts.append(f"{track.length - track.locomotives}{colour}")
    if track.locomotives:
        parts.append(f"{track.locomotives}locomotive")
    reason = _why_not(room, seat, start + "+".join(parts))
    return Answer(ask_id, room.n, payments=[], legal=False, reason=reason)


def _why_not(room: Room, seat: int, action: str) -> Reason | None:
    if room.game.over:
        return Reason("END-1", "The game is over.")
    if room.game.seat != seat:
        return Reason("TURN", f"It is the turn of seat {room.game.seat}.")
    trial: Any = room.game.copy()
    try:
        trial.play(action)
    except gs.IllegalAction as error:
        return Reason(error.rule or "", error.why)
    return None
