"""Tells people who are away that it is their turn: by Web Push and by a webhook.

A message has the table's id, its board and how many games wait: nothing of what happened there.
"""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import time
import zoneinfo
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import httpx
import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.log import log
from goldenspike.server.metrics import Metrics
from goldenspike.server.people import web_push
from goldenspike.server.people.fair_queue import FairQueue, Share
from goldenspike.server.people.notice_addresses import AllowedHosts, Target, resolve_public
from goldenspike.server.people.web_push import Subscription
from goldenspike.server.protocol.person_bodies import (
    Notices,
    NoticeSettings,
    PushSubscription,
    QuietHours,
)
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.settings import Settings
from goldenspike.server.storage import server_values, table_search
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import (
    actions,
    choices,
    people,
    seats,
    subscriptions,
    tables,
)
from goldenspike.server.storage.table_rows import progress
from goldenspike.server.storage.times import milliseconds

DEVICES = 10
"""Browsers of one person; a new one takes the place of the oldest."""
KEEP_SECONDS = 24 * 3600
"""How long a push service keeps a message for a browser that is switched off."""
GONE = (404, 410)
"""Answers of a push service for a subscription that has ended."""
ANSWER_SECONDS = 10.0
"""For a whole message and its answer, however slowly that comes."""
AT_ONCE = 8
"""Messages under way, to push services and to webhooks each."""


class YourTurn(msgspec.Struct, frozen=True):
    """What is sent: nothing that anybody at the table would not know."""

    table: str
    board: str
    waiting: int
    """Games that wait for a move of this person."""
    type: str = "your_turn"


class NoticeService:
    """Subscriptions, settings, and sending."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        metrics: Metrics,
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
        origin_of: Callable[[str], Awaitable[str]],
        is_there: Callable[[str, str], bool],
    ) -> None:
        self._database = database
        self._metrics = metrics
        self._spawn = spawn
        self._contact = settings.contact
        self._delay = settings.notice_delay
        self._push_hosts = AllowedHosts(settings.push_hosts)
        self._webhook_hosts = AllowedHosts(settings.webhook_hosts)
        self._key = ""
        self._origin_of = origin_of
        """Where a person came from."""
        self._is_there = is_there
        """Whether a person is connected at a table, as far as this process knows."""
        self._lines = {how: FairQueue(range(AT_ONCE)) for how in ("push", "webhook")}
        """A webhook that answers slowly, or never, delays other messages of its owner first."""
        self._scheduled: set[tuple[str, str]] = set()
        """Person and table of messages that wait to be sent."""

    async def open(self) -> None:
        """Read the key by which push services know this server."""
        make = web_push.new_private_key
        self._key = await server_values.get_or_create(self._database, "vapid_key", make)

    # Settings ---------------------------------------------------------------------------------

    async def of_person(self, person: str) -> Notices:
        """Somebody's settings."""
        async with self._database.read() as connection:
            query = select(people.c.notices).where(people.c.id == person)
            settings = _settings((await connection.execute(query)).scalar())
            count = select(func.count()).where(subscriptions.c.person == person)
            devices = int((await connection.execute(count)).scalar_one())
        private = web_push.read_private_key(self._key)
        key = web_push.to_base64(web_push.public_key(private))
        return Notices(settings, devices, key)

    async def save(self, person: str, settings: NoticeSettings) -> None:
        """Store somebody's settings; refuses unknown time zones and addresses of the inside."""
        if settings.quiet is not None:
            _zone(settings.quiet)
        if settings.webhook is not None:
            await self._webhook_target(settings.webhook)
        text = msgspec.json.encode(settings).decode()
        async with self._database.write() as connection:
            this = people.c.id == person
            await connection.execute(update(people).where(this).values(notices=text))

    async def subscribe(self, person: str, wish: PushSubscription) -> None:
        """A browser wants messages."""
        subscription = Subscription(wish.endpoint, wish.p256dh, wish.auth)
        if not self._push_hosts.allows(wish.endpoint):
            raise Refusal("subscription_bad", why="it is not one of the known push services")
        try:
            web_push.check_keys(subscription)
        except ValueError:
            raise Refusal("subscription_bad", why="its keys are not valid") from None
        async with self._database.write() as connection:
            known = _id_of(wish.endpoint)
            await connection.execute(delete(subscriptions).where(subscriptions.c.id == known))
            mine = subscriptions.c.person == person
            kept = (
                select(subscriptions.c.id)
                .where(mine)
                .order_by(subscriptions.c.created.desc())
                .limit(DEVICES - 1)
            )
            newest = list((await connection.execute(kept)).scalars())
            await connection.execute(
                delete(subscriptions).where(mine, subscriptions.c.id.not_in(newest))
            )
            await connection.execute(
                insert(subscriptions).values(
                    id=known, person=person, created=milliseconds(), endpoint=wish.endpoint,
                    p256dh=wish.p256dh, auth=wish.auth,
                )
            )  # fmt: skip

    async def unsubscribe(self, endpoint: str, person: str | None = None) -> None:
        """A browser wants no more messages, or is gone."""
        which = subscriptions.c.id == _id_of(endpoint)
        if person is not None:
            which &= subscriptions.c.person == person
        async with self._database.write() as connection:
            await connection.execute(delete(subscriptions).where(which))

    # Sending ----------------------------------------------------------------------------------

    def turn(self, table: str, n: int, person: str) -> None:
        """It is the turn of somebody who is away: tell them soon, if both are still so then."""
        if (person, table) not in self._scheduled:
            self._scheduled.add((person, table))
            self._spawn(self._later(table, n, person))

    async def _later(self, table: str, n: int, person: str) -> None:
        try:
            await asyncio.sleep(self._delay)
        finally:
            self._scheduled.discard((person, table))
        if self._is_there(table, person):
            return
        async with self._database.read() as connection:
            board = select(tables.c.board).where(tables.c.id == table)
            name = (await connection.execute(board)).scalar()
            if name is None or not await _waits_for(connection, table, n, person):
                return
            waiting = await table_search.count_waiting_for(connection, person)
            query = select(people.c.notices).where(people.c.id == person)
            settings = _settings((await connection.execute(query)).scalar())
            mine = select(subscriptions).where(subscriptions.c.person == person)
            browsers = [
                Subscription(line.endpoint, line.p256dh, line.auth)
                for line in await connection.execute(mine)
            ]
        if is_quiet(settings.quiet, datetime.datetime.now(datetime.UTC)):
            return
        body = msgspec.json.encode(YourTurn(table, name, waiting))
        share = Share(await self._origin_of(person), person)
        for browser in browsers:
            await self._push(share, browser, body)
        if settings.webhook is not None:
            await self._call_webhook(share, settings.webhook, body)

    async def _push(self, share: Share, browser: Subscription, body: bytes) -> None:
        if not self._push_hosts.allows(browser.endpoint):
            return
        private = web_push.read_private_key(self._key)
        headers = web_push.request_headers(private, browser.endpoint, self._contact, KEEP_SECONDS)
        sealed = web_push.encrypt(browser, body)
        status = await self._post(share, "push", Target(browser.endpoint, ""), sealed, headers)
        if status in GONE:
            await self.unsubscribe(browser.endpoint)

    async def _call_webhook(self, share: Share, url: str, body: bytes) -> None:
        try:
            target = await self._webhook_target(url)
        except Refusal:
            self._metrics.notices.labels("webhook_refused").inc()
            return
        await self._post(share, "webhook", target, body, {"Content-Type": "application/json"})

    async def _webhook_target(self, url: str) -> Target:
        if self._webhook_hosts.allows(url):
            return Target(url, "")
        if self._webhook_hosts:
            raise Refusal("subscription_bad", why="this server sends only to hosts it was told of")
        return await resolve_public(url)

    async def _post(
        self, share: Share, how: str, target: Target, body: bytes, headers: dict[str, str]
    ) -> int | None:
        """Send a message; returns the answer's status, or None if there was none."""
        line = self._lines[how]
        place, began = await line.get(share), time.monotonic()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                status = await _send(target, body, headers)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            self._metrics.notices.labels(f"{how}_failed").inc()
            log.debug("notice_failed", how=how, error=type(error).__name__)
            return None
        finally:
            line.put(place, share, time.monotonic() - began)
        good = 200 <= status < 300
        self._metrics.notices.labels(how if good else f"{how}_refused").inc()
        return status


async def _send(target: Target, body: bytes, headers: dict[str, str]) -> int:
    extensions: dict[str, str] = {}
    if target.host:
        headers = {**headers, "Host": target.host}
        extensions = {"sni_hostname": target.host.partition(":")[0]}
    async with httpx.AsyncClient(timeout=ANSWER_SECONDS) as client:
        request = client.build_request(
            "POST", target.url, content=body, headers=headers, extensions=extensions
        )
        answer = await client.send(request, stream=True)
        await answer.aclose()
    return answer.status_code


async def _waits_for(connection: AsyncConnection, table: str, n: int, person: str) -> bool:
    """Whether a game still waits for somebody whose turn it was after action `n`.

    After the start that is also whoever has not chosen first tickets, whose turn it is.
    """
    at = (await progress(connection, [table])).get(table, (0, None))[0]
    if at == n:
        return True
    mine = select(seats.c.seat).where(seats.c.table_id == table, seats.c.person == person)
    chosen = [
        select(made.c.number).where(made.c.table_id == table, made.c.seat.in_(mine)).limit(1)
        for made in (actions, choices)
    ]
    found = [(await connection.execute(query)).first() for query in chosen]
    return n == 0 and not any(found)


def is_quiet(quiet: QuietHours | None, now: datetime.datetime) -> bool:
    """Whether somebody wants no messages now.

    >>> night = QuietHours(22, 7, "Europe/Rome")
    >>> is_quiet(night, datetime.datetime(2026, 1, 1, 22, 30, tzinfo=datetime.UTC))
    True
    >>> is_quiet(night, datetime.datetime(2026, 1, 1, 12, 0, tzinfo=datetime.UTC))
    False
    """
    if quiet is None or quiet.start == quiet.end:
        return False
    hour = now.astimezone(_zone(quiet)).hour
    if quiet.start < quiet.end:
        return quiet.start <= hour < quiet.end
    return hour >= quiet.start or hour < quiet.end


def _zone(quiet: QuietHours) -> zoneinfo.ZoneInfo:
    try:
        return zoneinfo.ZoneInfo(quiet.zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("malformed", why=f"there is no time zone {quiet.zone!r}") from None


def _settings(stored: str | None) -> NoticeSettings:
    return msgspec.json.decode(stored, type=NoticeSettings) if stored else NoticeSettings()


def _id_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
