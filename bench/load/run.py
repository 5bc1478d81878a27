"""Load test: a thousand sockets at 250 four-seat tables, and the latency of durable moves.

    python bench/load/run.py                        # SQLite, 200 moves/s for a minute
    python bench/load/run.py --database postgres    # the same on a temporary PostgreSQL
    python bench/load/run.py --peer                 # also boardgame.io, in the same run

The server runs as `goldenspike serve`, one process; the load generator runs beside it on the same
machine. Every move is timed from sending to its acknowledgement, which comes after the commit.
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
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests")]

import ours  # noqa: E402
import peer  # noqa: E402
from traffic import Traffic  # noqa: E402

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


async def measure(name: str, pid: int, set_up: Any, base: str, options: Any) -> dict[str, Any]:
    """Measure one system under load."""
    traffic = Traffic()
    empty = memory_of(pid)
    note(f"{name}: opening {options.tables} tables, {options.tables * 4} sockets")
    tables = await set_up(base, traffic, options.tables)
    note(f"{name}: warming up")
    await traffic.run(tables, options.rate, min(5, options.seconds))
    before = cpu_of(pid)
    note(f"{name}: {options.rate:g} moves/s for {options.seconds:g} s")
    figures = await traffic.run(tables, options.rate, options.seconds)
    used = cpu_of(pid) - before
    full = memory_of(pid)
    report = {
        "system": name,
        "tables": len(tables),
        "sockets": sum(len(table.seats) for table in tables),
        **figures.line(),
        "cpu_share": round(used / figures.seconds, 2),
        "memory_mib": round(full / 2**20, 1),
        "memory_kib_per_table": round((full - empty) / 1024 / len(tables), 1),
    }
    for table in tables:
        for seat in table.seats:
            seat.task.cancel()
            asyncio.create_task(seat.socket.close())  # noqa: RUF006
    return report


def note(text: str) -> None:
    if sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)


async def run(options: Any) -> list[dict[str, Any]]:
    reports = []
    with tempfile.TemporaryDirectory(prefix="goldenspike-load-", dir=options.folder) as folder:
        home = Path(folder)
        db, postgres = str(home / "games.sqlite"), None
        if options.database == "postgres":
            from support.server.postgres import Postgres

            postgres = Postgres(home)
            db = postgres.fresh("load")
        began = time.perf_counter()
        with ServerProcess(db, home, LOG="warning") as server:
            started = time.perf_counter() - began
            assert server.process is not None
            name = f"goldenspike, {options.database}"
            pid = server.process.pid
            report = await measure(name, pid, ours.set_up, server.base, options)
            reports.append({**report, "start_to_first_page_s": round(started, 2)})
        if postgres is not None:
            postgres.stop("fast")
    if options.peer:
        cache = Path(tempfile.gettempdir()) / "goldenspike-load-peer"
        port = free_port()
        process = peer.start(peer.installed(cache), port)
        try:
            base = f"http://127.0.0.1:{port}"
            name = f"boardgame.io {peer.VERSION}, in memory"
            reports.append(await measure(name, process.pid, peer.set_up, base, options))
        finally:
            process.kill()
    return reports


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--peer", action="store_true", help="boardgame.io in the same run")
    parser.add_argument("--folder", help="where the database is put (default: temporary folder)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16384, hard), hard))
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
