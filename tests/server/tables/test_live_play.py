"""Live play over real sockets: snapshots, events, repeated and stale moves, presence, chat."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

import goldenspike as gs
from goldenspike.arena.records.replaying import check_game, read_games
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.transfer import export_tables
from support.server.client import Api, Seat, guest, new_table
from support.server.in_process import opened, started
from support.server.in_process import people as guests
from support.server.process import ServerProcess


async def seated(base: str, players: int = 2, **options: Any) -> tuple[str, list[Api], list[Seat]]:
    table, people = await new_table(base, players, **options)
    seats = [await Seat(base, table, p.token, i).open() for i, p in enumerate(people)]
    for seat in seats:
        await seat.until("presence")
    return table, people, seats


async def actor(seats: list[Seat]) -> Seat:
    """The seat to act, with every socket heard up to the same number."""
    newest = max(seat.n or 0 for seat in seats)
    for seat in seats:
        while (seat.n or 0) < newest:
            await seat.receive()
    return next(seat for seat in seats if seat.to_act)


async def one_move(seats: list[Seat]) -> Seat:
    seat = await actor(seats)
    assert seat.view is not None
    await seat.move(seat.view["legal"][0])
    while seat.waiting:
        await seat.receive()
    target = max(seat.acked.values())
    for other in seats:
        while (other.n or 0) < target:
            await other.receive()
    return seat


@pytest.mark.parametrize(("board", "players"), [("usa", 3), ("germany", 2), ("nordic", 2)])
async def test_a_whole_game_and_everything_after_it(
    base: str, server: ServerProcess, board: str, players: int, tmp_path: Path
):
    table, people, seats = await seated(base, players, board=board)
    watcher = await Seat(base, table, None, None).open()
    before = await people[0].get(f"/api/tables/{table}")
    assert before["table"]["commitment"]

    async def watch() -> None:
        while watcher.result is None:
            await watcher.receive()

    source = random.Random(board)
    await asyncio.gather(watch(), *(seat.play_on(source) for seat in seats))
    assert watcher.view is not None
    for seat in seats:
        assert seat.view is not None
        assert seat.view["phase"] == "over"
        assert {k: v for k, v in seat.view.items() if k != "seat"} == {
            k: v for k, v in watcher.view.items() if k != "seat"
        }, "after the end everyone sees everything"
        assert not seat.refusals

    result = await people[0].get(f"/api/tables/{table}/result")
    assert result == seats[0].result
    assert hashlib.sha256(result["secret"].encode()).hexdigest() == before["table"]["commitment"]
    record = await people[0].get(f"/api/tables/{table}/record")
    game = gs.replay(record)
    assert record["bots"] == [None] * players
    assert record["by"] == ["person"] * len(game.actions)
    assert record["times"] == sorted(record["times"])
    assert record["started"] <= record["times"][0] <= record["times"][-1] <= record["finished"]
    export = tmp_path / "tables.jsonl"
    database = Database(Settings(db=server.db))
    await database.open(create=False)
    export.write_bytes(b"".join([line async for line in export_tables(database, [table])]))
    await database.close()
    ((_, exported),) = read_games(export)
    assert check_game(exported) == len(game.actions), "an export is replayed, too"
    for shown, score in zip(result["scores"], game.scores(), strict=True):
        assert shown["total"] == score.total
        assert shown["rank"] == score.rank
    mine = await people[1].get("/api/me/games")
    assert [g["table"]["id"] for g in mine["finished"]] == [table]
    assert mine["finished"][0]["rank"] == result["scores"][1]["rank"]

    from goldenspike.server.protocol import merge_patch

    for query, final in (("", watcher.view), ("?seat=1", seats[1].view)):
        replay = await people[0].get(f"/api/tables/{table}/replay{query}")
        view = replay["start"]
        for step in replay["steps"]:
            view = merge_patch.apply(view, step["patch"])
        assert view["routes"] == final["routes"]
        assert [s["trains"] for s in view["seats"]] == [s["trains"] for s in final["seats"]]
        assert len(replay["steps"]) == watcher.n
        closed = {track for step in replay["steps"] for track in step["closed"]}
        assert closed == _shut(board, players, set(final["routes"])), "CLAIM-6, told step by step"

    again = await people[1].post(f"/api/tables/{table}/rematch")
    assert (again["you"], again["table"]["first"]) == ({"seats": [1], "owner": True}, None)
    other = await people[0].post(f"/api/tables/{table}/rematch")
    assert (again["table"]["id"], other["you"]["seats"]) == (other["table"]["id"], [0])
    assert [s["name"] for s in again["table"]["seats"]] == [f"Player {i}" for i in range(players)]
    late = await Seat(base, table, None, None).open()
    assert (await late.until("finished"))["result"]["seed"] == result["seed"]


def _shut(name: str, players: int, taken: set[str]) -> set[str]:
    """Free tracks beside a taken one, where so few play that one closes the others."""
    board = gs.load_board(name)
    if players not in board.parallel_closed_for:
        return set()
    pairs = {frozenset((t.a, t.b)) for t in board.tracks if t.id in taken}
    return {t.id for t in board.tracks if frozenset((t.a, t.b)) in pairs} - taken


async def test_reconnecting_brings_exactly_the_missed_events(base: str):
    table, people, seats = await seated(base)
    await one_move(seats)
    gone = seats[1]
    await gone.close()
    have = gone.n
    for _ in range(5):
        seat = await actor([seats[0]]) if seats[0].to_act else None
        if seat is None:
            break
        await one_move([seats[0]])
    await gone.open(keep=True)
    kinds = [(await gone.receive())["type"] for _ in range((seats[0].n or 0) - (have or 0) + 1)]
    assert kinds == ["table"] + ["event"] * ((seats[0].n or 0) - (have or 0))
    fresh = await Seat(base, table, people[1].token, 1).open()
    await fresh.until("presence")
    assert (fresh.n, fresh.view) == (gone.n, gone.view)


async def test_an_impossible_number_gets_a_snapshot(base: str):
    table, people, seats = await seated(base)
    await one_move(seats)
    lost = Seat(base, table, people[0].token, 0)
    lost.n = 500
    await lost.open(keep=True)
    assert (await lost.until("snapshot"))["n"] == seats[0].n
    await lost.send({"type": "resync"})
    assert (await lost.until("snapshot"))["n"] == seats[0].n


async def test_stale_moves_are_refused_and_repeated_ones_counted_once(base: str):
    _, _, seats = await seated(base)
    seat = await actor(seats)
    assert seat.view is not None
    first = seat.view["legal"][0]
    for _ in range(3):
        await seat.move(first, on=0, move_id="once")
    for _ in range(3):
        assert (await seat.until("ack"))["n"] == 1
    assert seat.n == 1
    await seat.move(first, on=0, move_id="another")
    refused = await seat.until("refused")
    assert refused["error"]["code"] == "stale"
    assert refused["error"]["params"] == {"on": 0, "n": 1}
    assert seat.n == 1


async def test_illegal_moves_name_the_rule(base: str):
    _, _, seats = await seated(base)
    seat = await actor(seats)
    await seat.move("claim nowhere-atlantis:red 3red")
    refused = await seat.until("refused")
    assert refused["error"]["code"] == "illegal"
    assert refused["error"]["text"] == refused["error"]["params"]["why"] != ""
    assert seat.n == 0


async def test_several_tabs_of_one_seat_see_the_same(base: str):
    table, people, seats = await seated(base)
    tab = await Seat(base, table, people[0].token, 0).open()
    await tab.until("presence")
    for _ in range(4):
        await one_move([*seats, tab] if not tab.to_act else [tab, seats[1]])
        while tab.n != max(s.n or 0 for s in seats):
            await tab.receive()
        while seats[0].n != tab.n:
            await seats[0].receive()
        assert tab.view == seats[0].view


async def test_one_device_may_hold_several_seats(base: str):
    person = await guest(base, "Family")
    made = await person.post("/api/tables", {"board": "usa", "seats": [{}, {}]})
    table = made["table"]["id"]
    joined = await person.post(f"/api/tables/{table}/join", {"name": "Grandma"})
    assert joined["seat"] == 1
    assert joined["you"]["seats"] == [0, 1]
    await person.post(f"/api/tables/{table}/start")
    device = await Seat(base, table, person.token, 0).open()
    await device.until("presence")
    assert device.view is not None
    assert device.view["seat"] == 0
    await device.send({"type": "hello", "token": person.token, "seat": 1})
    await device.until("snapshot")
    assert device.view["seat"] == 1
    assert "cards" not in device.view["seats"][0]


async def test_presence_and_chat(base: str):
    table, _, seats = await seated(base, 2)
    await seats[0].send({"type": "chat", "id": "c1", "text": "  <b>hi</b> '; DROP TABLE chat; "})
    said = await seats[1].until("said")
    assert said["text"] == "<b>hi</b> '; DROP TABLE chat;"
    assert (said["seat"], said["name"]) == (0, "Player 0")
    assert (await seats[0].until("ack"))["n"] == 1
    await seats[0].send({"type": "chat", "id": "c1", "text": "again"})
    assert (await seats[0].until("ack"))["n"] == 1, "the same id is counted once"
    watcher = await Seat(base, table, None, None).open()
    assert (await watcher.until("said"))["number"] == 1, "late comers get the last lines"
    await watcher.send({"type": "chat", "id": "w", "text": "psst"})
    assert (await watcher.until("refused"))["error"]["code"] == "spectator"
    assert (await seats[1].until("presence"))["spectators"] == 1
    await seats[0].close()
    gone = await seats[1].until("presence")
    assert gone["seats"][0] == {"seat": 0, "connected": False}


async def test_questions_are_answered_from_the_seats_own_view(base: str):
    _, _, seats = await seated(base)
    for _ in range(2):
        seat = await actor(seats)
        assert seat.view is not None
        ticket = seat.view["seats"][seat.seat]["offer"][0]
        await seat.send({"type": "ask", "id": "w", "what": "ticket", "ticket": ticket})
        way = (await seat.until("answer"))["way"]
        assert way["possible"]
        assert way["tracks"]
        assert way["spaces"] > 0
        await one_move(seats)
    seat = await actor(seats)
    assert seat.view is not None
    await seat.send({"type": "ask", "id": "q", "what": "track", "track": "portland-seattle:gray"})
    about = await seat.until("answer")
    claims = [a for a in seat.view["legal"] if a.startswith("claim portland-seattle:gray ")]
    assert about["payments"] == claims
    assert about["legal"] == bool(claims)
    assert bool(about["reason"]) != bool(claims)
    await seat.send({"type": "ask", "id": "r", "what": "action", "action": "draw nonsense"})
    assert (await seat.until("answer"))["legal"] is False
    await seat.send({"type": "ask", "id": "s", "what": "track", "track": "a-b:red"})
    assert (await seat.until("refused"))["error"]["code"] == "question_bad"


async def test_the_lobby_is_live(base: str):
    owner = await guest(base)
    async with connect(base.replace("http", "ws", 1) + "/ws/lobby") as lobby:

        async def news(kind: str) -> Any:
            while True:
                message = json.loads(await asyncio.wait_for(lobby.recv(), 10))
                if message["type"] == kind:
                    return message

        await news("lobbytables")
        made = await owner.post(
            "/api/tables", {"board": "usa", "seats": [{}, {"kind": "bot"}], "public": True}
        )
        table = made["table"]["id"]
        while table not in [shown["id"] for shown in (await news("lobbychanges"))["tables"]]:
            pass
        assert table in [t["id"] for t in (await owner.get("/api/tables"))["tables"]]
        await owner.post(f"/api/tables/{table}/start")
        while (table, "running") not in [
            (shown["id"], shown["status"]) for shown in (await news("lobbychanges"))["tables"]
        ]:
            pass


async def test_a_private_table_is_joined_by_its_code_and_not_listed(base: str):
    owner, friend = await guest(base, "Ann"), await guest(base, "Bob")
    made = (await owner.post("/api/tables", {"board": "nordic", "seats": [{}, {}]}))["table"]
    assert made["id"] not in [t["id"] for t in (await owner.get("/api/tables"))["tables"]]
    found = await friend.get(f"/api/codes/{made['code'].lower()}")
    assert found["table"]["id"] == made["id"]
    waiting = await Seat(base, made["id"], owner.token, None).open()
    await waiting.until("presence")
    await friend.post(f"/api/tables/{made['id']}/join?code={made['code']}", {})
    shown = await waiting.until("table")
    assert [s["name"] for s in shown["table"]["seats"]] == ["Ann", "Bob"]
    colours = [s["colour"] for s in shown["table"]["seats"]]
    assert len(set(colours)) == 2
    taken = await friend.call(
        "POST", f"/api/tables/{made['id']}/colour", {"seat": 1, "colour": colours[0]}
    )
    assert taken.json()["error"]["code"] == "colour_taken"
    await owner.post(f"/api/tables/{made['id']}/start")
    await waiting.until("snapshot")
    assert waiting.view is not None
    assert waiting.view["seat"] == 0


async def test_closed_seats_are_dropped_at_the_start(base: str):
    owner, friend = await guest(base), await guest(base, "Bob")
    seats = [{}, {"kind": "closed"}, {"kind": "closed"}, {}]
    body = {"board": "usa", "seats": seats, "first": 3, "public": True}
    made = (await owner.post("/api/tables", body))["table"]
    await friend.post(f"/api/tables/{made['id']}/join", {"seat": 3})
    socket = await Seat(base, made["id"], friend.token, 3).open()
    await socket.until("presence")
    started = await owner.post(f"/api/tables/{made['id']}/start")
    assert [s["name"] for s in started["table"]["seats"]] == ["Ada", "Bob"]
    assert started["table"]["turn"] == 1
    await socket.until("snapshot")
    assert socket.seat == 1
    assert socket.to_act


async def test_a_waiting_table_that_everyone_left_is_removed(base: str):
    owner, friend = await guest(base), await guest(base, "Bob")
    body = {"board": "usa", "seats": [{}, {}], "public": True}
    table = (await owner.post("/api/tables", body))["table"]["id"]
    await friend.post(f"/api/tables/{table}/join", {})
    socket = await Seat(base, table, owner.token, None).open()
    await socket.until("presence")
    await owner.post(f"/api/tables/{table}/leave", {"seat": 0})
    passed_on = await friend.get(f"/api/tables/{table}")
    assert passed_on["you"]["owner"], "the owner leaving passes the table on"
    await friend.post(f"/api/tables/{table}/leave", {"seat": 1})
    assert (await friend.call("GET", f"/api/tables/{table}")).status_code == 404
    assert table not in [t["id"] for t in (await owner.get("/api/tables"))["tables"]]
    assert socket.socket is not None
    await socket.socket.wait_closed()
    assert socket.socket.close_code == 4404


async def test_pages_are_compressed_but_tokens_are_not(base: str):
    person = await guest(base)
    listed = await person.call("GET", "/api/openapi.json")
    assert listed.headers["content-encoding"] == "gzip"
    named = await person.call("POST", "/api/guests", {"name": "x" * 40})
    assert "content-encoding" not in named.headers


async def test_a_claim_that_names_its_substitutes_is_stored_whole(db: str):
    """Paid at once with substitutes, it is several decisions of the rules and one action here."""
    async with opened(db) as server:
        pair = await guests(server, 2)
        row = await started(server, pair, board="nordic")
        table = await server.tables.load(row.id)
        source = random.Random(1)
        while True:
            game = table.started_game
            text = paid_at_once(game)
            if text is not None:
                break
            legal = [str(action) for action in game.legal()]
            draws = [action for action in legal if action.startswith("draw")]
            await table.play(game.seat, source.choice(draws or legal), table.n, "bot")
        await table.play(game.seat, text, table.n, "bot")
        before = table.started_game.position()
        server.tables.forget(row.id)
        again = await server.tables.load(row.id)
        assert again.started_game.position() == before


def paid_at_once(game: gs.Game) -> str | None:
    """A legal claim with substitutes as one text, if there is one."""
    for action in game.legal():
        if "any" in action.text:
            trial = game.copy()
            trial.play(action)
            claim, payment = action.text.rsplit(" ", 1)
            cards = [part for part in payment.split("+") if not part.endswith("any")]
            while trial.phase == "give":
                give = trial.legal()[0]
                cards.append("1" + give.text.split()[1])
                trial.play(give)
            text = f"{claim} {'+'.join(cards)}"
            if game.is_legal(text):
                return text
    return None
