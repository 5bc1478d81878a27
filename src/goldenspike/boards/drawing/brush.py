"""What the drawing functions share: a board's layout, and the colours of one theme."""

from __future__ import annotations

from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.palette import Palette, load_palette
from goldenspike.boards.drawing.svg import tag, transform_to
from goldenspike.boards.model import Board


class Brush:
    """One board in one theme and one language, for the map and the legend alike."""

    def __init__(self, layout: Layout, board: Board, theme: str, language: str) -> None:
        self.layout = layout
        self.board = board
        self.language = language
        self.palette: Palette = load_palette()
        self.theme = self.palette.themes[theme]
        self.slots = self.palette.slots[theme]
        self.mood = self.palette.mood(board.mood, theme)
        # Places are light in both themes, so what is drawn on them is dark in both.
        self.on_place = self.palette.mood(board.mood, "light")["accent"]
        self.space = layout.space_length

    def symbol(self, name: str, ink: str, half: float, x: float = 0.0, angle: float = 0.0) -> str:
        """Draw a symbol of the size 2 * `half`; `angle` turns it, to keep it upright on a plate."""
        return tag(
            "use", href=f"#s-{name}", fill=ink, transform=transform_to(x, 0, angle, half / 10)
        )
