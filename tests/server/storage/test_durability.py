"""No acknowledged move is lost when servers, the database or the disk fail during games."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import goldenspike as gs
from support.server.client import Api, Seat, new_table
from support.server.postgres import Postgres
from support.server.process import ServerProcess
from support.server.stored_moves import check_acknowledged, stored_actions

KILLS = pytest.mark.parametrize(
    ("tables", "kills"), [(6, 3), pytest.param(24, 20, marks=pytest.mark.wide)]
)
FEW_TABLES_OR_MORE = pytest.mark.parametrize("tables", [2, pytest.param(6, marks=pytest.mark.wide)])


class Playing:
    """Many tables, all seats played by clients that reconnect and send again."""

    def __init__(self, base: str, seed: int) -> None:
        self.base = base
        self.source = random.Random(seed)
        self.seats: dict[str, list[Seat]] = {}
        self.people: dict[str, list[Api]] = {}

    async def set_up(self, tables: int) -> None:
        boards = ("usa", "usa", "germany", "nordic")
        for number in range(tables):
            board, players = boards[number % len(boards)], 3 if number % 8 == 0 else 2
            table, people = await new_table(self.base, players, board=board)
            self.people[table] = people
            self.seats[table] = [Seat(self.base, table, p.token, i) for i, p in enumerate(people)]

    def go(self, pause: float = 0.3) -> asyncio.Future[Any]:
        return asyncio.gather(
            *(
                seat.play_through_crashes(random.Random(self.source.random()), pause)
                for seats in self.seats.values()
                for seat in seats
            )
        )

    def acknowledged(self) -> int:
        return sum(len(seat.acked) for seats in self.seats.values() for seat in seats)

    async def more(self, moves: int) -> None:
        """Wait until so many more moves are acknowledged."""
        goal = self.acknowledged() + moves
        while self.acknowledged() < goal:
            await asyncio.sleep(0.003)

    async def check_stored(self, db: str) -> int:
        # Of a server that lives on, more may be acknowledged while its database is being read.
        so_far = {
            table: [SimpleNamespace(seat=seat.seat, acked=dict(seat.acked)) for seat in seats]
            for table, seats in self.seats.items()
        }
        found = await stored_actions(db)
        for table, heard in so_far.items():
            check_acknowledged(found, table, heard)
        return sum(map(len, found.values()))

    async def check_records(self) -> None:
        for table, people in self.people.items():
            result = await people[0].get(f"/api/tables/{table}/result")
            record = await people[0].get(f"/api/tables/{table}/record")
            replayed = gs.replay(record)
            assert replayed.over
            assert [s["total"] for s in result["scores"]] == [s.total for s in replayed.scores()]
            assert result["commitment_holds"]
            assert all(seat.result is not None for seat in self.seats[table])


@KILLS
async def test_nothing_is_lost_when_a_server_is_killed_at_random_moments(
    db: str, tmp_path: Path, tables: int, kills: int
) -> None:
    source = random.Random(20)
    server = ServerProcess(db, tmp_path)
    playing = Playing(server.base, 4)
    with server:
        await playing.set_up(tables)
        games = playing.go()
        moves = [0]
        for _ in range(kills):
            await playing.more(source.randrange(1, 120))
            await asyncio.sleep(source.uniform(0, 0.01))
            assert not games.done(), "the games ended before the last kill"
            server.kill()
            moves.append(await playing.check_stored(db))
            await asyncio.to_thread(server.start)
        await games
        await playing.check_stored(db)
        await playing.check_records()
    assert moves == sorted(moves)
    assert moves[-1] > moves[1], "games went on between the kills"


@FEW_TABLES_OR_MORE
async def test_nothing_is_lost_when_postgresql_restarts(
    tmp_path: Path, postgres: Postgres, tables: int
) -> None:
    db = postgres.fresh(f"restarting_{tables}")
    server = ServerProcess(db, tmp_path)
    playing = Playing(server.base, 5)
    with server:
        pid = server.process.pid if server.process else 0
        await playing.set_up(tables)
        games = playing.go()
        for _ in range(2):
            await playing.more(40)
            await asyncio.to_thread(postgres.restart)
            await playing.check_stored(db)
        await games
        await playing.check_stored(db)
        await playing.check_records()
        assert server.process is not None
        assert server.process.pid == pid, "the server stayed up"


@FEW_TABLES_OR_MORE
async def test_nothing_is_lost_when_one_of_two_processes_is_killed(
    tmp_path: Path, postgres: Postgres, tables: int
) -> None:
    db = postgres.fresh(f"pair_{tables}")
    first, second = ServerProcess(db, tmp_path), ServerProcess(db, tmp_path)
    with first, second:
        playing = Playing(first.base, 6)
        await playing.set_up(tables)
        # Seats of one table are spread over both processes.
        for seats in playing.seats.values():
            for seat in seats[1::2]:
                seat.url = seat.url.replace(str(first.port), str(second.port))
        games = playing.go()
        await playing.more(60)
        second.kill()
        await playing.check_stored(db)
        await asyncio.sleep(0.3)
        # The people of the dead process come back to the living one.
        for seats in playing.seats.values():
            for seat in seats:
                seat.url = seat.url.replace(str(second.port), str(first.port))
        await games
        await playing.check_stored(db)
        await playing.check_records()


async def test_several_workers_serve_one_table(tmp_path: Path, postgres: Postgres) -> None:
    """`--workers 3`: sockets of one table land on different processes and see the same game."""
    server = ServerProcess(postgres.fresh("workers"), tmp_path, workers=3)
    server.start()
    try:
        table, people = await new_table(server.base, 3)
        seats = [Seat(server.base, table, p.token, i) for i, p in enumerate(people)]
        source = random.Random(2)
        await asyncio.gather(*(seat.play_through_crashes(source) for seat in seats))
        results = [seat.result for seat in seats]
        assert results[0] is not None
        assert all(result["scores"] == results[0]["scores"] for result in results if result)
        check_acknowledged(await stored_actions(server.db), table, seats)
        for seat in seats:
            await seat.open()
            await seat.until("presence")
        stopped = asyncio.create_task(asyncio.to_thread(server.stop))
        for seat in seats:
            await seat.until("closing")
        assert await stopped == 0
    finally:
        server.stop()


async def test_nothing_is_lost_when_the_disk_is_full(tmp_path: Path) -> None:
    """attack 21: writes fail cleanly and are refused; the server stays up, tells that it is not
    well, and goes on when there is room.
    """
    db = str(tmp_path / "games.sqlite")
    with ServerProcess(db, tmp_path) as server:
        table, people = await new_table(server.base, 2)
    # No file of the server may grow any more: writing fails with EFBIG as it does with ENOSPC.
    size = max(path.stat().st_size for path in tmp_path.glob("games.sqlite*"))
    with LimitedServer(db, tmp_path, size + 60_000) as server:
        seats = [Seat(server.base, table, p.token, i) for i, p in enumerate(people)]
        for seat in seats:
            await seat.open()
            await seat.until("presence")
        source = random.Random(1)
        refused = 0
        while refused < 3:
            seat = await _to_act(seats)
            assert seat.view is not None
            before = seat.n
            await seat.move(source.choice(seat.view["legal"]))
            while seat.waiting:
                await seat.receive()
            if seat.refusals and seat.refusals[-1]["error"]["code"] == "storage":
                refused += 1
                seat.refusals.clear()
                assert seat.n == before, "a refused move changed nothing"
        found = await stored_actions(db)
        check_acknowledged(found, table, seats)
        assert server.process is not None
        assert server.process.poll() is None, "the server stayed up"
        onlooker = Api(server.base)
        async with asyncio.timeout(20):
            while (await onlooker.call("GET", "/health")).status_code != 503:
                await asyncio.sleep(0.2)
        assert "storage_failed" in server.log()
        assert (await onlooker.get(f"/api/tables/{table}"))["table"]["status"] == "running"
    with ServerProcess(db, tmp_path) as server:
        for seat in seats:
            seat.url = seat.url.replace(seat.url.split("/")[2], f"127.0.0.1:{server.port}")
        await asyncio.gather(*(s.play_through_crashes(source) for s in seats))
        check_acknowledged(await stored_actions(db), table, seats)


class LimitedServer(ServerProcess):
    """A server whose files may not grow beyond a size."""

    def __init__(self, db: str, folder: Path, limit: int) -> None:
        super().__init__(db, folder, LOG="error")
        self.limit = limit

    def start(self, wait: bool = True) -> ServerProcess:
        import resource

        super().start(wait=False)
        assert self.process is not None
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (self.limit, self.limit))
        self.wait_until_up()
        return self


async def _to_act(seats: list[Seat]) -> Seat:
    """The seat to act, once every seat is at the same number."""
    while True:
        newest = max(seat.n or 0 for seat in seats)
        for seat in seats:
            while (seat.n or 0) < newest:
                await seat.receive()
        for seat in seats:
            if seat.to_act:
                return seat
        await asyncio.sleep(0.01)


async def test_people_of_two_processes_see_and_hear_each_other(
    tmp_path: Path, postgres: Postgres
) -> None:
    db = postgres.fresh("talk")
    with ServerProcess(db, tmp_path) as first, ServerProcess(db, tmp_path) as second:
        table, people = await new_table(first.base, 2)
        here = await Seat(first.base, table, people[0].token, 0).open()
        there = await Seat(second.base, table, people[1].token, 1).open()
        for seat in (here, there):
            both = False
            while not both:
                presence = await seat.until("presence")
                both = all(s["connected"] for s in presence["seats"])
        await there.send({"type": "chat", "id": "1", "text": "hello over there"})
        assert (await here.until("said"))["text"] == "hello over there"
        mover, other = (here, there) if here.to_act else (there, here)
        assert mover.view is not None
        await mover.move(mover.view["legal"][0])
        assert (await other.until("event"))["n"] == 1
        await there.close()
        while (await here.until("presence"))["seats"][1]["connected"]:
            pass
