"""Measure how well free spaces and trains are told apart: `make legibility`.

    python tools/legibility/measure.py FOLDER [--before FILE] [--write FILE]

FOLDER has the screenshots of `web/legibility`. Prints a table, beside figures that were written
before; fails if free is told from taken in less than 99 % of the spaces, or the owner in less than
97 %, on any board, at any size, in any theme, by any eyes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from legibility.looks import EYES, FREE, Looks, Pixels, half_size, look, score

LEAST_FREE_OR_TAKEN = 0.99
LEAST_OWNER = 0.97

Figures = dict[str, list[float]]
"""By board, size, theme and eyes: free or taken, owner."""


def main() -> int:
    """Print the table; 1 if something is below the least."""
    parser = argparse.ArgumentParser(description="How well free spaces and trains are told apart.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--before", type=Path, help="figures to print beside these")
    parser.add_argument("--write", type=Path, help="where to write these figures as JSON")
    options = parser.parse_args()
    before: Figures = json.loads(options.before.read_text()) if options.before else {}
    now = dict(measure(options.folder))
    if not now:
        sys.exit(f"no screenshots in {options.folder}: run `make legibility`, which makes them")
    if options.write:
        options.write.write_text(json.dumps(now, indent=1) + "\n")
    print_table(now, before)
    low = [name for name, (free, owner) in now.items() if free < LEAST_FREE_OR_TAKEN]
    low += [name for name, (free, owner) in now.items() if owner < LEAST_OWNER]
    for name in low:
        print(f"too low: {name}")
    return 1 if low else 0


def measure(folder: Path) -> Iterator[tuple[str, list[float]]]:
    """Yield the figures of each board, size, theme and kind of eyes."""
    groups: dict[str, list[Any]] = {}
    for path in sorted(folder.glob("*.json")):
        position = json.loads(path.read_text())
        key = f"{position['board']} {position['size']} {position['theme']}"
        groups.setdefault(key, []).append(position)
    for key, positions in groups.items():
        looks = looks_of(folder, positions)
        for eyes in EYES:
            result = score(looks.seen_by(eyes))
            yield f"{key} {eyes}", [result.free_or_taken, result.owner]


def looks_of(folder: Path, positions: list[Any]) -> Looks:
    """Cut the looks of all spaces out of the screenshots of some positions."""
    rows, owners, tracks, numbers = [], [], [], []
    for position in positions:
        for shot in position["shots"]:
            picture = half_size(read(folder / shot["file"]))
            for space in shot["spaces"]:
                where = (space[key] for key in ("x", "y", "length", "width"))
                x, y, length, width = (value / 2 for value in where)
                rows.append(look(picture, x, y, space["angle"], length, width))
                owners.append(FREE if space["owner"] is None else space["owner"])
                tracks.append(space["track"])
                numbers.append(position["position"])
    return Looks(np.array(rows), np.array(owners), np.array(tracks), np.array(numbers))


def read(path: Path) -> Pixels:
    """Read a screenshot as red, green and blue from 0 to 1."""
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"), dtype=np.float64) / 255


def print_table(now: Figures, before: Figures) -> None:
    """Print a line for each board, size and theme: the lowest figures over all eyes, and whose."""
    print("lowest over all eyes, in %: free or taken, owner (before -> now)")
    for key in dict.fromkeys(" ".join(name.split()[:3]) for name in now):
        cells = []
        for i, words in enumerate(("free or taken", "owner")):
            least = min((now[f"{key} {eyes}"][i], eyes) for eyes in EYES)
            was = [before[f"{key} {e}"][i] for e in EYES if f"{key} {e}" in before]
            old = f"{100 * min(was):5.1f} -> " if was else ""
            cells.append(f"{words} {old}{100 * least[0]:5.1f} ({least[1]})")
        print(f"{key:22}  " + "   ".join(cells))


if __name__ == "__main__":
    sys.exit(main())
