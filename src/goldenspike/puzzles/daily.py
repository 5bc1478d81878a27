"""Which puzzle is the one of a day."""

from __future__ import annotations

from datetime import date


def number_of_day(day: date, puzzles: int) -> int:
    """Return the number of a day's puzzle among so many: every one once, then again from the first.

    >>> from datetime import date
    >>> number_of_day(date(2026, 11, 18), 100), number_of_day(date(2026, 11, 19), 100)
    (38, 39)
    """
    return day.toordinal() % puzzles
