"""Land and water behind a board, as precomputed outlines.

`tools/geography` makes the outlines from public-domain data; they are beside this module as
`NAME.geo.json`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LAYER_KINDS = ("land", "country", "home", "region", "water", "river", "border", "state")
"""Painted in this order; `country` is one that tracks lead into, `home` the country or countries of
the board, `region` those of them that have the second tone, `state` inner borders."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Outlines of one kind, as one SVG path in picture units."""

    kind: str
    path: str
    place: str = ""
    """The board's place that a `country` is."""


@dataclass(frozen=True, slots=True)
class Geography:
    """A board's outlines and where they come from."""

    source: str
    layers: tuple[Layer, ...]


def geography_names() -> list[str]:
    """List the names of the outlines in the package."""
    suffix = ".geo.json"
    folder = files("goldenspike.boards.drawing")
    return sorted(f.name.removesuffix(suffix) for f in folder.iterdir() if f.name.endswith(suffix))


@cache
def load_geography(name: str) -> Geography:
    """Load the outlines of a name; `KeyError` if there are none."""
    if name not in geography_names():
        raise KeyError(f"no geography {name!r}; there are {', '.join(geography_names()) or 'none'}")
    file = files("goldenspike.boards.drawing").joinpath(f"{name}.geo.json")
    data = json.loads(file.read_text(encoding="utf-8"))
    return Geography(data["source"], tuple(Layer(**layer) for layer in data["layers"]))
