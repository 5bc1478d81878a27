"""A client like the browser's: HTTP, one socket for each seat, a view updated by patches."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Callable
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

from goldenspike.server.protocol import merge_patch

GONE = (OSError, websockets.WebSocketException, httpx.TransportError, EOFError, TimeoutError)


OPEN: list[Any] = []
"""Everything opened by the test that runs; closed after it."""


class Api:
    """The HTTP side; `token` belongs to one person."""

    def __init__(self, base: str, token: str | None = None) -> None:
        self.base = base
        self.token = token
        # A connection for each request: none meets one that the server is closing just then.
        limits = httpx.Limits(max_keepalive_connections=0)
        self.client = httpx.AsyncClient(base_url=base, timeout=30, limits=limits)
        OPEN.append(self)

    async def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return await self.client.request(method, path, json=body, headers=headers)

    async def get(self, path: str) -> Any:
        answer = await self.call("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None) -> Any:
        answer = await self.call("POST", path, body)
        assert answer.status_code in (200, 201), f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def close(self) -> None:
        await self.client.aclose()


async def guest(base: str, name: str = "Ada") -> Api:
    """A new guest."""
    api = Api(base)
    api.token = (await api.post("/api/guests", {"name": name}))["token"]
    return api


def hasty(legal: list[str], source: random.Random) -> str:
    """A legal action that brings a game to its end sooner than any one would: claims first."""
    claims = [action for action in legal if action.startswith("claim")]
    if claims and source.random() < 0.9:
        return source.choice(claims)
    draws = [action for action in legal if action.startswith("draw")]
    return source.choice(draws or legal)


class Seat:
    """One seat's socket. Everything received is kept in `received`, byte for byte."""

    def __init__(self, base: str, table: str, token: str | None, seat: int | None) -> None:
        self.url = base.replace("http", "ws", 1) + f"/ws/tables/{table}"
        self.token, self.seat = token, seat
        self.socket: ClientConnection | None = None
        self.n: int | None = None
        self.view: dict[str, Any] | None = None
        self.table: dict[str, Any] | None = None
        self.result: dict[str, Any] | None = None
        self.choices: dict[str, Any] = {"legal": []}
        self.received: list[str] = []
        self.hints: Any = None
        self.acked: dict[str, int] = {}
        self.refusals: list[dict[str, Any]] = []
        self.ids = itertools.count()
        self.unanswered: dict[str, Any] | None = None
        OPEN.append(self)

    async def open(self, keep: bool = False) -> Seat:
        """Connect and say hello; with `keep`, only for what came after the number we have.

        What others do is heard from the moment the server has answered: `until("presence")`.
        """
        self.socket = await connect(self.url, max_size=None, compression=None, open_timeout=30)
        await self.send({"type": "hello", "token": self.token, "seat": self.seat,
                         "have": self.n if keep else None})  # fmt: skip
        return self

    async def send(self, message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def receive(self, timeout: float = 20.0) -> dict[str, Any]:
        """The next message, taken in."""
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        self._take_in(message)
        return message

    async def until(self, kind: str, timeout: float = 20.0) -> dict[str, Any]:
        """Everything up to the next message of a kind."""
        passed: list[str] = []
        while True:
            try:
                message = await self.receive(timeout)
            except TimeoutError:
                raise TimeoutError(
                    f"seat {self.seat} heard {passed or 'nothing'} and then nothing for "
                    f"{timeout:g} s, but no {kind!r}"
                ) from None
            if message["type"] == kind:
                return message
            passed.append(message["type"])

    def _take_in(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "table":
                self.table, self.seat = message["table"], message["seat"]
            case "snapshot":
                self.n, self.view = message["n"], message["view"]
                self.hints = message["hints"]
            case "choices":
                self.choices = message
            case "event":
                assert self.n is not None
                assert message["n"] == self.n + 1, "a gap in the numbers"
                self.n = message["n"]
                self.view = merge_patch.apply(self.view, message["patch"])
                self.hints = merge_patch.apply(self.hints, message["hints"] or {})
            case "ack":
                self.acked[message["id"]] = message["n"]
                self.choices = {"legal": []}  # what the seat could choose before
                if self.unanswered is not None and self.unanswered["id"] == message["id"]:
                    self.unanswered = None
            case "refused":
                self.refusals.append(message)
                if self.unanswered is not None and self.unanswered["id"] == message["id"]:
                    self.unanswered = None
            case "finished":
                self.result = message["result"]

    @property
    def waiting(self) -> bool:
        """Whether a move is not answered, or its event is not here: then the view is an old one."""
        return self.unanswered is not None or (self.n or 0) < max(self.acked.values(), default=0)

    @property
    def to_act(self) -> bool:
        return self.view is not None and bool(self.view.get("legal"))

    async def move(self, action: str, on: int | None = None, move_id: str | None = None) -> str:
        move_id = move_id or f"{self.seat}-{next(self.ids)}"
        on = self.n if on is None else on
        self.unanswered = {"type": "move", "id": move_id, "on": on, "action": action}
        await self.send(self.unanswered)
        return move_id

    async def play_on(
        self,
        source: random.Random,
        most: int = 10**9,
        choose: Callable[[list[str], random.Random], str] = lambda legal, r: r.choice(legal),
    ) -> int:
        """Play legal moves until the game is over (or `most` moves); returns how many."""
        made = 0
        while self.result is None and made < most:
            # First tickets are chosen before one's turn too.
            legal = (self.view or {}).get("legal") or self.choices["legal"]
            if legal and not self.waiting:
                await self.move(choose(legal, source))
                made += 1
            await self.receive()
        return made

    async def play_through_crashes(self, source: random.Random, pause: float = 0.3) -> None:
        """Play to the end; after every lost connection reconnect and send again what is open."""
        while self.result is None:
            try:
                await self.open(keep=self.n is not None)
                if self.unanswered is not None:
                    await self.until("presence")
                    await self.send(self.unanswered)
                await self.play_on(source, choose=hasty)
            except GONE:
                await asyncio.sleep(source.uniform(pause / 2, pause))
            finally:
                await self.close()

    async def close(self) -> None:
        if self.socket is not None:
            with contextlib.suppress(*GONE):
                await self.socket.close()
            self.socket = None


async def refused(seat: Seat) -> str:
    """The code of the next refusal."""
    return str((await seat.until("refused"))["error"]["code"])


async def new_table(base: str, players: int, **options: Any) -> tuple[str, list[Api]]:
    """A started public table of guests; returns its id and the people by seat."""
    people = [await guest(base, f"Player {i}") for i in range(players)]
    body = {"board": "usa", "seats": [{} for _ in people], "public": True, **options}
    made = await people[0].post("/api/tables", body)
    table = made["table"]["id"]
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join?code={made['table']['code']}", {})
    await people[0].post(f"/api/tables/{table}/start")
    return table, people


async def finished_game(base: str, seed: int = 1, **options: Any) -> tuple[str, list[Api]]:
    """A table whose game two guests have played to its end."""
    table, people = await new_table(base, 2, **options)
    seats = [await Seat(base, table, p.token, i).open() for i, p in enumerate(people)]
    source = random.Random(seed)
    await asyncio.gather(*(seat.play_on(source, choose=hasty) for seat in seats))
    for seat in seats:
        await seat.close()
    return table, people
