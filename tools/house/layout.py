"""Where the rooms of the package are drawn, and the bands of imports between them.

Rooms stand on the floors of `import_graph.FLOORS`. A band from one room down to another is as wide
as there are pairs of modules of which the upper one imports the lower, to the nearest power of two:
with exact numbers every new import would move everything. Bands that skip a floor pass
between its rooms, in the order with the fewest crossings that exchanging two of them finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from math import log2

from house.import_graph import FLOORS, PACKAGE, SERVER_FLOORS, imports, modules, room_of

FOUNDATION = "errors"
"""Everything imports it, so it lies under the house instead of having bands."""
FACE = (
    *("game_queries", "seat_knowledge", "score", "events", "ways", "replay_record"),
    *("whole_numbers", PACKAGE),
)
"""Single modules that are drawn in the room of `game`."""

ROOM_WIDTH = {"rules": 490.0, "bots": 430.0, "server": 350.0, "cli": 340.0, "boards": 340.0}
OTHER_WIDTH = 236.0
WIDTH, MARGIN, WALL = 1200.0, 40.0, 30.0
"""The picture; space left and right of the roof; how far the walls stand in."""
TOP, GAP = 150.0, 84.0
"""Where the uppermost floor begins; height between floors."""
HEAD, CHIP_LINE, NAME_LINE, FOOT = 60.0, 26.0, 16.0, 9.0
"""Heights in a room: name and purpose, a line of sub-rooms, a line of modules, the rest."""
THIN, BAND, APART = 1.6, 1.6, 3.0
"""Width of a band: to begin with, and for each import; space between two bands."""
MANY = 5
"""Rooms of one floor are drawn on two storeys if so many imports go from one to the other."""

Band = tuple[str, str]
"""The room that imports, and the one that is imported."""


@dataclass
class Stop:
    """A room on its floor, or bands that pass a floor on their way to that room."""

    room: str
    passing: bool = False
    bands: list[Band] = field(default_factory=list)
    """Those passing."""
    chips: list[list[str]] = field(default_factory=list)
    """Lines of sub-rooms, each with its number of modules."""
    names: list[str] = field(default_factory=list)
    """Lines of modules that are in no sub-room."""
    modules: int = 0
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0

    @property
    def middle(self) -> float:
        """Where its centre is, from left to right."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.y + self.height


@dataclass
class House:
    """The whole layout."""

    floors: list[list[Stop]]
    """From the top down, each from left to right."""
    weights: dict[Band, int]
    """Imports between rooms, about."""
    foundation: int
    """About how many modules import the foundation."""

    @property
    def level(self) -> dict[str, int]:
        """The floor of each room, counted from the top."""
        return {s.room: i for i, stops in enumerate(self.floors) for s in stops if not s.passing}

    @property
    def rooms(self) -> list[Stop]:
        """All rooms, without what passes."""
        return [s for stops in self.floors for s in stops if not s.passing]

    def width(self, band: Band) -> float:
        """How wide a band is."""
        return THIN + BAND * self.weights[band]

    def route(self, band: Band) -> list[Stop]:
        """Where a band begins, what it passes, and where it ends."""
        here, there = band
        first, last = self.level[here], self.level[there]
        find = [{(s.room, s.passing): s for s in stops} for stops in self.floors]
        passed = [find[floor][there, True] for floor in range(first + 1, last)]
        return [find[first][here, False], *passed, find[last][there, False]]

    def falling(self) -> list[Band]:
        """Bands that go down, as all should but those between rooms of one floor."""
        return sorted(b for b in self.weights if self.level[b[0]] < self.level[b[1]])


def drawn_room(module: str) -> str:
    """The room a module is drawn in."""
    room = room_of(module)
    return "game" if room in FACE else room


def build() -> House:
    """Read the package, and give every room and band its place."""
    weights: Counter[Band] = Counter()
    for edge in imports():
        band = drawn_room(edge.importer), drawn_room(edge.imported)
        if band[0] != band[1]:
            weights[band] += 1
    foundation = sum(number for band, number in weights.items() if band[1] == FOUNDATION)
    weights = Counter({band: n for band, n in weights.items() if FOUNDATION not in band})
    house = House(
        storeys(weights), {band: about(n) for band, n in weights.items()}, about(foundation)
    )
    for band in house.falling():
        for stops in house.floors[house.level[band[0]] + 1 : house.level[band[1]]]:
            found = [s for s in stops if s.passing and s.room == band[1]]
            if not found:
                found = [Stop(band[1], passing=True)]
                stops += found
            found[0].bands.append(band)
    order(house)
    place(house)
    return house


def about(number: int) -> int:
    """The nearest power of two: one import more or less does not draw the whole house anew."""
    return 1 << round(log2(number)) if number else 0


def storeys(weights: Counter[Band]) -> list[list[Stop]]:
    """Rooms on their floors, from the top down."""
    existing = {drawn_room(module) for module in modules()} - {FOUNDATION}
    floors = []
    for names in reversed(FLOORS):
        rooms = sorted(existing.intersection(names))
        below = [
            there
            for there in rooms
            for here in rooms
            if weights[here, there] >= MANY > weights[there, here]
        ]
        floors.append([furnish(room) for room in rooms if room not in below])
        floors.append([furnish(room) for room in rooms if room in below])
    return [floor for floor in floors if floor]


def furnish(room: str) -> Stop:
    """A room with its sub-rooms and modules."""
    inside: Counter[str] = Counter()
    single = []
    for module, path in modules().items():
        if drawn_room(module) == room and (path.name != "__init__.py" or module == PACKAGE):
            parts = module.split(".")
            if len(parts) > 3:
                inside[parts[2]] += 1
            else:
                single.append("__init__" if module == PACKAGE else parts[-1])
    stop = Stop(room, modules=inside.total() + len(single))
    stop.width = ROOM_WIDTH.get(room, OTHER_WIDTH)
    floor = {name: -number for number, names in enumerate(SERVER_FLOORS) for name in names}
    chips = [
        f"{name} {inside[name]}" for name in sorted(inside, key=lambda n: (floor.get(n, 0), n))
    ]
    stop.chips = set_in_lines(chips, lambda text: chip_width(text) + 6, stop.width - 22)
    words = set_in_lines(single, lambda text: 5.6 * len(text) + 13, stop.width - 18)
    stop.names = [" · ".join(line) for line in words]
    stop.height = HEAD + len(stop.chips) * CHIP_LINE + len(stop.names) * NAME_LINE + FOOT
    return stop


def chip_width(text: str) -> float:
    """About how wide a sub-room's chip has to be."""
    return 6.6 * len(text) + 16


def set_in_lines(
    words: list[str], width_of: Callable[[str], float], width: float
) -> list[list[str]]:
    """As many words in each line as fit."""
    lines: list[list[str]] = []
    left = 0.0
    for word in words:
        if not lines or left < width_of(word):
            lines.append([])
            left = width
        lines[-1].append(word)
        left -= width_of(word)
    return lines


def order(house: House) -> None:
    """Exchange two on a floor as long as that makes the bands cross less."""
    gaps: list[list[tuple[int, int, int]]] = [[] for _ in house.floors]
    for band in house.falling():
        for hop, (above, below) in enumerate(pairwise(house.route(band))):
            gap = gaps[house.level[band[0]] + hop]
            gap.append((id(above), id(below), house.weights[band]))
    best = tangle(house, gaps)
    improved = True
    while improved:
        improved = False
        for stops in house.floors:
            for i in range(len(stops)):
                for j in range(i + 1, len(stops)):
                    stops[i], stops[j] = stops[j], stops[i]
                    if (now := tangle(house, gaps)) < best - 1e-9:
                        best, improved = now, True
                    else:
                        stops[i], stops[j] = stops[j], stops[i]


def tangle(house: House, gaps: list[list[tuple[int, int, int]]]) -> float:
    """How much bands cross, weighed by their widths, and a little for how far they swing.

    A gap between two floors holds its bands: the stops they join, by their ids, and their weight.
    """
    places = {
        id(stop): (number + 0.5) / len(stops)
        for stops in house.floors
        for number, stop in enumerate(stops)
    }
    total = 0.0
    for gap in gaps:
        ends = [(places[above], places[below], weight) for above, below, weight in gap]
        for i, (a, b, n) in enumerate(ends):
            total += 2.0 * n * abs(a - b)
            total += sum(n * m for c, d, m in ends[i + 1 :] if (a - c) * (b - d) < 0)
    return total


def place(house: House) -> None:
    """Spread each floor over the width of the house."""
    y = TOP
    left, right = MARGIN + WALL + 14, WIDTH - MARGIN - WALL - 14
    for stops in house.floors:
        for stop in stops:
            if stop.passing:
                stop.width = sum(house.width(band) + APART for band in stop.bands)
        height = max(stop.height for stop in stops)
        space = (right - left - sum(stop.width for stop in stops)) / (len(stops) + 1)
        x = left + space
        for stop in stops:
            stop.x, stop.y, stop.height = x, y, height
            x += stop.width + space
        y += height + GAP


def trails(house: House) -> dict[Band, list[tuple[float, float, float, float]]]:
    """For every band that goes down, its hops: from (x, y) to (x, y), the band's middle."""
    routes = {band: house.route(band) for band in house.falling()}
    leaves: dict[tuple[Band, int], float] = {}
    arrives: dict[tuple[Band, int], float] = {}
    for stops in house.floors:
        for stop in stops:
            coming = [(b, r.index(stop) - 1) for b, r in routes.items() if stop in r[1:]]
            arrives |= side_by_side(house, stop, sorted(coming, key=lambda hop: leaves[hop]))
            if stop.passing:
                leaves |= {(band, hop + 1): arrives[band, hop] for band, hop in coming}
            else:
                going = [(b, 0) for b, r in routes.items() if r[0] is stop]
                going.sort(key=lambda hop: (routes[hop[0]][1].middle, hop))
                leaves |= side_by_side(house, stop, going)
    return {
        band: [
            (leaves[band, hop], route[hop].bottom, arrives[band, hop], route[hop + 1].y)
            for hop in range(len(route) - 1)
        ]
        for band, route in routes.items()
    }


def side_by_side(
    house: House, stop: Stop, hops: list[tuple[Band, int]]
) -> dict[tuple[Band, int], float]:
    """The middle of each band, where all of them lie beside each other at a stop."""
    found = {}
    x = stop.middle - (sum(house.width(band) + APART for band, _ in hops) - APART) / 2
    for band, hop in hops:
        found[band, hop] = x + house.width(band) / 2
        x += house.width(band) + APART
    return found
