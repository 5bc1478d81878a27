"""Other processes at the same database: what they tell, and who is connected there.

Who is connected is kept nowhere but in the process that has the socket. Whoever loads a table asks,
and so does whoever has missed something; before anyone counts as absent they are asked for again.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from . import rows
from .database import milliseconds

if TYPE_CHECKING:
    from .house import House
    from .room import Room

PEER_SECONDS = 35
"""A process that was silent for so long is gone, and with it who was connected there."""
ANSWER_SECONDS = 5.0
"""Time that the others have to say who is connected there; a busy one may need some."""


class Peers:
    """The other processes as one process knows them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._heard: dict[str, int] = {}
        """Other processes and when they were last heard of."""
        self._telling = asyncio.Lock()

    def hear(self, news: dict[str, Any]) -> None:
        """Another process has told something."""
        sender = news["from"]
        stranger = sender not in self._heard
        self._heard[sender] = milliseconds()
        if stranger:
            # It has just come up, or was thought to be gone: then its people were forgotten here.
            self._house.spawn(self.ask(of=sender))
        if "logged_out" in news:
            self._house.logged_out(news["logged_out"])
        table_id = news.get("table")
        if "asks" in news:
            self._answer(table_id, news["of"])
        if table_id is None:
            return
        room = self._house.rooms.get(table_id)
        if "version" in news:
            self._house.spawn(self._house.refresh(table_id))
        elif room is None:
            return
        elif "n" in news:
            if news["n"] > room.n:
                self._house.spawn(room.catch_up())
        elif "chat" in news:
            self._house.spawn(room.load_chat())
        elif "seats" in news:
            seats = {int(seat): count for seat, count in news["seats"].items()}
            room.elsewhere[sender] = (seats, news["spectators"])
            room.presence_changed(told=True)

    # Who is connected ------------------------------------------------------------------------

    def tell_presence(self, room: Room) -> None:
        """Let other processes know who is connected here."""
        if self._house.database.postgres:
            self._house.spawn(self._tell_presence(room))

    async def _tell_presence(self, room: Room) -> None:
        # One after the other: what is told last has to be what was true last.
        async with self._telling:
            seats, spectators = room.here()
            await self._house.bus.tell_now(
                table=room.row.id,
                seats={str(seat): count for seat, count in seats.items()},
                spectators=spectators,
            )

    async def ask(self, table: str | None = None, of: str | None = None) -> None:
        """Ask who is connected: at a table or at all, of one process or of all."""
        if self._house.database.postgres:
            async with self._house.database.write() as connection:
                await self._house.bus.tell(connection, asks=True, table=table, of=of)

    def _answer(self, table: str | None, of: str | None) -> None:
        if of is None or of == self._house.process:
            for room in self._house.rooms.values():
                if room.connections and table in (None, room.row.id):
                    self.tell_presence(room)

    async def connected(self, room: Room, seat: int) -> bool:
        """Whether anyone is connected at a seat; if not here, the others get time to say so."""
        if self._house.database.postgres and not room.connected(seat):
            await self.ask(room.row.id)
            await asyncio.sleep(ANSWER_SECONDS)
        return room.connected(seat)

    # What was missed -------------------------------------------------------------------------

    async def mind(self) -> None:
        """Show that this process lives, forget those that do not, and find what was not heard."""
        house = self._house
        if not house.database.postgres:
            return
        await house.bus.tell_now(alive=True)
        silent = milliseconds() - PEER_SECONDS * 1000
        for process in [p for p, heard in self._heard.items() if heard < silent]:
            del self._heard[process]
            for room in house.rooms.values():
                if room.elsewhere.pop(process, None) is not None:
                    room.presence_changed(told=True)
        watched = [i for i, room in house.rooms.items() if room.connections]
        if watched:
            async with house.database.read() as connection:
                at = await rows.progress(connection, watched)
            for table_id, (number, _) in at.items():
                if table_id in house.rooms and number > house.rooms[table_id].n:
                    house.spawn(house.rooms[table_id].catch_up())

    async def line_restored(self) -> None:
        """Nothing was heard for a while: look at everything again."""
        for room in list(self._house.rooms.values()):
            self._house.spawn(self._house.refresh(room.row.id))
            self._house.spawn(room.catch_up())
            self._house.spawn(room.load_chat())
        self._house.spawn(self._ask_anew())

    async def _ask_anew(self) -> None:
        known = {room: room.elsewhere for room in self._house.rooms.values()}
        for room in known:
            # Those who left meanwhile will not be named again.
            room.elsewhere = {}
        await self.ask()
        await asyncio.sleep(ANSWER_SECONDS)
        for room, before in known.items():
            if room.elsewhere != before:
                room.presence_changed(told=True)
