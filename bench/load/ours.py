"""Golden Spike under load: four sockets to each table, random legal moves."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import httpx
import msgspec
from traffic import Traffic
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4


class Seat:
    """One socket; messages are read as far as needed to move."""

    def __init__(self, table: OurTable, socket: ClientConnection) -> None:
        self.table, self.socket = table, socket
        self.legal: list[str] = []
        self.greeted = asyncio.Event()
        self.bytes = 0
        self.task = asyncio.create_task(self.read())

    async def read(self) -> None:
        async for text in self.socket:
            self.bytes += len(text)
            message: Any = msgspec.json.decode(text)
            kind = message["type"]
            if kind == "event":
                self.table.n = max(self.table.n, message["n"])
                if "legal" in message["patch"]:
                    self.legal = message["patch"]["legal"] or []
                    if self.legal:
                        self.table.to_act = self
            elif kind == "ack":
                self.table.answered()
            elif kind == "snapshot":
                self.table.n = message["n"]
                self.legal = message["view"].get("legal", [])
                if self.legal:
                    self.table.to_act = self
            elif kind == "presence":
                self.greeted.set()
            elif kind == "refused":
                self.table.traffic.refused += 1
                self.table.pending = None


class OurTable:
    """Four seats at one table."""

    def __init__(self, traffic: Traffic, seed: int) -> None:
        self.traffic = traffic
        self.source = random.Random(seed)
        self.seats: list[Seat] = []
        self.to_act: Seat | None = None
        self.pending: float | None = None
        self.n = 0
        self.acked_at = -1

    @property
    def ready(self) -> bool:
        return self.pending is None and self.to_act is not None and bool(self.to_act.legal)

    async def move(self) -> None:
        seat = self.to_act
        assert seat is not None
        self.to_act = None
        action = self.source.choice(seat.legal)
        seat.legal = []
        self.pending = time.perf_counter()
        body = {"type": "move", "id": f"{self.n}", "on": self.n, "action": action}
        await seat.socket.send(msgspec.json.encode(body).decode())

    def answered(self) -> None:
        if self.pending is not None:
            self.traffic.done(self.pending)
            self.pending = None


async def set_up(base: str, traffic: Traffic, count: int) -> list[OurTable]:
    """Start `count` tables, and open all their sockets."""
    tables: list[OurTable] = []
    gate = asyncio.Semaphore(8)
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:

        async def call(path: str, body: Any, token: str | None = None) -> Any:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            answer = await http.post(path, json=body, headers=headers)
            assert answer.status_code in (200, 201), answer.text
            return answer.json()

        async def one(number: int) -> None:
            async with gate:
                tokens = [
                    (await call("/api/guests", {"name": f"{number} {i}"}))["token"]
                    for i in range(SEATS)
                ]
                made = await call("/api/tables", {"board": "usa", "seats": [{}] * SEATS}, tokens[0])
                table_id = made["table"]["id"]
                for token in tokens[1:]:
                    await call(f"/api/tables/{table_id}/join", {}, token)
                await call(f"/api/tables/{table_id}/start", None, tokens[0])
                table = OurTable(traffic, number)
                url = base.replace("http", "ws", 1) + f"/ws/tables/{table_id}"
                for seat, token in enumerate(tokens):
                    socket = await connect(url, compression=None, max_size=None, ping_interval=None)
                    hello = {"type": "hello", "token": token, "seat": seat}
                    await socket.send(msgspec.json.encode(hello).decode())
                    table.seats.append(Seat(table, socket))
                    await asyncio.wait_for(table.seats[-1].greeted.wait(), 30)
                tables.append(table)

        await asyncio.gather(*(one(number) for number in range(count)))
    return tables
