"""Whatever leaves the server while a game runs, by whichever way, holds nothing hidden.

`test_hidden_information.py` compares what is said at the table with other worlds. Here everything
else is searched for what nobody may know: tickets in hands and those that were returned, the seed,
and the secret it is made of. What one seat may know is searched for in what others get.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from websockets.asyncio.client import connect

import goldenspike as gs
from goldenspike.cli import app
from goldenspike.server.protocol.messages import Ask
from goldenspike.server.views.answers import answer
from goldenspike.server.views.client_view import snapshot_text
from support.server.client import Api, Seat, guest, hasty
from support.server.process import ServerProcess
from support.server.push_service import Browser
from support.walks import walk

PLAYERS = 3
AWAY = 2
"""The seat of somebody who connects only to move, and is told of the turn in other ways."""


class RunningGame:
    """A game of three under way, of which everything is known to the test."""

    def __init__(self, server: ServerProcess, browser: Browser) -> None:
        self.server, self.browser = server, browser
        self.people: list[Api] = []
        self.table: dict[str, Any] = {}
        self.lobby: list[str] = []
        self.told: list[str] = []
        """What the first seat was told at the table."""

    async def play(self, moves: int) -> None:
        base = self.server.base
        account = {"name": "Ada Account", "password": "long enough"}
        ada = Api(base)
        ada.token = (await ada.post("/api/accounts", account))["token"]
        self.people = [ada, await guest(base, "Bob"), await guest(base, "Cy")]
        wish = {"board": "usa", "seats": [{}] * PLAYERS, "public": True}
        self.table = (await ada.post("/api/tables", wish))["table"]
        for person in self.people[1:]:
            await person.post(f"/api/tables/{self.table['id']}/join", {})
        key = self.browser.wish()
        subscription = {"endpoint": key.endpoint, "p256dh": key.p256dh, "auth": key.auth}
        await self.people[AWAY].post("/api/me/notices/subscribe", subscription)
        hook = {"webhook": f"{self.browser.base}/hook"}
        assert (await self.people[AWAY].call("PUT", "/api/me/notices", hook)).status_code == 200
        async with connect(base.replace("http", "ws", 1) + "/ws/lobby") as lobby:
            watching = asyncio.create_task(self._watch(lobby))
            await ada.post(f"/api/tables/{self.table['id']}/start")
            seats = [self._seat(seat) for seat in range(PLAYERS)]
            for seat in seats[:AWAY]:
                await seat.open()
                await seat.until("presence")
            source = random.Random(4)
            for _ in range(moves):
                await self._one_move(seats, source)
            await seats[0].send({"type": "chat", "id": "c", "text": "hello"})
            await seats[0].until("said")
            await asyncio.sleep(1.2)  # changes of the lobby are gathered for a second
            watching.cancel()
        for seat in seats:
            await seat.close()
        self.told = seats[0].received
        complaint = {"seat": 0, "reason": "insult", "text": "rude"}
        await self.people[1].post(f"/api/tables/{self.table['id']}/report", complaint)

    def _seat(self, seat: int) -> Seat:
        return Seat(self.server.base, self.table["id"], self.people[seat].token, seat)

    async def _watch(self, lobby: Any) -> None:
        while True:
            self.lobby.append(str(await lobby.recv()))

    async def _one_move(self, seats: list[Seat], source: random.Random) -> None:
        """Whoever is to act does; the person who is away connects for that, later."""
        here = seats[0]
        assert here.view is not None
        turn = here.view["turn"]
        mover = seats[turn]
        if turn == AWAY:
            # A pushed message and a webhook's, which may have come already.
            async with asyncio.timeout(20):
                while len(self.browser.requests) < 2:
                    await asyncio.sleep(0.02)
            await mover.open()
            await mover.until("presence")
        while mover.n != here.n:
            await mover.receive()
        assert mover.view is not None
        await mover.move(hasty(mover.view["legal"], source))
        while mover.waiting:
            await mover.receive()
        while here.n != mover.n:
            await here.receive()
        if turn == AWAY:
            await mover.close()

    def hidden_from(self, *seats: int) -> re.Pattern[str]:
        """What none of these seats may know, or nobody if there are none."""
        with sqlite3.connect(self.server.db) as connection:
            seed, secret = connection.execute("SELECT seed, secret FROM tables").fetchone()
            played = connection.execute("SELECT action FROM actions ORDER BY number").fetchall()
            numbers = connection.execute("SELECT number FROM seats").fetchall()
        assert len(numbers) == PLAYERS
        first = self.table["first"]
        game = gs.Game("usa", players=PLAYERS, seed=int(seed, 16), first=first)
        words = {str(seed), str(int(seed, 16)), str(secret)}
        known: set[str] = set()
        for (action,) in played:
            self._tickets(game, seats, words, known)
            game.play(action)
        self._tickets(game, seats, words, known)
        assert not game.over
        assert len(words - known) > 3
        tracks = {track.id.split(":")[0] for track in game.board.tracks}
        found = "|".join(map(re.escape, sorted(words - known - tracks)))
        return re.compile(rf"(?<![\w-])(?:{found})(?![\w-])")

    def _tickets(
        self, game: gs.Game, seats: tuple[int, ...], words: set[str], known: set[str]
    ) -> None:
        for number, seat in enumerate(game.position()["seats"]):
            theirs = {*seat["tickets"], *seat["offer"]}
            (known if number in seats else words).update(theirs)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[RunningGame]:
    async with Browser().listening() as browser:
        settings = {
            "PUSH_HOSTS": browser.base, "WEBHOOK_HOSTS": browser.base, "NOTICE_DELAY": "0.05",
            "LOG": "debug",
        }  # fmt: skip
        with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
            made = RunningGame(server, browser)
            await made.play(45)
            yield made


async def test_nothing_that_leaves_the_server_names_what_is_hidden(game: RunningGame):
    sent: dict[str, str] = {"lobby": "".join(game.lobby), "log": game.server.log()}
    pushes = [body for headers, body in game.browser.requests if "content-encoding" in headers]
    hooks = [body for headers, body in game.browser.requests if "content-encoding" not in headers]
    assert pushes
    assert hooks
    sent["push"] = json.dumps([game.browser.opened(body) for body in pushes])
    sent["webhook"] = b"".join(hooks).decode()
    async with httpx.AsyncClient(base_url=game.server.base) as stranger:
        for path in (
            "/metrics", "/health", f"/table/{game.table['id']}", f"/replay/{game.table['id']}",
            f"/join/{game.table['code']}",
        ):  # fmt: skip
            answered = await stranger.get(path)
            assert answered.status_code == 200
            sent[path] = answered.text
    commands = (
        ("moderator", "Ada Account"), ("tables",), ("bad-rows",), ("people",), ("reports",),
        ("audit",), ("export-person", "Bob"),
    )  # fmt: skip
    for command, *arguments in commands:
        words = ["admin", command, *arguments, "--db", game.server.db, *_json(command)]
        run = await asyncio.to_thread(CliRunner().invoke, app, words)
        assert run.exit_code == 0, run.output
        sent[f"admin {command}"] = run.output
    for path in ("/api/moderation/reports", "/api/moderation/boards"):
        sent[path] = json.dumps(await game.people[0].get(path))
    for way in ("admin reports", "/api/moderation/reports"):
        assert "rude" in sent[way]
        assert "hello" in sent[way], "the chat comes with it"
    hidden = game.hidden_from()
    assert len(sent["lobby"]) > 100
    assert hidden.search("".join(game.told)), "what one's own seat is told is found"
    assert not game.hidden_from(0).search("".join(game.told))
    for way, text in sent.items():
        found = hidden.findall(text)
        assert not found, f"{way} names {found[:3]}"


def _json(command: str) -> list[str]:
    return [] if command.startswith("export") else ["--json"]


async def test_no_address_tells_anybody_what_others_hide(game: RunningGame):
    """Every GET of the API, found in its own description: strangers, and people at the table."""
    for seat in (None, 0, 1):
        await _ask_everything(game, seat)


FROM_THE_PACKAGE = ("/api/boards", "/api/puzzles", "/api/first-tickets")
"""Addresses that know of no table, and name tickets: all of a board's, or those of a puzzle."""


async def _ask_everything(game: RunningGame, seat: int | None) -> None:
    hidden = game.hidden_from(*([] if seat is None else [seat]))
    api = Api(game.server.base, None if seat is None else game.people[seat].token)
    described = await api.get("/api/openapi.json")
    asked = 0
    for path, methods in described["paths"].items():
        if "get" not in methods or path.startswith(FROM_THE_PACKAGE):
            continue
        filled = path.replace("{table}", game.table["id"]).replace("{board}", "usa")
        filled = filled.replace("{code}", game.table["code"])
        assert "{" not in filled, f"the test does not know what to ask {path} for"
        for query in ("", "?seat=0", "?seat=1", f"?code={game.table['code']}"):
            answered = await api.call("GET", filled + query)
            assert answered.status_code < 500
            found = hidden.findall(answered.text)
            assert not found, f"{filled}{query} names {found[:3]}"
            asked += 1
    assert asked > 40
    for what in ("record", "replay", "result"):
        answered = await api.call("GET", f"/api/tables/{game.table['id']}/{what}")
        assert answered.status_code == 409, "not before the end, not even for its players"


async def test_the_addresses_of_a_private_table_tell_nothing(base: str):
    """attack 25: a preview of its link names its people, and its code."""
    ada = await guest(base, "Ada Private")
    wish = {"board": "usa", "seats": [{}, {}], "public": False}
    table = (await ada.post("/api/tables", wish))["table"]
    async with httpx.AsyncClient(base_url=base) as stranger:
        for path in (f"/table/{table['id']}", f"/replay/{table['id']}"):
            page = (await stranger.get(path)).text
            assert table["code"] not in page
            assert "Ada Private" not in page
        assert "Ada Private" in (await stranger.get(f"/join/{table['code']}")).text, "invited"


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("germany", 3), ("nordic", 3)])
def test_answers_are_the_same_when_hidden_things_are_resampled(board: str, players: int):
    source = random.Random(1)
    compared = 0
    for game in walk(board, players, seed=21):
        if not game.over and source.random() < 0.04:
            for viewer in (*range(players), None):
                world = game.resample(viewer, seed=source.getrandbits(60))
                assert _asked(game, viewer) == _asked(world, viewer)
                compared += 1
    assert compared > 12


def _asked(game: gs.Game, viewer: int | None) -> list[Any]:
    """The answers to everything that a seat may ask about a position."""
    asks = []
    if viewer is not None:
        tracks = game.board.tracks[::9]
        asks += [Ask(id="t", what="track", track=track.id) for track in tracks]
        asks += [Ask(id="l", what="action", action=f"claim {t.id} 1red") for t in tracks]
        mine = game.view(viewer).to_json()["seats"][viewer]["tickets"]
        asks += [Ask(id="k", what="ticket", ticket=ticket) for ticket in mine]
    hints = snapshot_text(1, game, viewer, game.hints(viewer), None)
    return [hints, *(answer(game, 1, viewer, ask) for ask in asks)]
