"""Imports: the whole file is checked before anything is written."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select

import goldenspike as gs
from goldenspike.boards.load import board_files
from goldenspike.boards.read import read_board
from goldenspike.errors import InputError
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.names import account_key
from goldenspike.server.settings import Settings
from goldenspike.server.storage import exported_table, table_import
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import people as people_table
from goldenspike.server.storage.schema import tables
from goldenspike.server.storage.table_import import Imported, import_tables
from goldenspike.server.storage.transfer import export_tables
from support.server.in_process import opened, people, started

COSTLY = "$argon2id$v=19$m=1048576,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTA"


async def exported(db: str, accounts: bool = False) -> list[dict[str, Any]]:
    """Two tables of which one has begun, as they are exported."""
    async with opened(db) as server:
        made = await server.people.account("Zoe", "long enough", None)
        zoe = PersonRow(made.admitted.person.id, "Zoe", "Zoe")
        (bob,) = await people(server, 1)
        row = await started(server, [zoe, bob])
        table = await server.tables.load(row.id)
        for _ in range(6):
            game = table.started_game
            await table.play(game.seat, str(game.legal()[0]), table.n, "bot")
        await started(server, [zoe, bob])
        return [json.loads(line) async for line in export_tables(server.database, [], accounts)]


async def imported(db: str, lines: list[Any], accounts: bool = False) -> Imported:
    database = Database(Settings(db=db))
    await database.open()
    try:
        data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        key = account_key if accounts else None
        return await import_tables(database, io.BytesIO(data), "tables.jsonl", key)
    finally:
        await database.close()


async def count(db: str) -> tuple[int, int]:
    database = Database(Settings(db=db))
    async with database.read() as connection:
        found = [
            (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            for table in (tables, people_table)
        ]
    await database.close()
    return found[0], found[1]


async def test_what_was_exported_is_played_on_elsewhere(db: str, tmp_path: Any):
    lines = await exported(str(tmp_path / "from.sqlite"))
    assert await imported(db, lines) == Imported(tables=2)
    assert await imported(db, lines) == Imported(there_already=2)
    async with opened(db) as server:
        table = await server.tables.load(lines[0]["table"]["id"])
        assert table.n == 6


def _set(*path: Any) -> Callable[[dict[str, Any]], None]:
    *way, name, value = path

    def change(line: dict[str, Any]) -> None:
        part: Any = line
        for step in way:
            part = part[step]
        part[name] = value

    return change


HOSTILE: dict[str, Callable[[dict[str, Any]], None]] = {
    "no options": _set("table", "options", "{"),
    "options of another kind": _set("table", "options", "[]"),
    "a seed that is none": _set("table", "seed", "x" * 64),
    "a status of its own": _set("table", "status", "odd"),
    "an unknown column": _set("table", "evil", 1),
    "an illegal action": _set("actions", 3, "action", "keep a secret"),
    "another seat's action": _set("actions", 2, "seat", 7),
    "a wrong next turn": _set("actions", 5, "turn", 5),
    "a gap in the numbers": _set("actions", 2, "number", 9),
    "rows of another table": _set("seats", 0, "table_id", "other"),
    "a seat of a stranger": _set("seats", 0, "person", "stranger"),
    "an unknown rules version": _set("table", "rules", 99),
    "another board": _set("table", "board_hash", "0" * 64),
    "a board of another hash": _set("board", "file", "[board]"),
    "a time beyond all": _set("table", "created", 2**70),
    "scores of a running game": _set("table", "scores", "x"),
    "a costly password": _set("people", 0, "password", COSTLY),
    "a password that is none": _set("people", 0, "password", "plain"),
    "no table at all": lambda line: line.clear(),
}


@pytest.mark.parametrize("what", HOSTILE)
async def test_a_hostile_line_stops_the_whole_import(tmp_path: Any, what: str):
    """attack 5: a hostile file for `goldenspike import`."""
    lines = await exported(str(tmp_path / "from.sqlite"), accounts=True)
    # The account first, whatever the order of ids.
    lines[0]["people"].sort(key=lambda person: person["account"] is None)
    HOSTILE[what](lines[0])
    db = str(tmp_path / "to.sqlite")
    with pytest.raises(InputError, match="line 2"):
        await imported(db, [lines[1], lines[0]], accounts=True)
    assert await count(db) == (0, 0), "nothing of the good table either"


async def test_accounts_come_only_if_asked_for(tmp_path: Any):
    """attack 5: it smuggles an account in."""
    lines = await exported(str(tmp_path / "from.sqlite"), accounts=True)
    one, two = str(tmp_path / "one.sqlite"), str(tmp_path / "two.sqlite")
    assert await imported(one, lines) == Imported(tables=2, made_guests=1)
    async with opened(one) as server:
        with pytest.raises(Exception, match="name or the password"):
            await server.people.login("Zoe", "long enough", None)
    lines[0]["people"] = [person | {"account_key": person["account"] and "other"}
                          for person in lines[0]["people"]]  # fmt: skip
    assert await imported(two, lines, accounts=True) == Imported(tables=2, accounts=1)
    async with opened(two) as server:
        entered = await server.people.login("Zoe", "long enough", None)
        assert entered.admitted.person.account == "Zoe"


async def test_a_file_is_bounded(tmp_path: Any, monkeypatch: pytest.MonkeyPatch):
    """attack 5: a file without an end."""
    lines = await exported(str(tmp_path / "from.sqlite"))
    for limit in ("LINE_LIMIT", "FILE_LIMIT"):
        with monkeypatch.context() as patched:
            patched.setattr(table_import, limit, 3000)
            with pytest.raises(InputError, match="larger than an export may be"):
                await imported(str(tmp_path / "to.sqlite"), lines)
    assert exported_table.LINE_LIMIT < table_import.FILE_LIMIT


async def test_the_board_of_a_game_comes_with_it(tmp_path: Any):
    lines = await exported(str(tmp_path / "from.sqlite"))
    line = lines[1]
    old = dict(board_files())["usa"].decode().replace("\ntrains = 45\n", "\ntrains = 44\n", 1)
    before = read_board("usa", old.encode())
    line["table"]["board_hash"] = before.play_hash
    line["board"] = {"hash": before.play_hash, "board": "usa", "file": old}
    db = str(tmp_path / "to.sqlite")
    assert await imported(db, [line]) == Imported(tables=1)
    async with opened(db) as server:
        table = await server.tables.load(line["table"]["id"])
        assert table.started_game.board.trains == 44
        assert gs.load_board("usa").trains == 45
