"""Games that go on from a moment of a finished one."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.server.people.account_ratings import rated_seats
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.review_bodies import WhatIf
from goldenspike.server.protocol.table_bodies import NewTable, SeatWish
from goldenspike.server.reviews.what_if import what_if_table
from goldenspike.server.storage.stored_games import new_game
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import seating
from goldenspike.server.views.start_positions import imagined
from support.bot_games import play_bots
from support.server.client import Api, Seat, finished_game, guest, hasty, new_table

ADA = PersonRow("ada", "Ada", "ada", 0)


def table_of(game: gs.Game) -> TableRow:
    """A table at which a game like this one was played."""
    seats = [SeatWish(), *(SeatWish("bot") for _ in range(game.players - 1))]
    return seating.new_table(NewTable(game.board.id, seats), ADA)


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("germany", 3), ("nordic", 2)])
@pytest.mark.parametrize("actions", [0, 1, 25, 60])
def test_the_mover_sees_the_same_and_nothing_hidden_is_carried_over(
    board: str, players: int, actions: int
):
    game = play_bots(board, ["greedy"] * players, 4, until=actions)
    seat = game.seat
    made = what_if_table(table_of(game), game, WhatIf(actions, "known"), ADA, seed=9)
    begun = new_game(made, game.board)
    assert begun.view(seat).to_json() == game.view(seat).to_json()
    assert begun != game
    # Whatever the hidden cards were, the same game begins: nothing of them is in it.
    other = game.resample(seat, seed=77)
    assert other != game
    assert imagined(other, 9) == imagined(game, 9) == begun


def test_an_open_game_goes_on_as_it_was():
    game = play_bots("usa", ["greedy", "greedy"], 4, until=40)
    made = what_if_table(table_of(game), game, WhatIf(40, "open"), ADA)
    assert new_game(made, game.board) == game


def test_its_seats_are_the_persons_and_bots_and_it_is_never_rated():
    game = play_bots("usa", ["greedy"] * 3, 4, until=40)
    row = table_of(game)
    made = what_if_table(row, game, WhatIf(40, level="hard"), ADA)
    assert made.status == "running"
    assert not made.public
    assert [s.kind for s in made.seats].count("bot") == 2
    assert made.seats[game.seat].person == "ada"
    assert {s.level for s in made.seats if s.kind == "bot"} == {"hard"}
    device = what_if_table(row, game, WhatIf(40, others="device"), ADA)
    assert [s.person for s in device.seats] == ["ada"] * 3
    # Not even if other accounts sat there.
    for number, seat in enumerate(made.seats):
        seat.kind, seat.person, seat.account = "person", f"p{number}", True
    moves = dict.fromkeys(range(3), 20)
    assert rated_seats(made, moves) == []
    made.options = row.options
    assert len(rated_seats(made, moves)) == 3


async def test_a_finished_game_can_be_gone_on_from_and_played_to_its_end(base: str):
    table, (ada, ben) = await finished_game(base, 11, board="nordic")
    steps = (await ada.get(f"/api/tables/{table}/replay"))["steps"]
    at = len(steps) - 12
    made = await ben.post(f"/api/tables/{table}/what-if", {"step": at, "others": "device"})
    info = made["table"]
    assert info["status"] == "running"
    assert info["origin"] == {"table": table, "step": at, "cards": "known"}
    assert "start" not in info
    seats = [await Seat(base, info["id"], ben.token, i).open() for i in range(2)]
    source = random.Random(3)
    await asyncio.gather(*(seat.play_on(source, choose=hasty) for seat in seats))
    result = await ben.get(f"/api/tables/{info['id']}/result")
    assert result["ratings"] == []
    assert (await ben.get(f"/api/tables/{info['id']}/replay"))["steps"]
    answer = await ben.call("GET", f"/api/tables/{info['id']}/record")
    assert answer.json()["error"]["code"] == "no_record"


async def test_what_a_seat_is_sent_does_not_have_the_other_hands(base: str):
    table, (ada, _) = await finished_game(base, 12)
    made = await ada.post(f"/api/tables/{table}/what-if", {"step": 30, "cards": "open"})
    (mine,) = made["you"]["seats"]
    seat = await Seat(base, made["table"]["id"], ada.token, mine).open()
    await seat.until("snapshot")
    assert seat.view is not None
    assert "cards" in seat.view["seats"][mine]
    assert "cards" not in seat.view["seats"][1 - mine]
    assert "tickets" not in seat.view["seats"][1 - mine]


async def test_who_may_not_see_a_replay_may_not_go_on_from_it(base: str):
    table, (ada, _) = await finished_game(base, 13, public=False)
    code = (await ada.get(f"/api/tables/{table}"))["table"]["code"]
    eve = await guest(base, "Eve")
    path, wish = f"/api/tables/{table}/what-if", {"step": 20}
    assert await refusal(eve, path, wish) == "invitation_needed"
    assert await refusal(Api(base), path, wish) == "token_needed"
    assert (await eve.post(f"{path}?code={code}", wish))["table"]["status"] == "running"
    for nonsense in ({"step": 10**6}, {"step": 20, "level": "godlike"}, {"step": -1}, {"step": "x"},
                     {"step": 20, "cards": "marked"}, {}):  # fmt: skip
        assert await refusal(ada, path, nonsense) in ("step_unknown", "bot_unknown", "malformed")


async def test_a_running_game_cannot_be_gone_on_from(base: str):
    table, (ada, _) = await new_table(base, 2)
    assert await refusal(ada, f"/api/tables/{table}/what-if", {"step": 0}) == "table_running"


async def refusal(api: Api, path: str, body: Any) -> str:
    answer = await api.call("POST", path, body)
    return str(answer.json()["error"]["code"])
