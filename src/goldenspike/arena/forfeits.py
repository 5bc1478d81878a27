"""Ranks of a game in which a bot failed: it loses, whatever its points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from goldenspike.rules.codes import RANK


def rank_forfeits(sheet: NDArray[np.int16], lost: Sequence[int]) -> None:
    """Change the ranks in a game's sheet: `lost` are the seats that forfeited, the first one first.

    The first to forfeit is last, the next one before it; the others are ranked among themselves.

    >>> import numpy as np
    >>> from goldenspike.rules.codes import RANK, SCORE_PARTS
    >>> sheet = np.zeros((4, SCORE_PARTS), np.int16)
    >>> sheet[:, RANK] = [1, 2, 3, 3]
    >>> rank_forfeits(sheet, [0, 3])
    >>> sheet[:, RANK].tolist()
    [4, 1, 2, 3]
    """
    players = len(sheet)
    left = [seat for seat in range(players) if seat not in lost]
    ranks = sheet[left, RANK]
    sheet[left, RANK] = 1 + (ranks[:, None] > ranks[None, :]).sum(axis=1)
    for place, seat in enumerate(lost):
        sheet[seat, RANK] = players - place
