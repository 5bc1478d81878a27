"""Draw docs/images/house.svg: the packages ("rooms") and the imports between them.

make house
"""

from __future__ import annotations

import sys
from html import escape
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from house.layout import (
    CHIP_LINE,
    FOUNDATION,
    HEAD,
    MARGIN,
    NAME_LINE,
    WALL,
    WIDTH,
    House,
    Stop,
    band_paths,
    build,
    chip_width,
)

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "house.svg"

ABOUT = {
    "cli": "the goldenspike command",
    "arena": "many games, ratings",
    "review": "what a good player would say",
    "puzzles": "one idea is clearly best",
    "explorer": "what first tickets are worth",
    "envs": "learning environments",
    "server": "tables on a network",
    "bots": "players that see a view and answer with an action",
    "workshop": "making boards",
    "game": "the public interface",
    "notation": "games and positions as text",
    "observation": "views as numbers, for learning",
    "rules": "the rules: functions on one flat record",
    "boards": "boards as data, and their pictures",
    "errors": "the base class of errors about input",
}
LEGEND = "each step in width stands for twice as many imports: about 1, 2, 4, 8 ..."
SANS = "'Source Sans 3', 'Source Sans', 'Segoe UI', Helvetica, Arial, sans-serif"
SERIF = "Bitter, Georgia, 'Noto Serif', serif"
# Colours of the game's cards and pages, for light and dark mode.
STYLE = f"""
  .title {{ font: 800 34px {SERIF} }} .name {{ font: 700 22px {SERIF} }}
  .about {{ font: 13px {SANS} }} .chips {{ font: 12px {SANS} }} .names {{ font: 11px {SANS} }}
  .paper {{ fill: #f6eedd }} .wall {{ fill: #fffaf0; stroke: #c9bb9a }}
  .floor {{ stroke: #d8caa8; stroke-dasharray: 2 6 }} .roof {{ fill: #9c3324 }}
  .gold {{ fill: #e3b552 }} .light {{ fill: #fff8ee }}
  .room {{ fill: #fffdf7; stroke: #8a7f69; stroke-width: 1.2 }}
  .chip {{ fill: #f6eedd; stroke: #e2d6b9 }} .ink {{ fill: #22242a }} .muted {{ fill: #5d574b }}
  .band {{ fill-opacity: .5 }} .casing {{ stroke: #fffaf0 }}
  .cli {{ color: #2a2a30 }} .arena {{ color: #ef8a2c }} .review {{ color: #f5d13c }}
  .puzzles {{ color: #8c5aa8 }} .explorer {{ color: #3c8f5a }}
  .envs {{ color: #3e975c }} .server {{ color: #0f74cc }} .bots {{ color: #784b8f }}
  .workshop {{ color: #5b8c2a }}
  .game {{ color: #c32e2e }} .notation {{ color: #c9962c }} .observation {{ color: #12787c }}
  .rules {{ color: #9c3324 }} .boards {{ color: #a5a29b }}
  @media (prefers-color-scheme: dark) {{
    .paper {{ fill: #17191e }} .wall {{ fill: #1c1f25; stroke: #4a4d55 }}
    .floor {{ stroke: #343840 }} .room {{ fill: #22252c; stroke: #7c7565 }}
    .chip {{ fill: #17191e; stroke: #3a3d44 }} .ink {{ fill: #f4ecd9 }} .muted {{ fill: #b5ac98 }}
    .band {{ fill-opacity: .62 }} .casing {{ stroke: #1c1f25 }} .cli {{ color: #8a8578 }}
  }}
"""


def draw() -> str:
    """Return the picture as SVG."""
    house = build()
    bottom = house.floors[-1][0].bottom + 46
    height = bottom + 92
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {WIDTH:.0f} {height:.0f}">'
        "<title>The rooms of Golden Spike and the imports between them</title>"
        f"<style>{STYLE}</style>"
    )
    middle = WIDTH / 2
    lines = [
        head,
        rectangle("paper", 0, 0, WIDTH, height, 18),
        *walls(house, bottom),
        *bands(house),
        *arrows(house),
        *(line for stop in house.rooms for line in room(stop)),
        *foundation(house, bottom),
        text("about muted", middle, bottom + 76, LEGEND, "middle"),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def text(css: str, x: float, y: float, words: str, anchor: str = "start") -> str:
    """Write a line of text."""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}"{place}>{escape(words)}</text>'


def rectangle(css: str, x: float, y: float, width: float, height: float, radius: float) -> str:
    """Write a rectangle with round corners."""
    return (
        f'<rect class="{css}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'rx="{radius:.0f}"/>'
    )


def walls(house: House, bottom: float) -> list[str]:
    """Draw the house around the rooms."""
    left, right = MARGIN, WIDTH - MARGIN
    lines = [
        rectangle("wall", left + WALL, 100, right - left - 2 * WALL, bottom - 100, 0),
        f'<path class="roof" d="M{left} 112L{left + 110} 34H{right - 110}L{right} 112Z"/>',
        f'<path class="gold" d="M{left} 112H{right}v5H{left}z"/>',
        text("title light", WIDTH / 2, 85, "Golden Spike", "middle"),
    ]
    for above, below in pairwise(house.floors):
        y = (above[0].bottom + below[0].y) / 2
        lines.append(f'<path class="floor" d="M{left + WALL} {y:.1f}H{right - WALL}"/>')
    return lines


def bands(house: House) -> list[str]:
    """Draw imports from floor to floor, the widest first, so that narrow ones are visible."""
    lines = []
    ways = band_paths(house)
    for band in sorted(ways, key=lambda b: (-house.weights[b], b)):
        half = house.width(band) / 2
        down = "".join(hop(x0 - half, y0, x1 - half, y1) for x0, y0, x1, y1 in ways[band])
        up = "".join(hop(x1 + half, y1, x0 + half, y0) for x0, y0, x1, y1 in ways[band][::-1])
        lines.append(
            f'<path class="band {band[0]}" fill="currentColor" d="M{down[1:]}{up}Z">'
            f"<title>{band[0]} imports {band[1]}: about {house.weights[band]}</title></path>"
        )
    return lines


def hop(x0: float, y0: float, x1: float, y1: float) -> str:
    """Write one edge of a band between two floors, as part of an SVG path."""
    y = (y0 + y1) / 2
    return f"L{x0:.1f} {y0:.1f}C{x0:.1f} {y:.1f} {x1:.1f} {y:.1f} {x1:.1f} {y1:.1f}"


def arrows(house: House) -> list[str]:
    """Draw imports between rooms of one floor, or upwards, as horizontal arrows."""
    lines = []
    rooms = {stop.room: stop for stop in house.rooms}
    others = sorted(set(house.weights) - set(house.downward()))
    for number, (here, there) in enumerate(others, 1):
        a, b = rooms[here], rooms[there]
        way = 1 if a.x < b.x else -1
        start, end = (a.x + a.width, b.x) if way > 0 else (a.x, b.x + b.width)
        y, width = a.y + 20 + 16 * number, house.width((here, there))
        line = f'd="M{start:.1f} {y:.1f}H{end - 9 * way:.1f}"'
        lines += [
            f'<path class="casing" {line} stroke-width="{width + 3:.1f}"/>',
            f'<g class="{here}"><title>{here} imports {there}: '
            f"about {house.weights[here, there]}</title>"
            f'<path stroke="currentColor" {line} stroke-width="{width:.1f}"/>'
            f'<path fill="currentColor" d="M{end:.1f} {y:.1f}l{-11 * way}-{width / 2 + 4:.1f}'
            f'v{width + 8:.1f}z"/></g>',
        ]
    return lines


def room(stop: Stop) -> list[str]:
    """Draw a room: its name, purpose, subpackages and modules."""
    left, right, y = stop.x, stop.x + stop.width, stop.y
    lines = [
        rectangle("room", left, y, stop.width, stop.height, 9),
        f'<path class="{stop.room}" fill="currentColor" '
        f'd="M{left + 1:.1f} {y + 9:.1f}q0-8 8-8H{right - 9:.1f}q8 0 8 8z"/>',
        text("name ink", left + 14, y + 33, stop.room),
        text("about muted", right - 14, y + 32, f"{stop.modules} modules", "end"),
        text("about muted", left + 14, y + 51, ABOUT[stop.room]),
    ]
    y += HEAD
    for chips in stop.chips:
        x = left + 13
        for chip in chips:
            width = chip_width(chip)
            lines.append(rectangle("chip", x, y + 1, width, 21, 10))
            lines.append(text("chips ink", x + width / 2, y + 16, chip, "middle"))
            x += width + 6
        y += CHIP_LINE
    for number, names in enumerate(stop.names, 1):
        lines.append(text("names muted", left + 14, y + number * NAME_LINE - 3, names))
    return lines


def foundation(house: House, y: float) -> list[str]:
    """Draw the foundation, which all rooms import."""
    left, right = MARGIN, WIDTH - MARGIN
    importers = f"about {house.foundation} modules import it"
    return [
        rectangle("room", left, y, right - left, 52, 4),
        text("name ink", left + 24, y + 33, FOUNDATION),
        text("about muted", left + 112, y + 32, ABOUT[FOUNDATION]),
        text("about muted", right - 24, y + 32, importers, "end"),
    ]


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
    print(f"wrote {PICTURE}")
