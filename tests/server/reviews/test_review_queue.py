"""Reviews of games at tables: in the background, stored, stopped, and only for who may look."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.review.game_review import review_game
from goldenspike.server.reviews import stored_reviews
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import reviews
from support.server.client import Api, finished_game, guest, new_table
from support.server.process import ServerProcess


async def reviewed(api: Api, path: str, server: ServerProcess) -> dict[str, Any]:
    """The review when it is done."""
    for _ in range(1200):
        status = await api.get(path)
        if status["state"] not in ("waiting", "working"):
            break
        await asyncio.sleep(0.1)
    assert status["state"] == "done", (status, server.log()[-2000:])
    return dict(status)


@pytest.fixture(scope="module")
def review_server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("reviews")
    with ServerProcess(str(folder / "games.sqlite"), folder) as running:
        yield running


async def test_a_review_is_made_once_shows_its_graph_first_and_is_that_of_the_record(
    review_server: ServerProcess,
):
    table, (ada, ben) = await finished_game(review_server.base)
    path = f"/api/tables/{table}/review"
    assert (await ada.get(path))["state"] == "none"
    begun = await ada.post(path)
    assert (begun["state"], begun["yours"]) == ("waiting", True)
    graph = None
    while True:
        status = await ben.get(path)
        assert not status["yours"]
        if status["state"] == "working" and status["chances"] is not None:
            graph = graph or status["chances"]
        if status["state"] == "done":
            break
        assert status["state"] in ("waiting", "working"), review_server.log()[-2000:]
        await asyncio.sleep(0.05)
    record = await ada.get(f"/api/tables/{table}/record")
    game = gs.replay(record)
    assert graph is not None, "the chances are there before the decisions are judged"
    assert len(graph["after"]) == game.action_count
    assert [d["open"] for d in status["review"]["decisions"]] == graph["after"]
    # The same record gives the same review, whoever makes it.
    expected = review_game(game, stored_reviews.SETTING).to_json()
    assert through_json(status["review"]) == through_json(expected)
    # It is stored: whoever asks again has it at once.
    assert (await ben.post(path)) == await ben.get(path) == status


def through_json(value: Any) -> Any:
    """A value as it is after a way through JSON."""
    return json.loads(json.dumps(value))


async def test_whoever_asked_may_stop_it_and_nobody_else(review_server: ServerProcess):
    table, (ada, ben) = await finished_game(review_server.base, 2)
    path = f"/api/tables/{table}/review"
    await ada.post(path)
    assert (await ben.call("DELETE", path)).json()["state"] in ("waiting", "working")
    assert (await ada.call("DELETE", path)).json()["state"] == "stopped"
    assert (await ben.post(path))["state"] == "waiting"
    assert (await ben.call("DELETE", path)).json()["state"] == "stopped"


@pytest.mark.wide
async def test_a_review_under_way_that_is_stopped_ends_soon_and_the_next_is_made(
    review_server: ServerProcess,
):
    first, (ada, _) = await finished_game(review_server.base, 3)
    second, (_, dan) = await finished_game(review_server.base, 4)
    await ada.post(f"/api/tables/{first}/review")
    while (await ada.get(f"/api/tables/{first}/review"))["chances"] is None:
        await asyncio.sleep(0.05)
    await dan.post(f"/api/tables/{second}/review")
    await ada.call("DELETE", f"/api/tables/{first}/review")
    began = time.monotonic()
    while (await dan.get(f"/api/tables/{second}/review"))["state"] == "waiting":
        await asyncio.sleep(0.05)
        assert time.monotonic() - began < 5
    await reviewed(dan, f"/api/tables/{second}/review", review_server)
    assert (await ada.get(f"/api/tables/{first}/review"))["state"] == "stopped"


async def test_nobody_gets_a_review_before_the_end(base: str):
    table, (ada, _) = await new_table(base, 2)
    for method in ("POST", "GET", "DELETE"):
        answer = await ada.call(method, f"/api/tables/{table}/review")
        assert answer.json()["error"]["code"] == "table_running", method
    waiting = (await ada.post("/api/tables", {"board": "usa", "seats": [{}, {}]}))["table"]["id"]
    answer = await ada.call("POST", f"/api/tables/{waiting}/review")
    assert answer.json()["error"]["code"] == "table_waiting"


async def test_a_private_table_shows_nothing_without_a_seat_or_an_invitation(base: str):
    table, (ada, _) = await finished_game(base, 5, public=False)
    code = (await ada.get(f"/api/tables/{table}"))["table"]["code"]
    eve, nobody = await guest(base, "Eve"), Api(base)
    path = f"/api/tables/{table}/review"
    for method in ("POST", "GET", "DELETE"):
        answer = await eve.call(method, path)
        assert answer.json()["error"]["code"] == "invitation_needed", method
    assert (await nobody.call("GET", path)).json()["error"]["code"] == "invitation_needed"
    assert (await nobody.call("POST", path)).json()["error"]["code"] == "token_needed"
    assert (await eve.get(f"{path}?code={code}"))["state"] == "none"
    assert (await nobody.get(f"{path}?code={code}"))["state"] == "none"


async def test_one_person_may_have_asked_for_few_reviews_at_a_time(db: str):
    database = await with_tables(db, 4)
    try:
        async with database.write() as connection:
            for n in range(stored_reviews.MOST_ASKED):
                assert await stored_reviews.begin(connection, f"table{n}", "ada")
            assert not await stored_reviews.begin(connection, "table0", "ada")
        async with database.write() as connection:
            with pytest.raises(Exception, match="Too many requests"):
                await stored_reviews.begin(connection, "table3", "ada")
            assert await stored_reviews.begin(connection, "table3", "ben")
    finally:
        await database.close()


async def test_a_review_of_another_version_or_that_lost_its_process_is_made_again(db: str):
    from sqlalchemy import update

    database = await with_tables(db, 1)
    try:
        async with database.write() as connection:
            assert await stored_reviews.begin(connection, "table0", "ada")
            assert await stored_reviews.set_progress(connection, "table0", 1, 9, '{"start":[1]}')
            await stored_reviews.end(connection, "table0", '{"format":"x"}')
            status = await stored_reviews.status_of(connection, "table0", "ada")
            assert (status.state, status.review) == ("done", {"format": "x"})
            await connection.execute(update(reviews).values(version="older"))
            assert (await stored_reviews.status_of(connection, "table0")).state == "none"
            assert await stored_reviews.begin(connection, "table0", "ada")
            await connection.execute(update(reviews).values(touched=0))
            assert (await stored_reviews.status_of(connection, "table0")).state == "failed"
            assert await stored_reviews.begin(connection, "table0", "ben")
    finally:
        await database.close()


async def with_tables(db: str, number: int) -> Database:
    """A database with tables of one person."""
    from sqlalchemy import insert

    from goldenspike.server.storage.schema import people, tables

    database = Database(Settings(db=db))
    await database.open_when_up()
    async with database.write() as connection:
        await connection.execute(insert(people).values(id="ada", name="Ada", created=0))
        for n in range(number):
            await connection.execute(
                insert(tables).values(
                    id=f"table{n}", code=f"CODE{n}", board="usa", status="finished", public=True,
                    options="{}", owner="ada", version=1, created=0,
                )
            )  # fmt: skip
    return database


async def test_a_game_that_goes_takes_its_review_along(db: str):
    from sqlalchemy import delete, func, select

    from goldenspike.server.storage.schema import tables

    database = await with_tables(db, 1)
    try:
        async with database.write() as connection:
            await stored_reviews.begin(connection, "table0", "ada")
            await connection.execute(delete(tables))
            left = await connection.execute(select(func.count()).select_from(reviews))
            assert left.scalar() == 0
            # The worker that is busy with it is told.
            assert not await stored_reviews.set_progress(connection, "table0", 1, 9, None)
    finally:
        await database.close()


@pytest.mark.wide
async def test_a_worker_that_dies_fails_one_review_and_no_other(tmp_path: Path):
    import psutil

    with ServerProcess(str(tmp_path / "games.sqlite"), tmp_path) as server:
        table, (ada, _) = await finished_game(server.base, 6)
        path = f"/api/tables/{table}/review"
        await ada.post(path)
        while (await ada.get(path))["chances"] is None:
            await asyncio.sleep(0.05)
        assert server.process is not None
        workers = [
            process
            for process in psutil.Process(server.process.pid).children(recursive=True)
            if any("review_worker" in word for word in process.cmdline())
        ]
        assert len(workers) == 1
        assert workers[0].nice() >= 10
        workers[0].kill()
        for _ in range(200):
            status = await ada.get(path)
            if status["state"] == "failed":
                break
            await asyncio.sleep(0.05)
        assert status["state"] == "failed"
        await ada.post(path)
        while (await ada.get(path))["chances"] is None:
            await asyncio.sleep(0.05)
