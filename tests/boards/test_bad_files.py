"""Every kind of mistake in a board file gets its own clear error, and only that one."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldenspike import BoardError, load_board
from goldenspike.boards.read import read_board
from support.board_mistakes import ALSO, ISLAND, MISTAKES

pytestmark = pytest.mark.quick


def problems_of(text: str):
    with pytest.raises(BoardError) as caught:
        read_board("island.toml", text.encode())
    return caught.value.problems


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_has_its_clear_error(mistake: str):
    old, new, field, what, hint = MISTAKES[mistake]
    assert old in ISLAND
    text = ISLAND.replace(old, new, 1)
    problems = problems_of(text)
    said = "\n".join(map(str, problems))
    assert what in said
    assert hint in said
    if field is not None:
        found = [problem for problem in problems if problem.where == field]
        assert found, said
        assert what in found[0].what
        assert hint in found[0].hint
    if mistake not in ALSO:
        assert len(problems) == 1, said


@pytest.mark.parametrize(("clear", "good"), [(0, True), (1, False), (3, True)])
def test_a_market_has_to_stay_sooner_or_later(clear: int, good: bool):
    """MARKET-3: with eighty locomotives, and cleared by a single one, a game would hang."""
    text = ISLAND.replace("locomotives = 8\n", "locomotives = 80\n")
    text = text.replace("locomotives_clear_market = 3", f"locomotives_clear_market = {clear}")
    if good:
        read_board("island.toml", text.encode())
        return
    (problem,) = problems_of(text)
    assert problem.where == "cards.locomotives"
    assert "1929501 markets would be cleared" in problem.what
    assert "MARKET-3" in problem.hint


def test_the_line_is_the_one_with_the_mistake():
    text = ISLAND.replace("length = 4", "length = 40")
    (problem,) = problems_of(text)
    assert problem.line is not None
    assert "hill-light:blue" in text.splitlines()[problem.line - 1]


def test_all_mistakes_are_reported_at_once_in_the_order_of_the_file():
    chosen = [
        "text for a number",
        "keep more than drawn",
        "off the earth",
        "track to an unknown place",
        "ferry without a symbol",
        "ticket worth nothing",
    ]
    text = ISLAND
    for mistake in chosen:
        old, new, *_ = MISTAKES[mistake]
        assert old in text
        text = text.replace(old, new, 1)
    problems = problems_of(text)
    assert [problem.where for problem in problems] == [MISTAKES[mistake][2] for mistake in chosen]
    lines = [problem.line for problem in problems]
    assert lines == sorted(lines)


def test_mistakes_in_the_writing_are_all_reported_too():
    text = ISLAND.replace("trains = 15", "trains 15").replace("hand = 3", "hand = = 3")
    said = [(p.line, p.what) for p in problems_of(text)]
    lines = [text.split("\n")[line - 1] for line, _ in said]
    assert lines == ["trains 15", "hand = = 3"]


def test_passengers_without_their_table():
    start, end = ISLAND.index("[passengers]"), ISLAND.index("[rules]")
    problems = problems_of(ISLAND[:start] + ISLAND[end:])
    assert [problem.where for problem in problems] == [
        "points.tie_breaks",
        "places.harbour.passengers",
        "places.hill.passengers",
        "places.market.passengers",
    ]


def test_g_land_1_a_ticket_can_not_lead_through_a_country():
    """Two towns that share only a country are not joined by it; a ticket to the country is fine."""
    text = ISLAND.replace(
        "[tracks]",
        'far = { name = "Far", x = 0.2, y = 0.2 }\n[tracks]\n"far-abroad:red" = { length = 2 }',
    )
    good = text.replace("light-hill ", "abroad-far ")
    assert "abroad-far" in {ticket.id for ticket in read_board("good", good.encode()).tickets}
    bad = text.replace("light-hill ", "harbour-far ")
    (problem,) = problems_of(bad)
    assert problem.where == "tickets.far.harbour-far"
    assert "no way leads from far to harbour" in problem.what
    assert "G-LAND-1" in problem.hint


def test_a_place_that_can_not_be_read_is_reported_once():
    """Not again for every track and ticket that names it."""
    text = ISLAND.replace('"Hill", x = 0.4', '"Hill", x = "left"')
    assert [p.where for p in problems_of(text)] == ["places.hill.x"]


def test_a_place_whose_id_can_not_be_used_is_reported_once():
    """And nobody is advised to use it."""
    text = ISLAND.replace("hill    = {", "Hill    = {")
    assert [p.where for p in problems_of(text)] == ["places.Hill"]


def crowded(towns: int, colours: tuple[str, ...] = ("red",), tickets: int = 0) -> str:
    """The island with more towns, each joined to the harbour by a track of each colour."""
    names = [f"town{n}" for n in range(towns)]
    places = "".join(f'{name} = {{ name = "{name}", x = 0, y = 0 }}\n' for name in names)
    tracks = "".join(
        f'"harbour-{name}:{colour}" = {{ length = 1 }}\n' for name in names for colour in colours
    )
    pairs = [(one, other) for one in names for other in names if one < other]
    more = "".join(f"{one}-{other} = 5\n" for one, other in pairs[:tickets])
    return ISLAND.replace("[tracks]\n", f"{places}[tracks]\n{tracks}").replace(
        "[tickets.far]\n", f"[tickets.far]\n{more}"
    )


@pytest.mark.parametrize(
    ("text", "section", "what", "hint"),
    [
        (crowded(60), "places", "65 places in all", "at most 64"),
        (crowded(41, ("red", "blue", "gray")), "tracks", "131 tracks in all", "at most 128"),
        (crowded(20, tickets=119), "tickets", "129 tickets in all", "at most 128"),
    ],
)
def test_boards_larger_than_the_kernel_has_room_for(text: str, section: str, what: str, hint: str):
    (problem,) = problems_of(text)
    assert (problem.where, problem.what) == (section, what)
    assert hint in problem.hint


def test_more_ways_to_pay_than_the_kernel_has_room_for():
    text = crowded(40, ("gray", "gray#2", "gray#3")).replace("{ length = 1 }", "{ length = 9 }")
    text = text.replace("4 = 7 }", "4 = 7, 9 = 27 }").replace(
        'wild_on = ["ferry"', 'wild_on = ["train"'
    )
    (problem,) = problems_of(text)
    assert (problem.where, problem.what[:6]) == ("tracks", "up to ")
    assert "at most 8192" in problem.hint


def test_the_largest_boards_are_read():
    assert len(read_board("large", crowded(59).encode()).places) == 64
    assert len(read_board("large", crowded(40, ("red", "blue", "gray")).encode()).tracks) == 128
    assert len(read_board("large", crowded(20, tickets=118).encode()).tickets) == 128


def test_there_is_no_such_board():
    with pytest.raises(BoardError, match="did you mean 'nordic'"):
        load_board("nordik")
    with pytest.raises(BoardError, match="germany, nordic, usa"):
        load_board("atlantis")


def test_there_is_no_such_file(tmp_path: Path):
    with pytest.raises(BoardError, match="No such file"):
        load_board(tmp_path / "none.toml")
    with pytest.raises(BoardError, match="can't be read"):
        load_board(tmp_path)
    with pytest.raises(BoardError):
        load_board("null\0byte")
    with pytest.raises(BoardError):
        load_board("null\0byte/x.toml")


def test_bytes_that_are_not_text(tmp_path: Path):
    file = tmp_path / "latin.toml"
    file.write_bytes(ISLAND.encode().replace(b"Harbour", b"H\xe4fen"))
    with pytest.raises(BoardError, match="not UTF-8; save the file as UTF-8") as caught:
        load_board(file)
    assert caught.value.problems[0].line is not None


def test_malicious_files_are_refused(tmp_path: Path):
    deep = tmp_path / "deep.toml"
    deep.write_text("a = " + "[" * 100_000, encoding="utf-8")
    with pytest.raises(BoardError):
        load_board(deep)
    long_number = tmp_path / "long.toml"
    long_number.write_text("a = " + "9" * 10_000, encoding="utf-8")
    with pytest.raises(BoardError):
        load_board(long_number)
    big = tmp_path / "big.toml"
    big.write_text("#" * 2_000_000, encoding="utf-8")
    with pytest.raises(BoardError, match="at most 1,000,000"):
        load_board(big)
