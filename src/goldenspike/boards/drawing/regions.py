"""Regions behind the places of a board: soft bands that join what belongs together."""

from __future__ import annotations

from math import hypot

from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.svg import tag
from goldenspike.boards.model import Board, Region

BAND = 1.9
"""Width of a band, in lengths of a space."""
OPACITY = 0.3


def region_links(board: Board, region: Region) -> list[tuple[int, int]]:
    """Return pairs of places that join a region in the shortest way: a spanning tree."""

    def distance(a: int, z: int) -> float:
        one, other = board.places[a], board.places[z]
        return hypot((one.x - other.x) * board.aspect, one.y - other.y)

    joined, left = [region.places[0]], list(region.places[1:])
    links = []
    while left:
        a, z = min(((a, z) for a in joined for z in left), key=lambda pair: distance(*pair))
        links.append((a, z))
        joined.append(z)
        left.remove(z)
    return links


def region_colour(brush: Brush, number: int) -> str:
    """Return the colour of the region with this number."""
    return brush.palette.regions[number % len(brush.palette.regions)]


def draw_regions(brush: Brush) -> str:
    """Draw the bands of all regions."""
    at = {place.id: place for place in brush.layout.places}
    parts = []
    for number, region in enumerate(brush.board.regions):
        path = ""
        for a, z in region_links(brush.board, region):
            one, other = (at[brush.board.places[place].id] for place in (a, z))
            path += f"M{one.x:.1f} {one.y:.1f}L{other.x:.1f} {other.y:.1f}"
        parts.append(
            tag(
                "path",
                d=path,
                fill="none",
                stroke=region_colour(brush, number),
                stroke_width=BAND * brush.space,
                stroke_linecap="round",
                stroke_linejoin="round",
                opacity=OPACITY,
            )
        )
    return "".join(parts)
