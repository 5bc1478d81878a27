"""What operators rely on: health, metrics, CORS, reports, bans, and `goldenspike admin`."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from goldenspike.cli.admin import _text
from goldenspike.server.http.gate import Gate
from goldenspike.server.http.request_limits import Limits
from goldenspike.server.metrics import Metrics
from goldenspike.server.settings import Settings
from goldenspike.server.shared_metrics import SharedMetrics
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.stored_games import ActionRow
from support.command import Ended, run_command
from support.server.client import Api, Seat, guest, new_table, refused
from support.server.in_process import new_guest, opened, waiting_table
from support.server.process import ServerProcess

PAGE = "https://trains.example"


async def test_a_commit_that_fails_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """attack 21: the disk is full, and nothing is logged."""
    async with opened(str(tmp_path / "g.sqlite")) as server:
        row = await waiting_table(server, await new_guest(server))

        async def full(_rows: str) -> Any:
            raise sqlite3.OperationalError("database or disk is full")

        server.journal._writer.commit = full  # type: ignore[method-assign]
        move = ActionRow(row.id, 1, 0, "draw deck", None, "person", 1, 0)
        with pytest.raises(StorageError):
            await server.journal.append(move)
    assert any(record.getMessage() == "storage_failed" for record in caplog.records)
    assert server.journal.failures == 1


async def test_health_writes(tmp_path: Path):
    """attack 21: a database that can only be read is not healthy."""
    file = tmp_path / "g.sqlite"
    with ServerProcess(str(file), tmp_path) as server:
        assert (await Api(server.base).call("GET", "/health")).status_code == 200
        with sqlite3.connect(file, timeout=20) as connection:
            connection.execute(
                "CREATE TRIGGER full BEFORE UPDATE ON server_values BEGIN"
                " SELECT RAISE(FAIL, 'database or disk is full'); END"
            )
        answer = await _until_status(server.base, 503)
        assert answer["status"] == "storage_unavailable"
        assert "storage_failed" in server.log()


async def _until_status(base: str, status: int) -> Any:
    async with asyncio.timeout(20):
        while True:
            answer = await Api(base).call("GET", "/health")
            if answer.status_code == status:
                return answer.json()
            await asyncio.sleep(0.1)


async def test_other_origins_that_are_allowed_can_use_the_api(tmp_path: Path):
    """attack 23: a page of an allowed origin gets no CORS headers."""
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, ORIGINS=PAGE) as server:
        asked = {"Origin": PAGE, "Access-Control-Request-Method": "POST"}
        asked["Access-Control-Request-Headers"] = "authorization,content-type"
        before = httpx.options(server.base + "/api/tables", headers=asked)
        assert before.status_code == 204
        assert before.headers["access-control-allow-origin"] == PAGE
        assert "authorization" in before.headers["access-control-allow-headers"]
        assert "POST" in before.headers["access-control-allow-methods"]
        answer = httpx.post(server.base + "/api/guests", json={}, headers={"Origin": PAGE})
        assert answer.headers["access-control-allow-origin"] == PAGE
        assert "cross-origin-resource-policy" not in answer.headers
        other = httpx.get(server.base + "/api/boards", headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in other.headers
        assert other.headers["vary"].lower().count("origin") == 1


async def test_https_is_for_good_and_only_behind_https(tmp_path: Path):
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, PROXIES="127.0.0.1") as server:
        secure = httpx.get(server.base + "/health", headers={"X-Forwarded-Proto": "https"})
        assert "max-age" in secure.headers["strict-transport-security"]
        plain = httpx.get(server.base + "/health")
        assert "strict-transport-security" not in plain.headers


async def test_metrics_are_not_public(tmp_path: Path):
    """attack 28: metrics are open to everybody through the proxy."""
    with ServerProcess(str(tmp_path / "a.sqlite"), tmp_path) as server:
        page = httpx.get(server.base + "/metrics").text
        for name in ("memory_bytes", "loop_lag_seconds", "bot_queue", "connections_refused"):
            assert f"goldenspike_{name} " in page
        through = httpx.get(server.base + "/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
        assert through.status_code == 404
    with ServerProcess(str(tmp_path / "b.sqlite"), tmp_path, METRICS_TOKEN="let me in") as server:
        assert httpx.get(server.base + "/metrics").status_code == 401
        known = {"Authorization": "Bearer let me in"}
        assert httpx.get(server.base + "/metrics", headers=known).status_code == 200


@pytest.mark.quick
def test_metrics_are_those_of_all_workers(tmp_path: Path):
    """attack 28: each request is answered with the metrics of whichever process it reaches."""
    metrics = Metrics()
    metrics.moves.labels("person").inc(3)
    shared = SharedMetrics(metrics, str(tmp_path), lambda: None)
    shared.page()
    written = next(tmp_path.glob("*.json"))
    (tmp_path / "99999.json").write_bytes(written.read_bytes())
    page = shared.page().decode()
    lines = [line for line in page.splitlines() if line.startswith("goldenspike_moves_total{")]
    assert len(lines) == 2
    assert all('by="person"' in line and line.endswith(" 3.0") for line in lines)
    assert any('process="99999"' in line for line in lines)
    assert page.count("# TYPE goldenspike_moves_total counter") == 1


async def test_any_worker_answers_with_the_metrics_of_all(postgres: Any, tmp_path: Path):
    """attack 28: two workers, and a page that has the counters of one of them."""
    db = postgres.fresh("metrics_of_all")
    with ServerProcess(db, tmp_path, workers=2) as server:
        async with asyncio.timeout(60):
            while True:
                page = httpx.get(server.base + "/metrics").text
                found = set(re.findall(r'goldenspike_memory_bytes\{process="(\d+)"\} \d', page))
                if len(found) == 2:
                    return
                await asyncio.sleep(0.2)


@pytest.mark.quick
def test_a_wrong_list_of_proxies_is_said_at_the_start():
    from goldenspike.errors import InputError

    settings = Settings(proxies="not an address")
    with pytest.raises(InputError, match="GOLDENSPIKE_PROXIES"):
        Gate(None, settings, Metrics(), Limits(settings), None, None)  # type: ignore[arg-type]


async def test_a_report_is_read_by_moderators_and_acted_on(tmp_path: Path):
    file = str(tmp_path / "g.sqlite")
    with ServerProcess(file, tmp_path) as server:
        base = server.base
        table, people = await new_table(base, 2)
        rude = await Seat(base, table, people[1].token, 1).open()
        await rude.until("presence")
        await rude.send({"type": "chat", "id": "1", "text": "something rude"})
        await rude.until("ack")
        complaint = {"seat": 1, "reason": "insult", "text": "see the chat"}
        path = f"/api/tables/{table}/report"
        stranger = await guest(base, "Stranger")
        assert (await stranger.call("POST", path, complaint)).status_code == 403
        await people[0].post(path, complaint)
        chief = Api(base)
        account = {"name": "Chief", "password": "long enough"}
        chief.token = (await chief.post("/api/accounts", account))["token"]
        assert (await chief.call("GET", "/api/moderation/reports")).status_code == 403
        assert (await _admin(file, "moderator", "Chief")).returncode == 0
        (report,) = (await chief.get("/api/moderation/reports"))["reports"]
        assert (report["reason"], report["chat"]) == ("insult", ["something rude"])
        assert people[0].token.split(".")[0] not in str(report)
        act = f"/api/moderation/people/{report['person']}"
        await chief.post(act, {"what": "mute", "days": 1})
        await rude.send({"type": "chat", "id": "2", "text": "more of it"})
        assert await refused(rude) == "muted"
        await chief.post(act, {"what": "ban", "days": 1})
        assert (await people[1].call("GET", "/api/me")).status_code in (401, 403)
        await chief.post(f"/api/moderation/reports/{report['id']}/close")
        assert (await chief.get("/api/moderation/reports"))["reports"] == []
        log = json.loads((await _admin(file, "audit", "--json")).stdout)
        assert [line["action"] for line in log] == ["close_report", "ban", "mute", "role"]


async def _admin(db: str, *arguments: str) -> Ended:
    """In a thread: the command runs an event loop of its own."""
    return await asyncio.to_thread(run_command, "admin", *arguments, "--db", db)


async def test_admin_commands_on_a_database(tmp_path: Path):
    file = str(tmp_path / "g.sqlite")
    async with opened(file) as server:
        ada = (await server.people.account("Ada", "long enough", None)).admitted.person
        eve = await new_guest(server, "Eve")
        row = await waiting_table(server, await _person(server, ada.id), eve)
        broken = await waiting_table(server, eve)
    assert [
        p["name"] for p in json.loads((await _admin(file, "people", "Ada", "--json")).stdout)
    ] == ["Ada"]
    assert (
        json.loads((await _admin(file, "ban", "Ada", "--days", "2", "--json")).stdout)["days"] == 2
    )
    assert json.loads((await _admin(file, "people", "Ada", "--json")).stdout)[0]["banned"]
    assert (await _admin(file, "unban", "Ada")).returncode == 0
    assert json.loads((await _admin(file, "people", "Ada", "--json")).stdout)[0]["banned"] is None
    nobody = await _admin(file, "mute", "Nobody")
    assert (nobody.returncode, "Nobody" in nobody.stderr) == (1, True)
    assert "--yes" in (await _admin(file, "delete", "Eve")).stderr
    async with opened(file) as server:
        namesake = await new_guest(server, "Eve")
    which = await _admin(file, "mute", "Eve")
    assert (which.returncode, "several people" in which.stderr) == (1, True)
    for done, said in ((["mute"], "is muted for ever"), (["unmute"], "is no longer muted"),
                       (["delete", "--yes"], "is erased")):  # fmt: skip
        assert said in (await _admin(file, done[0], namesake.id, *done[1:])).stdout
    assert (
        json.loads((await _admin(file, "export-person", eve.id)).stdout)["person"]["name"] == "Eve"
    )
    listed = json.loads((await _admin(file, "tables", "--json")).stdout)
    assert {line["id"] for line in listed} == {row.id, broken.id}
    assert (await _admin(file, "bad-rows")).returncode == 0
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE tables SET options = '{' WHERE id = ?", (broken.id,))
    bad = await _admin(file, "bad-rows", "--json")
    assert (bad.returncode, [line["id"] for line in json.loads(bad.stdout)]) == (1, [broken.id])
    assert (await _admin(file, "delete", eve.id, "--yes")).returncode == 0
    assert json.loads((await _admin(file, "people", "Eve", "--json")).stdout) == []
    purged = json.loads((await _admin(file, "purge", "--guests", "1", "--yes", "--json")).stdout)
    assert purged == {"games": 0, "guests": 0}


@pytest.mark.quick
def test_what_players_wrote_does_not_command_the_operators_terminal():
    assert _text("text", "\x1b[2Ja \u202eb\n") == "\\x1b[2Ja \\u202eb\\n"
    assert _text("chat", ["one", "two\x9b"]) == "one | two\\x9b"


async def _person(server: Any, person_id: str) -> Any:
    from goldenspike.server.people.accounts import PersonRow

    return PersonRow(person_id, "Ada", "Ada")
