"""Tables that go on from a moment of a finished game.

Such a game begins with cards that somebody has seen, so it must never be played between people, nor
for a rating: its seats are those of the person who asks, and of bots, and it runs from the moment
the table is made.
"""

from __future__ import annotations

import secrets

import msgspec

import goldenspike as gs
from goldenspike.notation.deals import commitment_of
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.review_bodies import WhatIf
from goldenspike.server.protocol.table_bodies import Join, NewTable, Origin, SeatWish
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import seating
from goldenspike.server.views.start_positions import imagined, start_position

PACE = 900


def what_if_table(
    row: TableRow, game: gs.Game, wish: WhatIf, person: PersonRow, seed: int | None = None
) -> TableRow:
    """The running table that goes on from a game, which is the one of `row` at the wished step."""
    if wish.cards == "known":
        game = imagined(game, secrets.randbits(64) if seed is None else seed)
    mine = {game.seat} if wish.others == "bots" else set(range(game.players))
    seats = [
        SeatWish() if seat in mine else SeatWish("bot", wish.level) for seat in range(game.players)
    ]
    made = seating.new_table(
        NewTable(row.board, seats, pace=PACE, sit=False), person, row.options.own_board
    )
    for seat in sorted(mine):
        before = row.seats[seat]
        name = None if len(mine) == 1 else before.name
        seating.join(made, person, Join(seat, name, before.colour))
    # The server alone has drawn it, and nothing is dealt from it: there is no secret.
    made.secret, made.seed = None, secrets.token_hex(32)
    made.commitment = commitment_of(made.seed)
    made.options = msgspec.structs.replace(
        made.options, origin=Origin(row.id, wish.step, wish.cards), start=start_position(game)
    )
    seating.start(made, person, game.board)
    return made
