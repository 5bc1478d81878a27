"""What an outlook is taught from: positions of games between planners, and how those ended."""

from __future__ import annotations

from numba import types

from goldenspike.bots.stream import STREAM_DTYPE as STREAM
from goldenspike.bots.thinking import outlook
from goldenspike.bots.thinking.compiled import ASKED, MEMORY, option, thinking_entry
from goldenspike.bots.thinking.series import PLANNER
from goldenspike.rules import codes, scoring, setup, stream, turns
from goldenspike.rules.compiled import BOARD, INT, KEY, OUT, ROW, SHEET, STATE, WORK

__all__ = ["gather", "option"]

POLICIES = types.Array(types.int64, 2, "C")
FIGURES = types.Array(types.float32, 2, "C")


@thinking_entry(
    INT(ASKED, ROW, ROW, INT, KEY, POLICIES, INT, ROW, MEMORY, WORK, OUT, SHEET, FIGURES, KEY, KEY),
    nogil=True,
)
def gather(
    ask, row, board, players, key, policies, every, rng, m, work, out, sheet, figures, seats, ends
):
    """Play a game among planners; returns how many rows of figures were gathered from it.

    At one turn in `every`, the figures of all seats go to `figures`, whose they are to `seats`, and
    with how many points those seats ended to `ends`. `policies` holds a row for each seat, and
    one more by which the figures are worked out.
    """
    s = row.view(STATE)[0]
    b = board.view(BOARD)[0]
    row[:] = 0
    setup.reset(s, b, players, key, 0)
    r = rng.view(STREAM)[0]
    stream.seed_stream(r, key, 6)
    n = 0
    while s.phase != codes.OVER_PHASE:
        p = int(s.turn)
        if s.phase == codes.TURN_PHASE and stream.below(r, every) == 0:
            scoring.score(s, b, work, sheet)
            for q in range(players):
                if n < figures.shape[0]:
                    outlook.figures(s, b, q, policies[players], m, work, sheet, figures[n])
                    seats[n] = q
                    n += 1
        turns.step(s, b, ask(row, board, PLANNER, policies[p], rng, m, work, out))
    scoring.score(s, b, work, sheet)
    for i in range(n):
        ends[i] = sheet[seats[i]][codes.TOTAL]
    return n
