"""A longest path of a seat, track by track, for tracing it on the board once the game is over."""

from __future__ import annotations

from collections.abc import Iterable

from goldenspike.boards.model import Board

STEPS = 200_000
"""A network that takes longer to search is shown without its path; the score does not need it."""


def longest_tracks(board: Board, owned: Iterable[str], length: int) -> list[str]:
    """Tracks of one run of `length` spaces over the owned ones, in walking order; none if too hard.

    The length is what the rules have counted (SCORE-2), so the search stops at the first such run.
    """
    mine = set(owned)
    links: dict[tuple[int, int], list[tuple[tuple[int, int], int]]] = {}
    spaces: dict[int, int] = {}
    for number, track in enumerate(board.tracks):
        if track.id not in mine:
            continue
        # G-LAND-1: routes into one country do not meet there, so each has an end of its own.
        a, b = ((p, number if board.places[p].country else -1) for p in (track.a, track.b))
        links.setdefault(a, []).append((b, number))
        links.setdefault(b, []).append((a, number))
        spaces[number] = track.length
    if length == 0:
        return []
    used: list[int] = []
    walked: set[int] = set()
    steps = 0

    def walk(place: tuple[int, int], rest: int) -> bool:
        nonlocal steps
        steps += 1
        if rest == 0 or steps > STEPS:
            return rest == 0
        for other, number in links[place]:
            if number in walked or spaces[number] > rest:
                continue
            walked.add(number)
            used.append(number)
            if walk(other, rest - spaces[number]):
                return True
            used.pop()
            walked.discard(number)
        return False

    # A run that cannot be made longer starts where an odd number of tracks meet, if there is such.
    starts = sorted(links, key=lambda place: (len(links[place]) % 2 == 0, place))
    for start in starts:
        if walk(start, length):
            return [board.tracks[number].id for number in used]
    return []
