"""Attacks that use up what all share: each is bounded, and an honest player goes on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from goldenspike.server.http.addresses import limit_keys
from goldenspike.server.http.gate import COSTLY_REQUEST, cost_of
from goldenspike.server.http.request_limits import COLD_TABLE, WIDE, Limits
from goldenspike.server.people import lobby
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.passwords import WAITING
from goldenspike.server.people.tokens import Client
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Join
from goldenspike.server.settings import Settings
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables import seating, table_creation
from support.server.client import Api, Seat, guest, new_table
from support.server.in_process import (
    FakeSubscriber,
    FakeWebSocket,
    in_time,
    new_guest,
    opened,
    started,
    until,
    waiting_table,
)
from support.server.process import ServerProcess


async def test_forwarded_addresses_are_believed_from_configured_proxies_only(tmp_path: Path):
    """attack 24: every request claims another address in X-Forwarded-For."""
    few = {"LOGIN_RATE": "0.001", "LOGIN_BURST": "3"}

    async def guests(server: ServerProcess, forwarded: list[str]) -> list[int]:
        api = Api(server.base)
        return [
            (await api.client.post("/api/guests", json={}, headers={"X-Forwarded-For": each}))
            .status_code for each in forwarded
        ]  # fmt: skip

    claimed = [f"192.0.2.{n}" for n in range(5)]
    with ServerProcess(str(tmp_path / "a.sqlite"), tmp_path, **few) as server:
        assert await guests(server, claimed) == [201] * 3 + [429] * 2
        assert server.log().count("proxy_not_configured") == 1
    known = {**few, "PROXIES": "127.0.0.1"}
    with ServerProcess(str(tmp_path / "b.sqlite"), tmp_path, **known) as server:
        assert await guests(server, claimed) == [201] * 5
        assert await guests(server, [claimed[0]] * 3) == [201, 201, 429]
        networks = [f"2001:db8:1:{n:x}::1" for n in range(3 * WIDE + 2)]
        answers = await guests(server, networks)
        assert answers == [201] * 3 * WIDE + [429] * 2, "one /48 is not as many as its /64s"


def test_sockets_of_one_network_and_of_the_whole_server_are_limited():
    """attack 24: sockets from many networks of one /48."""
    limits = Limits(Settings(sockets_per_address=2, sockets=18))
    opened = [limit_keys(f"2001:db8:1:{n:x}::1") for n in range(2 * WIDE)]
    for address in opened:
        limits.open_socket(address)
    with pytest.raises(Refusal) as refusal:
        limits.open_socket(limit_keys("2001:db8:1:ff::1"))
    assert refusal.value.code == "too_many_connections"
    for number in (1, 2):
        limits.open_socket(limit_keys(f"192.0.2.{number}"))
    with pytest.raises(Refusal) as refusal:
        limits.open_socket(limit_keys("192.0.2.3"))
    assert refusal.value.code == "server_full"
    limits.close_socket(opened[0])
    limits.open_socket(limit_keys("192.0.2.3"))


async def test_loading_a_table_costs_what_it_costs(tmp_path: Path):
    """attack 17: sockets on tables that are not in memory, without a name."""
    settings = {"HTTP_RATE": "0.001", "HTTP_BURST": str(3 * COLD_TABLE)}
    db = str(tmp_path / "g.sqlite")
    with ServerProcess(db, tmp_path) as server:
        tables = [(await new_table(server.base, 2))[0] for _ in range(3)]
    with ServerProcess(db, tmp_path, **settings) as server:
        url = server.base.replace("http", "ws", 1) + "/ws/tables/"

        async def first_answer(table_id: str) -> str:
            # From another address than the one that asked whether the server was there yet.
            async with connect(url + table_id, local_addr=("127.0.0.3", 0)) as table:
                try:
                    await table.send('{"type": "hello"}')
                    said = json.loads(await table.recv())
                except ConnectionClosed as closed:
                    return closed.rcvd.reason if closed.rcvd else ""  # before the hello was sent
                return str(said["error"]["code"] if said["type"] == "refused" else said["type"])

        there = [await first_answer(table) for table in (tables[0], "nowhere")]
        assert there == ["table", "not_found"]
        assert await first_answer(tables[1]) == "rate_limited"
        assert await first_answer(tables[0]) == "table", "it is in memory"


def test_a_lesson_costs_what_it_costs():
    """attack 15: a table with a game that has begun is made by each request for a lesson."""
    assert cost_of("/api/lessons/first-game") == COSTLY_REQUEST


async def test_tables_in_memory_are_limited_and_idle_ones_make_room(tmp_path: Path):
    """attack 17: more tables are opened than memory is meant for."""
    async with opened(str(tmp_path / "g.sqlite"), tables_in_memory=5) as server:
        owner = await new_guest(server)
        rows = [await waiting_table(server, owner) for _ in range(7)]
        for row in rows[:5]:
            (await server.tables.load(row.id)).idle_since = 0
        with pytest.raises(Refusal) as refusal:
            await server.tables.load(rows[5].id)
        assert refusal.value.code == "server_full"
        watched: Any = FakeSubscriber(owner.id, 0)
        watched.at(await server.tables.load(rows[0].id))
        await server.sweep.run()
        assert list(server.tables.loaded) == [rows[0].id]
        await server.tables.load(rows[5].id)


async def test_a_table_that_waits_for_an_absent_person_leaves_memory(db: str):
    """attack 18: tables at which a bot is to stand in after a day."""
    async with opened(db, idle=0) as server:
        people = [await new_guest(server, name) for name in ("Ada", "Bob")]
        row = await started(server, people, absent="bot", absent_after=86400)
        table = await server.tables.load(row.id)
        away = table.presence.offline_since[0] = milliseconds() - 3_600_000
        table.last_at = table.idle_since = away - 1000
        await server.sweep.run()
        assert not server.tables.loaded
        await server.sweep.run()
        assert not server.tables.loaded, "it is not due before the person was away for a day"
        again = await server.tables.load(row.id)
        due = again.clock.due()
        assert due is not None
        assert abs(due - (max(away, again.last_at) + 86_400_000)) < 1000


async def test_one_person_cannot_take_every_seat(tmp_path: Path):
    """attack 13: one guest sits down on all seats of all public tables, again and again."""
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, SEATS_PER_PERSON="3") as server:
        owners = [await guest(server.base, f"Owner {n}") for n in range(3)]
        body = {"board": "usa", "seats": [{}] * 4, "public": True}
        tables = [(await each.post("/api/tables", body))["table"]["id"] for each in owners]
        greedy = await guest(server.base, "Greedy")
        took = [
            (await greedy.call("POST", f"/api/tables/{table}/join", {})).status_code
            for table in tables for _ in range(3)
        ]  # fmt: skip
        assert took.count(200) == 3
        assert took[:3] == [200, 200, 429], "two at one table of somebody else"
        freed = {"seat": 1, "kind": "open"}
        await owners[0].post(f"/api/tables/{tables[0]}/seat", freed)
        again = await greedy.call("POST", f"/api/tables/{tables[0]}/join", {})
        assert again.json()["error"]["code"] == "kicked"
        other = await guest(server.base, "Other")
        assert (await other.post(f"/api/tables/{tables[0]}/join", {"seat": 1}))["seat"] == 1


async def test_nobody_fills_the_lobby(db: str, monkeypatch: pytest.MonkeyPatch):
    """attack 14: a few guests make so many tables that those of others vanish from the lobby."""
    monkeypatch.setattr(lobby, "PAGE", 10)
    async with opened(db) as server:
        honest = await new_guest(server, "Honest")
        table = await waiting_table(server, honest, public=True)
        for number in range(4):
            loud = await new_guest(server, f"Loud {number}")
            for _ in range(3):
                await waiting_table(server, loud, public=True)
        for number in range(12):
            crowd = await server.people.guest(f"One {number}", Client("one address"))
            person = PersonRow(crowd.person.id, crowd.person.name, None)
            await waiting_table(server, person, public=True)
        first = await server.lobby.first_page()
        assert table.id in [info.id for info in first.tables]
        assert (len(first.tables), first.total) == (10, 25)
        pages = [await server.lobby.public_tables(page) for page in range(3)]
        assert len({info.id for page in pages for info in page.tables}) == 25


async def test_one_address_makes_only_so_many_tables(tmp_path: Path):
    """attack 14: guests of one address make tables as fast as they can."""
    settings = {"TABLE_RATE": "0.001", "TABLE_BURST": "6"}
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        people = [await guest(server.base, f"Maker {n}") for n in range(4)]
        body = {"board": "usa", "seats": [{}, {}], "public": True}
        made = [await person.call("POST", "/api/tables", body) for person in people * 2]
        assert [answer.status_code for answer in made] == [201] * 6 + [429] * 2


async def test_tables_that_one_has_left_count_until_they_are_over(tmp_path: Path):
    """attack 15: create, start, leave, and again."""
    async with opened(str(tmp_path / "g.sqlite"), tables=100) as server:
        ada, bob = await new_guest(server), await new_guest(server, "Bob")

        async def create_and_leave() -> None:
            row = await waiting_table(server, ada)
            await server.store.change(row.id, lambda row: seating.join(row, bob, Join()))
            await server.store.change(row.id, lambda row: seating.start(row, ada))
            await server.store.leave(row.id, ada, None)

        for _ in range(3):
            await create_and_leave()
        row = seating.new_table(_two_seats(), ada)
        with pytest.raises(Refusal) as refusal:
            await table_creation.create(server.store, row, 3)
        assert refusal.value.code == "too_many_tables"
        with pytest.raises(Refusal) as refusal:
            await table_creation.create(server.store, row, 100, most=3)
        assert refusal.value.code == "server_full"


def _two_seats() -> Any:
    from goldenspike.server.protocol.table_bodies import NewTable, SeatWish

    return NewTable("usa", [SeatWish(), SeatWish()])


async def test_lobby_changes_are_gathered(db: str):
    """attack 20: seats change many times a second while many watch the lobby."""
    async with opened(db) as server:
        ada, bob = await new_guest(server), await new_guest(server, "Bob")
        row = await waiting_table(server, ada, public=True)
        watchers: list[Any] = [FakeSubscriber() for _ in range(50)]
        for watcher in watchers:
            await server.lobby.enter(watcher)
        for _ in range(20):
            await server.store.change(row.id, lambda row: seating.join(row, bob, Join(seat=1)))
            await server.store.leave(row.id, bob, 1)
        await until(lambda: len(watchers[-1].received) > 1)
        sent = [message["type"] for watcher in watchers for message in watcher.received]
        assert sent.count("lobbytables") == 50
        assert sent.count("lobbychanges") <= 3 * 50, "one a second, not one for each change"
        last = watchers[0].last("lobbychanges")["tables"]
        assert [info["id"] for info in last] == [row.id]


async def test_health_checks_are_limited_and_answered_when_other_requests_are_not(tmp_path: Path):
    """attack 20: a flood of health checks."""
    settings = {"HTTP_RATE": "0.001", "HTTP_BURST": "10"}
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        api = Api(server.base)
        boards = [(await api.call("GET", "/api/boards")).status_code for _ in range(11)]
        assert boards[-1] == 429
        checks = [(await api.call("GET", "/health")).status_code for _ in range(12)]
        assert checks[0] == 200
        assert checks[-1] == 429


async def test_passwords_of_an_account_cannot_be_guessed_from_many_addresses(tmp_path: Path):
    """attack 22: wrong log-ins from a hundred addresses; the owner still gets in."""
    settings = {"PROXIES": "127.0.0.1", "ACCOUNT_RATE": "0.001", "ACCOUNT_BURST": "5"}
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        right = {"name": "Target", "password": "long enough"}
        wrong = {"name": "Target", "password": "a wrong guess"}
        owner = Api(server.base)

        async def post(path: str, body: Any, address: str) -> int:
            headers = {"X-Forwarded-For": address}
            return (
                await Api(server.base).client.post(path, json=body, headers=headers)
            ).status_code

        made = await owner.client.post(
            "/api/accounts", json=right, headers={"X-Forwarded-For": "192.0.2.200"}
        )
        assert made.status_code == 201
        guesses = [await post("/api/login", wrong, f"198.51.100.{n}") for n in range(20)]
        assert guesses == [401] * 5 + [429] * 15
        assert await post("/api/login", right, "198.51.100.77") == 429
        assert await post("/api/login", right, "192.0.2.200") == 200, "where it is known"


async def test_an_invented_device_gives_no_more_guesses(tmp_path: Path):
    """attack 22: each wrong log-in from the owner's own address brings another cookie."""
    limits = {"account_burst": 3, "account_rate": 0.0001}
    async with opened(str(tmp_path / "g.sqlite"), **limits) as server:
        own, password = Client("home", "the owner's browser"), "long enough"
        await server.people.account("Target", password, None, own)
        codes = []
        for number in range(5):
            invented = Client("home", f"invented {number}")
            with pytest.raises(Refusal) as refusal:
                await server.people.login("Target", "a wrong guess", None, invented)
            codes.append(refusal.value.code)
        assert codes == ["login_wrong"] * 3 + ["rate_limited"] * 2
        entered = await server.people.login("Target", password, None, own)
        assert entered.admitted.person.account == "Target"


async def test_nobody_keeps_an_owner_from_using_a_recovery_code(tmp_path: Path):
    """attack 22: wrong recovery codes from elsewhere."""
    limits = {"account_burst": 2, "account_rate": 0.0001}
    async with opened(str(tmp_path / "g.sqlite"), **limits) as server:
        made = await server.people.account("Target", "long enough", None)
        owner = await server.people.by_token(made.admitted.token)
        code = (await server.people.new_recovery_codes(owner, "long enough"))[0]
        codes = []
        for _ in range(3):
            with pytest.raises(Refusal) as refusal:
                await server.people.recover("Target", "wrong", "long enough", Client("away"))
            codes.append(refusal.value.code)
        assert codes == ["recovery_wrong"] * 2 + ["rate_limited"]
        await server.people.recover("Target", code, "found again", Client("home"))


async def test_only_so_many_log_ins_wait_to_be_checked(tmp_path: Path):
    """attack 22: log-ins come faster than passwords can be hashed."""
    async with opened(str(tmp_path / "g.sqlite"), account_burst=1000) as server:
        entering = [
            server.people.login(f"Nobody {n}", "a long guess", None, Client(f"o{n}"))
            for n in range(3 * WAITING)
        ]
        answers = await asyncio.gather(*entering, return_exceptions=True)
        codes = [answer.code for answer in answers if isinstance(answer, Refusal)]
        assert len(codes) == len(answers)
        assert codes.count("busy") >= WAITING
        assert codes.count("login_wrong") >= 1


async def test_one_person_has_only_so_many_sockets(tmp_path: Path):
    """attack 24: one person opens sockets from many addresses."""
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, SOCKETS_PER_PERSON="2") as server:
        table, people = await new_table(server.base, 2)
        for _ in range(2):
            await (await Seat(server.base, table, people[0].token, 0).open()).until("presence")
        third = await Seat(server.base, table, people[0].token, 0).open()
        assert (await third.until("refused"))["error"]["code"] == "too_many_connections"
        other = await Seat(server.base, table, people[1].token, 1).open()
        await other.until("presence")


async def test_a_socket_that_says_hello_twice_counts_once(tmp_path: Path):
    async with opened(str(tmp_path / "g.sqlite"), sockets_per_person=1) as server:
        admitted = await server.people.guest("Ada")
        ada = await server.people.by_token(admitted.token)
        row = await waiting_table(server, ada)
        web = FakeWebSocket()
        talking = asyncio.create_task(web.converse(server, row.id))
        for _ in range(2):
            web.say({"type": "hello", "token": admitted.token})
        await until(lambda: web.kinds().count("table") == 2)
        web.hang_up()
        await in_time(talking)
        server.limits.add_person(ada.id)


async def test_a_lobby_socket_is_refused_beyond_the_total(tmp_path: Path):
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, SOCKETS="1") as server:
        url = server.base.replace("http", "ws", 1) + "/ws/lobby"
        async with connect(url):
            with pytest.raises(websockets.InvalidStatus) as refusal:
                await connect(url)
            assert refusal.value.response.status_code == 503
