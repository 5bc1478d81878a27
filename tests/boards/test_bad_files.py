"""Every kind of mistake in a board file gets its own clear error, and only that one."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldenspike import BoardError, load_board
from goldenspike.boards.read import read_board

ISLAND = (Path(__file__).parent / "island.toml").read_text(encoding="utf-8")

# old text, new text, the field complained about, words of the complaint, words of the advice
MISTAKES = {
    "missing section": ("[rules]", "[rulez]", None, "rules: is missing", "did you mean 'rules'"),
    "missing key": ("trains = 15\n", "", "players.trains", "is missing", "a whole number"),
    "unknown key": (
        "trains = 15",
        "trains = 15\ntrain = 3",
        "players.train",
        "not known",
        "'trains'",
    ),
    "unknown section": ("[tickets.far]", "[stations]\n[tickets.far]", "stations", "not known", ""),
    "text for a number": ("trains = 15", 'trains = "15"', "players.trains", "'15'", "whole number"),
    "a number that is too long to read": (
        "trains = 15",
        "trains = " + "9" * 5000,
        "",
        "more digits than can be read",
        "no field wants",
    ),
    "a number that is too long to write": (
        "trains = 15",
        "trains = 0x" + "f" * 5000,
        "players.trains",
        "thousands of digits",
        "it goes from",
    ),
    "fraction for a number": ("hand = 3", "hand = 3.5", "cards.hand", "3.5", "whole number"),
    "true for a number": ("hand = 3", "hand = true", "cards.hand", "true", "whole number"),
    "number for a switch": (
        "locomotive_ends_draw = true",
        "locomotive_ends_draw = 1",
        "rules.locomotive_ends_draw",
        "1 (a whole number)",
        "true or false",
    ),
    "number for text": ('name = "Island"', "name = 7", "board.name", "7", "text in quotes"),
    "date for text": ('name = "Island"', "name = 2026-01-01", "board.name", "date", "text"),
    "empty text": ('name = "Island"', 'name = " "', "board.name", "' '", "1 to 60 characters"),
    "board id": ('id = "island"', 'id = "My Island"', "board.id", "'My Island'", "small letters"),
    "geography": (
        'name = "Island"',
        'name = "Island"\ngeography = "mars"',
        "board.geography",
        "'mars'",
        "nordic, usa",
    ),
    "language": ('ko = "섬"', 'kr = "섬"', "board.names.kr", "language", "ko"),
    "language of places": (
        "[place_names.it]",
        "[place_names.de]",
        "place_names.de",
        "language",
        "it",
    ),
    "name of an unknown place": (
        'hill    = "Colle"',
        'hil = "Colle"',
        "place_names.it.hil",
        "not a place",
        "'hill'",
    ),
    "too many players": ("most = 3\n", "most = 9\n", "players.most", "9", "from 2 to 5"),
    "fewest above most": ("fewest = 2", "fewest = 4", "players.fewest", "more than the most", ""),
    "a colour too few": (
        ', "yellow"]',
        "]",
        "players.colours",
        "2 colours for 3",
        "for each player",
    ),
    "a colour twice": ('"yellow"]', '"red"]', "players.colours", "'red' in it twice", "once"),
    "an unknown colour": ('"yellow"]', '"yelow"]', "players.colours", "'yelow'", "'yellow'"),
    "too many cards": ("of_each_colour = 6", "of_each_colour = 16", "cards", "136", "at most 128"),
    "deck smaller than the deal": ("hand = 3", "hand = 20", "cards.hand", "64 cards, but", "SET-1"),
    "market too large": ("market = 4", "market = 6", "cards.market", "6", "from 1 to 5"),
    "clearing a market too small": (
        "locomotives_clear_market = 3",
        "locomotives_clear_market = 5",
        "rules.locomotives_clear_market",
        "only 4 cards",
        "MARKET-3",
    ),
    "keep more than drawn": (
        "later = { draw = 2, keep = 1",
        "later = { draw = 2, keep = 3",
        "deals.later.keep",
        "only 2 are drawn",
        "from 1 to 2",
    ),
    "keep none": (
        "later = { draw = 2, keep = 1",
        "later = { draw = 2, keep = 0",
        "deals.later.keep",
        "0",
        "from 1",
    ),
    "draw more than can be shown": (
        "later = { draw = 2,",
        "later = { draw = 7,",
        "deals.later.draw",
        "7",
        "from 1 to 6",
    ),
    "more tickets dealt than there are": (
        "first = { draw = 2,",
        "first = { draw = 3,",
        "deals.first.draw",
        "9 tickets, but there are only 6",
        "SET-2",
    ),
    "where tickets go": ('"shuffle"', '"shufle"', "deals.first.returned", "'shufle'", "'shuffle'"),
    "later tickets shuffled in": (
        'later = { draw = 2, keep = 1, returned = "bottom"',
        'later = { draw = 2, keep = 1, returned = "shuffle"',
        "deals.later.returned",
        "only the first deal",
        "'bottom' or 'remove'",
    ),
    "length without points": (
        ", 4 = 7 }",
        " }",
        "points.routes",
        "hill-light:blue is 4",
        "CLAIM-3",
    ),
    "points for no length": (
        ", 4 = 7 }",
        ", 4 = 7, x = 1 }",
        "points.routes.x",
        "length",
        "1 to 9",
    ),
    "negative points": ("4 = 7", "4 = -7", "points.routes.4", "-7", "from 0"),
    "tie by a bonus that is not there": (
        "longest_path = 5",
        "longest_path = 0",
        "points.tie_breaks",
        "no longest-path bonus",
        "'longest'",
    ),
    "tie by nothing known": (
        '["tickets", "longest",',
        '["ticket", "longest",',
        "points.tie_breaks",
        "'ticket'",
        "'tickets'",
    ),
    "passengers of an unknown colour": (
        'colours = ["red", "green"]',
        'colours = ["red", "pink"]',
        "passengers.colours",
        "'pink'",
        "",
    ),
    "passengers that do not add up": (
        "of_each_colour = 2",
        "of_each_colour = 3",
        "passengers.of_each_colour",
        "6 passengers, but 4 stand",
        "G-PASS-1",
    ),
    "second better than first": (
        "second_most = 3",
        "second_most = 7",
        "passengers.second_most",
        "more than the 6",
        "G-PASS-3",
    ),
    "too many passengers at a place": (
        "passengers = 2 }",
        "passengers = 99 }",
        "places.harbour.passengers",
        "99",
        "from 0 to 8",
    ),
    "players that never play": (
        "parallel_closed_for = [2]",
        "parallel_closed_for = [2, 4]",
        "rules.parallel_closed_for",
        "2 to 3 play",
        "CLAIM-6",
    ),
    "a kind of track": (
        'wild_on = ["ferry"',
        'wild_on = ["fery"',
        "rules.wild_on",
        "fery",
        "'ferry'",
    ),
    "the end at once": (
        "last_turn_trains = 1",
        "last_turn_trains = 15",
        "rules.last_turn_trains",
        "15 trains",
        "END-1",
    ),
    "one card for one on ferries": (
        "ferry_substitute = 2",
        "ferry_substitute = 1",
        "rules.ferry_substitute",
        "is 1",
        "N-FERRY-3",
    ),
    "id of a place": (
        '"Light", x = 0.9, y = 0.1 }',
        '"Light", x = 0.9, y = 0.1 }\nNew-Town = { name = "New Town", x = 0, y = 0 }',
        "places.New-Town",
        "id of a place",
        "small letters",
    ),
    "place without a track": (
        '"Light", x = 0.9, y = 0.1 }',
        '"Light", x = 0.9, y = 0.1 }\nnew_town = { name = "New Town", x = 0, y = 0 }',
        "places.new_town",
        "no track reaches it",
        "",
    ),
    "outside the picture": (
        "x = 0.4, y = 0.5",
        "x = 1.4, y = 0.5",
        "places.hill.x",
        "1.4",
        "0 to 1",
    ),
    "not a number": ("x = 0.4, y = 0.5", "x = nan, y = 0.5", "places.hill.x", "nan", "0 to 1"),
    "off the earth": ("lat = 1.5", "lat = 91", "places.harbour.lat", "91", "-90 to 90"),
    "not a row": (
        'light   = { name = "Light", x = 0.9, y = 0.1 }',
        "light = [0.9, 0.1]",
        "places.light",
        "a list",
        "a table",
    ),
    "track to an unknown place": (
        '"harbour-hill:red" ',
        '"harbour-hil:red" ',
        'tracks."harbour-hil:red"',
        "'hil' is not a place",
        "'hill'",
    ),
    "track in a circle": (
        '"harbour-hill:red" ',
        '"hill-hill:red" ',
        'tracks."hill-hill:red"',
        "goes from hill to hill",
        "different",
    ),
    "track of an unknown colour": (
        '"harbour-hill:red" ',
        '"harbour-hill:rod" ',
        'tracks."harbour-hill:rod"',
        "'rod' is not a colour",
        "'red'",
    ),
    "name of a track": (
        '"harbour-hill:red" ',
        '"harbour hill" ',
        'tracks."harbour hill"',
        "not a track",
        "atlanta-miami:blue",
    ),
    "the same track the other way round": (
        '"harbour-hill:red" ',
        '"hill-harbour:gray" ',
        'tracks."harbour-hill:gray"',
        "same track as 'hill-harbour:gray'",
        "harbour-hill:gray#2",
    ),
    "third alike without a second": (
        '"harbour-hill:gray#2"',
        '"harbour-hill:gray#3"',
        'tracks."harbour-hill:gray#3"',
        "no 'harbour-hill:gray#2'",
        "count",
    ),
    "too many side by side": (
        "[tickets.near]",
        '"harbour-hill:blue" = { length = 2 }\n[tickets.near]',
        'tracks."harbour-hill:red"',
        "4 tracks join harbour and hill",
        "at most 3",
    ),
    "too long": ("length = 4", "length = 10", 'tracks."hill-light:blue".length', "10", "1 to 9"),
    "longer than the trains": (
        "trains = 15",
        "trains = 3",
        'tracks."hill-light:blue".length',
        "only 3 trains",
        "CLAIM-2",
    ),
    "never to be paid": (
        "of_each_colour = 6",
        "of_each_colour = 2",
        'tracks."harbour-market:green".length',
        "more than all the cards that could ever pay",
        "CLAIM-1",
    ),
    "ferry without a symbol": (
        ', kind = "ferry", locomotives = 2',
        ', kind = "ferry"',
        'tracks."hill-light:blue".locomotives',
        "0 on a ferry",
        "N-FERRY-1",
    ),
    "symbols on an ordinary track": (
        ', kind = "ferry", locomotives = 2',
        ", locomotives = 2",
        'tracks."hill-light:blue".locomotives',
        "not a ferry",
        "N-FERRY-1",
    ),
    "more symbols than spaces": (
        "locomotives = 2 }",
        "locomotives = 5 }",
        'tracks."hill-light:blue".locomotives',
        "5 on a track of length 4",
        "at most one",
    ),
    "substitutes on a ferry": (
        "locomotives = 2 }",
        "locomotives = 2, substitute = 4 }",
        'tracks."hill-light:blue".substitute',
        "4 on a ferry",
        "rules.ferry_substitute",
    ),
    "one card for one": ("substitute = 2 }", "substitute = 1 }", None, "is 1", "N-LIEKSA"),
    "tunnel that turns up nothing": (
        "tunnel_cards = 2\n",
        "",
        "rules.tunnel_cards",
        "hill-market:white is a tunnel",
        "N-TUNNEL-1",
    ),
    "tunnel that turns up too much": (
        "tunnel_cards = 2",
        "tunnel_cards = 20",
        "rules.tunnel_cards",
        "is 20",
        "it goes from",
    ),
    "kind of a track": (
        'kind = "tunnel"',
        'kind = "tunel"',
        'tracks."market-hill:white".kind',
        "'tunel'",
        "'tunnel'",
    ),
    "end of a track into no country": (
        "bend = [0.2]",
        "end = [0.5, 0.5]",
        'tracks."harbour-market:green".end',
        "no country",
        "leave it out",
    ),
    "bend": (
        "bend = [0.2]",
        "bend = [0.2, 0.3, 0.4]",
        'tracks."harbour-market:green".bend',
        "[0.2, 0.3, 0.4]",
        "1 or 2 numbers",
    ),
    "bend out of the picture": (
        "bend = [0.2]",
        "bend = [2, 2]",
        'tracks."harbour-market:green".bend',
        "out of the picture",
        "swings to the left",
    ),
    "ticket to an unknown place": (
        "harbour-light ",
        "harbor-light ",
        "tickets.near.harbor-light",
        "'harbor' is not a place",
        "'harbour'",
    ),
    "ticket without points": (
        "= 9\n",
        '= "9"\n',
        "tickets.far.abroad-light",
        "'9'",
        "whole number",
    ),
    "ticket worth nothing": ("= 9\n", "= 0\n", "tickets.far.abroad-light", "0", "from 1 to 100"),
    "ticket in both decks": (
        "light-hill ",
        "light-harbour ",
        "tickets.far.light-harbour",
        "same ticket as tickets.near.harbour-light",
        "leave one",
    ),
    "ticket in no deck": (
        "[tickets.near]",
        "[tickets]\nhill-light = 3\n[tickets.near]",
        "tickets.hill-light",
        "in no deck",
        "[tickets.main]",
    ),
    "name of a ticket": ("light-hill ", "lighthill ", "tickets.far.lighthill", "not a ticket", "="),
    "three decks": (
        "[tickets.far]",
        "[tickets.middle]\nhill-light = 3\n[tickets.far]",
        "tickets",
        "3 decks",
        "at most 2",
    ),
    "an empty deck": (
        "[place_names.it]",
        "[tickets.none]\n[place_names.it]",
        "tickets.none",
        "no tickets in it",
        "",
    ),
    "repeated key": ("trains = 15", "trains = 15\ntrains = 14", "", "a second time", "once"),
    "not TOML": ("trains = 15", "trains 15", "", "not TOML", "key = value"),
    "unclosed text": ('name = "Island"', 'name = "Island', "", "not TOML", ""),
}

ALSO = {"missing section", "three decks", "an empty deck"}
"""One mistake in these is two of the file's problems."""


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
    assert read_board("good", good.encode()).tickets[-1].id == "abroad-far"
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
        (crowded(20, tickets=123), "tickets", "129 tickets in all", "at most 128"),
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
    assert len(read_board("large", crowded(20, tickets=122).encode()).tickets) == 128


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


def test_files_made_to_hurt(tmp_path: Path):
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
