"""Servers and databases for the tests of this folder."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from support.server import client
from support.server.postgres import Postgres
from support.server.process import ServerProcess
from support.server.redis import RedisServer


@pytest.fixture(autouse=True)
async def tidy() -> AsyncIterator[None]:
    """Close what a test opened."""
    yield
    while client.OPEN:
        await client.OPEN.pop().close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on SQLite that many tests share; limits are out of the way."""
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(str(folder / "games.sqlite"), folder) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own, in a folder that its own user may enter."""
    with tempfile.TemporaryDirectory(prefix="goldenspike-pg-") as folder:
        running = Postgres(Path(folder))
        yield running
        running.stop()


@pytest.fixture(scope="session")
def redis() -> Iterator[RedisServer]:
    """A Redis server of our own."""
    with tempfile.TemporaryDirectory(prefix="goldenspike-redis-") as folder:
        running = RedisServer(Path(folder))
        yield running
        running.kill()


@pytest.fixture(params=["postgres", "redis"])
def bus(request: pytest.FixtureRequest) -> str:
    """The same test on both buses."""
    if request.param == "postgres":
        return ""
    running: RedisServer = request.getfixturevalue("redis")
    return running.url


@pytest.fixture
def base(server: ServerProcess) -> str:
    return server.base


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.wide)])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same test on both databases."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    running: Postgres = request.getfixturevalue("postgres")
    return running.fresh("t" + tmp_path.name.replace("-", "_").replace("[", "").replace("]", ""))
