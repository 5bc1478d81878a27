"""Writing a board as the text of a board file: reading it gives the same board again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from goldenspike.boards.model import (
    KINDS,
    LANGUAGES,
    Board,
    Bonus,
    Company,
    Deal,
    Place,
    Region,
    Ticket,
    Track,
)
from goldenspike.boards.variants import REPLACED

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def board_text(board: Board) -> str:
    """Return the board as TOML; `digest` and `source` are not part of a file."""
    sections = [
        _section("board", _about(board)),
        *_map(board),
        _section(
            "players",
            {
                "fewest": str(board.min_players),
                "most": str(board.max_players),
                "colours": _list(board.player_colours),
                "trains": str(board.trains),
                **({"tokens": str(board.tokens)} if board.tokens else {}),
            },
        ),
        _section(
            "cards",
            {
                "of_each_colour": str(board.cards_per_colour),
                "locomotives": str(board.locomotives),
                "hand": str(board.hand),
                "market": str(board.market),
            },
        ),
        _section(
            "deals",
            {"first": _deal(board, board.first_deal), "later": _deal(board, board.later_deal)},
        ),
        _section("points", _points(board)),
        *(_section(f"bonuses.{bonus.id}", _bonus(bonus)) for bonus in board.bonuses),
        *_passengers(board),
        *_stations(board),
        *(_section(f"companies.{each.id}", _company(each)) for each in board.companies),
        _section("rules", _rules(board)),
        _section("places", {place.id: _place(place) for place in board.places}),
        _section("tracks", {_quoted(track.id): _track(board, track) for track in board.tracks}),
        *(
            _section(
                f"tickets.{deck}",
                dict(_ticket(t) for t in board.tickets if t.deck == number),
            )
            for number, deck in enumerate(board.ticket_decks)
        ),
        *(_section(f"regions.{region.id}", _region(board, region)) for region in board.regions),
        *_place_names(board),
        *_variants(board),
    ]
    return "\n".join(sections)


def _ticket(ticket: Ticket) -> tuple[str, str]:
    if not ticket.values:
        return ticket.id, str(ticket.points)
    start, *others = ticket.end_ids
    values = zip(others, map(str, ticket.values), strict=True)
    return start, _table(dict(values))


def _section(name: str, lines: Mapping[str, str]) -> str:
    return "".join([f"[{name}]\n", *(f"{key} = {value}\n" for key, value in lines.items())])


def _about(board: Board) -> dict[str, str]:
    lines = {"id": _quoted(board.id), **_named(board.name, board.names)}
    lines["aspect"] = repr(board.aspect)
    if board.geography:
        lines["geography"] = _quoted(board.geography)
    return lines


def _map(board: Board) -> list[str]:
    if board.map is None:
        return []
    frame = board.map.frame
    lines = {
        "projection": _quoted(frame.projection),
        "west": repr(frame.west),
        "east": repr(frame.east),
        "south": repr(frame.south),
        "north": repr(frame.north),
        "mood": _quoted(board.map.mood),
    }
    return [_section("map", lines)]


def _points(board: Board) -> dict[str, str]:
    lines = {
        "routes": _table({str(length): str(n) for length, n in board.route_points.items()}),
        "longest_path": str(board.longest_path_bonus),
        "most_tickets": str(board.most_tickets_bonus),
        "tokens": str(board.token_points),
        "tie_breaks": _list(board.tie_breaks),
    }
    return {key: value for key, value in lines.items() if value != "0"}


def _bonus(bonus: Bonus) -> dict[str, str]:
    lines = {**_named(bonus.name, bonus.names), "counts": _quoted(bonus.counts)}
    if bonus.ranks:
        return lines | {"ranks": str(list(bonus.ranks)), "ties": _quoted(bonus.ties)}
    return lines | {"table": _table({str(count): str(points) for count, points in bonus.table})}


def _region(board: Board, region: Region) -> dict[str, str]:
    places = _list(board.places[place].id for place in region.places)
    return {**_named(region.name, region.names), "places": places}


def _named(name: str, names: Mapping[str, str]) -> dict[str, str]:
    lines = {"name": _quoted(name)}
    if names:
        lines["names"] = _table({key: _quoted(other) for key, other in names.items()})
    return lines


def _passengers(board: Board) -> list[str]:
    if board.passengers is None:
        return []
    lines = {
        "colours": _list(board.passengers.colours),
        "of_each_colour": str(board.passengers.per_colour),
        "most": str(board.passengers.first),
        "second_most": str(board.passengers.second),
    }
    return [_section("passengers", lines)]


def _stations(board: Board) -> list[str]:
    if board.stations is None:
        return []
    lines = {
        "costs": str(list(board.stations.costs)),
        "unused": str(board.stations.unused),
        "shared": str(board.stations.shared).lower(),
    }
    return [_section("stations", lines)]


def _company(company: Company) -> dict[str, str]:
    lines = _named(company.name, company.names)
    return lines | {"shares": str(company.shares), "points": str(list(company.points))}


def _rules(board: Board) -> dict[str, str]:
    lines = {
        "locomotive_ends_draw": str(board.locomotive_ends_draw).lower(),
        "locomotives_clear_market": str(board.locomotives_clear_market),
        "wild_on": _list(kind for kind in KINDS if kind in board.wild_on),
        "parallel_closed_for": str(sorted(board.parallel_closed_for)),
    }
    if board.ferry_substitute:
        lines["ferry_substitute"] = str(board.ferry_substitute)
    if board.tunnel_cards:
        lines["tunnel_cards"] = str(board.tunnel_cards)
    lines["last_turn_trains"] = str(board.last_turn_trains)
    return lines


def _deal(board: Board, deal: Deal) -> str:
    lines = {"draw": str(deal.draw), "keep": str(deal.keep), "returned": _quoted(deal.returned)}
    if deal.mix:
        mix = zip(board.ticket_decks, deal.mix, strict=True)
        lines["mix"] = _table({deck: str(n) for deck, n in mix})
    return _table(lines)


def _place(place: Place) -> str:
    fields = {"name": _quoted(place.name)}
    if place.lat or place.lon:
        fields |= {"lat": repr(place.lat), "lon": repr(place.lon)}
    fields |= {"x": repr(place.x), "y": repr(place.y)}
    if place.country:
        fields["country"] = "true"
    if place.passengers:
        fields["passengers"] = str(place.passengers)
    return _table(fields)


def _track(board: Board, track: Track) -> str:
    fields = {"length": str(track.length)}
    if track.kind != "train":
        fields["kind"] = _quoted(track.kind)
    if track.locomotives:
        fields["locomotives"] = str(track.locomotives)
    if track.card_substitute:
        fields["substitute"] = str(track.card_substitute)
    costs = {"extra_trains": track.extra_trains, "extra_points": track.extra_points}
    fields |= {key: str(n) for key, n in (costs | {"toll": track.toll}).items() if n}
    if track.companies:
        fields["shares"] = _list(board.companies[company].id for company in track.companies)
    if track.shared:
        fields["shared"] = "true"
    if track.bend:
        fields["bend"] = str(list(track.bend))
    if track.end:
        fields["end"] = str(list(track.end))
    return _table(fields)


def _place_names(board: Board) -> list[str]:
    sections = []
    for language in LANGUAGES:
        names = {p.id: _quoted(p.names[language]) for p in board.places if language in p.names}
        if names:
            sections.append(_section(f"place_names.{language}", names))
    return sections


def _variants(board: Board) -> list[str]:
    if board.variant:
        return []  # a variant is written as a board of its own
    sections = []
    for variant in board.variants:
        lines = _named(variant.name, variant.names)
        sections.append(_section(f"variants.{variant.id}", lines))
        for name, changes in variant.changes.items():
            path = f"variants.{variant.id}.{name}"
            if name in REPLACED:
                sections += [_section(f"{path}.{deck}", _values(changes[deck])) for deck in changes]
            else:
                sections.append(_section(path, _values(changes)))
    return sections


def _values(table: Mapping[str, Any]) -> dict[str, str]:
    """Return the lines of a table as the file had them; only good files are written."""
    return {
        key if _BARE.fullmatch(key) else _quoted(key): _value(value) for key, value in table.items()
    }


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return _table(_values(value))
    if isinstance(value, list):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return _quoted(value) if isinstance(value, str) else repr(value)


def _table(fields: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{key} = {value}" for key, value in fields.items()) + " }"


def _list(names: Iterable[str]) -> str:
    return "[" + ", ".join(_quoted(name) for name in names) + "]"


def _quoted(text: str) -> str:
    """Write a TOML string: JSON's escapes are TOML's, but TOML also wants DEL escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
