"""Pictures of a game: as SVG, as a PNG file, and as an array of pixels for videos."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.drawing.poster import draw_board
from goldenspike.boards.model import Board
from goldenspike.errors import InputError

DEFAULT_WIDTH = 960
"""In pixels, where no other is asked for."""
MAX_WIDTH = 8192


class Picture:
    """The table as everybody sees it: the board with all claimed tracks and stations.

    A notebook shows it by itself. SVG needs nothing else; pixels need the extra `pictures`.

    >>> import goldenspike as gs
    >>> picture = gs.Game("usa", players=2, seed=7, first=0).picture()
    >>> picture.svg.startswith("<svg")
    True
    """

    __slots__ = ("svg",)

    def __init__(self, svg: str) -> None:
        self.svg = svg
        """The picture as SVG text."""

    @classmethod
    def of_table(
        cls,
        board: Board,
        routes: Mapping[str, int],
        stations: Mapping[str, Sequence[int]],
        theme: str,
        language: str,
    ) -> Picture:
        """Draw a board with the tracks that seats have claimed and the stations they have built."""
        try:
            return cls(
                draw_board(board, theme=theme, language=language, routes=routes, stations=stations)
            )
        except ValueError as error:
            raise InputError(str(error)) from None

    def png(self, width: int | None = None) -> bytes:
        """Return the picture as a PNG file of that many pixels across."""
        across = DEFAULT_WIDTH if width is None else width
        if not 1 <= across <= MAX_WIDTH:
            raise InputError(f"a picture is 1 to {MAX_WIDTH} pixels wide, not {width!r}")
        try:
            import resvg_py
        except ImportError:
            raise InputError(
                "pictures as pixels need the package resvg_py: pip install 'goldenspike[pictures]'"
            ) from None
        return bytes(resvg_py.svg_to_bytes(svg_string=self.svg, width=across))

    def rgb_array(self, width: int | None = None) -> NDArray[np.uint8]:
        """Return the picture as rows of pixels with red, green and blue: height by width by 3."""
        png = self.png(width)
        try:
            from PIL import Image
        except ImportError:
            raise InputError(
                "arrays of pixels need the package Pillow: pip install 'goldenspike[pictures]'"
            ) from None
        return np.array(Image.open(io.BytesIO(png)).convert("RGB"))

    def save(self, path: str | os.PathLike[str], width: int | None = None) -> None:
        """Write the picture to a file, as SVG or PNG by the ending of its name."""
        target = Path(path)
        ending = target.suffix.lower()
        if ending not in (".svg", ".png"):
            raise InputError(f"a picture's file ends in .svg or .png, not {target.name!r}")
        target.write_bytes(self.svg.encode() if ending == ".svg" else self.png(width))

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture, {len(self.svg)} characters of SVG>"
