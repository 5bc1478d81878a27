"""What everything on a board is drawn with: its layout, and the colours of one theme."""

from __future__ import annotations

from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.palette import Palette, load_palette
from goldenspike.boards.drawing.svg import placed, tag
from goldenspike.boards.model import Board


class Brush:
    """One board in one theme and one language, for the map and the legend alike."""

    def __init__(self, layout: Layout, board: Board, theme: str, language: str) -> None:
        self.layout = layout
        self.board = board
        self.language = language
        self.palette: Palette = load_palette()
        self.theme = self.palette.themes[theme]
        self.mood = self.palette.mood(board.geography, theme)
        # Places are light in both themes, and so what is drawn on them is always dark.
        self.on_place = self.palette.mood(board.geography, "light")["accent"]
        self.space = layout.space_length

    def symbol(self, name: str, ink: str, half: float, x: float = 0.0, angle: float = 0.0) -> str:
        """A symbol that reaches `half` from its middle; turned back, it stands upright."""
        return tag("use", href=f"#s-{name}", fill=ink, transform=placed(x, 0, angle, half / 10))
