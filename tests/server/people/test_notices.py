"""Being told that it is one's turn: Web Push, webhooks, quiet hours; nothing secret is sent."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy import func, select

from goldenspike.server.people import notices, web_push
from goldenspike.server.people.notice_addresses import AllowedHosts, resolve_public
from goldenspike.server.people.notices import NoticeSettings, is_quiet
from goldenspike.server.people.web_push import Subscription, from_base64, to_base64
from goldenspike.server.protocol.messages import Move
from goldenspike.server.protocol.person_bodies import PushSubscription, QuietHours
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import schema
from goldenspike.server.tables import seating
from support.server.in_process import (
    RecordedConnection,
    new_guest,
    opened,
    started,
    until,
    waiting_table,
)
from support.server.push_service import Browser

RFC_8291 = {
    "message": b"When I grow up, I want to be a watermelon",
    "sender": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "receiver": "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "body": (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZI"
        "IgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXz"
        "tLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    ),
}  # fmt: skip
"""The example of RFC 8291, appendix A."""


@pytest.mark.quick
def test_a_message_is_encrypted_as_the_standard_says():
    receiver = web_push.read_private_key(str(RFC_8291["receiver"]))
    key = to_base64(web_push.public_key(receiver))
    sealed = web_push.encrypt(
        Subscription("", key, str(RFC_8291["auth"])),
        bytes(RFC_8291["message"]),  # type: ignore[arg-type]
        web_push.read_private_key(str(RFC_8291["sender"])),
        from_base64(str(RFC_8291["salt"])),
    )
    assert to_base64(sealed) == RFC_8291["body"]


@pytest.mark.quick
def test_a_request_is_signed_for_the_service_it_goes_to():
    private = web_push.read_private_key(web_push.new_private_key())
    headers = web_push.request_headers(private, "https://push.example:8443/a/b", "mailto:a@b.c", 60)
    token = headers["Authorization"].removeprefix("vapid t=").partition(",")[0]
    head, claims, signature = token.split(".")
    raw = from_base64(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    signed = f"{head}.{claims}".encode()
    private.public_key().verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(SHA256()))
    assert json.loads(from_base64(claims))["aud"] == "https://push.example:8443"


@pytest.mark.quick
@pytest.mark.parametrize(("hour", "quiet"), [(21, False), (22, True), (3, True), (7, False)])
def test_quiet_hours_may_pass_midnight(hour: int, quiet: bool):
    now = datetime.datetime(2026, 7, 1, hour, tzinfo=datetime.UTC)
    assert is_quiet(QuietHours(22, 7, "UTC"), now) is quiet
    shifted = QuietHours((22 + 9) % 24, (7 + 9) % 24, "Asia/Tokyo")
    assert is_quiet(shifted, now) is quiet


@pytest.mark.quick
@pytest.mark.parametrize(
    "url",
    ["http://fcm.googleapis.com/x", "https://fcm.googleapis.com.evil.example/x", "https://a@b/",
     "https://127.0.0.1/x", "https://fcm.googleapis.com:8000/", "ftp://x", "", "https://[::1"],
)  # fmt: skip
def test_only_known_push_services_get_messages(url: str):
    hosts = AllowedHosts("fcm.googleapis.com,*.push.services.mozilla.com")
    assert not hosts.allows(url)
    assert hosts.allows("https://updates.push.services.mozilla.com/wpush/v2/abc")


@pytest.mark.parametrize(
    "url",
    ["https://127.0.0.1/", "https://localhost/", "https://10.0.0.1/", "https://[::1]/",
     "https://169.254.169.254/latest", "http://192.0.2.1/", "https://[::ffff:127.0.0.1]/"],
)  # fmt: skip
async def test_a_webhook_cannot_reach_the_inside(url: str):
    with pytest.raises(Refusal) as refusal:
        await resolve_public(url)
    assert refusal.value.code == "subscription_bad"


async def test_who_is_away_is_told_and_learns_nothing_secret(db: str):
    async with Browser().listening() as browser:
        hosts = {"push_hosts": browser.base, "webhook_hosts": browser.base}
        async with opened(db, notice_delay=0.01, **hosts) as server:
            ada, bob = await new_guest(server), await new_guest(server, "Bob")
            row = await started(server, [ada, bob])
            await server.notices.subscribe(bob.id, browser.wish())
            await server.notices.save(bob.id, NoticeSettings(webhook=f"{browser.base}/hook"))
            table = await server.tables.load(row.id)
            watching = await RecordedConnection().enter(table, ada)
            while table.turn == 0:
                action = str(table.started_game.legal()[0])
                await table.play(0, action, table.n, "person")
            await until(lambda: len(browser.requests) >= 2)
            pushed = browser.opened(browser.requests[0][1])
            hooked = json.loads(browser.requests[1][1])
            expected = {"type": "your_turn", "table": row.id, "board": "usa", "waiting": 1}
            assert pushed == hooked == expected, "nothing else is in a message"
            assert browser.requests[0][0]["content-encoding"] == "aes128gcm"
            await watching.connection.finish()


async def test_who_is_there_or_wants_quiet_is_not_told(db: str):
    async with Browser().listening() as browser:
        hosts = {"push_hosts": browser.base, "webhook_hosts": browser.base}
        async with opened(db, notice_delay=0.0, **hosts) as server:
            ada, bob = await new_guest(server), await new_guest(server, "Bob")
            row = await started(server, [ada, bob])
            await server.notices.subscribe(bob.id, browser.wish())
            hour = datetime.datetime.now(datetime.UTC).hour
            night = QuietHours(hour, (hour + 2) % 24, "UTC")
            await server.notices.save(bob.id, NoticeSettings(quiet=night))
            await server.notices._later(row.id, 0, bob.id)
            assert browser.requests == []
            await server.notices.save(bob.id, NoticeSettings())
            await server.notices._later(row.id, 7, bob.id)
            assert browser.requests == [], "the game has moved on"
            await server.notices._later(row.id, 0, bob.id)
            assert len(browser.requests) == 1


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_has_ended_is_dropped(tmp_path: Path, status: int):
    async with Browser().listening() as browser:
        hosts = {"push_hosts": browser.base}
        async with opened(str(tmp_path / "g.sqlite"), **hosts) as server:
            ada, bob = await new_guest(server), await new_guest(server, "Bob")
            row = await started(server, [ada, bob])
            await server.notices.subscribe(bob.id, browser.wish())

            async def browsers() -> int:
                async with server.database.read() as connection:
                    count = select(func.count()).select_from(schema.subscriptions)
                    return int((await connection.execute(count)).scalar_one())

            server.notices._delay = 0
            browser.status = 500
            await server.notices._later(row.id, 0, bob.id)
            assert await browsers() == 1, "the service has a problem of its own"
            browser.status = status
            await server.notices._later(row.id, 0, bob.id)
            assert await browsers() == 0


async def test_subscriptions_elsewhere_or_with_bad_keys_are_refused(tmp_path: Path):
    async with Browser().listening() as browser, opened(str(tmp_path / "g.sqlite")) as server:
        ada = await new_guest(server)
        wish = browser.wish()
        good = "https://fcm.googleapis.com/fcm/send/x"
        for bad in (
            wish,
            PushSubscription(good, "AAAA", wish.auth),
            PushSubscription(good, wish.p256dh, "AAAA"),
            PushSubscription(good, "%%%", wish.auth),
        ):
            with pytest.raises(Refusal) as refusal:
                await server.notices.subscribe(ada.id, bad)
            assert refusal.value.code == "subscription_bad"
        for number in range(12):
            each = PushSubscription(f"{good}{number}", wish.p256dh, wish.auth)
            await server.notices.subscribe(ada.id, each)
        assert (await server.notices.of_person(ada.id)).devices == 10


async def test_a_webhook_that_never_ends_its_answer_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its owner has more messages under way than are sent at once."""
    monkeypatch.setattr(notices, "ANSWER_SECONDS", 1.0)
    caught = 0

    async def drip(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal caught
        caught += 1
        writer.write(b"HTTP/1.1 200 OK\r\nX: ")
        with contextlib.suppress(ConnectionError):
            while not writer.is_closing():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.05)
        writer.close()

    endless = await asyncio.start_server(drip, "127.0.0.1", 0)
    trap = f"http://127.0.0.1:{endless.sockets[0].getsockname()[1]}"
    async with endless, Browser().listening() as browser:
        hosts = {"push_hosts": browser.base, "webhook_hosts": f"{trap},{browser.base}"}
        db = str(tmp_path / "g.sqlite")
        async with opened(db, notice_delay=0.0, **hosts) as server:
            ada, eve, bob = [await new_guest(server, name) for name in ("Ada", "Eve", "Bob")]
            await server.notices.save(eve.id, NoticeSettings(webhook=f"{trap}/hook"))
            for _ in range(notices.AT_ONCE + 1):
                server.notices.turn((await started(server, [eve, ada])).id, 0, eve.id)
            await until(lambda: caught >= notices.AT_ONCE)
            await server.notices.subscribe(bob.id, browser.wish())
            await server.notices.save(bob.id, NoticeSettings(webhook=f"{browser.base}/hook"))
            server.notices.turn((await started(server, [bob, ada])).id, 0, bob.id)
            await until(lambda: sorted(browser.paths) == ["/hook", "/push/1"])


async def test_the_home_of_a_table_that_starts_tells_those_who_are_away(db: str):
    """Whichever process was asked to start it."""
    async with Browser().listening() as browser:
        hosts = {"webhook_hosts": browser.base}
        async with opened(db, notice_delay=0.0, **hosts) as server:
            ada, bob, cy = [await new_guest(server, name) for name in ("Ada", "Bob", "Cy")]
            for person in (ada, bob, cy):
                hook = NoticeSettings(webhook=f"{browser.base}/{person.name}")
                await server.notices.save(person.id, hook)
            row = await waiting_table(server, ada, bob, cy)
            table = await server.tables.load(row.id)
            there = await RecordedConnection().enter(table, bob)
            await server.store.change(row.id, lambda row: seating.start(row, ada))
            await until(lambda: sorted(browser.paths) == ["/Ada", "/Cy"])
            await there.connection.finish()


async def test_at_the_start_all_who_are_away_and_have_to_choose_are_told(db: str):
    """First tickets are chosen at the same time, and clocks run for all."""
    async with Browser().listening() as browser:
        hosts = {"webhook_hosts": browser.base}
        async with opened(db, notice_delay=0.0, **hosts) as server:
            names = ("Ada", "Bob", "Cy", "Di")
            ada, *others = [await new_guest(server, name) for name in names]
            for person in others:
                hook = NoticeSettings(webhook=f"{browser.base}/{person.name}")
                await server.notices.save(person.id, hook)
            row = await waiting_table(server, ada, *others, first=0)
            row, to_act = await server.store.change(row.id, lambda row: seating.start(row, ada))
            assert [seat.person for seat in to_act] == [p.id for p in (ada, *others)]
            table = await server.tables.load(row.id)
            for person in (ada, others[1]):
                chooser = await RecordedConnection().enter(table, person)
                await until(lambda seat=chooser: "choices" in seat.kinds())
                (said,) = [m for m in chooser.received if m["type"] == "choices"][-1:]
                move = Move(id="1", on=0, action=said["legal"][0])
                await table.move(chooser.connection, move)
                table.leave(chooser.connection)
                await chooser.connection.finish()
            assert table.n == 1, "the other choice waits"
            there = await RecordedConnection().enter(table, others[2])
            for seat in to_act:
                await server.notices._later(row.id, 0, str(seat.person))
            assert set(browser.paths) == {"/Bob"}, "Cy has chosen, Di is there"
            await there.connection.finish()
