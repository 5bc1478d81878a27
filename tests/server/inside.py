"""A server's house without the server: for what cannot be timed from outside."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from goldenspike.server import making, seating
from goldenspike.server.bodies import Join, NewTable, SeatWish
from goldenspike.server.house import House
from goldenspike.server.people import PersonRow
from goldenspike.server.rows import TableRow
from goldenspike.server.settings import Settings


@contextlib.asynccontextmanager
async def open_house(db: str, **settings: Any) -> AsyncIterator[House]:
    house = House(Settings(db=db, warm=0, **settings))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def newcomer(house: House, name: str = "Ada") -> PersonRow:
    admitted = await house.people.guest(name)
    return PersonRow(admitted.person.id, name, None)


async def waiting_table(house: House, *people: PersonRow, **options: Any) -> TableRow:
    """A table with all its people seated, the first of them its owner."""
    wish = NewTable("usa", [SeatWish() for _ in range(max(2, len(people)))], **options)
    row = seating.new_table(wish, people[0])
    for person in people[1:]:
        seating.join(row, person, Join())
    await making.create(house, row)
    return row


class Listener:
    """Stands for an open socket: keeps what it is sent and how it was closed."""

    def __init__(self, person: str | None = None, seat: int | None = None) -> None:
        self.person, self.seat = person, seat
        self.watching = person is None
        self.token_id: str | None = None
        self.heard: list[dict[str, Any]] = []
        self.closed_with: int | None = None

    def send(self, message: Any) -> None:
        self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, text: str) -> None:
        self.heard.append(msgspec.json.decode(text))

    def last(self, kind: str) -> dict[str, Any]:
        """The newest message of a kind."""
        return next(m for m in reversed(self.heard) if m["type"] == kind)

    def close(self, code: int, reason: str) -> None:
        self.closed_with = code

    async def drained(self) -> None:
        """Everything is out at once."""
