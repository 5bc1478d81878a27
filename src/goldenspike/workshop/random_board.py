"""Random boards worth playing: `goldenspike board new --random SEED`.

Places are scattered, neighbours joined without crossings, the length of a track is its distance,
colours share the spaces evenly, and a ticket is worth the trains of its cheapest way. The same
parameters and seed give the same board.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

from goldenspike.boards import limits
from goldenspike.boards.drawing.geometry import overlap
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_engine import compute_layout
from goldenspike.boards.model import CARD_COLOURS, GRAY, KINDS, Board, Deal, Place, Ticket, Track
from goldenspike.boards.read import read_board
from goldenspike.boards.write import board_text
from goldenspike.errors import InputError
from goldenspike.workshop.distances import place_distances, suggested_points
from goldenspike.workshop.random_network import Pair, Point, random_pairs, random_points
from goldenspike.workshop.town_names import region_name, town_names

_ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
_SPACES_PER_TRAIN = 5.8
"""Spaces on the board for each train of one player: with fewer trains, who starts wins more often
(measured with `bench/random_boards.py`)."""
_MOST_TRAINS = 45
_ATTEMPTS = 12
_PARALLEL = 0.3
"""The part of pairs that are joined by two tracks."""
_GRAY = 0.42
"""The part of tracks that any one colour pays for."""
_PLAYER_COLOURS = ("blue", "red", "green", "yellow", "black")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a random board is made from."""

    places: int = 32
    density: float = 2.1
    """Pairs of places that are joined, for each place; fewer where that would cross or crowd."""
    mean_length: float = 2.4
    longest: int = 6
    ferries: int = 0
    """Tracks that are ferries: long ones at the edge of the map."""
    tunnels: int = 0
    aspect: float = 1.5

    def problems(self) -> list[str]:
        """List everything that is out of range."""
        ranges = (
            ("places", self.places, 8, 48),
            ("density", self.density, 1.2, 2.4),
            ("mean length", self.mean_length, 1.5, 4.5),
            ("longest", self.longest, 2, limits.MAX_LENGTH),
            ("ferries", self.ferries, 0, 30),
            ("tunnels", self.tunnels, 0, 30),
            ("aspect", self.aspect, 0.5, 2.5),
        )
        return [
            f"{name} is {value:g}; it goes from {low:g} to {high:g}"
            for name, value, low, high in ranges
            if not low <= value <= high
        ]


def random_board(seed: int, recipe: Recipe | None = None) -> Board:
    """Make a board; `InputError` lists parameters that are out of range.

    A board on which a name can't be drawn clear of everything is made anew, a few times: many
    places on a narrow map may have no better one.

    >>> from goldenspike.workshop.random_board import Recipe, random_board
    >>> board = random_board(1, Recipe(places=12))
    >>> board.id, len(board.places)
    ('random_1', 12)
    """
    recipe = recipe or Recipe()
    if problems := recipe.problems():
        raise InputError("no board can be made like that: " + "; ".join(problems))
    for attempt in range(_ATTEMPTS):
        board = make_attempt(seed, attempt, recipe)
        if not covered_names(compute_layout(board)):
            break
    return board


def covered_names(layout: Layout) -> int:
    """Return how many places have a name that lies on another name or on a space of a track."""
    boxes = [place.labels["en"].box for place in layout.places]
    plates = [plate for track in layout.tracks for plate in track.plates]
    covered = {i for i, j in permutations(range(len(boxes)), 2) if boxes[i].meets(boxes[j])}
    covered |= {
        i
        for i, box in enumerate(boxes)
        if any(overlap(box.corners(), plate.corners()) for plate in plates)
    }
    return len(covered)


def make_attempt(seed: int, attempt: int, recipe: Recipe) -> Board:
    """Make a board without looking at its picture; each attempt is another one."""
    random = Random(f"board {seed} {attempt}")
    points = random_points(random, recipe.places, recipe.aspect)
    pairs = random_pairs(random, points, round(recipe.density * recipe.places))
    places = _places(random, points, recipe)
    tracks = _tracks(random, recipe, points, pairs, places)
    draft = _draft(seed, random, recipe, places, tracks)
    board = replace(draft, tickets=_tickets(random, draft))
    return read_board(board.id, board_text(board).encode())


def _places(random: Random, points: list[Point], recipe: Recipe) -> tuple[Place, ...]:
    names = town_names(random, len(points))
    return tuple(
        Place(name.lower(), name, False, 0.0, 0.0, round(x / recipe.aspect, 4), round(y, 4))
        for name, (x, y) in zip(names, points, strict=True)
    )


def _tracks(
    random: Random,
    recipe: Recipe,
    points: list[Point],
    pairs: list[Pair],
    places: tuple[Place, ...],
) -> tuple[Track, ...]:
    distance = {pair: math.dist(points[pair[0]], points[pair[1]]) for pair in pairs}
    space = sum(distance.values()) / len(pairs) / recipe.mean_length
    length = {pair: min(recipe.longest, max(1, round(distance[pair] / space))) for pair in pairs}
    kinds = _kinds(random, recipe, points, pairs, length)
    # Two tracks side by side where they are most fought over: short ways in the middle.
    plain = [pair for pair in pairs if kinds[pair] != "ferry"]
    random.shuffle(plain)
    plain.sort(key=lambda pair: length[pair] + 4 * _from_centre(points, pair, recipe.aspect))
    doubled = set(plain[: min(round(_PARALLEL * len(pairs)), limits.MAX_TRACKS - len(pairs))])
    wanted = [pair for pair in pairs for _ in range(2 if pair in doubled else 1)]
    colours = _colours(random, wanted, length, kinds)
    tracks = []
    names: Counter[str] = Counter()
    for pair, colour in zip(wanted, colours, strict=True):
        a, b = sorted(pair, key=lambda place: places[place].id)
        name = f"{places[a].id}-{places[b].id}:{colour}"
        names[name] += 1
        number = f"#{names[name]}" if names[name] > 1 else ""
        wheels = (1 if length[pair] < 4 else 2) if kinds[pair] == "ferry" else 0
        tracks.append(Track(name + number, a, b, length[pair], colour, kinds[pair], wheels))
    return tuple(sorted(tracks, key=lambda track: track.id))


def _from_centre(points: list[Point], pair: Pair, aspect: float) -> float:
    (ax, ay), (bx, by) = points[pair[0]], points[pair[1]]
    return math.hypot((ax + bx) / 2 / aspect - 0.5, (ay + by) / 2 - 0.5)


def _kinds(
    random: Random, recipe: Recipe, points: list[Point], pairs: list[Pair], length: dict[Pair, int]
) -> dict[Pair, str]:
    """Choose the ferries, long tracks far from the middle, and then the tunnels among the rest."""
    kinds = dict.fromkeys(pairs, "train")
    by_sea = [pair for pair in pairs if length[pair] >= 2]
    by_sea.sort(key=lambda pair: -_from_centre(points, pair, recipe.aspect) - 0.04 * length[pair])
    for pair in by_sea[: recipe.ferries]:
        kinds[pair] = "ferry"
    by_land = [pair for pair in pairs if kinds[pair] == "train"]
    for pair in random.sample(by_land, min(recipe.tunnels, len(by_land))):
        kinds[pair] = "tunnel"
    return kinds


def _colours(
    random: Random, wanted: list[Pair], length: dict[Pair, int], kinds: dict[Pair, str]
) -> list[str]:
    """Choose a colour for each track so that all colours have about as many spaces.

    Ferries are gray. Longer tracks are given their colour first, each the colour with the fewest
    spaces so far, without repeating one at the same place where that can be avoided.
    """
    order = list(range(len(wanted)))
    random.shuffle(order)
    gray = {n for n in order if kinds[wanted[n]] == "ferry"}
    for n in order:
        if len(gray) >= _GRAY * len(wanted):
            break
        if length[wanted[n]] <= 4:
            gray.add(n)
    colours = [GRAY] * len(wanted)
    spaces = Counter(dict.fromkeys(CARD_COLOURS, 0))
    used: Counter[tuple[int, str]] = Counter()
    rest = [n for n in order if n not in gray]
    for n in sorted(rest, key=lambda n: -length[wanted[n]]):
        pair = wanted[n]
        palette = list(CARD_COLOURS)
        random.shuffle(palette)
        colour = min(palette, key=lambda c: (spaces[c] + sum(used[place, c] for place in pair), c))
        colours[n] = colour
        spaces[colour] += length[pair]
        used.update((place, colour) for place in pair)
    return colours


def _draft(
    seed: int,
    random: Random,
    recipe: Recipe,
    places: tuple[Place, ...],
    tracks: tuple[Track, ...],
) -> Board:
    spaces = sum(track.length for track in tracks)
    trains = min(_MOST_TRAINS, max(recipe.longest + 4, round(spaces / _SPACES_PER_TRAIN)))
    # All trains together fill at most about seven of eight spaces.
    most = min(limits.MAX_PLAYERS, max(2, int(0.88 * spaces / trains)))
    longest = max(track.length for track in tracks)
    kinds = {track.kind for track in tracks}
    return Board(
        id=f"random_{seed}" if seed >= 0 else f"random_m{-seed}",
        name=region_name(random),
        names={},
        min_players=2,
        max_players=most,
        player_colours=_PLAYER_COLOURS[:most],
        trains=trains,
        cards_per_colour=12,
        locomotives=14,
        hand=4,
        market=5,
        route_points={n: _ROUTE_POINTS[n] for n in range(1, longest + 1)},
        ticket_decks=("main",),
        first_deal=Deal(3, 2, "bottom"),
        later_deal=Deal(3, 1, "bottom"),
        locomotive_ends_draw=True,
        locomotives_clear_market=3,
        wild_on=frozenset(KINDS),
        parallel_closed_for=frozenset(n for n in (2, 3) if n <= most),
        ferry_substitute=0,
        tunnel_cards=3 if "tunnel" in kinds else 0,
        last_turn_trains=2,
        longest_path_bonus=10,
        most_tickets_bonus=0,
        tie_breaks=("tickets", "longest_bonus"),
        passengers=None,
        places=places,
        tracks=tracks,
        tickets=(),
        aspect=recipe.aspect,
        digest="",
        source="",
    )


def _tickets(random: Random, board: Board) -> tuple[Ticket, ...]:
    """Choose tickets of all distances, each place about as often as any other."""
    distances = place_distances(board)
    count = len(board.places)
    wanted = min(limits.MAX_TICKETS, max(3 * board.max_players + 3, round(0.9 * count)))
    joined = {frozenset((track.a, track.b)) for track in board.tracks}
    every = [(a, b) for a in range(count) for b in range(a + 1, count)]
    pairs = [
        (a, b)
        for a, b in every
        if frozenset((a, b)) not in joined and (distances[a][b] or 0) <= 0.75 * board.trains
    ]
    if len(pairs) < wanted:  # a small board: neighbours are worth a ticket too
        pairs = every
    random.shuffle(pairs)
    pairs.sort(key=lambda pair: distances[pair[0]][pair[1]] or 0)
    ends: Counter[int] = Counter()
    tickets = []
    for n in range(wanted):
        # One from each slice of distances: the pair whose places have the fewest tickets so far.
        low, high = (len(pairs) * i // wanted for i in (n, n + 1))
        a, b = min(pairs[low:high], key=lambda pair: ends[pair[0]] + ends[pair[1]])
        ends.update((a, b))
        a, b = sorted((a, b), key=lambda place: board.places[place].id)
        points = suggested_points(distances[a][b] or 0)
        name = f"{board.places[a].id}-{board.places[b].id}"
        tickets.append(Ticket(name, ((a,), (b,)), points, 0))
    return tuple(sorted(tickets, key=lambda ticket: ticket.id))
