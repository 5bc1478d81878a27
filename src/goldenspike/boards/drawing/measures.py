"""Sizes in a board's drawing, all derived from the length of a space.

The board file gives the positions of places. Spaces are made as long as the tightest tracks allow,
so that all spaces of a board have the same size, as on a printed one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from goldenspike.boards.drawing.geometry import Point
from goldenspike.boards.model import Board, Place, Track

LONG_SIDE = 1000.0
"""The longer side of every picture, in picture units."""

_LONGEST_SPACE = 40.0
_SHORTEST_SPACE = 9.0
_EASE = 0.88
"""Spaces are this much of the tightest fit, so that tracks can be bent around each other."""
_CRAMPED = 0.03
"""The share of tracks that may have shorter spaces than the rest instead of shrinking all."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes of a board's drawing, in picture units."""

    width: float
    height: float
    space: float
    """Length of a plate."""

    @property
    def space_width(self) -> float:
        """Across a plate; a wagon is half as wide again."""
        return 0.36 * self.space

    @property
    def gap(self) -> float:
        """Between two plates of a track, at least."""
        return 0.09 * self.space

    @property
    def lane(self) -> float:
        """From the middle of a track to the middle of its parallel: wagons on both stay apart."""
        return 0.62 * self.space

    @property
    def tunnel_lane(self) -> float:
        """The same between tunnels, whose rims and portals stand out beyond their plates."""
        return self.lane + 0.1 * self.space

    @property
    def clear(self) -> float:
        """Between a place and the first plate, at least."""
        return 0.12 * self.space

    @property
    def mouth(self) -> float:
        """Between a place and the first plate of a tunnel, at least: its portal is there."""
        return 0.26 * self.space

    @property
    def dot(self) -> float:
        """Radius of an ordinary place."""
        return 0.27 * self.space

    @property
    def end_station(self) -> float:
        """Radius of the point where a track enters a country."""
        return 0.19 * self.space

    @property
    def passenger(self) -> float:
        """Radius of one passenger's spot."""
        return 0.23 * self.space

    @property
    def label(self) -> float:
        """Font size of names; larger in a tall picture, which is scaled down more in a window."""
        return (0.74 if self.height > self.width else 0.54) * self.space

    def point(self, place: Place) -> Point:
        """Return the position of a place: that of the board file, moved away from the edge."""
        return self._inside(place.x, place.y, 0.8)

    def _inside(self, x: float, y: float, spaces: float) -> Point:
        room = min(spaces * self.space, self.width / 3, self.height / 3)
        return (
            min(max(x * self.width, room), self.width - room),
            min(max(y * self.height, room), self.height - room),
        )

    def spots(self, place: Place) -> list[Point]:
        """Return the spots of a place's passengers: one in the middle, several in a ring."""
        x, y = self.point(place)
        n = place.passengers
        if n <= 1:
            return [(x, y)] * n
        ring = self.passenger * 1.1 / math.sin(math.pi / n)
        turn = math.pi / 4 if n == 4 else -math.pi / 2
        return [
            (
                x + ring * math.cos(turn + 2 * math.pi * i / n),
                y + ring * math.sin(turn + 2 * math.pi * i / n),
            )
            for i in range(n)
        ]

    def radius(self, place: Place) -> float:
        """Return the radius of a place: that of its dot, or of a plate with its passengers."""
        if not place.passengers:
            return self.dot
        x, y = self.point(place)
        reach = max(math.hypot(sx - x, sy - y) for sx, sy in self.spots(place))
        return reach + self.passenger + 0.1 * self.space

    def ends(self, board: Board, track: Track) -> tuple[tuple[Point, float], tuple[Point, float]]:
        """Return both ends of a track: the position, and the radius of what is there."""
        both = []
        for index in (track.a, track.b):
            place = board.places[index]
            if place.country and track.end is not None:
                both.append((self._inside(*track.end, 0.5), self.end_station))
            else:
                both.append((self.point(place), self.radius(place)))
        return both[0], both[1]


def picture_size(aspect: float) -> tuple[float, float]:
    """Return the width and height of a picture, in picture units."""
    return round(LONG_SIDE * min(1.0, aspect), 1), round(LONG_SIDE * min(1.0, 1.0 / aspect), 1)


def measure(board: Board) -> Measures:
    """Compute the sizes with which nearly all spaces of the board have the same length."""
    width, height = picture_size(board.aspect)
    fits = []
    probe = Measures(width, height, 1.0)
    for track in board.tracks:
        (a, room_a), (b, room_b) = probe.ends(board, track)
        # Everything but the distance is proportional to the space, so the equation is linear.
        per_space = track.length * (1 + probe.gap) - probe.gap + room_a + room_b + 2 * probe.clear
        fits.append(math.dist(a, b) / per_space)
    fits.sort()
    fit = fits[int(len(fits) * _CRAMPED)] if fits else _LONGEST_SPACE
    return Measures(width, height, round(min(max(_EASE * fit, _SHORTEST_SPACE), _LONGEST_SPACE), 1))
