"""Abuse test: how long an honest player's moves take while others abuse the server.

    python bench/load/abuse.py                      # each abuse alone, then all at once
    python bench/load/abuse.py --only logins,bots
    python bench/load/abuse.py --seconds 20 --addresses 8

The server runs as `goldenspike serve` with the limits it comes with. Honest people play at four
tables from 127.0.0.1. Each abuse comes from other addresses of the loopback, in a process of its
own with a low priority, somewhat faster than the limits allow. Moves are due at fixed times, and
timed from then to their acknowledgement.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests")]

import ours  # noqa: E402
import traffic  # noqa: E402

from support.server.process import ServerProcess  # noqa: E402

MOST = 3.0
"""How many times longer than without abuse a move may take."""


class Abuser:
    """Somebody at one address of the loopback; counts what was let through and what was not."""

    def __init__(self, base: str, address: str) -> None:
        self.base, self.address = base, address
        transport = httpx.AsyncHTTPTransport(local_address=address)
        self.http = httpx.AsyncClient(base_url=base, timeout=30, transport=transport)
        self.counts: Counter[str] = Counter()
        self.source = random.Random(address)

    async def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Send a request; returns the answer to a POST, or None if it was refused."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            answer = await self.http.request(method, path, json=body, headers=headers)
        except httpx.TransportError:
            self.counts["no answer"] += 1
            return None
        self.counts[str(answer.status_code)] += 1
        return answer.json() if method == "POST" and answer.status_code < 300 else None

    async def guest(self) -> str | None:
        made = await self.call("POST", "/api/guests", {"name": "Visitor"})
        return None if made is None else str(made["token"])

    async def table(self, token: str, seats: list[Any], start: bool = False) -> str | None:
        body = {"board": "usa", "seats": seats, "public": True, "pace": 0}
        made = await self.call("POST", "/api/tables", body, token)
        if made is None:
            return None
        table = str(made["table"]["id"])
        if start:
            await self.call("POST", f"/api/tables/{table}/start", None, token)
        return table

    def socket(self, path: str) -> Any:
        url = self.base.replace("http", "ws", 1) + path
        return connect(url, local_addr=(self.address, 0), compression=None, open_timeout=30)


async def at_rate(rate: float, work: Callable[[], Awaitable[Any]], together: int = 20) -> None:
    """Start something so many times a second, until cancelled; only so many at the same time."""
    gate = asyncio.Semaphore(together)
    running: set[asyncio.Task[None]] = set()

    async def once() -> None:
        async with gate:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await work()

    while True:
        if len(running) < together:
            task = asyncio.create_task(once())
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.sleep(1 / rate)


async def cold_tables(abuser: Abuser) -> None:
    """Sockets without a name, on tables that are not in memory."""
    token = await abuser.guest()
    tables = ["nowhere"]
    for _ in range(8):
        made = await abuser.table(token, [{}, {}]) if token else None
        tables += [made] if made else []

    async def visit() -> None:
        async with abuser.socket(f"/ws/tables/{abuser.source.choice(tables)}") as socket:
            await socket.send('{"type":"hello"}')
            abuser.counts[json.loads(await socket.recv())["type"]] += 1

    await at_rate(30, visit)


async def half_sent(abuser: Abuser) -> None:
    """Requests that are begun and never ended."""
    host, port = abuser.base.removeprefix("http://").split(":")

    async def begin() -> None:
        reader, writer = await asyncio.open_connection(
            host, int(port), local_addr=(abuser.address, 0)
        )
        writer.write(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Le")
        abuser.counts["begun"] += 1
        with contextlib.suppress(OSError):
            await reader.read()
        abuser.counts["ended"] += 1
        writer.close()

    await at_rate(60, begin, together=200)


async def bots(abuser: Abuser) -> None:
    """Guests who let slow bots play each other."""
    for _ in range(6):
        token = await abuser.guest()
        if token:
            slow = {"kind": "bot", "level": "expert"}
            await abuser.table(token, [slow, slow, slow, slow], start=True)
    await asyncio.Event().wait()


async def logins(abuser: Abuser) -> None:
    """Wrong passwords, for an account that exists."""
    wrong = {"name": "Honest Account", "password": "a wrong guess"}
    await at_rate(10, lambda: abuser.call("POST", "/api/login", wrong))


async def requests(abuser: Abuser) -> None:
    """Lists of tables, health checks and pages, as many as are answered."""
    paths = itertools.cycle(["/api/tables", "/health", "/api/tables", "/", "/api/boards/usa"])
    await at_rate(60, lambda: abuser.call("GET", next(paths)))


async def lobby(abuser: Abuser) -> None:
    """Seats that change all the time, while many watch the lobby."""
    token = await abuser.guest()
    table = await abuser.table(token, [{}, {}]) if token else None
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(40):
            with contextlib.suppress(OSError, WebSocketException):
                await stack.enter_async_context(abuser.socket("/ws/lobby"))
                abuser.counts["watching"] += 1
        kinds = itertools.cycle(["bot", "open"])

        async def change() -> None:
            body = {"seat": 1, "kind": next(kinds), "level": "easy"}
            await abuser.call("POST", f"/api/tables/{table}/seat", body, token)

        await at_rate(25, change, together=2)


async def tables(abuser: Abuser) -> None:
    """Guests and tables, as many as are made."""

    async def make() -> None:
        token = await abuser.guest()
        if token:
            await abuser.table(token, [{}, {"kind": "bot", "level": "easy"}], start=True)

    await at_rate(10, make)


async def messages(abuser: Abuser) -> None:
    """Sockets that ask for whole positions, and talk, without a pause."""
    token = await abuser.guest()
    easy = {"kind": "bot", "level": "easy"}
    table = await abuser.table(token, [{}, easy, easy], start=True) if token else None

    async def talk() -> None:
        async with abuser.socket(f"/ws/tables/{table}") as socket:
            await socket.send(json.dumps({"type": "hello", "token": token, "seat": 0}))
            for number in range(200):
                await socket.send('{"type":"resync"}')
                chat = {"type": "chat", "id": f"c{number}", "text": "buy this"}
                await socket.send(json.dumps(chat))
                for _ in range(2):
                    abuser.counts[json.loads(await socket.recv())["type"]] += 1
                await asyncio.sleep(0.02)

    await at_rate(2, talk, together=4)


async def reviews(abuser: Abuser) -> None:
    """Guests who have a game of bots reviewed again and again; measure for a minute or longer."""
    token = await abuser.guest()
    easy = {"kind": "bot", "level": "easy"}
    table = await abuser.table(token, [easy, easy], start=True) if token else None
    while True:
        path = f"/api/tables/{table}/review"
        status = await abuser.call("POST", path, None, token)
        if status is not None:
            abuser.counts[status["state"]] += 1
            # One that is nearly done is stopped, since a stored one is never made again.
            if status["total"] and status["done"] > 0.7 * status["total"]:
                await abuser.call("DELETE", path, None, token)
        await asyncio.sleep(1)


ABUSES = {
    each.__name__: each
    for each in (cold_tables, half_sent, bots, logins, requests, lobby, tables, messages, reviews)
}


async def abuse(base: str, names: list[str], addresses: int) -> None:
    """Abuse a server until the standard input ends; prints what was let through."""
    numbers = itertools.count(2)
    abusers = {
        name: [Abuser(base, f"127.0.1.{next(numbers)}") for _ in range(addresses)] for name in names
    }
    running = [
        asyncio.create_task(ABUSES[name](abuser))
        for name, those in abusers.items()
        for abuser in those
    ]
    await asyncio.to_thread(sys.stdin.read)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    counts = {name: sum((a.counts for a in those), Counter()) for name, those in abusers.items()}
    print(json.dumps(counts))


class Abuse:
    """Abuses in a process of their own, which ends with the block."""

    def __init__(self, base: str, names: list[str], addresses: int) -> None:
        self._command = [sys.executable, __file__, "--base", base, "--only", ",".join(names)]
        self._command += ["--addresses", str(addresses)]
        self.counts: dict[str, dict[str, int]] = {}

    async def __aenter__(self) -> Abuse:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            preexec_fn=lambda: os.nice(10) and None,
        )  # fmt: skip
        await asyncio.sleep(2)
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            answer, _ = await asyncio.to_thread(self._process.communicate, None, 60)
            self.counts = json.loads(answer or b"{}")
        finally:
            self._process.kill()


async def measure(options: Any) -> list[dict[str, Any]]:
    """Measure without abuse, with each alone, and with all at once."""
    lines = []
    with tempfile.TemporaryDirectory(prefix="goldenspike-abuse-") as folder:
        home = Path(folder)
        with ServerProcess(str(home / "g.sqlite"), home, limits=True, LOG="error") as server:
            honest = await ours.set_up(server.base, 4, 0)
            account = {"name": "Honest Account", "password": "long enough"}
            await honest[0].call("/api/accounts", account)
            await traffic.run(honest, options.rate, 3)
            rounds = [[], *([name] for name in options.only), options.only]
            for names in rounds if len(options.only) > 1 else rounds[:-1]:
                async with contextlib.AsyncExitStack() as stack:
                    hostile = Abuse(server.base, names, options.addresses)
                    if names:
                        await stack.enter_async_context(hostile)
                    figures = await traffic.run(honest, options.rate, options.seconds)
                what = "all at once" if len(names) > 1 else names[0] if names else "quiet"
                counts: Counter[str] = sum(map(Counter, hostile.counts.values()), Counter())
                lines.append({"abuse": what, **figures.line(), "answers": dict(counts)})
                await asyncio.sleep(1)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default=",".join(ABUSES), help="abuses, separated by commas")
    parser.add_argument("--addresses", type=int, default=4, help="addresses each comes from")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=float, default=20, help="honest moves a second")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--base", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.only = [name for name in options.only.split(",") if name]
    unknown = [name for name in options.only if name not in ABUSES]
    if unknown:
        parser.error(f"--only {unknown[0]}: choose from {', '.join(ABUSES)}")
    if options.base:
        asyncio.run(abuse(options.base, options.only, options.addresses))
        return
    lines = asyncio.run(measure(options))
    if options.json:
        print(json.dumps(lines, indent=2))
        return
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
          f"load average {os.getloadavg()[0]:.1f}")  # fmt: skip
    print(f"{'abuse':<14}{'p50 ms':>9}{'p99 ms':>9}{'times quiet':>13}{'refused':>9}  answers")
    quiet = lines[0]["p99_ms"]
    for line in lines:
        times = line["p99_ms"] / quiet
        answers = ", ".join(f"{kind} {n}" for kind, n in sorted(line["answers"].items()))
        print(f"{line['abuse']:<14}{line['p50_ms']:>9}{line['p99_ms']:>9}{times:>13.1f}"
              f"{line['refused']:>9}  {answers}")  # fmt: skip
    worst = max(line["p99_ms"] for line in lines)
    within = "within" if worst <= MOST * quiet else "NOT within"
    print(
        f"An honest player's p99: {quiet} ms quiet, {worst} ms at worst, {within} {MOST:g} times."
    )


if __name__ == "__main__":
    main()
