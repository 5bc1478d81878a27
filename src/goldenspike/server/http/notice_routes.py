"""HTTP routes for being told that it is one's turn."""

from __future__ import annotations

from litestar import get, post, put

from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.notices import NoticeService
from goldenspike.server.protocol.bodies import Done
from goldenspike.server.protocol.person_bodies import (
    Notices,
    NoticeSettings,
    PushSubscription,
    Unsubscribe,
)


@get("/api/me/notices")
async def my_notices(notices: NoticeService, person: PersonRow) -> Notices:
    """How I am told that it is my turn."""
    return await notices.of_person(person.id)


@put("/api/me/notices")
async def save_notices(notices: NoticeService, person: PersonRow, data: NoticeSettings) -> Notices:
    """Change my quiet hours and my webhook."""
    await notices.save(person.id, data)
    return await notices.of_person(person.id)


@post("/api/me/notices/subscribe", status_code=200)
async def subscribe(notices: NoticeService, person: PersonRow, data: PushSubscription) -> Done:
    """Send messages to this browser."""
    await notices.subscribe(person.id, data)
    return Done()


@post("/api/me/notices/unsubscribe", status_code=200)
async def unsubscribe(notices: NoticeService, person: PersonRow, data: Unsubscribe) -> Done:
    """Send no more messages to this browser."""
    await notices.unsubscribe(data.endpoint, person.id)
    return Done()


HANDLERS = (my_notices, save_notices, subscribe, unsubscribe)
