"""Rate limits: requests beyond them are refused, and nobody else is affected."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path

import pytest
import websockets
from websockets.asyncio.client import connect

from support.server.client import Api, Seat, guest, new_table, refused
from support.server.process import ServerProcess


async def test_floods_are_answered_clearly(tmp_path: Path):
    slow = {"HTTP_RATE": "1", "LOGIN_RATE": "0.001"}
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, limits=True, **slow) as server:
        base = server.base
        table, people = await new_table(base, 2)
        calm = await Seat(base, table, people[0].token, 0).open()
        await calm.until("presence")
        loud = await Seat(base, table, people[1].token, 1).open()
        await loud.until("presence")
        for _ in range(200):
            with contextlib.suppress(websockets.ConnectionClosed):
                await loud.send({"type": "ping"})
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await loud.until("nothing")
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "rate_limited")
        limited = [r for r in loud.refusals if r["error"]["code"] == "rate_limited"]
        assert limited[0]["error"]["params"]["retry_after"] >= 1

        for number in range(12):
            await calm.send({"type": "chat", "id": f"c{number}", "text": "spam"})
        assert await refused(calm) == "rate_limited"

        codes = [(await Api(base).call("GET", f"/api/codes/AAAAA{i}")) for i in range(30)]
        assert codes[-1].status_code == 429, "short codes cannot be tried out"
        statuses = [(await people[0].call("GET", "/api/boards")) for _ in range(150)]
        over = [a for a in statuses if a.status_code == 429]
        assert over
        assert over[0].json()["error"]["code"] == "rate_limited"
        assert int(over[0].headers["retry-after"]) >= 1
        assert (await Api(base).call("GET", "/health")).status_code == 200


async def test_expensive_requests_are_allowed_less_often(tmp_path: Path):
    """attack 20: replays, which take many times as long as other requests."""
    settings = {"HTTP_RATE": "0.01", "HTTP_BURST": "32", "SOCKET_RATE": "0.01"}
    settings["SOCKET_BURST"] = "6"
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        table, people = await new_table(server.base, 2)
        seat = await Seat(server.base, table, people[0].token, 0).open()
        await seat.until("presence")
        for number in range(3):
            question = {"what": "track", "track": "atlanta-miami:blue"}
            await seat.send({"type": "ask", "id": str(number), **question})
        assert (await seat.until("answer"))["id"] == "0"
        assert (await seat.until("answer"))["id"] == "1"
        assert await refused(seat) == "rate_limited"
        paths = ["/api/openapi.json", f"/api/tables/{table}/replay", "/api/docs", "/api/boards"]
        answers = [(await people[0].call("GET", path)).status_code for path in paths]
        assert answers == [200, 409, 429, 200]


async def test_lists_of_tables_are_allowed_less_often(tmp_path: Path):
    settings = {"HTTP_RATE": "0.01", "HTTP_BURST": "15"}
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        for _ in range(2):
            assert (await Api(server.base).call("GET", "/api/tables")).status_code == 200
        lobby = server.base.replace("http", "ws", 1) + "/ws/lobby"
        async with connect(lobby):
            pass
        with pytest.raises(websockets.InvalidStatus) as refusal:
            await connect(lobby)
        assert refusal.value.response.status_code == 429
        assert (await Api(server.base).call("GET", "/api/boards")).status_code == 200


async def test_another_spelling_of_an_address_has_the_same_limit(tmp_path: Path):
    settings = {"LOGIN_RATE": "0.001", "LOGIN_BURST": "4"}
    spellings = ["//api/login", "/api//login", "/api/login/", "/api/%6cogin"]
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        guess = {"name": "Ada", "password": "a guess"}
        answers = [await _post_raw(server.port, path, guess) for path in spellings * 2]
        assert answers == [401] * 4 + [429] * 4


async def _post_raw(port: int, path: str, body: object) -> int:
    """The status of an answer to a path that is sent as it is."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode() + data)
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1])


async def test_too_many_sockets_from_one_address(tmp_path: Path):
    settings = {"SOCKETS_PER_ADDRESS": "5"}
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        url = server.base.replace("http", "ws", 1) + "/ws/lobby"
        opened = [await connect(url) for _ in range(5)]
        with pytest.raises(websockets.InvalidStatus) as refusal:
            await connect(url)
        assert refusal.value.response.status_code == 429
        assert b"too_many_connections" in refusal.value.response.body
        for socket in opened:
            await socket.close()
        for _ in range(100):
            with contextlib.suppress(websockets.InvalidStatus):
                async with connect(url):
                    return
            await asyncio.sleep(0.05)
        raise AssertionError("places do not become free again")


async def test_a_person_may_own_only_so_many_tables(tmp_path: Path):
    settings = {"TABLES_PER_PERSON": "3"}
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        person = await guest(server.base)
        body = {"board": "usa", "seats": [{}, {}]}
        answers = [await person.call("POST", "/api/tables", body) for _ in range(4)]
        assert [a.status_code for a in answers] == [201, 201, 201, 429]
