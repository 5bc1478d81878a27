"""Wrong settings and databases are reported in one line, before the address is printed."""

from __future__ import annotations

import json
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from goldenspike import cli
from goldenspike.errors import InputError
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.settings import Settings
from support.server.in_process import new_guest, opened, waiting_table

NOWHERE = "postgresql://x@127.0.0.1:1/y"


class Command:
    """Runs the command here; returns what it ended with and said."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        self._monkeypatch, self._capfd = monkeypatch, capfd
        monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
        monkeypatch.delenv("GOLDENSPIKE_DB", raising=False)

    def __call__(self, *arguments: str, **environment: str) -> tuple[int, str, str]:
        for name, value in environment.items():
            self._monkeypatch.setenv(f"GOLDENSPIKE_{name}", value)
        self._monkeypatch.setattr(sys, "argv", ["goldenspike", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = self._capfd.readouterr()
        code = ended.value.code
        return (code if isinstance(code, int) else 0), out, err

    def complaint(self, *arguments: str, **environment: str) -> str:
        """The one line of a command that ended with 1, and printed nothing else."""
        code, out, err = self(*arguments, **environment)
        assert (code, out) == (1, ""), (code, out, err)
        assert err.count("\n") == 1, err
        assert err.startswith("goldenspike: ")
        return err


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    return Command(monkeypatch, capfd, tmp_path)


@pytest.fixture(params=["serve", "export", "import"])
def arguments(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Each command that opens a database."""
    if request.param == "serve":
        return ["serve", "--port", "1"]
    if request.param == "export":
        return ["export"]
    lines = tmp_path / "tables.jsonl"
    lines.touch()
    return ["import", str(lines)]


def test_a_file_that_is_not_a_database(command: Command, arguments: list[str], tmp_path: Path):
    other = tmp_path / "passwd"
    other.write_text("root:x:0:0:root:/root:/bin/bash\n")
    assert "not a SQLite database" in command.complaint(*arguments, "--db", str(other))
    assert other.read_text().startswith("root:x:0")
    assert not (tmp_path / "passwd.lock").exists()


def test_a_folder(command: Command, arguments: list[str], tmp_path: Path):
    folder = tmp_path / "games"
    folder.mkdir()
    assert "is a folder" in command.complaint(*arguments, "--db", str(folder))
    assert not (tmp_path / "games.lock").exists()


def test_a_folder_in_which_nothing_can_be_written(command: Command, tmp_path: Path):
    (tmp_path / "games.sqlite.lock").mkdir()
    file = str(tmp_path / "games.sqlite")
    assert "has to be writable" in command.complaint("serve", "--port", "1", "--db", file)


def test_an_unreachable_postgresql(command: Command, arguments: list[str]):
    assert "cannot be opened" in command.complaint(*arguments, "--db", NOWHERE, DATABASE_WAIT="1")


@pytest.mark.parametrize("address", ["u:pass/word@host/x", "u@host:port/x", "u@[::1/x"])
def test_an_invalid_postgresql_address(command: Command, arguments: list[str], address: str):
    said = command.complaint(*arguments, "--db", f"postgresql://{address}")
    assert "address is not valid" in said
    assert "pass'" not in said


def test_an_unreachable_postgresql_with_several_processes(command: Command):
    arguments = ["serve", "--port", "1", "--workers", "2", "--db", NOWHERE]
    assert "cannot be opened" in command.complaint(*arguments, DATABASE_WAIT="1")


def test_another_kind_of_database(command: Command, arguments: list[str]):
    assert "mysql://...: name a SQLite file" in command.complaint(*arguments, "--db", "mysql://x")


def test_a_newer_database(command: Command, arguments: list[str], tmp_path: Path):
    db = tmp_path / "newer.sqlite"
    with sqlite3.connect(db) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    assert "use a newer version" in command.complaint(*arguments, "--db", str(db))


def test_a_setting_that_is_not_a_number(command: Command, arguments: list[str], tmp_path: Path):
    db = str(tmp_path / "games.sqlite")
    said = command.complaint(*arguments, "--db", db, IDLE="abc")
    assert "GOLDENSPIKE_IDLE='abc' is not a number" in said


def test_an_export_does_not_create_a_database(command: Command, tmp_path: Path):
    typo, out = tmp_path / "folder" / "typo.sqlite", tmp_path / "out.jsonl"
    said = command.complaint("export", "--db", str(typo), "--out", str(out))
    assert "There is no database" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "wrong",
    [{"bot_workers": 0}, {"http_rate": 0}, {"chat_burst": 0}, {"socket_rate": float("nan")},
     {"bot_seconds": float("inf")}, {"idle": -1}, {"log": "loud"}],
)  # fmt: skip
def test_settings_with_which_a_server_would_hang_or_fail(wrong: dict[str, Any]):
    with pytest.raises(InputError, match=f"GOLDENSPIKE_{next(iter(wrong)).upper()}"):
        Settings(**wrong)


async def test_a_postgresql_address_may_have_connection_parameters(postgres: Any):
    db = postgres.fresh("options") + "&sslmode=disable&application_name=trains"
    async with opened(db) as server:
        row = await waiting_table(server, await new_guest(server))
        assert (await server.leases.locate(row.id)).holder == server.bus.process
        connection = await server.database.connect()
        assert await connection.fetchval("SHOW application_name") == "trains"
        await connection.close()


async def test_new_databases_are_readable_by_their_owner_only(tmp_path: Path):
    db = tmp_path / "deep" / "games.sqlite"
    async with opened(str(db)) as server:
        await new_guest(server)
        modes = {stat.S_IMODE(path.stat().st_mode) for path in db.parent.iterdir()}
    assert modes == {0o600}


async def _with_an_account(db: Path) -> None:
    async with opened(str(db)) as server:
        made = (await server.people.account("Zoe", "long enough", None)).admitted
        await waiting_table(server, PersonRow(made.person.id, "Zoe", "Zoe"))


def test_passwords_are_exported_only_if_asked_for(command: Command, tmp_path: Path):
    import asyncio

    db, out = tmp_path / "games.sqlite", tmp_path / "tables.jsonl"
    out.write_text("longer than nothing")
    out.chmod(0o644)  # attack 27: an export over a file that others may read
    asyncio.run(_with_an_account(db))
    other = ["--db", str(tmp_path / "other.sqlite")]
    for options, fields in ([], set()), (["--accounts"], {"account", "account_key", "password"}):
        assert command("export", "--db", str(db), "--out", str(out), *options)[0] == 0
        (person,) = json.loads(out.read_text())["people"]
        assert set(person) == {"id", "name", "created"} | fields
        assert command("import", str(out), *other)[0] == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    with sqlite3.connect(tmp_path / "other.sqlite") as connection:
        assert connection.execute("SELECT name, account FROM people").fetchall() == [("Zoe", None)]
