"""Attacks: each is refused, and the table and its players are not affected."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import connect

from support.server.client import Api, Seat, guest, new_table, refused
from support.server.process import ServerProcess


class Target:
    """A running table of two, and its state to compare."""

    def __init__(self, base: str, table: str, people: list[Api], seats: list[Seat]) -> None:
        self.base, self.table, self.people, self.seats = base, table, people, seats

    @property
    def actor(self) -> Seat:
        return next(s for s in self.seats if s.to_act)

    @property
    def other(self) -> Seat:
        return next(s for s in self.seats if not s.to_act)

    async def state(self) -> Any:
        fresh = []
        for i, person in enumerate(self.people):
            seat = await Seat(self.base, self.table, person.token, i).open()
            await seat.until("snapshot")
            fresh.append((seat.n, seat.view))
            await seat.close()
        shown = await self.people[0].get(f"/api/tables/{self.table}")
        return fresh, shown


@pytest.fixture
async def target(base: str) -> AsyncIterator[Target]:
    """Attack it: afterwards it must be unchanged and still play on."""
    table, people = await new_table(base, 2, public=True)
    seats = [await Seat(base, table, p.token, i).open() for i, p in enumerate(people)]
    for seat in seats:
        await seat.until("presence")
    target = Target(base, table, people, seats)
    before = await target.state()
    yield target
    assert await target.state() == before
    for seat in seats:
        assert [json.loads(t)["type"] for t in seat.received if '"event"' in t[:20]] == []
    seat = target.actor
    assert seat.view is not None
    for number in range(20):
        await seat.move(seat.view["legal"][0], move_id=f"after-{number}")
        if (await seat.receive())["type"] in ("ack", "event"):
            return
    raise AssertionError("the table does not play on")


async def test_moving_out_of_turn(target: Target):
    seat = target.other
    await seat.move("draw deck")
    assert await refused(seat) == "illegal", "first tickets are all that it may choose now"
    await seat.move(seat.choices["legal"][0])
    await seat.until("ack")
    await seat.move("draw deck")
    assert await refused(seat) == "not_your_turn"


async def test_acting_for_another_seat(target: Target, base: str):
    other, actor = target.other, target.actor
    token = target.people[int(other.seat or 0)].token
    thief = await Seat(base, target.table, token, None).open()
    await thief.until("presence")
    await thief.send({"type": "hello", "token": token, "seat": actor.seat})
    assert await refused(thief) == "not_your_seat"
    await thief.move(actor.view["legal"][0])
    assert await refused(thief) == "illegal", "it still acts for its own seat only"


async def test_spectators_cannot_act_or_ask(target: Target, base: str):
    stranger = await guest(base, "Eve")
    for token in (None, stranger.token):
        watcher = await Seat(base, target.table, token, None).open()
        await watcher.until("presence")
        assert watcher.view is not None
        assert watcher.view["seat"] is None if "seat" in watcher.view else True
        assert all("cards" not in s and "tickets" not in s for s in watcher.view["seats"])
        await watcher.move("draw deck")
        assert await refused(watcher) == "spectator"
        await watcher.send({"type": "ask", "id": "a", "what": "action", "action": "draw deck"})
        assert await refused(watcher) == "spectator"
        hints = watcher.hints
        assert (hints["missing"], hints["tickets"]) == ({}, {}), "nothing of anybody's hand"


@pytest.mark.parametrize(
    "token",
    ["", "x", "x.y", "0" * 16 + "." + "A" * 43, "é" * 20, "a" * 200, "' OR 1=1 --.x", "\0.\0"],
)
async def test_guessed_tokens(target: Target, base: str, token: str):
    thief = await Seat(base, target.table, token, 0).open()
    assert await refused(thief) == "token_unknown"
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await thief.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    if token.isascii() and token.isprintable() and token:
        answer = await Api(base, token).call("GET", "/api/me")
        assert answer.status_code == 401


async def test_a_token_of_which_only_the_public_half_is_right(target: Target, base: str):
    half = str(target.people[0].token).split(".")[0]
    thief = await Seat(base, target.table, f"{half}.{'A' * 43}", 0).open()
    assert await refused(thief) == "token_unknown"


async def test_a_token_after_logging_out(base: str):
    person = await guest(base)
    await person.post("/api/logout")
    assert (await person.call("GET", "/api/me")).json()["error"]["code"] == "token_unknown"


async def test_logging_out_closes_what_the_token_opened(base: str):
    person = await guest(base)
    other = Api(base)
    table = (await person.post("/api/tables", {"board": "usa", "seats": [{}, {}]}))["table"]["id"]
    account = {"name": f"Out {table}", "password": "long enough"}
    person.token = (await person.post("/api/accounts", account))["token"]
    other.token = (await other.post("/api/login", account))["token"]
    closing = await Seat(base, table, person.token, 0).open()
    staying = await Seat(base, table, other.token, 0).open()
    for seat in (closing, staying):
        await seat.until("presence")
    await person.post("/api/logout")
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await closing.until("nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    await staying.send({"type": "chat", "id": "1", "text": "still here"})
    assert (await staying.until("said"))["text"] == "still here"


async def test_acting_before_hello(target: Target, base: str):
    thief = Seat(base, target.table, None, None)
    thief.socket = await connect(thief.url)
    for message in ({"type": "move", "id": "1", "on": 0, "action": "draw deck"},
                    {"type": "resync"}, {"type": "chat", "id": "2", "text": "x"}):  # fmt: skip
        await thief.send(message)
        assert await refused(thief) == "hello_first"


async def test_foreign_origins(target: Target, base: str):
    url = base.replace("http", "ws", 1) + f"/ws/tables/{target.table}"
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        with pytest.raises(websockets.InvalidStatus) as refusal:
            await connect(url, origin=origin)  # type: ignore[arg-type]
        assert refusal.value.response.status_code == 403
        answer = await target.people[0].client.post(
            f"/api/tables/{target.table}/leave",
            json={"seat": 0},
            headers={"Origin": origin, "Authorization": f"Bearer {target.people[0].token}"},
        )
        assert answer.json()["error"]["code"] == "origin_refused"
    async with connect(url, origin=base):  # type: ignore[arg-type]
        pass


@pytest.mark.parametrize("origin", ["http://[", "http://]", "null", "", "//", "http://[::1"])
async def test_an_invalid_origin_is_refused(base: str, origin: str):
    answer = await Api(base).client.post(
        "/api/guests", json={"name": "Ada"}, headers={"Origin": origin}
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin_refused")
    assert "content-security-policy" in answer.headers
    with pytest.raises(websockets.InvalidStatus) as refusal:
        await connect(
            base.replace("http", "ws", 1) + "/ws/lobby", additional_headers={"Origin": origin}
        )
    assert refusal.value.response.status_code == 403


@pytest.mark.parametrize(
    "body",
    [b"[" * 60000, b'{"name":' + b"[" * 30000, b'{"name":"\xed\xa0\x80"}', b"\xff", b'"\\ud800"'],
)
async def test_bodies_that_are_not_json(base: str, body: bytes):
    headers = {"Content-Type": "application/json"}
    answer = await Api(base).client.post("/api/guests", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")


async def test_joining_full_and_started_tables(target: Target, base: str):
    stranger = await guest(base, "Eve")
    answer = await stranger.call("POST", f"/api/tables/{target.table}/join", {})
    assert answer.json()["error"]["code"] == "table_started"
    owner = await guest(base)
    body = {"board": "usa", "seats": [{}, {"kind": "bot"}], "public": True}
    waiting = (await owner.post("/api/tables", body))["table"]["id"]
    for wish, code in (({}, "table_full"), ({"seat": 0}, "seat_taken"), ({"seat": 1}, "seat_taken"),
                       ({"seat": 7}, "seat_unknown")):  # fmt: skip
        answer = await stranger.call("POST", f"/api/tables/{waiting}/join", wish)
        assert answer.json()["error"]["code"] == code
    for path, body in (("start", None), ("seat", {"seat": 0, "kind": "open"})):
        answer = await stranger.call("POST", f"/api/tables/{waiting}/{path}", body)
        assert answer.json()["error"]["code"] == "not_owner"
    for path, body in (("leave", {"seat": 0}), ("colour", {"seat": 0, "colour": "red"})):
        answer = await stranger.call("POST", f"/api/tables/{waiting}/{path}", body)
        assert answer.json()["error"]["code"] == "not_your_seat"


async def test_nothing_of_a_running_game_can_be_fetched(target: Target):
    for path in ("result", "record", "replay", "replay?seat=0"):
        answer = await target.people[0].call("GET", f"/api/tables/{target.table}/{path}")
        assert answer.json()["error"]["code"] == "table_running"
    answer = await target.people[0].call("POST", f"/api/tables/{target.table}/rematch")
    assert answer.json()["error"]["code"] == "table_running"


BAD = [
    "", "{", "[]", "null", "1", '"hello"', "{}", '{"type":1}', '{"type":"nothing"}', "\0",
    "[" * 4000,
    '{"type":"move"}', '{"type":"move","id":"","on":0,"action":"draw deck"}',
    '{"type":"move","id":"a\\u0000b","on":0,"action":"draw deck"}',
    '{"type":"move","id":"a\\n","on":0,"action":"draw deck"}',
    '{"type":"chat","id":"é","text":"x"}',
    '{"type":"move","id":"a","on":-1,"action":"draw deck"}',
    '{"type":"move","id":"a","on":0.5,"action":"draw deck"}',
    '{"type":"move","id":"a","on":0,"action":5}', '{"type":"move","id":"a","on":1e400,"action":""}',
    '{"type":"move","id":"a","on":0,"action":"draw deck","seat":1}',
    '{"type":"hello","token":{"$ne":null}}', '{"type":"hello","seat":"0"}',
    '{"type":"hello","seat":99}', '{"type":"chat","id":"a","text":["x"]}',
    '{"type":"ask","id":"a","what":"everything"}', '{"type":"ask","id":"a","what":"ticket"}',
]  # fmt: skip


async def test_malformed_messages(target: Target):
    seat = target.other
    for text in BAD:
        await seat.send(text)
        assert await refused(seat) in ("malformed", "question_bad"), text
    assert seat.socket is not None
    await seat.socket.send(b"\xff\xfe\x00binary")
    assert await refused(seat) == "malformed"
    for action in ("draw deck\0", "draw 💣", "claim " * 300, "keep", "'; DROP TABLE actions; --"):
        actor = target.actor
        await actor.move(action)
        assert await refused(actor) == "illegal", action


async def test_oversized_messages(target: Target, base: str):
    seat = target.other
    await seat.send(json.dumps({"type": "chat", "id": "x", "text": "x" * 20_000}))
    assert await refused(seat) == "too_large"
    loud = await Seat(base, target.table, None, None).open()
    await loud.until("presence")
    await loud.send("x" * 1_000_000)
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await loud.until("nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    big = await target.people[0].client.post("/api/guests", content=b'{"name":"' + b"x" * 200_000)
    assert big.status_code == 413
    assert big.json()["error"]["code"] == "too_large"


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "'); DROP TABLE people; --", "Uni 🚂"]
)
async def test_sql_and_markup_in_names_are_only_text(base: str, name: str):
    person = await guest(base, name)
    assert (await person.get("/api/me"))["name"] == name
    body = {"board": "usa", "seats": [{}, {}], "public": True}
    table = (await person.post("/api/tables", body))["table"]
    assert table["seats"][0]["name"] == name
    page = await person.call("GET", f"/api/tables/{table['id']}")
    assert page.headers["content-type"].startswith("application/json")
    assert page.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\0b", "\u202eabc", "\u200b", "\u200d"])
async def test_names_that_mislead_are_refused(base: str, name: str):
    answer = await Api(base).call("POST", "/api/guests", {"name": name})
    assert answer.status_code == 400


async def test_nul_characters_in_every_text(db: str, tmp_path: Path):
    with ServerProcess(db, tmp_path) as server:
        api, person = Api(server.base), await guest(server.base)
        for path in ("tables/%00", "tables/a%00b/result", "tables/%00/replay", "codes/AB%00CD"):
            answer = await api.call("GET", f"/api/{path}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), path
        assert (await person.call("POST", "/api/tables/%00/join", {})).status_code == 404
        for path, name in (("login", "a\0b"), ("login", "\0"), ("guests", "a\0")):
            body = {"name": name} if path == "guests" else {"name": name, "password": "long enough"}
            answer = await api.call("POST", f"/api/{path}", body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "name_bad")
        table = (await person.post("/api/tables", {"board": "usa", "seats": [{}, {}]}))["table"]
        watcher = await Seat(server.base, table["id"], "\0.\0", None).open()
        assert await refused(watcher) == "token_unknown"
        gone = Seat(server.base, "%00", None, None)
        gone.socket = await connect(gone.url)
        assert await refused(gone) == "not_found"
        talker = await Seat(server.base, table["id"], person.token, 0).open()
        await talker.until("presence")
        await talker.send({"type": "chat", "id": "1", "text": "\0"})
        assert await refused(talker) == "chat_bad", "an empty line"
        await talker.send({"type": "chat", "id": "3", "text": "\u202e\u200b \u2066"})
        assert await refused(talker) == "chat_bad", "a line nobody can see"
        await talker.send({"type": "chat", "id": "2", "text": "a\0b"})
        assert (await talker.until("said"))["text"] == "ab"
        assert "request_failed" not in server.log()


async def test_an_accounts_name_may_be_typed_with_other_case_and_spaces(base: str):
    name = f"Mary  {base[-4:]} Ann"
    await Api(base).post("/api/accounts", {"name": name, "password": "long enough"})
    for typed in (name, f" {name.upper()} ", " ".join(name.split())):
        admitted = await Api(base).post("/api/login", {"name": typed, "password": "long enough"})
        assert admitted["person"]["account"] == " ".join(name.split())


async def test_every_answer_has_the_security_headers(base: str):
    api = Api(base)
    for path in ("/", "/health", "/api/docs", "/api/tables", "/api/nothing", "/nothing.js"):
        headers = (await api.call("GET", path)).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "'unsafe-eval'" not in policy
        assert "script-src 'self' 'unsafe-inline'" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert "<script" not in (await api.call("GET", "/api/docs")).text


@pytest.mark.parametrize(
    "path",
    ["/../../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fapp.py", "//x"],
)
async def test_no_file_outside_the_client_is_served(base: str, path: str):
    answer = await Api(base).call("GET", path)
    assert b"root:" not in answer.content
    assert b"[project]" not in answer.content
    assert b"def create_app" not in answer.content


async def test_accounts_and_what_they_take_over(base: str):
    player, password = await guest(base, "Nick"), "correct horse"
    body = {"board": "usa", "seats": [{}, {}], "public": True}
    table = (await player.post("/api/tables", body))["table"]["id"]
    made = await player.post("/api/accounts", {"name": f"Nick {table}", "password": password})
    assert made["person"]["account"] == f"Nick {table}"
    player.token = made["token"]
    assert (await player.get("/api/me/games"))["waiting"][0]["seats"] == [0]

    elsewhere = await guest(base, "On the phone")
    await elsewhere.post(f"/api/tables/{table}/join", {})
    wrong = {"name": f"Nick {table}", "password": "wrong horse"}
    assert (await elsewhere.call("POST", "/api/login", wrong)).status_code == 401
    unknown = {"name": "Nobody here", "password": password}
    assert (await elsewhere.call("POST", "/api/login", unknown)).json()["error"]["code"] == (
        "login_wrong"
    )
    right = {"name": f"nick {table}".upper(), "password": password}
    login = await elsewhere.post("/api/login", right)
    phone = Api(base, login["token"])
    assert (await phone.get("/api/me/games"))["waiting"][0]["seats"] == [0, 1]
    assert (await elsewhere.call("GET", "/api/me")).status_code == 401, "the guest is gone"
    again = await Api(base).call("POST", "/api/accounts", right)
    assert again.json()["error"]["code"] == "name_taken"
    short = await Api(base).call("POST", "/api/accounts", {"name": "Kim", "password": "short"})
    assert short.json()["error"]["code"] == "password_short"


async def test_tokens_and_passwords_are_hashed_at_rest_and_absent_from_logs(tmp_path: Path):
    db = tmp_path / "g.sqlite"
    with ServerProcess(str(db), tmp_path) as server:
        person = await guest(server.base, "Iris")
        made = await person.post("/api/accounts", {"name": "Iris", "password": "a long secret"})
        server.stop()
        stored = b"".join(path.read_bytes() for path in tmp_path.glob("g.sqlite*"))
        for secret in (str(person.token), made["token"]):
            assert secret.split(".")[1].encode() not in stored
            assert secret.split(".")[1] not in server.log()
        assert b"a long secret" not in stored
        assert b"$argon2id$" in stored
        assert "a long secret" not in server.log()
