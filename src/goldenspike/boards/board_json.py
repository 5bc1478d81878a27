"""A board as JSON, with the keys of the board file."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from goldenspike.boards.drawing.regions import region_links
from goldenspike.boards.model import KINDS, Board, Deal, Place, Ticket, Track


class PlayersJson(TypedDict):
    """How many may play, and what each of them has."""

    fewest: int
    most: int
    colours: list[str]
    trains: int
    tokens: int


class CardsJson(TypedDict):
    """The train cards, how many are dealt and how many lie face up."""

    of_each_colour: int
    locomotives: int
    hand: int
    market: int


class DealJson(TypedDict):
    """How many tickets are drawn and kept at least, and where the others go; `mix` is how many of
    each deck, if the board says so."""

    draw: int
    keep: int
    returned: str
    mix: dict[str, int]


class DealsJson(TypedDict):
    """Tickets at the start and later in the game."""

    first: DealJson
    later: DealJson


class PointsJson(TypedDict):
    """What scores, and what breaks a tie."""

    routes: dict[str, int]
    longest_path: int
    most_tickets: int
    tokens: int
    tie_breaks: list[str]


class RulesJson(TypedDict):
    """The rule switches."""

    locomotive_ends_draw: bool
    locomotives_clear_market: int
    wild_on: list[str]
    parallel_closed_for: list[int]
    ferry_substitute: int
    tunnel_cards: int
    last_turn_trains: int


class PassengersJson(TypedDict):
    """The passengers and what most and second most of a colour score."""

    colours: list[str]
    of_each_colour: int
    most: int
    second_most: int


class MapJson(TypedDict):
    """The piece of the earth behind a board, in degrees, and whose colours it has."""

    projection: str
    west: float
    east: float
    south: float
    north: float
    mood: str


class PlaceJson(TypedDict):
    """A place."""

    id: str
    name: str
    names: dict[str, str]
    country: bool
    lat: float
    lon: float
    x: float
    y: float
    passengers: int


class TrackJson(TypedDict):
    """A track between two places."""

    id: str
    a: str
    b: str
    length: int
    colour: str
    kind: str
    locomotives: int
    substitute: int
    extra_trains: int
    extra_points: int
    toll: int
    shares: list[str]
    shared: bool


class TicketJson(TypedDict):
    """A ticket; its ends are ids of places or of regions.

    With `values`, the first end is its start, the others have these points, and `points` are the
    most of them."""

    id: str
    ends: list[str]
    points: int
    values: dict[str, int]
    deck: str


class BonusJson(TypedDict):
    """Points at the end for what is counted, by rank or by a table of counts."""

    id: str
    name: str
    names: dict[str, str]
    counts: str
    ranks: list[int]
    table: dict[str, int]
    ties: str


class StationsJson(TypedDict):
    """What each station of a player costs in cards, and what one that is not built scores."""

    costs: list[int]
    unused: int
    shared: bool


class CompanyJson(TypedDict):
    """A company: how many shares it has, and what most of them score, by rank."""

    id: str
    name: str
    names: dict[str, str]
    shares: int
    points: list[int]


class RegionJson(TypedDict):
    """Places that belong together; the drawing joins them along `links`."""

    id: str
    name: str
    names: dict[str, str]
    places: list[str]
    links: list[tuple[str, str]]


class VariantJson(TypedDict):
    """A variant of the board."""

    id: str
    name: str
    names: dict[str, str]


class BoardJson(TypedDict):
    """A whole board. A server leaves out `source`, a path on its machine."""

    id: str
    name: str
    names: dict[str, str]
    variant: str
    variants: list[VariantJson]
    source: NotRequired[str]
    digest: str
    aspect: float
    geography: str
    map: MapJson | None
    players: PlayersJson
    cards: CardsJson
    deals: DealsJson
    points: PointsJson
    bonuses: list[BonusJson]
    regions: list[RegionJson]
    rules: RulesJson
    passengers: PassengersJson | None
    stations: StationsJson | None
    companies: list[CompanyJson]
    ticket_decks: list[str]
    places: list[PlaceJson]
    tracks: list[TrackJson]
    tickets: list[TicketJson]


def board_to_json(board: Board) -> BoardJson:
    """Return everything in the board's file, with places by id; `board show --json` prints it."""
    return {
        "id": board.id,
        "name": board.name,
        "names": dict(board.names),
        "variant": board.variant,
        "variants": [
            {"id": variant.id, "name": variant.name, "names": dict(variant.names)}
            for variant in board.variants
        ],
        "source": board.source,
        "digest": board.digest,
        "aspect": board.aspect,
        "geography": board.geography,
        "map": None
        if board.map is None
        else {
            "projection": board.map.frame.projection,
            "west": board.map.frame.west,
            "east": board.map.frame.east,
            "south": board.map.frame.south,
            "north": board.map.frame.north,
            "mood": board.map.mood,
        },
        "players": {
            "fewest": board.min_players,
            "most": board.max_players,
            "colours": list(board.player_colours),
            "trains": board.trains,
            "tokens": board.tokens,
        },
        "cards": {
            "of_each_colour": board.cards_per_colour,
            "locomotives": board.locomotives,
            "hand": board.hand,
            "market": board.market,
        },
        "deals": {
            "first": _deal(board, board.first_deal),
            "later": _deal(board, board.later_deal),
        },
        "points": {
            "routes": {str(length): board.route_points[length] for length in board.route_points},
            "longest_path": board.longest_path_bonus,
            "most_tickets": board.most_tickets_bonus,
            "tokens": board.token_points,
            "tie_breaks": list(board.tie_breaks),
        },
        "bonuses": [
            {
                "id": bonus.id,
                "name": bonus.name,
                "names": dict(bonus.names),
                "counts": bonus.counts,
                "ranks": list(bonus.ranks),
                "table": {str(count): points for count, points in bonus.table},
                "ties": bonus.ties,
            }
            for bonus in board.bonuses
        ],
        "regions": [
            {
                "id": region.id,
                "name": region.name,
                "names": dict(region.names),
                "places": [board.places[place].id for place in region.places],
                "links": [
                    (board.places[a].id, board.places[z].id) for a, z in region_links(board, region)
                ],
            }
            for region in board.regions
        ],
        "rules": {
            "locomotive_ends_draw": board.locomotive_ends_draw,
            "locomotives_clear_market": board.locomotives_clear_market,
            "wild_on": [kind for kind in KINDS if kind in board.wild_on],
            "parallel_closed_for": sorted(board.parallel_closed_for),
            "ferry_substitute": board.ferry_substitute,
            "tunnel_cards": board.tunnel_cards,
            "last_turn_trains": board.last_turn_trains,
        },
        "passengers": None
        if board.passengers is None
        else {
            "colours": list(board.passengers.colours),
            "of_each_colour": board.passengers.per_colour,
            "most": board.passengers.first,
            "second_most": board.passengers.second,
        },
        "stations": None
        if board.stations is None
        else {
            "costs": list(board.stations.costs),
            "unused": board.stations.unused,
            "shared": board.stations.shared,
        },
        "companies": [
            {
                "id": company.id,
                "name": company.name,
                "names": dict(company.names),
                "shares": company.shares,
                "points": list(company.points),
            }
            for company in board.companies
        ],
        "ticket_decks": list(board.ticket_decks),
        "places": [_place(place) for place in board.places],
        "tracks": [_track(board, track) for track in board.tracks],
        "tickets": [_ticket(board, ticket) for ticket in board.tickets],
    }


def _deal(board: Board, deal: Deal) -> DealJson:
    return {
        "draw": deal.draw,
        "keep": deal.keep,
        "returned": deal.returned,
        "mix": dict(zip(board.ticket_decks, deal.mix, strict=False)),
    }


def _place(place: Place) -> PlaceJson:
    return {
        "id": place.id,
        "name": place.name,
        "names": dict(place.names),
        "country": place.country,
        "lat": place.lat,
        "lon": place.lon,
        "x": place.x,
        "y": place.y,
        "passengers": place.passengers,
    }


def _track(board: Board, track: Track) -> TrackJson:
    return {
        "id": track.id,
        "a": board.places[track.a].id,
        "b": board.places[track.b].id,
        "length": track.length,
        "colour": track.colour,
        "kind": track.kind,
        "locomotives": track.locomotives,
        "substitute": track.card_substitute,
        "extra_trains": track.extra_trains,
        "extra_points": track.extra_points,
        "toll": track.toll,
        "shares": [board.companies[company].id for company in track.companies],
        "shared": track.shared,
    }


def _ticket(board: Board, ticket: Ticket) -> TicketJson:
    return {
        "id": ticket.id,
        "ends": list(ticket.end_ids),
        "points": ticket.points,
        "values": dict(zip(ticket.end_ids[1:], ticket.values, strict=False)),
        "deck": board.ticket_decks[ticket.deck],
    }
