"""Load test: whole games at many tables, and the latency of durable moves.

    python bench/load/run.py                              # SQLite, 100 moves/s for a minute
    python bench/load/run.py --database postgres --workers 2 --bus redis
    python bench/load/run.py --peer                       # also boardgame.io, in the same run
    python bench/load/run.py --idle 10000                 # what idle sockets cost
    python bench/load/run.py --tables 24 --seconds 120    # many games to their end, of 300 moves

The server runs as `goldenspike serve`; the load generator runs beside it on the same machine. Moves
are due at fixed times, and timed from then to their acknowledgement, which comes after the commit.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
QUIET_SECONDS = 4.0
"""How long the processes are watched with all tables open and no moves: what they cost anyway."""
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests")]

import ours  # noqa: E402
import peer  # noqa: E402
import traffic  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402

from support.server.process import ServerProcess, free_port  # noqa: E402


def memory_of(pid: int) -> int:
    """Return the resident memory of a process, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def cpu_of(pid: int) -> float:
    """Return the CPU time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def system_of(pid: int) -> float:
    """Return the part of it that the kernel took for the process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[12]) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found]


def servers(pid: int, workers: int) -> list[int]:
    """Return the processes that serve: without those that bots think in."""
    if workers == 1:
        return [pid]
    named = [(child, Path(f"/proc/{child}/cmdline").read_bytes()) for child in children(pid)]
    return [child for child, command in named if b"resource_tracker" not in command]


async def measure(name: str, pids: list[int], system: Any, base: str, options: Any) -> Any:
    """Measure one system under load."""
    empty = sum(map(memory_of, pids))
    note(f"{name}: opening {options.tables} tables")
    tables = await system.set_up(base, options.tables, options.bots)
    note(f"{name}: warming up")
    await traffic.run(tables, options.rate, min(5, options.seconds))
    note(f"{name}: nothing for {QUIET_SECONDS:g} s")
    before = sum(map(cpu_of, pids))
    await asyncio.sleep(QUIET_SECONDS)
    quiet = (sum(map(cpu_of, pids)) - before) / QUIET_SECONDS
    beside = asyncio.create_task(system.live(tables, options.rate)) if options.life else None
    before, kernel = sum(map(cpu_of, pids)), sum(map(system_of, pids))
    played = sum(getattr(table, "moves", 0) for table in tables)
    note(f"{name}: {options.rate:g} moves/s for {options.seconds:g} s")
    figures = await traffic.run(tables, options.rate, options.seconds)
    used = sum(map(cpu_of, pids)) - before
    kernel = sum(map(system_of, pids)) - kernel
    # Bots' moves are not timed, but they cost as much.
    moves = sum(getattr(table, "moves", 0) for table in tables) - played
    full = sum(map(memory_of, pids))
    if beside is not None:
        beside.cancel()
    report = {
        "system": name,
        "tables": len(tables),
        "sockets": sum(len(table.seats) for table in tables),
        **figures.line(),
        "cpu_ms_per_move": round(used / max(moves, len(figures.latencies)) * 1000, 3),
        "of_that_in_the_kernel": round(kernel / max(moves, len(figures.latencies)) * 1000, 3),
        "cpu_share": round(used / figures.seconds, 2),
        "cpu_ms_per_quiet_second": round(quiet * 1000, 1),
        "memory_mib": round(full / 2**20, 1),
        "memory_kib_per_table": round((full - empty) / 1024 / len(tables), 1),
        "moves_per_table": round(sum(getattr(t, "moves", 0) for t in tables) / len(tables)),
        "games_finished": sum(getattr(t, "games", 0) for t in tables),
    }
    for table in tables:
        for seat in table.seats:
            if seat.task is not None:
                seat.task.cancel()
            if seat.socket is not None:
                asyncio.create_task(seat.socket.close())  # noqa: RUF006
    return report


async def measure_idle(name: str, pids: list[int], base: str, options: Any) -> Any:
    """Measure what sockets cost that only watch."""
    tables = await ours.set_up(base, max(1, options.idle // 200), 0)
    before, used = sum(map(memory_of, pids)), sum(map(cpu_of, pids))
    began = time.perf_counter()
    sockets = []
    for number in range(options.idle):
        # Each from its own address of the loopback, of which each has 28,000 ports.
        local = (f"127.0.0.{2 + number % 50}", 0)
        url = tables[number % len(tables)].url
        socket = await connect(
            url, compression=None, ping_interval=None, local_addr=local, open_timeout=60
        )
        await socket.send('{"type":"hello"}')
        sockets.append(socket)
        if number % 1000 == 999:
            note(f"{name}: {number + 1} sockets")
    opened = time.perf_counter() - began
    cpu = sum(map(cpu_of, pids)) - used
    held = sum(map(memory_of, pids))
    return {
        "system": name,
        "idle_sockets": len(sockets),
        "seconds_to_open": round(opened, 1),
        "cpu_ms_to_open_one": round(cpu / len(sockets) * 1000, 2),
        "memory_mib": round(held / 2**20, 1),
        "kib_per_socket": round((held - before) / 1024 / len(sockets), 1),
    }


def note(text: str) -> None:
    if sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)


async def run(options: Any) -> list[dict[str, Any]]:
    reports = []
    with tempfile.TemporaryDirectory(prefix="goldenspike-load-", dir=options.folder) as folder:
        home = Path(folder)
        db, postgres, redis = str(home / "games.sqlite"), None, None
        settings = {"LOG": "warning", "SOCKETS_PER_ADDRESS": "100000"}
        if options.database == "postgres":
            from support.server.postgres import Postgres

            postgres = Postgres(home)
            db = postgres.fresh("load")
        if options.bus == "redis":
            from support.server.redis import RedisServer

            redis = RedisServer(home)
            settings["BUS"] = redis.url
        began = time.perf_counter()
        # Not a fork of this process, whose memory would be shared with it.
        command = ServerProcess(db, home, workers=options.workers, **settings)
        command.modules = HERE.parents[1] / "src"
        with command as server:
            started = time.perf_counter() - began
            assert server.process is not None
            pids = servers(server.process.pid, options.workers)
            bus = f", bus {options.bus}" if options.workers > 1 else ""
            name = f"goldenspike, {options.database}, {options.workers}w{bus}"
            if options.idle:
                reports.append(await measure_idle(name, pids, server.base, options))
            else:
                report = await measure(name, pids, ours, server.base, options)
                reports.append({**report, "start_to_first_page_s": round(started, 2)})
        if redis is not None:
            redis.kill()
        if postgres is not None:
            postgres.stop("fast")
    if options.peer:
        cache = Path(tempfile.gettempdir()) / "goldenspike-load-peer"
        port = free_port()
        process = peer.start(peer.installed(cache), port)
        try:
            base = f"http://127.0.0.1:{port}"
            name = f"boardgame.io {peer.VERSION}, in memory"
            alone = argparse.Namespace(**{**vars(options), "life": False})
            reports.append(await measure(name, [process.pid], peer, base, alone))
        finally:
            process.kill()
    return reports


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--bus", choices=["postgres", "redis"], default="postgres")
    parser.add_argument("--bots", type=float, default=0.1, help="share of tables with a bot")
    parser.add_argument(
        "--no-life",
        dest="life",
        action="store_false",
        help="no chat, HTTP requests and reconnections beside the moves",
    )
    parser.add_argument("--idle", type=int, default=0, help="only open so many sockets that watch")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--peer", action="store_true", help="boardgame.io in the same run")
    parser.add_argument("--folder", help="where the database is put (default: temporary folder)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.database == "sqlite" and options.workers > 1:
        parser.error("--workers needs --database postgres")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, hard), hard))
    try:
        import uvloop

        reports = uvloop.run(run(options))
    except ImportError:
        reports = asyncio.run(run(options))
    if options.json:
        print(json.dumps(reports, indent=2))
        return
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
          f"load average {os.getloadavg()[0]:.1f}")  # fmt: skip
    for key in reports[0]:
        print(f"{key:<22}" + "".join(f"{r.get(key, '')!s:>34}" for r in reports))


if __name__ == "__main__":
    main()
