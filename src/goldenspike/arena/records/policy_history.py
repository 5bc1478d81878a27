"""The actions of games that compiled code has played, which only says how they ended.

The games are played again decision by decision, with the same random streams.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.arena import game_counts
from goldenspike.arena.batch import Batch, stream_words
from goldenspike.boards.load import load_board
from goldenspike.rules.codes import OVER_PHASE
from goldenspike.rules.engine import engine
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import STATE_DTYPE, Row

Codes = NDArray[np.int32]
_STATE = np.dtype((np.record, STATE_DTYPE))


def history_of_policies(batch: Batch, policies: NDArray[np.uint8]) -> list[Codes]:
    """Return the codes of all actions of each game, with a policy record for each seat."""
    from goldenspike.bots.compiled_play import new_workspace
    from goldenspike.bots.compiled_policies import choose_code
    from goldenspike.bots.stream import Stream

    board = kernel_board_of(load_board(batch.board))
    rules, workspace = engine("compiled"), new_workspace()
    counting: Any = game_counts
    games = []
    for g, deal in enumerate(batch.deals):
        state, record = _deal(batch, g)
        words = stream_words(batch.seed)
        streams = [
            Stream(words, counting.first_block(deal, seat)).row for seat in range(batch.players)
        ]
        codes = []
        while record.phase != OVER_PHASE:
            seat = int(record.turn)
            view = rules.view(board, state, seat)
            code = int(choose_code(view, board.row, policies[seat], streams[seat], workspace))
            codes.append(code)
            rules.step(board, state, code)
        games.append(np.array(codes, np.int32))
    return games


def _deal(batch: Batch, game: int) -> tuple[Row, Any]:
    """Return the state of a new game, and its fields."""
    board = kernel_board_of(load_board(batch.board))
    first = -1 if batch.first_seat is None else batch.first_seat
    state = engine("compiled").new(board, batch.players, batch.first_seed + game, first)
    return state, state.view(_STATE)[0]
