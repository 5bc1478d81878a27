"""Rows that cannot be read: they harm nothing else, are logged, and can be listed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import text

from goldenspike.server.app import Server
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import table_rows, table_search
from goldenspike.server.storage.bad_rows import bad_rows
from goldenspike.server.tables.table_creation import remove_unstarted
from support.server.in_process import new_guest, opened, people, started, until, waiting_table

DAMAGE = {
    "options": "UPDATE tables SET options = '{' WHERE id = :id",
    "wrong type": "UPDATE tables SET options = '[1]' WHERE id = :id",
    "scores": "UPDATE tables SET scores = 'x' WHERE id = :id",
    "status": "UPDATE tables SET status = 'odd', seed = NULL WHERE id = :id",
    "no seats": "DELETE FROM seats WHERE table_id = :id",
    "odd seat": "UPDATE seats SET kind = 'odd' WHERE table_id = :id",
}


async def _first_option(_level: str, view: Any, _table: str, _owner: str) -> str:
    return str(view.legal()[0])


async def damage(server: Server, how: str, table_id: str) -> None:
    async with server.database.write() as connection:
        await connection.execute(text(DAMAGE[how]), {"id": table_id})


@pytest.mark.parametrize("how", DAMAGE)
async def test_a_bad_row_harms_nobody_else(db: str, how: str, monkeypatch: pytest.MonkeyPatch):
    """attack 4: one malformed row in `tables` or `seats`."""
    logged: list[Any] = []
    monkeypatch.setattr(table_rows.log, "warning", lambda *said, **fields: logged.append(fields))
    async with opened(db) as server:
        ada = await new_guest(server)
        server.bots.choose = _first_option  # type: ignore[method-assign]
        bad = await waiting_table(server, ada, public=True)
        good = await waiting_table(server, ada, public=True)
        game = await started(server, [ada], bots=1, first=1)
        await damage(server, how, bad.id)
        assert [info.id for info in (await server.lobby.public_tables()).tables] == [good.id]
        async with server.database.read() as connection:
            mine = await table_search.of_person(connection, ada.id, 10)
            read = await table_rows.read(connection, mine)
            assert {row.id for row in read} == {good.id, game.id}
        with pytest.raises(Refusal) as refused:
            await server.store.read(bad.id)
        assert refused.value.code == "internal"
        assert {"table": bad.id} in logged
        await server.sweep.run()
        assert game.id in server.tables.loaded, "bots and clocks elsewhere resume"
        await remove_unstarted(server.store, 0)
        found = [row async for row in bad_rows(server.database)]
        assert [(row.kind, row.id) for row in found] == [("table", bad.id)]
        assert found[0].why


async def test_bots_resume_beside_a_running_game_that_cannot_be_read(db: str):
    """attack 4: no bot and no clock resumes anywhere."""
    async with opened(db) as server:
        ada = await new_guest(server)
        server.bots.choose = _first_option  # type: ignore[method-assign]
        bad = await started(server, [ada], bots=1, absent="bot")
        good = await started(server, [ada], bots=1, first=1)
        for row in (bad, good):
            server.tables.forget(row.id)
        await damage(server, "options", bad.id)
        await server.sweep.run()
        await until(lambda: server.tables.loaded[good.id].n > 0)


async def test_an_action_that_cannot_be_played_harms_only_its_game(db: str):
    """attack 4: a malformed row in `actions`."""
    async with opened(db) as server:
        pair = await people(server, 2)
        bad, good = await started(server, pair), await started(server, pair)
        async with server.database.write() as connection:
            await connection.execute(
                text(
                    'INSERT INTO actions (table_id, number, seat, action, "by", at, turn) '
                    "VALUES (:id, 1, 0, 'keep a secret', 'person', 1, 1)"
                ),
                {"id": bad.id},
            )
        with pytest.raises(Refusal) as refused:
            await server.tables.load(bad.id)
        assert refused.value.code == "internal"
        assert (await server.tables.load(good.id)).game is not None
        assert [row async for row in bad_rows(server.database)] == []
        found = [row async for row in bad_rows(server.database, replay=True)]
        assert [(row.kind, row.id) for row in found] == [("game", bad.id)]
        assert "secret" not in json.dumps(found[0].why), "a running game's tickets are not told"
