"""Bots at tables have names, and play as the character of that name does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.bots import make_bot
from goldenspike.bots.levels import CHARACTERS as WAYS
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.characters import CHARACTERS, bot_name, bot_spec
from goldenspike.server.protocol.table_bodies import BOT_LEVELS, Join, NewTable, SeatWish, SetSeat
from goldenspike.server.tables import seating

pytestmark = pytest.mark.quick
OWNER = PersonRow("o", "Zoe", None)
WEB = Path(__file__).parents[3] / "web"


def _table(*levels: str, **options: Any) -> Any:
    seats = [SeatWish(), *(SeatWish("bot", level) for level in levels)]
    return seating.new_table(NewTable("usa", seats, **options), OWNER)


def test_every_level_has_enough_characters_for_a_full_table():
    most = max(gs.load_board(name).max_players for name in gs.board_names())
    assert tuple(CHARACTERS) == BOT_LEVELS
    names = [name for names in CHARACTERS.values() for name in names]
    assert len(set(names)) == len(names)
    assert all(len(names) >= most for names in CHARACTERS.values())


@pytest.mark.parametrize("level", BOT_LEVELS)
def test_bots_at_one_table_have_different_names_of_their_level(level: str):
    row = _table(*[level] * 4)
    names = {seat.name for seat in row.seats[1:]}
    assert len(names) == 4
    assert names <= set(CHARACTERS[level])


def test_names_depend_on_table_and_seat_alone():
    assert bot_name("easy", "a table", 2, []) == bot_name("easy", "a table", 2, [])
    assert len({bot_name("easy", f"table {n}", 1, []) for n in range(50)}) == 5
    assert bot_name("easy", "a table", 1, CHARACTERS["easy"]) is None


def test_the_names_of_characters_are_those_of_bots_with_their_settings():
    for level, names in CHARACTERS.items():
        for name, way in names.items():
            assert way is None or way in WAYS
            assert make_bot(bot_spec(level, name)).name.startswith(level)
    assert set(CHARACTERS["easy"].values()) == set(CHARACTERS["normal"].values()) == set(WAYS)


def test_another_level_is_another_character_and_an_opened_seat_none():
    row = _table("easy", "easy")
    kept = row.seats[2].name
    seating.set_seat(row, OWNER, SetSeat(1, "bot", "hard"))
    assert row.seats[1].name in CHARACTERS["hard"]
    assert row.seats[2].name == kept
    seating.set_seat(row, OWNER, SetSeat(1, "open"))
    assert row.seats[1].name is None


def test_a_bot_gives_way_to_a_person_of_its_name():
    row = _table("normal", "normal")
    seating.set_seat(row, OWNER, SetSeat(2, "open"))
    namesake = row.seats[1].name
    seating.join(row, PersonRow("p", namesake.upper(), None), Join(seat=2))
    assert row.seats[2].name == namesake.upper()
    assert row.seats[1].name in set(CHARACTERS["normal"]) - {namesake}


def test_the_same_bots_come_to_the_rematch():
    row = _table("hard", "expert")
    seating.start(row, OWNER)
    row.status = "finished"
    again = seating.rematch(row, OWNER)
    assert [s.name for s in again.seats] == [s.name for s in row.seats]


def test_the_client_has_a_portrait_of_every_character():
    drawn = {path.stem for path in (WEB / "public" / "characters").glob("*.svg")}
    assert drawn == {name.lower() for names in CHARACTERS.values() for name in names}
