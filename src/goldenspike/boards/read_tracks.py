"""Reading the tracks of a board file."""

from __future__ import annotations

import re
from collections.abc import Mapping

from goldenspike.boards import limits
from goldenspike.boards.document import Table
from goldenspike.boards.model import KINDS, TRACK_COLOURS, Company, Track
from goldenspike.boards.problems import suggest
from goldenspike.boards.read_bonuses import is_misnamed
from goldenspike.boards.read_companies import track_companies

_TRACK = re.compile(r"([^-:#]+)-([^-:#]+):([^-:#]+)(?:#([1-9][0-9]?))?")


def read_tracks(
    table: Table, numbers: Mapping[str, int], companies: tuple[Company, ...]
) -> tuple[Track, ...]:
    """Read the tracks; `numbers` are those of the places, by id."""
    tracks = []
    written: dict[str, str] = {}
    for key in table:
        row = table.table(key)
        length = row.integer("length", 1, limits.MAX_LENGTH)
        kind = row.choice("kind", KINDS, default="train")
        locomotives = row.integer("locomotives", 0, limits.MAX_LENGTH, default=0)
        substitute = row.integer("substitute", 0, limits.MAX_SUBSTITUTE, default=0)
        extra_trains = row.integer("extra_trains", 0, limits.MAX_EXTRA_TRAINS, default=0)
        extra_points = row.integer("extra_points", 0, limits.MAX_POINTS, default=0)
        toll = row.integer("toll", 0, limits.MAX_TOKENS, default=0)
        of_companies = track_companies(row, companies)
        shared = row.flag("shared", default=False)
        bend = row.numbers("bend", -2, 2, counts=(1, 2))
        end = row.numbers("end", 0, 1, counts=(2,))
        row.report_unknown_keys()
        parts = _TRACK.fullmatch(key)
        if not parts:
            table.problem(key, "is not a track", 'write it like "atlanta-miami:blue"')
            continue
        pair = _pair(table, key, parts[1], parts[2], numbers)
        if parts[3] not in TRACK_COLOURS:
            table.problem(
                key, f"{parts[3]!r} is not a colour of tracks", suggest(TRACK_COLOURS, parts[3])
            )
            continue
        if pair is None:
            continue
        twin = int(parts[4] or 1)
        name = f"{'-'.join(pair)}:{parts[3]}" + (f"#{twin}" if twin > 1 else "")
        if name in written:
            hint = f"call the second track of the same pair and colour {_next_name(name)!r}"
            table.problem(key, f"is the same track as {written[name]!r}", hint)
            continue
        written[name] = key
        table.document.set_alias((*table.path, name), (*table.path, key))
        tracks.append(
            Track(
                id=name,
                a=numbers[pair[0]],
                b=numbers[pair[1]],
                length=length,
                colour=parts[3],
                kind=kind,
                locomotives=locomotives,
                card_substitute=substitute,
                extra_trains=extra_trains,
                extra_points=extra_points,
                toll=toll,
                companies=of_companies,
                shared=shared,
                bend=tuple(bend),
                end=(end[0], end[1]) if end else None,
            )
        )
    if len(written) < len(list(table)):
        return tuple(tracks)  # the track without `#2` may be one that could not be read
    for name, key in written.items():
        base, _, twin_text = name.partition("#")
        before = base if twin_text in ("", "2") else f"{base}#{int(twin_text) - 1}"
        if twin_text and before not in written:
            table.problem(key, f"there is no {before!r} before it", "count tracks alike from 1 up")
    return tuple(tracks)


def _next_name(name: str) -> str:
    base, _, twin = name.partition("#")
    return f"{base}#{int(twin or 1) + 1}"


def _pair(
    table: Table, key: str, one: str, other: str, numbers: Mapping[str, int]
) -> tuple[str, str] | None:
    """Return the two places of a track in alphabetical order; None if one is unknown."""
    if not numbers:
        return None  # reported where the places should be
    unknown = [place for place in (one, other) if place not in numbers]
    for place in unknown:
        if is_misnamed(numbers, place):
            table.document.mark_invalid((*table.path, key))
        else:
            table.problem(key, f"{place!r} is not a place of this board", suggest(numbers, place))
    if unknown:
        return None
    if one == other:
        table.problem(key, f"goes from {one} to {one}", "join two different places")
        return None
    return min(one, other), max(one, other)
