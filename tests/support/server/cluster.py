"""Two servers on one database and bus, many games between them, and faults of every part."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from support.server.client import GONE, Seat, new_table
from support.server.postgres import Postgres
from support.server.process import ServerProcess
from support.server.proxy import Proxy
from support.server.redis import RedisServer
from support.server.stored_moves import check_acknowledged, stored_actions

PAUSE = 0.5
"""Seconds before each move: a game must not be over before the fault that it has to survive."""
PROCESSES = ("home", "worker")
"""The server that is home to all tables, and the other one."""


class Player(Seat):
    """A client that goes to another process when one does not answer, as behind a balancer."""

    bases: list[str]

    async def play(self, source: random.Random, over: asyncio.Event) -> None:
        """Play until told to stop, through everything that happens."""
        table = self.url.rsplit("/", 1)[1]
        for base in itertools.cycle(self.bases):
            self.url = base.replace("http", "ws", 1) + f"/ws/tables/{table}"
            try:
                async with asyncio.timeout(5):
                    await self.open(keep=self.n is not None)
                    await self.until("presence")
                if self.unanswered is not None:
                    await self.send(self.unanswered)
                await self._play_on(source, over)
            except GONE:
                await asyncio.sleep(source.uniform(0.1, 0.4))
            finally:
                await self.close()
            if over.is_set() or self.result is not None:
                return

    async def _play_on(self, source: random.Random, over: asyncio.Event) -> None:
        while self.result is None and not over.is_set():
            if self.to_act and not self.waiting:
                assert self.view is not None
                await asyncio.sleep(PAUSE)
                await self.move(source.choice(self.view["legal"]))
            try:
                message = await self.receive(2.0)
            except TimeoutError:
                # Everything is answered: a connection that is silent after this is dead.
                await self.send({"type": "ping"})
                message = await self.receive(3.0)
            if message["type"] == "refused" and message["error"]["code"] == "storage":
                await asyncio.sleep(0.2)


class Games:
    """Games of two people each, who play until they are told to stop."""

    def __init__(self, db: str) -> None:
        self.db = db
        self.seats: dict[str, list[Player]] = {}
        self.over = asyncio.Event()
        self._players: list[asyncio.Task[None]] = []

    async def add(self, bases: list[str], **options: Any) -> str:
        """A game that is started at the first address; the second seat begins at the second one.

        Returns the table's id.
        """
        table, people = await new_table(bases[0], 2, **options)
        self.seats[table] = []
        for seat, person in enumerate(people):
            player = Player(bases[0], table, person.token, seat)
            player.bases = bases[seat:] + bases[:seat]
            self.seats[table].append(player)
        return table

    def play(self, seed: int = 7) -> None:
        """Let everybody play who does not yet, until `stop`."""
        source = random.Random(seed)
        seats = [seat for seats in self.seats.values() for seat in seats]
        self._players += [
            asyncio.create_task(seat.play(random.Random(source.random()), self.over))
            for seat in seats[len(self._players) :]
        ]

    async def stop(self) -> None:
        """Let everybody stop playing; raises what went wrong for one of them."""
        self.over.set()
        await asyncio.gather(*self._players)

    async def close(self) -> None:
        """End everything."""
        for player in self._players:
            player.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)

    async def all_move_on(self, seconds: float, but: tuple[str, ...] = ()) -> None:
        """Wait until there is a new move at every table, but for some."""
        before = {table: n for table, n in self._progress().items() if table not in but}

        def still() -> list[str]:
            return [
                table for table, count in self._progress().items() if count == before.get(table)
            ]

        try:
            async with asyncio.timeout(seconds):
                while still():
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(
                f"{len(still())} of {len(before)} tables stood still for {seconds:g} s"
            ) from None

    def _progress(self) -> dict[str, int]:
        return {table: sum(len(s.acked) for s in seats) for table, seats in self.seats.items()}

    async def check(self) -> None:
        """No acknowledged move is lost or doubled."""
        # More may be acknowledged while the database is being read.
        heard = {
            table: [SimpleNamespace(seat=seat.seat, acked=dict(seat.acked)) for seat in seats]
            for table, seats in self.seats.items()
        }
        found = await stored_actions(self.db)
        for table, seats in heard.items():
            check_acknowledged(found, table, seats)


class Cluster(Games):
    """Two servers on one database and bus, each reached through proxies that can be cut."""

    def __init__(self, folder: Path, postgres: Postgres, name: str, redis: RedisServer | None):
        super().__init__(postgres.fresh(name))
        self.folder, self.postgres, self.redis = folder, postgres, redis
        self.name = self.db.split("/")[3].split("?")[0]
        self.proxies: list[dict[str, Proxy]] = []
        self.servers: list[ServerProcess] = []

    async def open(self, tables: int) -> None:
        """Start both servers, and games of two people, one of them connected to each server."""
        for _ in range(2):
            lines = {"database": await Proxy(self.postgres.sockets / ".s.PGSQL.5432").open()}
            url = f"postgresql://postgres@127.0.0.1:{lines['database'].port}/{self.name}"
            settings = {"LOG": "info"}
            if self.redis is not None:
                lines["broker"] = await Proxy(self.redis.socket).open()
                settings["BUS"] = f"redis://127.0.0.1:{lines['broker'].port}/0"
            self.proxies.append(lines)
            self.servers.append(ServerProcess(url, self.folder, **settings))
        # One after the other: the first one migrates the database.
        for server in self.servers:
            await asyncio.to_thread(server.start)
        for number in range(tables):
            board = ("usa", "germany", "nordic")[number % 3]
            # Started there, so that process is the home.
            await self.add([server.base for server in self.servers], board=board)

    async def close(self) -> None:
        """End everything."""
        await super().close()
        for server in self.servers:
            if server.process is not None:
                with contextlib.suppress(ProcessLookupError):
                    server.process.send_signal(signal.SIGCONT)
            server.kill()
        for lines in self.proxies:
            for proxy in lines.values():
                await proxy.cut()

    # Faults -----------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def fault(self, victim: str, how: str) -> AsyncIterator[None]:
        """Something is wrong with a part, as long as the block lasts.

        A part is killed; suspended; cut off, so that others find its connections closed; or
        unheard, so that they stay open and nothing arrives.
        """
        match how:
            case "killed":
                await self._kill(victim)
                yield
                await self._start(victim)
            case "suspended":
                pids = self._pids(victim)
                for pid in pids:
                    os.kill(pid, signal.SIGSTOP)
                try:
                    yield
                finally:
                    for pid in pids:
                        os.kill(pid, signal.SIGCONT)
            case "cut off":
                for line in self._lines(victim):
                    await line.cut()
                yield
                for line in self._lines(victim):
                    await line.open()
            case "unheard":
                for line in self._lines(victim):
                    line.hold()
                yield
                for line in self._lines(victim):
                    line.release()
            case _:
                raise ValueError(how)

    def _lines(self, victim: str) -> list[Proxy]:
        if victim in PROCESSES:
            return list(self.proxies[PROCESSES.index(victim)].values())
        return [lines[victim] for lines in self.proxies]

    def _server(self, victim: str) -> ServerProcess:
        return self.servers[PROCESSES.index(victim)]

    def _pids(self, victim: str) -> list[int]:
        if victim in PROCESSES:
            process = self._server(victim).process
            assert process is not None
            return [process.pid]
        if victim == "broker":
            assert self.redis is not None
            assert self.redis.process is not None
            return [self.redis.process.pid]
        return self.postgres.pids()

    async def _kill(self, victim: str) -> None:
        if victim == "database":
            await asyncio.to_thread(self.postgres.stop)
        elif victim == "broker":
            assert self.redis is not None
            self.redis.kill()
        else:
            self._server(victim).kill()

    async def _start(self, victim: str) -> None:
        if victim == "database":
            await asyncio.to_thread(self.postgres.start)
        elif victim == "broker":
            assert self.redis is not None
            await asyncio.to_thread(self.redis.start)
        else:
            await asyncio.to_thread(self._server(victim).start)
