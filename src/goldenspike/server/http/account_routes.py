"""HTTP routes for what somebody may do with their own account, and to report others."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, delete, get, post

from goldenspike.server.http.person_routes import AnyRequest, admit
from goldenspike.server.http.revocation import Revocation
from goldenspike.server.people import erasure, moderation
from goldenspike.server.people.accounts import People, PersonRow
from goldenspike.server.people.tokens import Client
from goldenspike.server.protocol.bodies import Done
from goldenspike.server.protocol.person_bodies import (
    Admitted,
    ChangePassword,
    Confirmation,
    RecoveryCodes,
    ReportPlayer,
)
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.database import Database


@post("/api/me/password", status_code=200)
async def change_password(
    people: People,
    revocation: Revocation,
    person: PersonRow,
    data: ChangePassword,
    client: Client,
    request: AnyRequest,
) -> Response[Admitted]:
    """Change the password; every device is logged out, and this one gets a new token."""
    entered = await people.change_password(person, data.old, data.new, client)
    await revocation.tell(entered)
    return admit(entered.admitted, client, request, 200)


@post("/api/me/recovery", status_code=200)
async def recovery_codes(people: People, person: PersonRow, data: Confirmation) -> RecoveryCodes:
    """New recovery codes; those given out before are void."""
    return RecoveryCodes(await people.new_recovery_codes(person, data.password or ""))


@post("/api/logout/everywhere", status_code=200)
async def logout_everywhere(people: People, revocation: Revocation, person: PersonRow) -> Done:
    """Forget every token of mine, this one too."""
    await revocation.revoked(await people.logout_everywhere(person))
    return Done()


@delete("/api/me", status_code=200)
async def delete_me(
    database: Database,
    people: People,
    revocation: Revocation,
    person: PersonRow,
    data: Confirmation,
) -> Done:
    """Delete me: bots take over my seats, and my name, chat and ratings are erased."""
    if person.account is not None:
        await people.check_password(person, data.password or "")
    async with database.write() as connection:
        touched, revoked = await erasure.erase(connection, person.id)
        await moderation.note(connection, "self", "delete", person.id)
    await revocation.changed(touched, revoked)
    return Done()


@get("/api/me/data")
async def my_data(database: Database, person: PersonRow) -> Response[dict[str, Any]]:
    """All that is stored about me, as a file."""
    async with database.read() as connection:
        document = await erasure.export_person(connection, person.id)
    headers = {"Content-Disposition": 'attachment; filename="goldenspike-me.json"'}
    body: Any = msgspec.json.format(msgspec.json.encode(document))
    return Response(body, media_type="application/json", headers=headers)


@post("/api/tables/{table:str}/report", status_code=200)
async def report(database: Database, table: str, person: PersonRow, data: ReportPlayer) -> Done:
    """Tell the moderators about somebody at my table."""
    async with database.write() as connection:
        row = await table_rows.read_one(connection, table)
        await moderation.report(connection, row, person.id, data.seat, data.reason, data.text)
    return Done()


HANDLERS = (change_password, recovery_codes, logout_everywhere, delete_me, my_data, report)
