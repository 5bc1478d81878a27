"""Runs the server: one process, or several on one PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import sys
import tempfile
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import multiprocess

from goldenspike.errors import InputError
from goldenspike.server.http.gate import find_gate
from goldenspike.server.http.http_protocol import BoundedHttp
from goldenspike.server.http.websocket import BoundedWebSocket
from goldenspike.server.log import log
from goldenspike.server.protocol import messages
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database, prepare_file

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

GRACE_SECONDS = 5
START_SECONDS = 60
"""A worker that has not answered its supervisor for so long is replaced. It answers only when it
has loaded the server, and one that was killed before that would never start on a busy machine."""
FRAME_LIMIT = 8 * messages.MESSAGE_LIMIT
"""A message above `MESSAGE_LIMIT` is refused; one above this closes the connection."""


def serve(settings: Settings, host: str, port: int, workers: int, open_page: bool) -> None:
    """Serve until stopped; on Ctrl-C and SIGTERM moves under way are completed."""
    if workers > 1 and not settings.postgres:
        raise InputError(
            f"--workers {workers} needs PostgreSQL: a SQLite file is served by one process. "
            "Give --db postgresql://... or leave out --workers."
        )
    options: dict[str, Any] = {
        "host": host,
        "port": port,
        "http": BoundedHttp,
        "ws": BoundedWebSocket,
        "ws_max_size": FRAME_LIMIT,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "timeout_worker_healthcheck": START_SECONDS,
        "lifespan": "on",
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies,
    }
    with _lock_sqlite_file(settings):
        # An error of the database is reported here, before the address is printed.
        asyncio.run(_open_once(settings))
        _serve(settings, workers, open_page, options)


def _serve(settings: Settings, workers: int, open_page: bool, options: dict[str, Any]) -> None:
    host, port = options["host"], options["port"]
    # Every socket is an open file, and the usual limit is too low for thousands of them.
    _raise_open_files()
    url = f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1', '::', '') else host}:{port}/"
    if workers > 1:
        folder = tempfile.TemporaryDirectory(prefix="goldenspike-metrics-")
        settings = replace(settings, metrics_folder=folder.name)
        os.environ.update(settings.as_environment())
        config = uvicorn.Config(
            "goldenspike.server.app:create_app", factory=True, workers=workers, **options
        )
        listener = _bind(host, port)
        print(f"Golden Spike: {url} ({workers} processes)", flush=True)
        # uvicorn has no setting for the server class of its worker processes.
        multiprocess.Process = GracefulProcess  # type: ignore[misc]
        with folder:
            Supervisor(config, sockets=[listener]).run()
        return
    from goldenspike.server.app import create_app

    server = GracefulServer(uvicorn.Config(create_app(settings), **options))
    listener = _bind(host, port)
    print(f"Golden Spike: {url}", flush=True)
    if host in ("0.0.0.0", "::"):
        print("Others on your network: use this machine's name or address instead.", flush=True)
    if open_page:
        webbrowser.open(url)
    with listener, _runner() as runner:
        runner.run(server.serve([listener]))
    if not server.started:
        sys.exit(1)


class GracefulServer(uvicorn.Server):
    """A uvicorn server that tells its sockets that it is going to stop."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as uvicorn does, and take connections from other workers as well."""
        await super().startup(sockets)
        find_gate(self.config.loaded_app).handover.listen(self._take)
        # Tables are long-lived and have no reference cycles: collect rarely, and skip what is
        # loaded by now.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)

    async def _take(self, connection: socket.socket, request: bytes) -> None:
        """Serve a connection that another worker has accepted."""
        _, protocol = await asyncio.get_running_loop().connect_accepted_socket(
            lambda: BoundedHttp(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            ),
            connection,
        )
        protocol.data_received(request)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Store moves under way and tell every socket, then stop as uvicorn does."""
        gate = find_gate(self.config.loaded_app)
        gate.handover.close()
        await gate.announce_shutdown()
        await super().shutdown(sockets)


class GracefulProcess(multiprocess.Process):
    """A worker process of uvicorn that runs a `GracefulServer`."""

    @property
    def server(self) -> uvicorn.Server:
        """Created on first use, in the worker process."""
        if self._server is None:
            self._server = GracefulServer(self.config)
        return self._server


class Supervisor(multiprocess.Multiprocess):
    """uvicorn's supervisor of worker processes; one that cannot start does not stop the others."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._failures = 0
        """Failed starts since a worker was last seen to serve."""

    def keep_subprocess_alive(self) -> None:
        """Replace workers that have died or hang, after a pause if they do not even start."""
        for index, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if process.is_alive(timeout=self.config.timeout_worker_healthcheck):
                continue
            process.kill()
            process.join()
            log.warning("worker_died", pid=process.pid, code=process.exitcode)
            if process.exitcode == STARTUP_FAILURE:
                self._failures += 1
                others = [other for other in self.processes if other is not process]
                if not any(other.is_ready(timeout=1) for other in others):
                    # Nobody serves: what is wrong will not go away by itself.
                    self.should_exit.set()
                    return
                self.should_exit.wait(min(2.0**self._failures / 10, 5))
            else:
                self._failures = 0
            replacement = multiprocess.Process(self.config, self.sockets)
            replacement.start()
            self.processes[index] = replacement


async def _open_once(settings: Settings) -> None:
    database = Database(settings)
    try:
        await database.open_when_up(patience=settings.database_wait)
    finally:
        await database.close()


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise InputError(
            f"Cannot listen on {host}:{port}: {error.strerror}. "
            "Another server may be running there: choose another one with --port "
            "or GOLDENSPIKE_PORT."
        ) from None
    listener.listen(2048)
    listener.setblocking(False)
    return listener


def _lock_sqlite_file(settings: Settings) -> contextlib.AbstractContextManager[object]:
    """Holds a lock on a SQLite file, which ends with the process however it ends.

    Two servers on one file would not hear of each other's moves.
    """
    if settings.postgres or fcntl is None:
        return contextlib.nullcontext()
    # Resolved, because the same file may have other names through symbolic links.
    path = Path(settings.url.removeprefix("sqlite+aiosqlite:///")).resolve()
    prepare_file(path, create=True)
    if path.stat().st_nlink > 1:
        raise InputError(
            f"{path} has a second name (a hard link), under which another server could open it. "
            "Remove one of the names: SQLite keeps what it writes under the name it was given."
        )
    try:
        lock = path.with_name(path.name + ".lock").open("ab")
    except OSError as error:
        raise InputError(
            f"{error.filename}: {error.strerror}. The folder of a database has to be writable."
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise InputError(
            f"Another server has {path} open. Stop it, give another file with --db, "
            "or use PostgreSQL to run several."
        ) from None
    return lock


def _runner() -> asyncio.Runner:
    try:
        import uvloop
    except ImportError:
        return asyncio.Runner()
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def _raise_open_files() -> None:
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 16384 if hard == resource.RLIM_INFINITY else min(16384, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
