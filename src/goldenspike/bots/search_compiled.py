"""Playing imagined games out inside compiled code."""

from __future__ import annotations

from numba import types

from goldenspike.bots.stream import STREAM_DTYPE as STREAM
from goldenspike.bots.thinking import imagining
from goldenspike.bots.thinking.compiled import ASKED, MEMORY, option, thinking_entry
from goldenspike.rules import codes, knowledge, scoring, stream, turns
from goldenspike.rules.compiled import BOARD, INT, KEY, OUT, ROW, SHEET, STATE, WORK

__all__ = ["option", "try_options"]

FLOATS = types.Array(types.float64, 1, "C")


@thinking_entry(
    types.void(ASKED, ROW, ROW, ROW, ROW, INT, ROW, KEY, KEY, INT, KEY, ROW, MEMORY, WORK, OUT,
               SHEET, INT, FLOATS),
    nogil=True,
)  # fmt: skip
def try_options(
    ask, view, guess, row, seen, seat, board, key, candidates, kind, settings, rng, m, work, out,
    sheet, reach, margins,
):  # fmt: skip
    """One imagining of what is hidden: every candidate played on to the end by the same minds.

    `margins[i]` becomes the seat's margin after candidate i. The luck to come is the same for all.
    """
    b = board.view(BOARD)[0]
    imagining.copy_row(view, guess)
    g = guess.view(STATE)[0]
    knowledge.fill_hidden(g, b, seat, key, work)
    s = row.view(STATE)[0]
    v = seen.view(STATE)[0]
    players = int(g.players)
    for i in range(candidates.shape[0]):
        imagining.copy_row(guess, row)
        stream.seed_stream(rng.view(STREAM)[0], key, 5)
        turns.step(s, b, candidates[i])
        while s.phase != codes.OVER_PHASE:
            p = int(s.turn)
            seen[:] = 0
            knowledge.copy_visible(s, b, p, v)
            turns.step(s, b, ask(seen, board, kind, settings, rng, m, work, out))
        scoring.score(s, b, work, sheet)
        margins[i] = imagining.margin(players, seat, sheet, reach)
