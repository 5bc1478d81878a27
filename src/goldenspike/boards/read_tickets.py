"""Reading the decks of tickets of a board file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from goldenspike.boards import limits
from goldenspike.boards.document import Table
from goldenspike.boards.model import Region, Ticket
from goldenspike.boards.problems import suggest
from goldenspike.boards.read_bonuses import is_misnamed

_DECK = re.compile(r"[a-z][a-z0-9_]*")
_TICKET = re.compile(r"[^-:#]+(?:-[^-:#]+)+")
_VALUED = "{ birch = 5, shore = 8 }"

Ends = Mapping[str, tuple[int, ...]]
"""Of everything that a ticket may name, the places that reach it: its own, or those of a region."""


def read_tickets(
    table: Table, numbers: Mapping[str, int], regions: tuple[Region, ...]
) -> tuple[tuple[str, ...], tuple[Ticket, ...]]:
    """Read the names of all decks, and the tickets in them."""
    ends = {region.id: region.places for region in regions}
    ends |= {place: (number,) for place, number in numbers.items()}
    tickets = []
    decks: list[str] = []
    written: dict[str, str] = {}
    for deck in table:
        if type(table.values[deck]) is int:
            table.problem(deck, "is in no deck of tickets", "begin the list with [tickets.main]")
            continue
        rows = table.table(deck)
        hint = "use small letters a-z, digits and _, beginning with a letter"
        if not _DECK.fullmatch(deck):
            table.problem(deck, "can't be the name of a ticket deck", hint)
        if not rows.values:
            table.problem(deck, "has no tickets in it", 'write them like "boston-miami = 12"')
        for key in rows:
            valued = type(rows.values[key]) is dict
            read = _read_valued if valued else _read_ticket
            ticket = read(rows, key, ends if numbers else {}, len(decks))
            if ticket is None:
                continue
            if ticket.id in written:
                what = f"is the same ticket as {written[ticket.id]}"
                rows.problem(key, what, "leave one of them out")
                continue
            written[ticket.id] = f"tickets.{deck}.{key}"
            table.document.set_alias((*rows.path, ticket.id), (*rows.path, key))
            tickets.append(ticket)
        decks.append(deck)
    if len(decks) > limits.MAX_DECKS:
        table.document.problem(
            table.path, f"{len(decks)} decks of tickets", f"at most {limits.MAX_DECKS} are played"
        )
    return tuple(decks), tuple(tickets)


def _read_ticket(rows: Table, key: str, ends: Ends, deck: int) -> Ticket | None:
    """Read a ticket whose ends all have to be joined; None if they are not good."""
    points = rows.integer(key, 1, limits.MAX_POINTS)
    if not _TICKET.fullmatch(key):
        hint = f'write it like "boston-miami = 12", or "{key} = {_VALUED}"'
        rows.problem(key, "is not a ticket", hint if key in ends else hint.partition(",")[0])
        return None
    named = _ends(rows, key, ends) if ends else None
    if named is None:
        return None
    return Ticket("-".join(named), tuple(ends[end] for end in named), points, deck)


def _read_valued(rows: Table, key: str, ends: Ends, deck: int) -> Ticket | None:
    """Read a ticket of several values (VALUE-1); None if its start or an end is not good."""
    row = rows.table(key)
    if "-" in key:
        what = "has several values, but more than one start"
        rows.problem(key, what, f'write the start alone: "{key.partition("-")[0]} = {_VALUED}"')
        return None
    if not 2 <= len(row.values) <= limits.MAX_VALUES:
        what = f"has {len(row.values)} ends with values"
        rows.problem(key, what, f"give from 2 to {limits.MAX_VALUES}: {_VALUED} (VALUE-1)")
        return None
    values = {end: row.integer(end, 1, limits.MAX_POINTS) for end in sorted(row)}
    good = [_is_known(rows, key, key, ends), *(_is_known(row, end, end, ends) for end in values)]
    if not ends or not all(good):
        return None
    for end in values:
        if not set(ends[key]).isdisjoint(ends[end]):
            row.problem(end, f"has a place of {key}, the start", "join two different places")
            good.append(False)
    if not all(good):
        return None
    name = f"{key}-{'/'.join(values)}"
    reached = (ends[key], *(ends[end] for end in values))
    return Ticket(name, reached, max(values.values()), deck, tuple(values.values()))


def _is_known(table: Table, key: str, end: str, ends: Ends) -> bool:
    """Is an end a place or a region of the board? If not, that is a problem of the key."""
    if not ends:
        return False  # reported where the places should be
    if end not in ends:
        if is_misnamed(ends, end):
            table.document.mark_invalid((*table.path, key))
        else:
            what = f"{end!r} is not a place of this board"
            table.problem(key, what, suggest(ends, end))
        return False
    return bool(ends[end])  # what is wrong with a region is reported there


def _ends(table: Table, key: str, ends: Ends) -> list[str] | None:
    """Return the ends of a ticket in alphabetical order; None if one is unknown or not its own."""
    named = sorted(key.split("-"))
    known = [_is_known(table, key, end, ends) for end in named]
    if not all(known):
        return None
    for one, other in pairwise(named):
        if one == other:
            table.problem(key, f"goes from {one} to {one}", "join two different places")
            return None
    if len(named) > limits.MAX_ENDS:
        most = f"at most {limits.MAX_ENDS} are joined by one ticket"
        table.problem(key, f"joins {len(named)} places", most)
        return None
    places = [place for end in named for place in ends[end]]
    if len(set(places)) < len(places):
        hint = "a place serves one end alone: leave the place or the region out (TOUR-2)"
        table.problem(key, "has a place in two of its ends", hint)
        return None
    return named
