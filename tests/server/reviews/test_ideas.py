"""Ideas while playing: against bots alone, from what the seat knows, within limits."""

from __future__ import annotations

from typing import Any

import pytest

import goldenspike as gs
from goldenspike.review.suggestion import suggest
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Join, NewTable, SeatWish
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import seating
from goldenspike.server.tables.automation import require_ideas
from support.bot_games import play_bots
from support.server.client import Api, Seat, guest, new_table, refused

ADA, BEN = PersonRow("ada", "Ada", "ada", 0), PersonRow("ben", "Ben", "ben", 0)


async def ask(seat: Seat) -> dict[str, Any]:
    """What is answered to somebody who asks for an idea.

    Where its code has to be compiled first, the server asks for patience.
    """
    for _ in range(5):
        await seat.send({"type": "ask", "id": "idea-1", "what": "idea"})
        message = await seat.receive(90)
        while message["type"] not in ("answer", "refused"):
            message = await seat.receive(90)
        if message["type"] == "answer" or message["error"]["code"] != "busy":
            break
    return message


async def against_bots(base: str, **options: Any) -> tuple[Api, str]:
    ada = await guest(base)
    body = {"board": "usa", "seats": [{}, {"kind": "bot"}], "first": 0, "pace": 0, **options}
    table = (await ada.post("/api/tables", body))["table"]["id"]
    await ada.post(f"/api/tables/{table}/start")
    return ada, table


async def test_against_bots_an_idea_is_a_legal_action_with_reasons(base: str):
    ada, table = await against_bots(base)
    seat = await Seat(base, table, ada.token, 0).open()
    await seat.until("presence")
    for _ in range(3):
        answer = await ask(seat)
        assert answer["type"] == "answer", answer
        idea = answer["idea"]
        legal = (seat.view or {}).get("legal") or seat.choices["legal"]
        assert idea["action"] in legal
        assert all(isinstance(reason["key"], str) for reason in idea["reasons"])
        await seat.move(idea["action"])
        await seat.until("ack")
        while seat.waiting or not seat.to_act:
            await seat.receive()


async def test_in_a_lesson_too(base: str):
    ada = await guest(base)
    made = await ada.post("/api/lessons/first_game")
    seat = await Seat(base, made["table"]["id"], ada.token, 0).open()
    await seat.until("presence")
    assert (await ask(seat))["type"] == "answer"


async def test_with_other_people_nobody_is_given_an_idea(base: str):
    table, people = await new_table(base, 2)
    for number, person in enumerate(people):
        seat = await Seat(base, table, person.token, number).open()
        await seat.until("presence")
        assert (await ask(seat))["error"]["code"] == "ideas_refused"
    # Nor after one of them has left the game to a bot.
    await people[1].post(f"/api/tables/{table}/leave", {"seat": 1})
    seat = await Seat(base, table, people[0].token, 0).open()
    await seat.until("presence")
    assert (await ask(seat))["error"]["code"] == "ideas_refused"


async def test_a_rated_table_gives_no_ideas(base: str):
    ada, ben = await guest(base, "Rated A"), await guest(base, "Rated B")
    for api, name in ((ada, "idea-ada"), (ben, "idea-ben")):
        made = await api.post("/api/accounts", {"name": name, "password": "correct horse"})
        api.token = made["token"]
    body = {"board": "usa", "seats": [{}, {}, {"kind": "bot"}], "public": True}
    table = (await ada.post("/api/tables", body))["table"]["id"]
    await ben.post(f"/api/tables/{table}/join", {})
    await ada.post(f"/api/tables/{table}/start")
    for number, person in enumerate((ada, ben)):
        seat = await Seat(base, table, person.token, number).open()
        await seat.until("presence")
        assert (await ask(seat))["error"]["code"] == "ideas_refused"


async def test_spectators_and_those_who_wait_get_none(base: str):
    ada, table = await against_bots(base, public=True)
    watcher = await Seat(base, table, None, None).open()
    await watcher.until("presence")
    await watcher.send({"type": "ask", "id": "x", "what": "idea"})
    assert await refused(watcher) == "spectator"
    waiting = await ada.post("/api/tables", {"board": "usa", "seats": [{}, {"kind": "bot"}]})
    seat = await Seat(base, waiting["table"]["id"], ada.token, 0).open()
    await seat.until("presence")
    assert (await ask(seat))["error"]["code"] == "table_waiting"


async def test_one_person_is_given_few_at_once(base: str):
    from goldenspike.server.tables.automation import IDEA_BURST

    ada, table = await against_bots(base)
    seat = await Seat(base, table, ada.token, 0).open()
    await seat.until("presence")
    assert (await ask(seat))["type"] == "answer"
    for n in range(3 * IDEA_BURST):
        await seat.send({"type": "ask", "id": f"i{n}", "what": "idea"})
    codes = []
    for _ in range(3 * IDEA_BURST):
        message = await seat.receive(90)
        while message["type"] not in ("answer", "refused"):
            message = await seat.receive(90)
        codes.append(message["error"]["code"] if message["type"] == "refused" else "answered")
    assert "rate_limited" in codes
    assert "answered" in codes


def seated(*kinds: str, others: PersonRow = BEN) -> TableRow:
    """A running table of Ada, and people or bots."""
    wishes = [SeatWish(), *(SeatWish("bot" if kind == "bot" else "open") for kind in kinds)]
    row = seating.new_table(NewTable("usa", wishes), ADA)
    for number, kind in enumerate(kinds, 1):
        if kind != "bot":
            seating.join(row, others, Join(number))
    seating.start(row, ADA)
    return row


def test_every_other_seat_has_to_be_a_bots_from_the_start():
    require_ideas(seated("bot"), 0)
    require_ideas(seated("bot", "bot", "bot"), 0)
    for row in (seated("person"), seated("bot", "person"), seated("bot", "person", others=ADA)):
        with pytest.raises(Refusal) as refusal:
            require_ideas(row, 0)
        assert refusal.value.code == "ideas_refused"
    over = seated("bot")
    over.status = "finished"
    with pytest.raises(Refusal) as refusal:
        require_ideas(over, 0)
    assert refusal.value.code == "table_finished"


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("germany", 3), ("nordic", 2)])
def test_an_idea_does_not_change_when_everything_hidden_is_resampled(board: str, players: int):
    for until in (0, 30, 70):
        game = play_bots(board, ["greedy"] * players, 6, until=until)
        seat = game.seat
        idea = suggest(game.view(seat), "glance")
        other = game.resample(seat, seed=5)
        assert other != game
        assert suggest(other.view(seat), "glance") == idea
        assert idea.action in {str(action) for action in game.legal()}


def test_plain_and_compiled_views_give_the_same_idea():
    game = play_bots("usa", ["greedy", "greedy"], 6, until=30)
    plain = gs.Game.from_position(game.position(), kernel="plain")
    compiled = gs.Game.from_position(game.position(), kernel="compiled")
    ideas = [suggest(each.view(each.seat), "glance") for each in (plain, compiled)]
    assert ideas[0] == ideas[1]
