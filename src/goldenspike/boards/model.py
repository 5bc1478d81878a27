"""The data of a board, once its file has been read and checked.

Everything that differs between boards is a field here; no rule depends on a board's name. Places,
tracks and tickets are numbered by their index in the tuples. `Board` objects are immutable, and
shared by all games on that board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from goldenspike.boards.earth.projections import Frame

CARD_COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
"""The eight card colours in the order of the notation; a card's number is its place here."""

LOCOMOTIVE = "locomotive"
CARDS = (*CARD_COLOURS, LOCOMOTIVE)
GRAY = "gray"
TRACK_COLOURS = (*CARD_COLOURS, GRAY)
KINDS = ("train", "ferry", "tunnel")
RETURNS = ("bottom", "shuffle", "remove")
"""Where tickets go that are not kept: under their deck, shuffled into it, or out of the game."""

TIE_BREAKS = ("tickets", "longest_bonus", "longest", "passengers")
COUNTED = ("longest_path", "tickets", "places", "regions", "networks")
"""What a bonus counts: spaces of the longest path, tickets made, places in the largest network,
regions whose places one network joins, separate networks."""

BONUS_TIES = ("all", "share", "none")
"""Seats that tie for a bonus all get it, share it, or get nothing."""

LANGUAGES = ("en", "ko", "zh-Hant", "ja", "zh-Hans", "it")


@dataclass(frozen=True, slots=True)
class Place:
    """A city, or a country: an end station through which nothing is connected (G-LAND-1)."""

    id: str
    name: str
    country: bool
    lat: float
    lon: float
    x: float
    """Drawing position, 0..1 from the left edge of the picture."""
    y: float
    """Drawing position, 0..1 from the top edge of the picture."""
    passengers: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    """Other languages' names, only where they differ from `name`."""


@dataclass(frozen=True, slots=True)
class Track:
    """One line of spaces between two places; parallel tracks share their pair of places."""

    id: str
    """`atlanta-miami:blue`, places in alphabetical order, `#2` for the second alike."""
    a: int
    b: int
    length: int
    colour: str
    """One of `TRACK_COLOURS`."""
    kind: str
    """One of `KINDS`."""
    locomotives: int
    """Locomotive symbols of a ferry."""
    card_substitute: int = 0
    """N-LIEKSA: this many cards of any kind stand in for one card of the set; 0: none do."""
    extra_trains: int = 0
    """COST-1: trains that leave the supply beyond those on its spaces."""
    extra_points: int = 0
    """COST-2: points beyond those for its length."""
    toll: int = 0
    """COST-3: tokens that it costs."""
    companies: tuple[int, ...] = ()
    """SHARE-2: indexes of the companies of which claiming it gives a share."""
    shared: bool = False
    """SHARED-1: whether it counts for everybody's tickets once somebody has claimed it."""
    bend: tuple[float, ...] = ()
    """Drawing: how far the line swings to the right of the straight line from a to b, as a fraction
    of its length; one number for an arc, two for an S; empty: chosen by the layout."""
    end: tuple[float, float] | None = None
    """Drawing: where a track into a country ends, 0..1; None: at the country's own position."""

    @property
    def trains(self) -> int:
        """Trains that claiming it takes (CLAIM-2, COST-1)."""
        return self.length + self.extra_trains


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two or more ends to connect, and the points for it; or a start and several ends with points
    of their own (VALUE-1)."""

    id: str
    """`boston-miami`, its ends in alphabetical order: places or regions. With values, the start and
    then the other ends in that order: `mill-birch/pines/shore`."""
    ends: tuple[tuple[int, ...], ...]
    """TOUR-1, TOUR-2: of each end, the places that reach it: one, or those of a region."""
    points: int
    """With values, the most of them."""
    deck: int
    """Index into `Board.ticket_decks`."""
    values: tuple[int, ...] = ()
    """VALUE-1: the points of each end after the first; empty: all ends have to be joined."""

    @property
    def a(self) -> int:
        """The place of its first end; of a region, the first."""
        return self.ends[0][0]

    @property
    def b(self) -> int:
        """The place of its last end; of a region, the first."""
        return self.ends[-1][0]

    @property
    def end_ids(self) -> tuple[str, ...]:
        """The ids of its ends: places or regions."""
        return tuple(re.split("[-/]", self.id))

    @property
    def at_stake(self) -> int:
        """The points that it costs if it is not made (TICKET-3, VALUE-2)."""
        return min(self.values, default=self.points)

    @property
    def usual_points(self) -> int:
        """Its points; the mean of several values."""
        return round(mean(self.values)) if self.values else self.points

    @property
    def joins_two_places(self) -> bool:
        """Is it an ordinary ticket, no tour (TOUR-1), not to a region (TOUR-2), of one value?"""
        return len(self.ends) == 2 and len(self.ends[0]) == len(self.ends[1]) == 1


@dataclass(frozen=True, slots=True)
class Deal:
    """How tickets are drawn: how many, how many are kept at least, and where the others go."""

    draw: int
    keep: int
    returned: str
    """One of `RETURNS`; only a first deal is shuffled back."""
    mix: tuple[int, ...] = ()
    """DEAL-1: of a first deal, how many are drawn of each of two decks; empty: players say it."""


@dataclass(frozen=True, slots=True)
class Passengers:
    """G-PASS: the passengers, and the points for the most and second most of each colour."""

    colours: tuple[str, ...]
    per_colour: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Stations:
    """STATION: the stations of each player."""

    costs: tuple[int, ...]
    """STATION-2: cards for a player's first station, the second and so on: one for each."""
    unused: int = 0
    """STATION-5: points for each station that is not built."""
    shared: bool = False
    """STATION-3: whether one may be built where another player's stands."""


@dataclass(frozen=True, slots=True)
class Company:
    """SHARE-1: a company of which tracks give shares, and what holding most of them scores."""

    id: str
    name: str
    names: Mapping[str, str]
    """Other languages' names."""
    shares: int
    """How many there are."""
    points: tuple[int, ...]
    """SHARE-4: for the most shares, the second most and so on."""


MOODS = ("usa", "germany", "nordic")
"""Colours of land and water that a map may have: those of the built-in boards."""


@dataclass(frozen=True, slots=True)
class Map:
    """Drawing: the piece of the earth behind a board."""

    frame: Frame
    mood: str
    """Whose colours land and water have, one of `MOODS`."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """BONUS-1: points at the end for what a player has most of, or enough of."""

    id: str
    name: str
    names: Mapping[str, str]
    """Other languages' names."""
    counts: str
    """One of `COUNTED`."""
    ranks: tuple[int, ...]
    """BONUS-2: points for the most, the second most and so on; empty: it is paid by `table`."""
    table: tuple[tuple[int, int], ...]
    """BONUS-4: points by count, each for that many or more."""
    ties: str
    """BONUS-3: one of `BONUS_TIES`."""


@dataclass(frozen=True, slots=True)
class Region:
    """Places that belong together, for bonuses."""

    id: str
    name: str
    names: Mapping[str, str]
    """Other languages' names."""
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """Another way to play on a board, in the board's own file (`boards.variants`)."""

    id: str
    name: str
    names: Mapping[str, str]
    """Other languages' names."""
    changes: Mapping[str, Any]
    """What it changes, with the keys of the file."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its switches, its places, tracks and tickets, and how it is drawn.

    >>> import goldenspike as gs
    >>> board = gs.load_board("usa")
    >>> board.trains, board.longest_path_bonus, board.route_points[6]
    (45, 10, 15)
    >>> track = board.tracks[0]
    >>> track.id, track.length, board.places[track.a].name
    ('atlanta-charleston:gray', 2, 'Atlanta')
    """

    id: str
    name: str
    names: Mapping[str, str]
    min_players: int
    max_players: int
    player_colours: tuple[str, ...]
    trains: int
    cards_per_colour: int
    locomotives: int
    hand: int
    market: int
    route_points: Mapping[int, int]
    """Points by length; every length on the board has an entry."""
    ticket_decks: tuple[str, ...]
    """One deck ("main") or two (for example "short", "long"), drawn in any mix."""
    first_deal: Deal
    later_deal: Deal
    locomotive_ends_draw: bool
    """DRAW-2/DRAW-3: a face-up locomotive costs the whole draw."""
    locomotives_clear_market: int
    """MARKET-3: this many face-up locomotives clear the market; 0: never."""
    wild_on: frozenset[str]
    """Kinds of track on which locomotives stand in for any colour."""
    parallel_closed_for: frozenset[int]
    """CLAIM-6: player counts with which one track taken closes its parallels."""
    ferry_substitute: int
    """N-FERRY-3: this many cards of any kind stand in for one locomotive on a ferry; 0: none do."""
    tunnel_cards: int
    """N-TUNNEL-1: cards turned up when a tunnel is tried."""
    last_turn_trains: int
    """END-1: this many trains or fewer start the last round."""
    longest_path_bonus: int
    most_tickets_bonus: int
    tie_breaks: tuple[str, ...]
    passengers: Passengers | None
    places: tuple[Place, ...]
    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    aspect: float
    """Width of the picture divided by its height."""
    digest: str
    """SHA-256 of the board file, in hexadecimal; a variant's is of the file and its name."""
    source: str
    """Where it was read from: a built-in name or a path, with the variant (`board.toml:quick`)."""
    geography: str = ""
    """Drawing: name of the built-in outlines behind the board; empty: plain paper, or a map."""
    map: Map | None = None
    """Drawing: the piece of the earth behind the board."""
    play_hash: str = ""
    """Hash of what matters for play (`boards.play_hash`); game records contain it."""
    bonuses: tuple[Bonus, ...] = ()
    """Further bonuses, besides `longest_path_bonus` and `most_tickets_bonus`."""
    regions: tuple[Region, ...] = ()
    variants: tuple[Variant, ...] = ()
    """The variants in the board's file."""
    variant: str = ""
    """The id of the variant that this is; empty: the board itself."""
    file_digest: str = ""
    """SHA-256 of the board file, which its variants share."""
    tokens: int = 0
    """COST-3: tokens of each player at the start, for tolls."""
    token_points: int = 0
    """COST-4: points for each token left at the end."""
    stations: Stations | None = None
    """STATION-1: stations that borrow other players' tracks; None: the board has none."""
    companies: tuple[Company, ...] = ()
    """SHARE-1: companies of which tracks give shares."""

    @property
    def mood(self) -> str:
        """Drawing: whose colours land and water have; empty: those of plain paper."""
        return self.map.mood if self.map else self.geography

    def end_name(self, end: str) -> str:
        """Return the name of the place or region with this id, which an end of a ticket has."""
        places = (place.name for place in self.places if place.id == end)
        return next(places, next((each.name for each in self.regions if each.id == end), end))

    def points_of(self, track: Track) -> int:
        """Return the points for claiming a track (CLAIM-3, COST-2)."""
        return self.route_points[track.length] + track.extra_points
