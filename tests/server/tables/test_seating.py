"""Seats of a table: taking, colouring, leaving, and who owns the table."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.names import clean_name
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Join, NewTable, SeatWish, SetSeat
from goldenspike.server.tables import seating

pytestmark = pytest.mark.quick


def _table(seats: int = 3, **options: Any) -> Any:
    owner = PersonRow("o", "Owner", None)
    return owner, seating.new_table(NewTable("usa", [SeatWish()] * seats, **options), owner)


@given(name=st.text(max_size=60))
def test_names_are_clean_or_refused(name: str):
    try:
        cleaned = clean_name(name)
    except Refusal:
        return
    assert cleaned == clean_name(cleaned)
    assert 1 <= len(cleaned) <= 40
    assert "\0" not in cleaned
    assert "\n" not in cleaned


def test_bots_give_way_to_people_who_want_their_colour():
    owner, row = _table()
    seating.set_seat(row, owner, SetSeat(1, "bot", "easy"))
    wanted = row.seats[1].colour
    seating.join(row, PersonRow("p", "P", None), Join(colour=wanted))
    assert row.seats[2].colour == wanted
    colours = [s.colour for s in row.seats]
    assert len(set(colours)) == 3
    assert None not in colours


def test_when_the_owner_leaves_someone_else_becomes_the_owner():
    owner, row = _table()
    guest_row = PersonRow("p", "P", None)
    seating.join(row, guest_row, Join())
    seating.leave(row, owner, 0)
    assert row.owner == "p"
    assert row.seats[0].kind == "open"


def test_when_the_owner_leaves_a_running_game_a_player_becomes_the_owner():
    owner, row = _table()
    left, plays = PersonRow("l", "L", None), PersonRow("p", "P", None)
    seating.join(row, left, Join())
    seating.join(row, plays, Join())
    seating.start(row, owner)
    seating.leave(row, left, 1)
    assert row.owner == "o"
    seating.leave(row, owner, 0)
    assert row.owner == "p"
    seating.leave(row, plays, None)
    assert row.owner == "p", "there is nobody left to have it"
    assert [s.stand_in for s in row.seats] == ["for_good"] * 3


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (NewTable("atlantis", [SeatWish()] * 2), "board_unknown"),
        (NewTable("usa", [SeatWish()] * 6), "seats_number"),
        (NewTable("nordic", [SeatWish()] * 4), "seats_number"),
        (NewTable("usa", [SeatWish("bot", "godlike")] * 2), "bot_unknown"),
        (NewTable("usa", [SeatWish()] * 2, first=2), "first_bad"),
        (NewTable("usa", [SeatWish()] * 2, colour="pink"), "colour_unknown"),
    ],
)
def test_impossible_tables_are_refused(wish: NewTable, code: str):
    with pytest.raises(Refusal) as refusal:
        seating.new_table(wish, PersonRow("o", "Owner", None))
    assert refusal.value.code == code


def test_a_tables_id_is_a_valid_command_line_argument():
    ids = {seating.new_id() for _ in range(500)}
    assert len(ids) == 500
    assert all(name.isalnum() for name in ids)


def test_the_commitment_is_the_hash_of_the_secrets_digits():
    owner, row = _table(2)
    seating.set_seat(row, owner, SetSeat(1, "bot"))
    seating.start(row, owner)
    assert len(row.seed) == 64
    assert row.commitment == hashlib.sha256(row.secret.encode()).hexdigest()
