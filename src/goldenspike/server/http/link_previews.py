"""What a messenger shows for a link to a table or a board: Open Graph tags in the page."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

import goldenspike as gs
from goldenspike.server.protocol.board_bodies import OwnBoard
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import TableInfo
from goldenspike.server.storage import own_boards, table_rows, table_search
from goldenspike.server.storage.database import Database
from goldenspike.workshop.own_board import is_own_board

PICTURES = "previews"
"""Folder of the client's files with one picture for each of our boards."""
OTHER_PICTURE = "icon-512.png"


async def table_at(database: Database, path: str) -> TableInfo | None:
    """The table that an address of the client is about, if it is about one and that exists."""
    kind, _, name = path.strip("/").partition("/")
    if kind not in ("join", "table", "replay") or not name or "/" in name:
        return None
    async with database.read() as connection:
        table_id = await table_search.by_code(connection, name) if kind == "join" else name
        if table_id is None:
            return None
        try:
            row = await table_rows.read_one(connection, table_id)
        except Refusal:
            return None
        if not row.public and kind != "join":
            # Whoever has the code is invited; the address of a private table tells nothing.
            return None
        return (await table_rows.to_public(connection, [row]))[0]


def _players(table: TableInfo) -> str:
    """Who plays: "Ada, Bob against Hugo", or bots alone."""
    people, bots = (
        ", ".join(seat.name for seat in table.seats if seat.kind == kind and seat.name)
        for kind in ("person", "bot")
    )
    return " against ".join(filter(None, (people, bots))) or "Bots"


async def board_at(database: Database, path: str) -> OwnBoard | None:
    """The board that an address of the client is about, if somebody made it and shares it."""
    kind, _, name = path.strip("/").partition("/")
    if kind != "board" or not is_own_board(name):
        return None
    async with database.read() as connection:
        try:
            return await own_boards.find(connection, name)
        except Refusal:
            return None


def board_tags(board: OwnBoard, base_url: str) -> bytes:
    """The tags for a board that somebody made."""
    facts = board.facts
    summary = facts.summary
    base = base_url.rstrip("/")
    return _tags(
        {
            "og:title": f"Golden Spike: {summary.name}",
            "og:description": (
                f"A board for {summary.min_players} to {summary.max_players} players: "
                f"{facts.places} places, {facts.tracks} tracks, {facts.tickets} tickets."
            ),
            "og:url": f"{base}/board/{summary.id}",
            "og:image": f"{base}/{OTHER_PICTURE}",
            "twitter:card": "summary",
        }
    )


def head_tags(table: TableInfo, picture: str, base_url: str) -> bytes:
    """The tags for a table, to be put into the page's head."""
    known = table.board in gs.board_names()
    board = gs.load_board(table.board).name if known else table.board_name or table.board
    free = sum(seat.kind == "open" for seat in table.seats)
    people = _players(table)
    if table.status == "waiting":
        words = f"{people}: {free} free seat{'' if free == 1 else 's'}. Sit down and play."
    elif table.status == "running":
        words = f"{people}: the game is on. Come and watch."
    else:
        words = f"{people}: the game is over. Watch the replay."
    base = base_url.rstrip("/")
    return _tags(
        {
            "og:title": f"Golden Spike: {board}",
            "og:description": words,
            "og:url": f"{base}/join/{quote(table.code)}",
            "og:image": f"{base}/{picture}",
            "og:image:alt": f"The {board} board",
            "twitter:card": "summary" if picture == OTHER_PICTURE else "summary_large_image",
        }
    )


def _tags(about: dict[str, str]) -> bytes:
    tags = {"og:site_name": "Golden Spike", "og:type": "website", **about}
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    return "\n".join(lines).encode()
