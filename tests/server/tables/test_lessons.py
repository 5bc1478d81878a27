"""Lessons: prepared deals, for one learner and a bot."""

from __future__ import annotations

from typing import Any

import pytest

import goldenspike as gs
from goldenspike.server.tables.lessons import lessons
from support.server.client import Seat, guest

NAMES = list(lessons())


def played(name: str, moves: int | None = None) -> gs.Game:
    """A lesson's game after its first moves, or after all."""
    lesson = lessons()[name]
    game = gs.Game(lesson.board, players=2, seed=lesson.seed, first=0)
    for seat, action in (*lesson.before, *lesson.moves[:moves]):
        assert game.seat == seat
        assert str(game.play(action).action) == action
    return game


@pytest.mark.parametrize("name", NAMES)
def test_every_planned_move_is_legal_and_the_learner_begins(name: str):
    assert played(name, 0).seat == 0
    played(name)


@pytest.mark.parametrize(
    ("name", "claimed"),
    [
        ("first_game", "denver-santa_fe:gray"),
        ("passengers", "frankfurt-koeln:gray"),
        ("ferry", "helsinki-stockholm:gray"),
        ("tunnel", "lillehammer-oslo:purple"),
        ("lieksa", "lieksa-murmansk:gray"),
    ],
)
def test_the_route_of_a_lesson_becomes_the_learners(name: str, claimed: str):
    assert played(name).position()["routes"][claimed] == 0


def test_the_first_game_completes_a_ticket_and_the_last_round_ends_with_a_win():
    assert played("first_game").scores()[0].tickets_made == 1
    end = played("last_round")
    assert end.over
    assert end.scores()[0].rank == 1


def test_the_passengers_of_a_lesson_can_be_chosen():
    assert len(played("passengers", 1).legal()) > 1


def test_a_planned_move_is_only_given_to_its_seat_and_if_it_is_legal():
    lesson = lessons()["first_game"]
    keep = lesson.moves[1][1]
    assert lesson.planned(0, 1, [keep]) == keep
    assert lesson.planned(0, 1, ["draw deck"]) is None
    assert lesson.planned(len(lesson.moves), 1, ["draw deck"]) is None


async def begin(base: str, name: str) -> tuple[Any, dict[str, Any], Seat]:
    ada = await guest(base)
    made = (await ada.post(f"/api/lessons/{name}"))["table"]
    seat = await Seat(base, made["id"], ada.token, 0).open()
    await seat.until("snapshot")
    return ada, made, seat


@pytest.mark.parametrize("name", NAMES)
async def test_a_lesson_is_played_as_planned(base: str, name: str):
    lesson = lessons()[name]
    _, table, seat = await begin(base, name)
    assert table["lesson"] == name
    assert table["status"] == "running"
    assert seat.n == len(lesson.before)
    for number, (who, action) in enumerate(lesson.moves, len(lesson.before)):
        if who == 0:
            on = {"type": "move", "id": str(number), "on": number, "action": action}
            await seat.send(on)
        event = await seat.until("event")
        assert (event["n"], event["event"]["seat"]) == (number + 1, who)
    assert not seat.refusals


async def test_a_learner_who_leaves_the_plan_plays_on_with_the_bot(base: str):
    _, _, seat = await begin(base, "lieksa")
    for _ in range(2):
        on = {"type": "move", "id": f"{seat.n}", "on": seat.n, "action": "draw deck"}
        await seat.send(on)
        await seat.until("event")
    assert (await seat.until("event"))["event"]["seat"] == 1


async def test_nobody_else_can_sit_down_or_change_the_seats(base: str):
    ada, table, _ = await begin(base, "ferry")
    bob = await guest(base, "Bob")
    path = f"/api/tables/{table['id']}"
    joined = await bob.call("POST", f"{path}/join", {})
    assert joined.json()["error"]["code"] == "invitation_needed"
    opened = await ada.call("POST", f"{path}/seat", {"seat": 1, "kind": "open"})
    assert opened.json()["error"]["code"] == "table_started"
    assert table["public"] is False


async def test_a_deal_cannot_be_chosen_for_another_table(base: str):
    ada = await guest(base)
    wish = {"board": "usa", "seats": [{}, {}], "lesson": "first_game"}
    assert (await ada.call("POST", "/api/tables", wish)).status_code == 400


async def test_an_unknown_lesson_is_refused(base: str):
    ada = await guest(base)
    for name in ("chess", "..", "%00", "first_game.json"):
        answer = await ada.call("POST", f"/api/lessons/{name}")
        assert answer.status_code == 404, name
    answer = await ada.call("POST", "/api/lessons/chess")
    assert answer.json()["error"]["params"]["lessons"] == NAMES


async def test_lessons_are_not_among_my_games_and_go_when_they_are_left(base: str):
    ada, table, _ = await begin(base, "tunnel")
    games = await ada.get("/api/me/games")
    assert games == {"waiting": [], "running": [], "finished": []}
    assert (await ada.get("/api/me/waiting"))["games"] == 0
    await ada.post(f"/api/tables/{table['id']}/leave", {"seat": 0})
    assert (await ada.call("GET", f"/api/tables/{table['id']}")).status_code == 404


async def test_a_new_lesson_replaces_the_unfinished_one(base: str):
    ada, first, _ = await begin(base, "tunnel")
    second = (await ada.post("/api/lessons/ferry"))["table"]
    assert (await ada.call("GET", f"/api/tables/{first['id']}")).status_code == 404
    assert (await ada.get(f"/api/tables/{second['id']}"))["table"]["status"] == "running"
