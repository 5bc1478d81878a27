"""HTTP routes for moderators: reports, and what to do about them."""

from __future__ import annotations

from litestar import get, post

from goldenspike.server.http.revocation import Revocation
from goldenspike.server.people import moderation
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.bodies import Done
from goldenspike.server.protocol.person_bodies import ReportList, Restriction
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import Database


async def moderator(person: PersonRow) -> PersonRow:
    """The person whose token the request carries; refuses all but moderators."""
    if person.role != "moderator":
        raise Refusal("not_moderator")
    return person


@get("/api/moderation/reports")
async def reports(database: Database, moderator: PersonRow) -> ReportList:
    """Open reports (moderators)."""
    async with database.read() as connection:
        return ReportList(await moderation.open_reports(connection))


@post("/api/moderation/reports/{number:int}/close", status_code=200)
async def close(database: Database, moderator: PersonRow, number: int) -> Done:
    """A report is dealt with (moderators)."""
    async with database.write() as connection:
        await moderation.close_report(connection, moderator.id, number)
    return Done()


@post("/api/moderation/people/{person_id:str}", status_code=200)
async def restrict(
    database: Database,
    revocation: Revocation,
    moderator: PersonRow,
    person_id: str,
    data: Restriction,
) -> Done:
    """Ban or mute somebody for some days, or end it (moderators)."""
    async with database.write() as connection:
        person = await moderation.find_person(connection, person_id)
        if person.role == "moderator":
            raise Refusal("not_moderator")
        revoked = await moderation.restrict(
            connection, moderator.id, person.id, data.what, data.days
        )
    await revocation.revoked(revoked)
    return Done()


HANDLERS = (reports, close, restrict)
