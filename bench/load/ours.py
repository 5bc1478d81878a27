"""Golden Spike under load: whole games on three boards, with bots, chat, HTTP and reconnections."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SEATS = {"usa": 4, "germany": 4, "nordic": 3}
MOST_SECONDS = 60.0


class Seat:
    """One socket; messages are read as far as needed to move."""

    def __init__(self, table: OurTable, number: int, token: str) -> None:
        self.table, self.number, self.token = table, number, token
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None
        self.greeted = asyncio.Event()
        self.n = -1
        self.legal: list[str] = []

    async def open(self) -> None:
        """Connect, or connect again."""
        await self.close()
        self.greeted.clear()
        self.socket = await connect(
            self.table.url, compression=None, max_size=None, ping_interval=None, open_timeout=60
        )
        await self.send({"type": "hello", "token": self.token, "seat": self.number})
        self.task = asyncio.create_task(self.read())
        await asyncio.wait_for(self.greeted.wait(), 60)

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
        if self.socket is not None:
            await self.socket.close()

    async def send(self, message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    async def read(self) -> None:
        assert self.socket is not None
        async for text in self.socket:
            message: Any = msgspec.json.decode(text)
            self.table.told(self, message)


class OurTable:
    """The seats of one table; a game that is over is followed by another one."""

    def __init__(self, http: httpx.AsyncClient, base: str, number: int, bot: bool) -> None:
        self.http, self.base = http, base
        self.board = list(SEATS)[number % len(SEATS)]
        self.number, self.bot = number, bot
        self.source = random.Random(number)
        self.seats: list[Seat] = []
        self.url = ""
        self.moves = self.games = 0
        """Moves made by anybody, and games that were played to their end."""
        self._ids = itertools.count()
        self._changed = asyncio.Event()
        self._sent: tuple[Seat, dict[str, Any]] | None = None
        """The move that is not answered yet, and whose it is."""

    async def start(self) -> None:
        """Start a game, and open its sockets."""
        for seat in self.seats:
            await seat.close()
        self.n, self.over = 0, False
        self.acted_on = -1
        self.answers: dict[str, bool] = {}
        people = SEATS[self.board] - self.bot
        tokens = [
            (await self.call("/api/guests", {"name": f"{self.number} {i}"}))["token"]
            for i in range(people)
        ]
        wishes: list[Any] = [{}] * people + [{"kind": "bot", "level": "easy"}] * self.bot
        body = {"board": self.board, "seats": wishes, "pace": 0}
        table = (await self.call("/api/tables", body, tokens[0]))["table"]
        table_id = table["id"]
        for token in tokens[1:]:
            await self.call(f"/api/tables/{table_id}/join?code={table['code']}", {}, token)
        await self.call(f"/api/tables/{table_id}/start", None, tokens[0])
        self.url = self.base.replace("http", "ws", 1) + f"/ws/tables/{table_id}"
        self.seats = [Seat(self, number, token) for number, token in enumerate(tokens)]
        for seat in self.seats:
            await seat.open()

    async def call(self, path: str, body: Any, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(path, json=body, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def told(self, seat: Seat, message: Any) -> None:
        """A socket of the table has received a message."""
        kind = message["type"]
        if kind == "event":
            if message["n"] > self.n:
                self.n = message["n"]
                self.moves += 1
            seat.n = message["n"]
            if "legal" in message["patch"]:
                seat.legal = message["patch"]["legal"] or []
        elif kind == "snapshot":
            seat.n = message["n"]
            self.n = max(self.n, seat.n)
            seat.legal = message["view"].get("legal", [])
        elif kind in ("ack", "refused"):
            self.answers[message["id"]] = kind == "ack"
        elif kind == "presence":
            seat.greeted.set()
        elif kind == "finished":
            # Every seat is told.
            self.games += not self.over
            self.over = True
        self._changed.set()

    async def until(self, condition: Any) -> None:
        async with asyncio.timeout(MOST_SECONDS):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def next_game(self) -> bool:
        """Start another game if the last one is over; returns whether it was."""
        if self.over:
            await self.start()
            return True
        return False

    async def move(self) -> bool:
        """Make the next move; returns when it is acknowledged, whether it was."""
        try:
            await self.until(lambda: self.over or self._to_act())
            if self.over:  # a bot had the last move
                return True
            seat = self._to_act()
            assert seat is not None
            action, move_id = self._choose(seat.legal), f"m{next(self._ids)}"
            self.acted_on = self.n
            self._sent = seat, {"type": "move", "id": move_id, "on": self.n, "action": action}
            with contextlib.suppress(WebSocketException):  # it is being opened again
                await seat.send(self._sent[1])
            await self.until(lambda: move_id in self.answers)
        except (OSError, TimeoutError):
            self.acted_on = -1
            return False
        finally:
            self._sent = None
        return self.answers.pop(move_id)

    def _to_act(self) -> Seat | None:
        """The seat whose turn it is, if its socket knows of the last action."""
        if self.acted_on == self.n:
            return None
        return next((s for s in self.seats if s.legal and s.n == self.n), None)

    def _choose(self, legal: list[str]) -> str:
        claims = [action for action in legal if action.startswith("claim")]
        if claims and self.source.random() < 0.5:
            return self.source.choice(claims)
        draws = [action for action in legal if action.startswith("draw")]
        return self.source.choice(draws or legal)

    async def talk(self) -> None:
        """Say something."""
        seat = self.source.choice(self.seats)
        with contextlib.suppress(Exception):
            await seat.send({"type": "chat", "id": f"c{next(self._ids)}", "text": "good luck"})

    async def reconnect(self) -> None:
        """One socket is lost, and opened again; a move that was not answered is sent again."""
        with contextlib.suppress(Exception):
            seat = self.source.choice(self.seats)
            await seat.open()
            if self._sent is not None and self._sent[0] is seat:
                await seat.send(self._sent[1])

    async def look(self) -> None:
        """Somebody looks at the lobby."""
        with contextlib.suppress(Exception):
            await self.http.get("/api/tables")


async def set_up(base: str, count: int, bots: float) -> list[OurTable]:
    """Start `count` tables, and open all their sockets."""
    http = httpx.AsyncClient(base_url=base, timeout=120)
    gate = asyncio.Semaphore(8)
    tables = [OurTable(http, base, n, n < count * bots) for n in range(count)]

    async def start(table: OurTable) -> None:
        async with gate:
            await table.start()

    await asyncio.gather(*(start(table) for table in tables))
    return tables


async def live(tables: list[OurTable], rate: float) -> None:
    """Chat, look and reconnect until cancelled: a tenth as often as moves are made, each."""
    source = random.Random(1)
    while True:
        await asyncio.sleep(10 / rate)
        table = source.choice(tables)
        for work in (table.talk, table.look, table.reconnect):
            await work()
