"""The layout of the diagram: where rooms are drawn, and the bands of imports between them.

Rooms are on the floors of `import_graph.FLOORS`. A band from one room down to another stands for
the pairs of modules of which the upper one imports the lower, to the nearest power of two: with
exact numbers every new import would move everything. For each power it is a step wider. Bands that
skip a floor pass between its rooms. The order of rooms and bands on a floor is found by local
search: two are exchanged as long as that reduces crossings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from math import log2

from house.import_graph import FLOORS, PACKAGE, SERVER_FLOORS, imports, modules, room_of

FOUNDATION = "errors"
"""Everything imports it, so it is drawn under the house, without bands."""
TOOLS = ("worker_process", "__main__")
"""Single modules that are no rooms: they are not drawn."""
FACE = (
    *("game_history", "game_queries", "seat_knowledge", "score", "events", "ways", "picture"),
    *("replay_record", "view_json", "seat_hints"),
    *("whole_numbers", "playouts", "provided", PACKAGE),
)
"""Modules that are drawn in the room of `game`."""

ROOM_WIDTH = {
    "rules": 490.0,
    "bots": 430.0,
    "server": 350.0,
    "cli": 340.0,
    "boards": 340.0,
    "explorer": 200.0,
    "workshop": 206.0,
}
OTHER_WIDTH = 236.0
WIDTH, MARGIN, WALL = 1360.0, 40.0, 30.0
"""Width of the picture; margin beside the roof; how far the roof projects beyond the walls."""
TOP, GAP = 150.0, 84.0
"""Top of the uppermost floor; height between floors."""
HEAD, CHIP_LINE, NAME_LINE, FOOT = 60.0, 26.0, 16.0, 9.0
"""Heights in a room: name and purpose, a line of subpackages, a line of modules, the rest."""
BAND_BASE, BAND_STEP, BAND_GAP = 2.0, 2.2, 3.0
"""Width of a band: for one import, and for each doubling; space between two bands."""
LEAST_SPACE = 4.0
"""Between two stops of a floor; with less, make WIDTH larger."""
SPLIT_FLOOR = 5
"""A floor is split into two if one of its rooms imports another this often."""

Band = tuple[str, str]
"""The room that imports, and the one that is imported."""


@dataclass
class Stop:
    """A room on its floor, or bands to that room that pass through a floor."""

    room: str
    passing: bool = False
    bands: list[Band] = field(default_factory=list)
    """The bands that pass."""
    chips: list[list[str]] = field(default_factory=list)
    """Lines of subpackages, each with its number of modules."""
    names: list[str] = field(default_factory=list)
    """Lines of modules that are in no subpackage."""
    modules: int = 0
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0

    @property
    def middle(self) -> float:
        """The x coordinate of its centre."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """The y coordinate of its bottom."""
        return self.y + self.height


@dataclass
class House:
    """The whole layout."""

    floors: list[list[Stop]]
    """From the top down, each from left to right."""
    weights: dict[Band, int]
    """Number of imports, by the rooms, to the nearest power of two."""
    foundation: int
    """About how many modules import the foundation."""

    @property
    def level(self) -> dict[str, int]:
        """The floor of each room, counted from the top."""
        return {s.room: i for i, stops in enumerate(self.floors) for s in stops if not s.passing}

    @property
    def rooms(self) -> list[Stop]:
        """All rooms, without passing bands."""
        return [s for stops in self.floors for s in stops if not s.passing]

    def width(self, band: Band) -> float:
        """Return the width of a band."""
        return BAND_BASE + BAND_STEP * log2(self.weights[band])

    def route(self, band: Band) -> list[Stop]:
        """Return the stops of a band: where it begins, what it passes, where it ends."""
        here, there = band
        first, last = self.level[here], self.level[there]
        find = [{(s.room, s.passing): s for s in stops} for stops in self.floors]
        passed = [find[floor][there, True] for floor in range(first + 1, last)]
        return [find[first][here, False], *passed, find[last][there, False]]

    def downward(self) -> list[Band]:
        """Return the bands that go down; the others are between rooms of one floor."""
        return sorted(b for b in self.weights if self.level[b[0]] < self.level[b[1]])


def drawn_room(module: str) -> str:
    """Return the room in which a module is drawn."""
    room = room_of(module)
    return "game" if room in FACE else room


def build() -> House:
    """Read the package, and compute the layout."""
    weights: Counter[Band] = Counter()
    for edge in imports():
        band = drawn_room(edge.importer), drawn_room(edge.imported)
        # The package connects the face with the bots (`provided`): no room imports one above.
        connects = edge.importer == PACKAGE and band[1] == "bots"
        if band[0] != band[1] and not connects and not set(band).intersection(TOOLS):
            weights[band] += 1
    foundation = sum(number for band, number in weights.items() if band[1] == FOUNDATION)
    weights = Counter({band: n for band, n in weights.items() if FOUNDATION not in band})
    house = House(
        make_floors(weights), {band: about(n) for band, n in weights.items()}, about(foundation)
    )
    for band in house.downward():
        for stops in house.floors[house.level[band[0]] + 1 : house.level[band[1]]]:
            found = [s for s in stops if s.passing and s.room == band[1]]
            if not found:
                found = [Stop(band[1], passing=True)]
                stops += found
            found[0].bands.append(band)
    reduce_crossings(house)
    assign_positions(house)
    return house


def about(number: int) -> int:
    """Return the nearest power of two: one import more or less does not move the whole picture."""
    return 1 << round(log2(number)) if number else 0


def make_floors(weights: Counter[Band]) -> list[list[Stop]]:
    """Return the rooms on their floors, from the top down."""
    existing = {drawn_room(module) for module in modules()}.difference([FOUNDATION, *TOOLS])
    floors = []
    for names in reversed(FLOORS):
        rooms = sorted(existing.intersection(names))
        below = [
            there
            for there in rooms
            for here in rooms
            if weights[here, there] >= SPLIT_FLOOR > weights[there, here]
        ]
        floors.append([make_room(room) for room in rooms if room not in below])
        floors.append([make_room(room) for room in rooms if room in below])
    return [floor for floor in floors if floor]


def make_room(room: str) -> Stop:
    """Make the stop of a room, with its subpackages and modules."""
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
    """Estimate the width of a subpackage's chip."""
    return 6.6 * len(text) + 16


def set_in_lines(
    words: list[str], width_of: Callable[[str], float], width: float
) -> list[list[str]]:
    """Break words into lines of at most `width`."""
    lines: list[list[str]] = []
    left = 0.0
    for word in words:
        if not lines or left < width_of(word):
            lines.append([])
            left = width
        lines[-1].append(word)
        left -= width_of(word)
    return lines


def reduce_crossings(house: House) -> None:
    """Exchange stops of a floor as long as that reduces the crossings of bands."""
    gaps: list[list[tuple[int, int, int]]] = [[] for _ in house.floors]
    for band in house.downward():
        for hop, (above, below) in enumerate(pairwise(house.route(band))):
            gap = gaps[house.level[band[0]] + hop]
            gap.append((id(above), id(below), house.weights[band]))
    best = crossing_cost(house, gaps)
    improved = True
    while improved:
        improved = False
        for stops in house.floors:
            for i in range(len(stops)):
                for j in range(i + 1, len(stops)):
                    stops[i], stops[j] = stops[j], stops[i]
                    if (now := crossing_cost(house, gaps)) < best - 1e-9:
                        best, improved = now, True
                    else:
                        stops[i], stops[j] = stops[j], stops[i]


def crossing_cost(house: House, gaps: list[list[tuple[int, int, int]]]) -> float:
    """Return the cost of crossings, weighted by widths, plus a little for horizontal distances.

    `gaps` has the bands between two floors: the ids of the stops they join, and their weight.
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


def assign_positions(house: House) -> None:
    """Set the positions of all stops, spread over the width of the house."""
    y = TOP
    left, right = MARGIN + WALL + 14, WIDTH - MARGIN - WALL - 14
    for stops in house.floors:
        for stop in stops:
            if stop.passing:
                stop.width = sum(house.width(band) + BAND_GAP for band in stop.bands)
        height = max(stop.height for stop in stops)
        space = (right - left - sum(stop.width for stop in stops)) / (len(stops) + 1)
        if space < LEAST_SPACE:
            raise ValueError(f"no room for {', '.join(s.room for s in stops if not s.passing)}")
        x = left + space
        for stop in stops:
            stop.x, stop.y, stop.height = x, y, height
            x += stop.width + space
        y += height + GAP


def band_paths(house: House) -> dict[Band, list[tuple[float, float, float, float]]]:
    """Return the segments (x, y, x, y) of the middle line of every band that goes down."""
    routes = {band: house.route(band) for band in house.downward()}
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
    """Return the x coordinate of the middle of each band at a stop, side by side."""
    found = {}
    x = stop.middle - (sum(house.width(band) + BAND_GAP for band, _ in hops) - BAND_GAP) / 2
    for band, hop in hops:
        found[band, hop] = x + house.width(band) / 2
        x += house.width(band) + BAND_GAP
    return found
