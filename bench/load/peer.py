"""boardgame.io under the same load, in its own protocol (socket.io over WebSocket).

Its server keeps games in memory, which is its default: updates are not durable. The game is trivial
(a counter), so that the framework is measured and not its rules.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
VERSION = "0.50.2"
SERVER = """
const { Server, Origins } = require('boardgame.io/server');
const game = {
  name: 'counter',
  setup: () => ({ drawn: 0, market: ['red', 'blue', 'green', 'white', 'black'] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { draw: ({ G }) => { G.drawn += 1; } },
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST, '*'] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('up') });
"""


def installed(folder: Path) -> Path:
    """Install boardgame.io from npm into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("The peer needs Node and npm on PATH; leave --peer away without them.")
        (folder / "package.json").write_text('{"private": true}')
        subprocess.run(
            [npm, "install", "--silent", "--no-audit", "--no-fund", f"boardgame.io@{VERSION}"],
            cwd=folder,
            check=True,
        )
    (folder / "server.cjs").write_text(SERVER)
    return folder


def start(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """Start its server process."""
    # The program itself: a `node` on PATH may be a script that starts it, and uses no CPU.
    node = subprocess.check_output(["node", "-p", "process.execPath"], text=True).strip()
    process = subprocess.Popen(
        [node, "server.cjs", str(port)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "NODE_ENV": "production"},
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


class PeerSeat:
    """One socket of one player."""

    def __init__(self, table: PeerTable, socket: ClientConnection) -> None:
        self.table, self.socket = table, socket
        self.synced = asyncio.Event()
        self.task = asyncio.create_task(self.read())

    async def read(self) -> None:
        async for text in self.socket:
            if not isinstance(text, str):
                continue
            if text == "2":
                await self.socket.send("3")
            elif text.startswith("42/counter,"):
                kind, *rest = json.loads(text.split(",", 1)[1])
                if kind == "sync":
                    self.table.state = rest[1]["state"]["_stateID"]
                    self.table.current = int(rest[1]["state"]["ctx"]["currentPlayer"])
                    self.synced.set()
                elif kind == "update" and self is self.table.seats[0]:
                    self.table.updated(rest[1]["_stateID"], rest[1]["ctx"]["currentPlayer"])
                elif kind == "patch" and self is self.table.seats[0]:
                    self.table.updated(rest[2], None)


class PeerTable:
    """A match of four."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.seats: list[PeerSeat] = []
        self.state, self.current = 0, 0
        self.answered = asyncio.Event()

    async def next_game(self) -> bool:
        """A game of this kind is never over."""
        return False

    async def move(self) -> bool:
        player = str(self.current)
        action = {
            "type": "MAKE_MOVE",
            "payload": {"type": "draw", "args": [], "playerID": player, "credentials": None},
        }
        body = json.dumps(["update", action, self.state, self.match, player])
        self.answered.clear()
        await self.seats[self.current].socket.send(f"42/counter,{body}")
        await asyncio.wait_for(self.answered.wait(), 60)
        return True

    def updated(self, state: int, current: str | None) -> None:
        if state > self.state:
            self.state = state
            self.current = int(current) if current is not None else (self.current + 1) % SEATS
            self.answered.set()


async def set_up(base: str, count: int, _bots: float) -> list[PeerTable]:
    """Start `count` matches, and open all their sockets."""
    tables: list[PeerTable] = []
    for number in range(count):
        # The first `sync` creates a match, which needs no credentials.
        table = PeerTable(f"match-{number}")
        url = base.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
        for seat in range(SEATS):
            socket = await connect(url, compression=None, max_size=None, ping_interval=None)
            await socket.recv()
            await socket.send("40/counter,")
            await socket.recv()
            table.seats.append(PeerSeat(table, socket))
            body: list[Any] = ["sync", table.match, str(seat), None, SEATS]
            await socket.send(f"42/counter,{json.dumps(body)}")
            await asyncio.wait_for(table.seats[-1].synced.wait(), 30)
        tables.append(table)
    return tables
