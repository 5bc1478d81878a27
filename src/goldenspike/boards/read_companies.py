"""Reading the companies of a board file, and which tracks give shares of them."""

from __future__ import annotations

import re
from itertools import pairwise

from goldenspike.boards import limits
from goldenspike.boards.document import Table
from goldenspike.boards.model import Company
from goldenspike.boards.read_bonuses import read_names

_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


def read_companies(table: Table) -> tuple[Company, ...]:
    """Read the table of all companies."""
    if len(table.values) > limits.MAX_COMPANIES:
        table.document.problem(
            table.path,
            f"{len(table.values)} companies in all",
            f"at most {limits.MAX_COMPANIES} are played with",
        )
    return tuple(_company(table, key) for key in table)


def _company(table: Table, key: str) -> Company:
    row = table.table(key)
    if not _ID.fullmatch(key):
        hint = "use small letters a-z, digits and _, beginning with a letter"
        table.problem(key, "can't be the id of a company", hint)
    company = Company(
        id=key,
        name=row.text("name"),
        names=read_names(row.table("names", optional=True)),
        shares=row.integer("shares", 1, limits.MAX_SHARES),
        points=_points(row),
    )
    row.report_unknown_keys()
    return company


def _points(row: Table) -> tuple[int, ...]:
    ranks = range(1, limits.MAX_PLAYERS + 1)
    points = row.numbers("points", 0, limits.MAX_POINTS, ranks)
    whole = tuple(int(n) for n in points)
    if "points" not in row:
        row.problem("points", "is missing", "write the points by rank: [10, 5]")
    elif list(whole) != points or any(a < b for a, b in pairwise(whole)):
        row.problem("points", "are not whole numbers from the largest on", "write [10, 5]")
    return whole


def track_companies(row: Table, companies: tuple[Company, ...]) -> tuple[int, ...]:
    """Read the companies of which a track gives a share; none if it does not say."""
    numbers = {company.id: number for number, company in enumerate(companies)}
    chosen = row.choices("shares", numbers, optional=True)
    return tuple(sorted(numbers[name] for name in chosen))
