"""Land and water behind a board, as ready-made outlines.

The outlines are made once by `tools/geography` from public-domain data and lie beside this
module as `NAME.geo.json`; nothing is projected at run time.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LAYER_KINDS = ("land", "home", "water", "river", "border", "state")
"""Painted in this order; `home` is what the board is about, `state` its inner borders."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Outlines of one kind, as one SVG path in picture units."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class Geography:
    """A board's outlines and where they come from."""

    source: str
    layers: tuple[Layer, ...]


def geography_names() -> list[str]:
    """The outlines there are."""
    suffix = ".geo.json"
    folder = files("goldenspike.boards.drawing")
    return sorted(f.name.removesuffix(suffix) for f in folder.iterdir() if f.name.endswith(suffix))


@cache
def load_geography(name: str) -> Geography:
    """The outlines of this name; `KeyError` if there are none."""
    if name not in geography_names():
        raise KeyError(f"no geography {name!r}; there are {', '.join(geography_names()) or 'none'}")
    file = files("goldenspike.boards.drawing").joinpath(f"{name}.geo.json")
    data = json.loads(file.read_text(encoding="utf-8"))
    return Geography(
        data["source"], tuple(Layer(layer["kind"], layer["path"]) for layer in data["layers"])
    )
