"""Reading a board file into a `Board`, field by field."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace

from goldenspike.boards import limits
from goldenspike.boards.check import check
from goldenspike.boards.document import Document, Table
from goldenspike.boards.drawing.geography import geography_names
from goldenspike.boards.earth.projections import LEAST_SPAN, PROJECTIONS, Frame
from goldenspike.boards.model import (
    CARD_COLOURS,
    KINDS,
    LANGUAGES,
    MOODS,
    RETURNS,
    TIE_BREAKS,
    Board,
    Deal,
    Map,
    Passengers,
    Place,
    Stations,
)
from goldenspike.boards.play_hash import play_hash
from goldenspike.boards.problems import BoardError, Problem, suggest
from goldenspike.boards.read_bonuses import is_misnamed, read_bonuses, read_names, read_regions
from goldenspike.boards.read_companies import read_companies
from goldenspike.boards.read_tickets import read_tickets
from goldenspike.boards.read_tracks import read_tracks
from goldenspike.boards.variants import VariantDocument, join_name, read_variants, split_name

_ID = re.compile(r"[a-z][a-z0-9_]*")
_ID_HINT = "use small letters a-z, digits and _, beginning with a letter"


def read_board(source: str, data: bytes) -> Board:
    """Read and check the contents of a board file; `BoardError` lists everything that is wrong.

    If `source` names a variant, `harbour:winter`, the board is that variant. All of them are
    checked in either case.
    """
    document = Document(source, data)
    variants = read_variants(document.root.table("variants", optional=True))
    boards = {"": _read(document)}
    for variant in variants if document.valid(("variants",)) else ():
        boards[variant.id] = _read(VariantDocument(document, variant))
    document.raise_problems()
    _, chosen = split_name(source)
    if chosen not in boards:
        what = f"there is no variant {chosen!r} of this board"
        raise BoardError(source, [Problem("variants", what, suggest(list(boards)[1:], chosen))])
    digest = hashlib.sha256(data)
    of_file = digest.hexdigest()
    if chosen:
        digest.update(f":{chosen}".encode())
    board = boards[chosen]
    return replace(
        board,
        digest=digest.hexdigest(),
        file_digest=of_file,
        play_hash=play_hash(board),
        variants=variants,
        variant=chosen,
    )


def variant_with_hash(source: str, data: bytes, wanted: str) -> Board | None:
    """Read the board file of this name and return the variant with this `play_hash`, if any."""
    name, _ = split_name(source)
    board = read_board(name, data)
    for variant in ("", *(variant.id for variant in board.variants)):
        found = read_board(join_name(name, variant), data) if variant else board
        if found.play_hash == wanted:
            return found
    return None


def _read(document: Document) -> Board:
    """Read and check a file without its variants; problems are added to the document."""
    root = document.root
    root.table("variants", optional=True)
    board = root.table("board")
    players = root.table("players")
    cards = root.table("cards")
    deals = root.table("deals")
    points = root.table("points")
    rules = root.table("rules")
    places = _places(root)
    numbers = {place.id: number for number, place in enumerate(places)}
    companies = read_companies(root.table("companies", optional=True))
    regions = read_regions(root.table("regions", optional=True), numbers)
    ticket_decks, tickets = read_tickets(root.table("tickets"), numbers, regions)

    draft = Board(
        id=_board_id(board),
        name=board.text("name"),
        names=read_names(board.table("names", optional=True)),
        min_players=players.integer("fewest", limits.MIN_PLAYERS, limits.MAX_PLAYERS),
        max_players=players.integer("most", limits.MIN_PLAYERS, limits.MAX_PLAYERS),
        player_colours=players.choices("colours", CARD_COLOURS),
        trains=players.integer("trains", 1, limits.MAX_TRAINS),
        tokens=players.integer("tokens", 0, limits.MAX_TOKENS, default=0),
        cards_per_colour=cards.integer("of_each_colour", 0, limits.MAX_CARDS // 8),
        locomotives=cards.integer("locomotives", 0, limits.MAX_CARDS),
        hand=cards.integer("hand", 0, 20),
        market=cards.integer("market", 1, limits.MAX_MARKET),
        route_points=_route_points(points.table("routes")),
        ticket_decks=ticket_decks,
        first_deal=_deal(deals.table("first"), ticket_decks),
        later_deal=_deal(deals.table("later"), ()),
        locomotive_ends_draw=rules.flag("locomotive_ends_draw"),
        locomotives_clear_market=rules.integer("locomotives_clear_market", 0, limits.MAX_MARKET),
        wild_on=frozenset(rules.choices("wild_on", KINDS)),
        parallel_closed_for=frozenset(
            rules.integers("parallel_closed_for", range(limits.MIN_PLAYERS, limits.MAX_PLAYERS + 1))
        ),
        ferry_substitute=rules.integer("ferry_substitute", 0, limits.MAX_SUBSTITUTE, default=0),
        tunnel_cards=rules.integer("tunnel_cards", 0, limits.MAX_TUNNEL_CARDS, default=0),
        last_turn_trains=rules.integer("last_turn_trains", 0, limits.MAX_TRAINS),
        longest_path_bonus=points.integer("longest_path", 0, limits.MAX_POINTS, default=0),
        most_tickets_bonus=points.integer("most_tickets", 0, limits.MAX_POINTS, default=0),
        token_points=points.integer("tokens", 0, limits.MAX_TOKEN_POINTS, default=0),
        tie_breaks=points.choices("tie_breaks", TIE_BREAKS),
        bonuses=read_bonuses(root.table("bonuses", optional=True)),
        regions=regions,
        passengers=_passengers(root.table("passengers")) if "passengers" in root else None,
        stations=_stations(root.table("stations")) if "stations" in root else None,
        places=places,
        companies=companies,
        tracks=read_tracks(root.table("tracks"), numbers, companies),
        tickets=tickets,
        aspect=board.number("aspect", 0.2, 5.0, default=1.5),
        digest="",
        source=document.source,
        geography=board.choice("geography", geography_names(), default=""),
        map=_map(root.table("map")) if "map" in root else None,
    )
    if draft.geography and draft.map:
        board.problem("geography", "and [map] are both given", "draw one of the two")
    for table in (board, players, cards, deals, points, rules, root):
        table.report_unknown_keys()
    check(draft, document)
    return draft


def _map(table: Table) -> Map:
    frame = Frame(
        projection=table.choice("projection", PROJECTIONS, default=PROJECTIONS[0]),
        west=table.number("west", -180.0, 180.0),
        east=table.number("east", -180.0, 540.0),
        south=table.number("south", -90.0, 90.0),
        north=table.number("north", -90.0, 90.0),
    )
    for low, high, most in (("west", "east", 360.0), ("south", "north", 180.0)):
        span = getattr(frame, high) - getattr(frame, low)
        both = ((*table.path, low), (*table.path, high))
        if table.document.valid(table.path, *both) and not LEAST_SPAN <= span <= most:
            table.problem(
                high,
                f"is {getattr(frame, high):g}, which is {span:g} degrees from {low}",
                f"a piece of the earth has from {LEAST_SPAN:g} to {most:g}",
            )
    mood = table.choice("mood", MOODS, default=MOODS[0])
    table.report_unknown_keys()
    return Map(frame, mood)


def _board_id(board: Table) -> str:
    name = board.text("id", longest=40)
    if name and not _ID.fullmatch(name):
        board.problem("id", f"is {name!r}", _ID_HINT)
    return name


def _deal(table: Table, decks: tuple[str, ...]) -> Deal:
    """Read a deal; `decks` are those of which it may say how many it has."""
    mix: tuple[int, ...] = ()
    if "mix" in table and decks:
        each = table.table("mix")
        mix = tuple(each.integer(deck, 0, limits.MAX_OFFER, default=0) for deck in decks)
        each.report_unknown_keys()
    deal = Deal(
        draw=table.integer("draw", 1, limits.MAX_OFFER),
        keep=table.integer("keep", 1, limits.MAX_OFFER),
        returned=table.choice("returned", RETURNS),
        mix=mix,
    )
    table.report_unknown_keys()
    return deal


def _route_points(table: Table) -> Mapping[int, int]:
    lengths = {str(length): length for length in range(1, limits.MAX_LENGTH + 1)}
    points = {
        length: table.integer(key, 0, limits.MAX_POINTS)
        for key, length in lengths.items()
        if key in table
    }
    for key in table:
        if key not in lengths:
            table.problem(key, "is not a length", f"lengths go from 1 to {limits.MAX_LENGTH}")
    return points


def _passengers(table: Table) -> Passengers:
    passengers = Passengers(
        colours=table.choices("colours", CARD_COLOURS),
        per_colour=table.integer("of_each_colour", 1, limits.MAX_PASSENGERS),
        first=table.integer("most", 0, limits.MAX_POINTS),
        second=table.integer("second_most", 0, limits.MAX_POINTS),
    )
    table.report_unknown_keys()
    return passengers


def _stations(table: Table) -> Stations:
    counts = range(1, limits.MAX_STATIONS + 1)
    costs = table.numbers("costs", 1, limits.MAX_STATION_COST, counts)
    whole = tuple(int(n) for n in costs)
    if "costs" not in table:
        table.problem("costs", "is missing", "write the cards of each station: [1, 2, 3]")
    elif list(whole) != costs:
        table.problem("costs", "are not whole numbers", "write the cards of each: [1, 2, 3]")
    stations = Stations(
        costs=whole,
        unused=table.integer("unused", 0, limits.MAX_STATION_POINTS, default=0),
        shared=table.flag("shared", default=False),
    )
    table.report_unknown_keys()
    return stations


def _places(root: Table) -> tuple[Place, ...]:
    table = root.table("places")
    names = _place_names(root.table("place_names", optional=True), table)
    places = []
    for key in table:
        row = table.table(key)
        if not _ID.fullmatch(key) or len(key) > 40:
            table.problem(key, "can't be the id of a place", _ID_HINT)
        places.append(
            Place(
                id=key,
                name=row.text("name"),
                country=row.flag("country", default=False),
                lat=row.number("lat", -90, 90, default=0.0),
                lon=row.number("lon", -180, 180, default=0.0),
                x=row.number("x", 0, 1),
                y=row.number("y", 0, 1),
                passengers=row.integer("passengers", 0, limits.MAX_PASSENGERS_AT, default=0),
                names=names.get(key, {}),
            )
        )
        row.report_unknown_keys()
    return tuple(places)


def _place_names(table: Table, places: Table) -> Mapping[str, Mapping[str, str]]:
    """Return names by place id and language; the file has a table for each language."""
    names: dict[str, dict[str, str]] = {}
    for language in table:
        if language not in LANGUAGES:
            table.problem(language, "is not a language of ours", suggest(LANGUAGES, language))
            continue
        written = table.table(language)
        for place in written:
            if place not in places and not is_misnamed(places, place):
                written.problem(place, "is not a place of this board", suggest(places, place))
            names.setdefault(place, {})[language] = written.text(place)
    return names
