"""Reading the bonuses and regions of a board file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise

from goldenspike.boards import limits
from goldenspike.boards.document import Table
from goldenspike.boards.model import BONUS_TIES, COUNTED, LANGUAGES, Bonus, Region
from goldenspike.boards.problems import closest_match, suggest

OLD_BONUSES = ("longest_path", "most_tickets", "tokens", "stations", "shares")
"""What scores name so: the bonuses of `points`, stations that are not built, and shares."""
MAX_COUNT = 200
"""No count of a bonus is larger."""
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_ID_HINT = "use small letters a-z, digits and _, beginning with a letter"


def read_bonuses(table: Table) -> tuple[Bonus, ...]:
    """Read the table of all bonuses."""
    if len(table.values) > limits.MAX_BONUSES:
        table.document.problem(
            table.path,
            f"{len(table.values)} bonuses in all",
            f"at most {limits.MAX_BONUSES} are played with",
        )
    return tuple(_bonus(table, key) for key in table)


def _bonus(table: Table, key: str) -> Bonus:
    row = table.table(key)
    if not _ID.fullmatch(key):
        table.problem(key, "can't be the id of a bonus", _ID_HINT)
    if key in OLD_BONUSES:
        table.problem(key, "is the name of another part of the score already", "choose another id")
    bonus = Bonus(
        id=key,
        name=row.text("name"),
        names=read_names(row.table("names", optional=True)),
        counts=row.choice("counts", COUNTED),
        ranks=_ranks(row),
        table=_steps(row.table("table", optional=True)),
        ties=row.choice("ties", BONUS_TIES, default="all"),
    )
    row.report_unknown_keys()
    if ("ranks" in row) == ("table" in row) and table.document.valid(row.path):
        both = "has both ranks and a table" if "ranks" in row else "pays nothing"
        table.problem(key, both, "give ranks = [10, 5], or table = { 3 = 5, 6 = 12 }")
    if "table" in row and "ties" in row:
        row.problem("ties", "is for bonuses by rank", "leave it out: a table pays everybody")
    return bonus


def _ranks(row: Table) -> tuple[int, ...]:
    if "ranks" not in row:
        row.numbers("ranks", 0, 0, (0,))  # known, and optional
        return ()
    counts = range(1, limits.MAX_PLAYERS + 1)
    points = row.numbers("ranks", 0, limits.MAX_POINTS, counts)
    whole = tuple(int(n) for n in points)
    if list(whole) != points or any(a < b for a, b in pairwise(whole)):
        row.problem("ranks", "are not whole numbers from the largest on", "write [10, 5]")
    return whole


def _steps(table: Table) -> tuple[tuple[int, int], ...]:
    steps = []
    for key in table:
        if not key.isascii() or not key.isdecimal() or not 1 <= int(key[:9]) <= MAX_COUNT:
            table.problem(key, "is not a count", f"counts go from 1 to {MAX_COUNT}")
        else:
            steps.append((int(key), table.integer(key, 0, limits.MAX_POINTS)))
    if len(table.values) > limits.MAX_BONUS_STEPS:
        most = f"at most {limits.MAX_BONUS_STEPS}"
        table.document.problem(table.path, f"has {len(table.values)} lines", most)
    return tuple(sorted(steps)[: limits.MAX_BONUS_STEPS])


def read_regions(table: Table, numbers: Mapping[str, int]) -> tuple[Region, ...]:
    """Read the regions; `numbers` are those of the places by id."""
    if len(table.values) > limits.MAX_REGIONS:
        table.document.problem(
            table.path,
            f"{len(table.values)} regions in all",
            f"at most {limits.MAX_REGIONS} are played with",
        )
    regions = []
    for key in table:
        row = table.table(key)
        if not _ID.fullmatch(key):
            table.problem(key, "can't be the id of a region", _ID_HINT)
        # Places whose ids are invalid are reported with the places.
        written = row.values.get("places")
        strings = [p for p in written if isinstance(p, str)] if isinstance(written, list) else []
        misnamed = [place for place in strings if is_misnamed(numbers, place)]
        listed = row.choices("places", (*numbers, *misnamed)) if numbers else ()
        places = [place for place in listed if place not in misnamed]
        name = row.text("name")
        names = read_names(row.table("names", optional=True))
        row.report_unknown_keys()
        if len(listed) < 2 and numbers and table.document.valid((*row.path, "places")):
            row.problem("places", f"has {len(places)} places", "join two or more")
        regions.append(Region(key, name, names, tuple(numbers[place] for place in places)))
    return tuple(regions)


def is_misnamed(places: Iterable[str], place: str) -> bool:
    """Is the place that was meant one whose id is invalid? That is reported with the place."""
    meant = closest_match(places, place)
    return meant is not None and not _ID.fullmatch(meant)


def read_names(table: Table) -> Mapping[str, str]:
    """Read a name in other languages."""
    for language in table:
        if language not in LANGUAGES:
            table.problem(language, "is not a language of ours", suggest(LANGUAGES, language))
    return {language: table.text(language) for language in LANGUAGES if language in table}
