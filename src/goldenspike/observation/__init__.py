"""Observations: what a seat knows as a versioned row of bytes, for learning code.

>>> import goldenspike as gs
>>> from goldenspike.observation import layout_of, observe
>>> game = gs.Game("usa", players=2, seed=7, first=0)
>>> layout = layout_of(game.board, game.players)
>>> numbers = observe(game.view(0), layout)
>>> layout.read(numbers, "hand").sum()
np.uint64(4)
"""

from goldenspike.observation.blocks import VERSION, Block, Layout, layout_of
from goldenspike.observation.observe_view import observe

__all__ = ["VERSION", "Block", "Layout", "layout_of", "observe"]
