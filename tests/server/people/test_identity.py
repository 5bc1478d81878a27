"""Who somebody is: tokens, passwords, names, devices, and what is private."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import websockets
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from goldenspike.server.people import erasure, moderation
from goldenspike.server.people.account_ratings import public_rating, rated_seats
from goldenspike.server.people.names import account_key, clean_name, look
from goldenspike.server.people.tokens import Client
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import NewTable, SeatWish
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_rows import SeatRow
from goldenspike.server.tables import seating
from support.server.client import Api, Seat, guest, new_table, refused
from support.server.in_process import FakeSubscriber, new_guest, opened, waiting_table
from support.server.process import ServerProcess

HOME, AWAY = Client("home", "the guest's browser" * 2), Client("away", "the thief's browser" * 2)


async def test_a_guests_token_does_not_open_the_account_it_becomes(base: str):
    """attack 10: the token of a guest survives as a key to the account."""
    person = await guest(base, "Kit")
    table = (await person.post("/api/tables", {"board": "usa", "seats": [{}, {}]}))["table"]["id"]
    sitting = await Seat(base, table, person.token, 0).open()
    await sitting.until("presence")
    before = Api(base, person.token)
    made = await person.post("/api/accounts", {"name": f"K {table}", "password": "long enough"})
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await sitting.until("nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    assert (await before.call("GET", "/api/me")).json()["error"]["code"] == "token_unknown"
    assert (await Api(base, made["token"]).get("/api/me"))["account"] == f"K {table}"


async def test_tokens_expire_unless_they_are_used(db: str):
    """attack 10: tokens never expire."""
    async with opened(db, token_days=10) as server:
        admitted = await server.people.guest("Ada")
        tokens = schema.tokens

        async def expires(change: int | None = None) -> int:
            async with server.database.write() as connection:
                if change is not None:
                    moved = update(tokens).values(expires=tokens.c.expires + change)
                    await connection.execute(moved)
                return int((await connection.execute(select(tokens.c.expires))).scalar_one())

        day = 24 * 3600 * 1000
        fresh = await expires()
        await expires(-5 * day)
        await server.people.by_token(admitted.token)
        assert abs(await expires() - fresh) < day, "it was used, and lasts as long again"
        await expires(-11 * day)
        with pytest.raises(Refusal) as refusal:
            await server.people.by_token(admitted.token)
        assert refusal.value.code == "token_unknown"


async def test_a_new_password_logs_every_device_out(base: str):
    """attack 10: whoever has a token keeps it, whatever the owner does."""
    account = {"name": f"Pat {base[-5:]}", "password": "the old one"}
    first, second = Api(base), Api(base)
    first.token = (await first.post("/api/accounts", account))["token"]
    second.token = (await second.post("/api/login", account))["token"]
    wrong = {"old": "not the old one", "new": "the new one"}
    assert (await first.call("POST", "/api/me/password", wrong)).status_code == 401
    changed = await first.post("/api/me/password", {"old": "the old one", "new": "the new one"})
    for gone in (first, second):
        assert (await gone.call("GET", "/api/me")).status_code == 401
    assert (await Api(base).call("POST", "/api/login", account)).status_code == 401
    third = Api(base, changed["token"])
    assert (await third.get("/api/me"))["account"] == account["name"]
    await third.post("/api/logout/everywhere")
    assert (await third.call("GET", "/api/me")).status_code == 401


async def test_a_recovery_code_replaces_the_password_once(base: str):
    name = f"Lee {base[-5:]}"
    api = Api(base)
    api.token = (await api.post("/api/accounts", {"name": name, "password": "forgotten"}))["token"]
    codes = (await api.post("/api/me/recovery", {"password": "forgotten"}))["codes"]
    assert len(set(codes)) == 10
    recovery = {"name": name, "code": codes[3].upper().replace("-", " "), "password": "found again"}
    back = await Api(base).post("/api/recover", recovery)
    assert back["person"]["account"] == name
    assert (await api.call("GET", "/api/me")).status_code == 401, "others are logged out"
    again = await Api(base).call("POST", "/api/recover", recovery)
    assert again.json()["error"]["code"] == "recovery_wrong"
    other = {**recovery, "code": codes[4], "name": "Nobody"}
    assert (await Api(base).call("POST", "/api/recover", other)).status_code == 401
    new = {"name": name, "password": "found again"}
    assert (await Api(base).post("/api/login", new))["person"]["account"] == name


async def test_sockets_of_revoked_tokens_are_closed_though_nobody_says_so(db: str):
    """attack 9: a process does not hear that a token was revoked."""
    async with opened(db) as server:
        admitted = await server.people.guest("Ada")
        ada = await server.people.by_token(admitted.token)
        row = await waiting_table(server, ada)
        sitting: Any = FakeSubscriber(ada.id, 0)
        sitting.token_id = admitted.token.split(".")[0]
        sitting.at(await server.tables.load(row.id))
        await server.sweep.run()
        assert sitting.closed_with is None
        await server.people.logout(admitted.token)
        await server.sweep.run()
        assert sitting.closed_with == 4401


@pytest.mark.quick
@pytest.mark.parametrize(
    "name",
    ["A\u200dda", "Ada\u200b", "\u3164", "\u2800", "\u115f", "a\u202eb", "Ada\u2063", "\u0301",
     "\ufe0f", "\u00ad", "\U000e0041", "Ada\ufffe"],
)  # fmt: skip
def test_invisible_characters_make_no_name(name: str):
    """attack 11: names with invisible characters beside the original."""
    with pytest.raises(Refusal) as refusal:
        clean_name(name)
    assert refusal.value.code == "name_bad"


@pytest.mark.quick
@pytest.mark.parametrize(
    "other",
    ["\u0410da", "Ad\u0430", "ADA", " Ada ", "Ada\ufe0f", "\uff21da", "\U0001d400da"],
)
def test_names_that_look_alike_are_one(other: str):
    """attack 11: names with letters of other scripts beside the original."""
    name = clean_name(other)
    assert account_key(name) == account_key("Ada") or look(name) == look("Ada")


@pytest.mark.quick
@pytest.mark.parametrize("name", ["Zoë", "山田 太郎", "김철수", "Óðinn", "<b>Bobby</b>", "Uni 🚂"])
def test_names_of_all_languages_are_allowed(name: str):
    assert clean_name(name) == name


@pytest.mark.quick
@given(st.text(max_size=30))
def test_a_stored_name_is_stored_the_same_again(text: str):
    """Cleaning is a projection, and keys do not depend on how often it was done."""
    try:
        name = clean_name(text)
    except Refusal:
        return
    assert clean_name(name) == name
    assert account_key(clean_name(name)) == account_key(name)


async def test_nobody_takes_the_look_of_an_account(db: str):
    """attack 11: accounts and guests that look like an account."""
    async with opened(db) as server:
        await server.people.account("Ivy Mars", "long enough", None)
        for name in ("lvy Mars", "IVY MARS", "Ivy  Mаrs", "Ivy Mɑrs"):
            with pytest.raises(Refusal) as refusal:
                await server.people.account(name, "long enough", None)
            assert refusal.value.code == "name_taken", name
            with pytest.raises(Refusal) as refusal:
                await server.people.guest(name)
            assert refusal.value.code == "name_taken", name
        entered = await server.people.login("ivy mars", "long enough", None)
        assert entered.admitted.person.name == "Ivy Mars"
        stranger = await new_guest(server, "Sam")
        with pytest.raises(Refusal) as refusal:
            await server.people.rename(stranger, "Ivy Mars")
        assert refusal.value.code == "name_taken"


async def test_namesakes_at_a_table_are_told_apart(db: str):
    """attack 11: somebody sits down under the name of another."""
    async with opened(db) as server:
        first, second = await new_guest(server, "Max"), await new_guest(server, "M\u0430x")
        row = await waiting_table(server, first, second)
        names = [seat.name or "" for seat in row.seats]
        assert names[0] == "Max"
        assert look(names[1]) != look("Max")
        assert names[1].startswith("M\u0430x ")
        assert len((await server.people.guest(None)).person.name) > 3


async def test_a_stolen_guest_token_erases_nobody(db: str):
    """attack 12: a thief logs in, or makes an account, with the token of somebody else."""
    async with opened(db) as server:
        people = server.people
        victim = await people.guest("Victim", HOME)
        row = await waiting_table(server, await people.by_token(victim.token))
        await people.account("Thief", "long enough", None, AWAY)
        stolen = await people.token_row(victim.token)
        entered = await people.login("Thief", "long enough", stolen, AWAY)
        assert (entered.tables, entered.revoked) == ([], [])
        with pytest.raises(Refusal) as refusal:
            await people.account("Thief 2", "long enough", stolen, AWAY)
        assert refusal.value.code == "other_device"
        assert (await people.by_token(victim.token)).name == "Victim"
        assert (await server.store.read(row.id)).seats[0].person == victim.person.id
        moved = Client("another network", HOME.device)
        mine = await people.account("Mine", "long enough", stolen, moved)
        assert mine.admitted.person.id == victim.person.id, "the same browser, elsewhere"


async def test_a_private_table_shows_nothing_without_seat_or_invitation(base: str):
    """attack 25: the chat of a private table is read by its code, without a token."""
    table, people = await new_table(base, 2, public=False)
    seats = [await Seat(base, table, p.token, i).open() for i, p in enumerate(people)]
    for seat in seats:
        await seat.until("presence")
    await seats[0].send({"type": "chat", "id": "1", "text": "between us"})
    await seats[1].until("said")
    stranger = await guest(base, "Stranger")
    for token in (None, stranger.token):
        watcher = await Seat(base, table, token, None).open()
        assert await refused(watcher) == "invitation_needed"
        assert "between us" not in "".join(watcher.received)
        assert watcher.table is None
    what_if = {"step": 0, "cards": "known", "others": "bots"}
    for method, path, body in (
        ("GET", "", None), ("GET", "/result", None), ("GET", "/record", None),
        ("GET", "/replay", None), ("GET", "/review", None), ("POST", "/review", {}),
        ("DELETE", "/review", None), ("POST", "/what-if", what_if), ("POST", "/join", {}),
    ):  # fmt: skip
        answer = await stranger.call(method, f"/api/tables/{table}{path}", body)
        assert answer.json()["error"]["code"] == "invitation_needed", path
    code = (await people[0].get(f"/api/tables/{table}"))["table"]["code"]
    assert (await stranger.get(f"/api/tables/{table}?code={code.lower()}"))["table"]["id"] == table
    invited = await Seat(base, table, stranger.token, None).open()
    await refused(invited)
    await invited.send({"type": "hello", "token": stranger.token, "code": code})
    await invited.until("presence")
    await seats[0].send({"type": "chat", "id": "2", "text": "still between us"})
    await seats[1].until("said")
    await invited.send({"type": "ping"})
    await invited.until("pong")
    assert "between us" not in "".join(invited.received), "who is invited may watch, not listen"


async def test_who_sits_down_at_a_private_table_gets_its_chat(base: str):
    """attack 25: somebody who knows the address of a private table sits down and reads it."""
    owner, joiner = await guest(base, "Owner"), await guest(base, "Joiner")
    body = {"board": "usa", "seats": [{}, {}]}
    info = (await owner.post("/api/tables", body))["table"]
    sitting = await Seat(base, info["id"], owner.token, 0).open()
    await sitting.until("presence")
    await sitting.send({"type": "chat", "id": "1", "text": "welcome"})
    await sitting.until("said")
    waiting = Seat(base, info["id"], joiner.token, None)
    await waiting.open()
    await refused(waiting)
    await waiting.send({"type": "hello", "token": joiner.token, "code": info["code"]})
    await waiting.until("presence")
    path = f"/api/tables/{info['id']}/join"
    for wrong in ("", "?code=ZZZZZZ"):
        uninvited = await joiner.call("POST", path + wrong, {})
        assert uninvited.json()["error"]["code"] == "invitation_needed"
    await joiner.post(f"{path}?code={info['code']}", {})
    assert (await waiting.until("said"))["text"] == "welcome"


@pytest.mark.quick
def test_a_game_that_nobody_played_is_not_rated():
    """attack 26: two accounts start a game and leave before a move."""
    row = seating.new_table(NewTable("usa", [SeatWish(), SeatWish()], sit=False), _someone())
    row.seats = [SeatRow(n, "person", f"p{n}", account=True) for n in range(2)]
    assert rated_seats(row, {}) == []
    assert rated_seats(row, {0: 1, 1: 1}) == [], "only the first tickets"
    assert rated_seats(row, {0: 40}) == [], "one of them played alone"
    assert [s.seat for s in rated_seats(row, {0: 40, 1: 2})] == [0, 1]


@pytest.mark.quick
def test_ratings_are_on_the_scale_of_elo():
    """400 points are odds of ten to one, as the model itself predicts them."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    assert public_rating(25.0) == 1500
    for mu in (26.0, 30.0, 40.0):
        # The share of the first place in a Plackett-Luce model of two certain skills.
        scale = math.sqrt(2) * model.beta
        wins = math.exp(mu / scale) / (math.exp(mu / scale) + math.exp(25 / scale))
        elo = 1 / (1 + 10 ** ((1500 - public_rating(mu)) / 400))
        assert abs(wins - elo) < 0.002


def _someone() -> Any:
    from goldenspike.server.people.accounts import PersonRow

    return PersonRow("owner", "Owner", None)


async def test_deleting_an_account_leaves_no_name(db: str):
    async with opened(db) as server:
        entered = await server.people.account("Gone Soon", "long enough", None)
        gone = await server.people.by_token(entered.admitted.token)
        bob = await new_guest(server, "Bob")
        running = await waiting_table(server, gone, bob)
        await server.store.change(running.id, lambda row: seating.start(row, gone))
        table = await server.tables.load(running.id)
        game = table.started_game
        await table.play(game.seat, str(game.legal()[0]), 0, "person")
        waiting = await waiting_table(server, gone)
        async with server.database.write() as connection:
            await moderation.report(connection, table.row, bob.id, 0, "insult", "see the chat")
            document = await erasure.export_person(connection, gone.id)
            touched, revoked = await erasure.erase(connection, gone.id)
        assert document["person"]["account"] == "Gone Soon"
        assert "argon2" not in str(document)
        assert document["actions"] == [], "nothing of a running game"
        assert str(table.row.seed) not in str(document)
        assert set(touched) == {running.id, waiting.id}
        assert revoked == [entered.admitted.token.split(".")[0]]
        row = await server.store.read(running.id)
        assert (row.owner, row.seats[0].stand_in) == (bob.id, "for_good")
        with pytest.raises(Refusal):
            await server.store.read(waiting.id)
        async with server.database.read() as connection:
            for table in schema.metadata.sorted_tables:
                for line in await connection.execute(select(table)):
                    assert "Gone Soon" not in str(line), table.name
        with pytest.raises(Refusal):
            await server.people.login("Gone Soon", "long enough", None)


async def test_deleting_ones_account_needs_the_password(tmp_path: Path):
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path) as server:
        api = Api(server.base)
        account = {"name": "Leaver", "password": "long enough"}
        api.token = (await api.post("/api/accounts", account))["token"]
        assert (await api.get("/api/me/data"))["person"]["account"] == "Leaver"
        assert (await api.call("DELETE", "/api/me", {"password": "wrong one"})).status_code == 401
        assert (await api.call("DELETE", "/api/me", {"password": "long enough"})).status_code == 200
        assert (await api.call("GET", "/api/me")).status_code == 401
        assert (await Api(server.base).call("POST", "/api/accounts", account)).status_code == 201
