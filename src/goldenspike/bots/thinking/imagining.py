"""Trying actions out: imagine the hidden cards, play each candidate on to the end, compare."""

from goldenspike.rules.codes import TOTAL


def margin(players, seat, sheet, reach):
    """How far the seat is ahead of the best other, in points; beyond `reach` nothing counts."""
    best = -(1 << 20)
    for p in range(players):
        if p != seat:
            best = max(best, int(sheet[p][TOTAL]))
    ahead = int(sheet[seat][TOTAL]) - best
    return max(-reach, min(reach, ahead))


def copy_row(source, target):
    """A state copied byte by byte, which the compiler makes one move of."""
    for i in range(len(source)):
        target[i] = source[i]
