"""Land and water behind a board, as ready-made outlines.

The outlines are made once by `tools/geography` from public-domain data and lie beside the board
files as `NAME.geo.json`; nothing is projected at run time.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

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

    def to_json(self) -> dict[str, Any]:
        """As in the layout's JSON."""
        return {
            "source": self.source,
            "layers": [{"kind": layer.kind, "path": layer.path} for layer in self.layers],
        }


def geography_names() -> list[str]:
    """The outlines there are."""
    suffix = ".geo.json"
    folder = files("goldenspike.boards")
    return sorted(f.name.removesuffix(suffix) for f in folder.iterdir() if f.name.endswith(suffix))


@cache
def load_geography(name: str) -> Geography:
    """The outlines of this name; `KeyError` if there are none."""
    if name not in geography_names():
        raise KeyError(f"no geography {name!r}; there are {', '.join(geography_names()) or 'none'}")
    text = files("goldenspike.boards").joinpath(f"{name}.geo.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return Geography(
        data["source"], tuple(Layer(layer["kind"], layer["path"]) for layer in data["layers"])
    )
