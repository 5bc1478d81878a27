"""Playing imagined games out inside compiled code."""

from __future__ import annotations

from numba import types

from goldenspike.bots.stream import STREAM_DTYPE as STREAM
from goldenspike.bots.thinking import imagining, outlook
from goldenspike.bots.thinking.compiled import ASKED, MEMORY, option, thinking_entry
from goldenspike.bots.thinking.series import PLANNER
from goldenspike.rules import codes, scoring, stream, turns
from goldenspike.rules.compiled import BOARD, INT, KEY, OUT, ROW, SHEET, STATE, WORK

__all__ = ["option", "try_ideas"]

FLOATS = types.Array(types.float64, 1, "C")
SINGLES = types.Array(types.float32, 1, "C")
POLICIES = types.Array(types.int64, 2, "C")


@thinking_entry(
    types.void(ASKED, ROW, ROW, ROW, ROW, INT, ROW, KEY, INT, KEY, KEY, POLICIES, INT, SINGLES,
               SINGLES, ROW, MEMORY, WORK, OUT, SHEET, INT, FLOATS),
    nogil=True,
)  # fmt: skip
def try_ideas(
    ask, view, guess, row, spare, seat, board, key, tries, actions, ways, policies, ahead, weights,
    f, rng, m, work, out, sheet, reach, margins,
):  # fmt: skip
    """One imagining of what is hidden: every idea played on, and the end it leads to.

    An idea is an action now (`actions[i]`) and the way this seat plays from there (`ways[i]`, a row
    of `policies`); the others play by row 0. After `ahead` turns the outlook is asked how the game
    will end (0: it is played to its end). `margins[i]` becomes the seat's margin after idea i. The
    luck to come is the same for all.
    """
    b = board.view(BOARD)[0]
    imagining.imagine(view, guess, spare, seat, b, key, tries, work)
    s = row.view(STATE)[0]
    for i in range(actions.shape[0]):
        imagining.copy_row(guess, row)
        players = int(s.players)
        stream.seed_stream(rng.view(STREAM)[0], key, 5)
        imagining.begin(players, m)
        imagining.same_luck(s, actions[i], key, m)
        turns.step(s, b, actions[i])
        turn = seat
        passed = 0
        judge = False
        while s.phase != codes.OVER_PHASE:
            p = int(s.turn)
            if p != turn:
                turn = p
                passed += 1
            if ahead > 0 and passed >= ahead and s.phase == codes.TURN_PHASE:
                judge = True
                break
            # The planner looks at nothing that its seat may not know, so it needs no view here.
            way = ways[i] if p == seat else 0
            code = ask(row, board, PLANNER, policies[way], rng, m, work, out)
            imagining.same_luck(s, code, key, m)
            turns.step(s, b, code)
        if judge:
            margin = outlook.expected_margin(s, b, seat, policies[0], m, work, sheet, weights, f)
            margins[i] = max(-reach, min(reach, margin))
        else:
            scoring.score(s, b, work, sheet)
            margins[i] = imagining.margin(players, seat, sheet, reach)
