"""Checks of a board's tracks: payments, parallel tracks, kinds, bends, connections."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from goldenspike.boards import limits
from goldenspike.boards.document import Document
from goldenspike.boards.drawing.geometry import bent_curve
from goldenspike.boards.model import CARD_COLOURS, GRAY, Board, Track


def check_tracks(board: Board, document: Document) -> None:
    """Add every contradiction in the tracks, and tickets that can't be made, to the problems."""
    if document.valid(("rules",)):
        _ways_to_pay(board, document)
    _parallels(board, document)
    _each_track(board, document)
    _network(board, document)


def _ways_to_pay(board: Board, document: Document) -> None:
    """Check that there are not too many payments: each is an action code."""
    ways = [ways_to_pay(board, track) for track in board.tracks]
    alike = {
        (
            t.colour,
            t.length,
            t.kind,
            t.locomotives,
            t.card_substitute,
            t.extra_trains,
            t.toll,
        ): count
        for t, count in zip(board.tracks, ways, strict=True)
    }
    codes = sum(ways)
    if board.stations and document.valid(("stations",)):
        codes += len(board.places) * station_ways(board.stations.costs)
    codes += len(board.companies)
    for count, high, what in (
        (codes, limits.MAX_CLAIM_CODES, "ways to pay for the tracks and stations"),
        (sum(alike.values()), limits.MAX_PAYMENTS, "ways to pay for tracks that are not alike"),
    ):
        if count > high:
            document.problem(
                ("tracks",),
                f"up to {count} {what}",
                f"at most {high} are played with: have fewer long gray tracks, substitutes or dear "
                "stations",
            )


def ways_to_pay(board: Board, track: Track) -> int:
    """Return an upper bound of the number of payments for a track."""
    colours = len(CARD_COLOURS) if track.colour == GRAY else 1
    wild = track.kind in board.wild_on or track.kind == "ferry"
    replaced = track.card_substitute or (track.kind == "ferry" and board.ferry_substitute)
    if wild and replaced:
        return colours * track.length * (track.length + 1) // 2 + track.length + 1
    if wild or replaced:
        return colours * track.length + 1
    return colours


def station_ways(costs: Sequence[int]) -> int:
    """Return how many payments there are for a station at one place, whatever its cost."""
    return sum(len(CARD_COLOURS) * cost + 1 for cost in set(costs))


def _parallels(board: Board, document: Document) -> None:
    pairs = Counter((track.a, track.b) for track in board.tracks)
    for (a, b), count in pairs.items():
        if count > limits.MAX_PARALLEL:
            track = next(track for track in board.tracks if (track.a, track.b) == (a, b))
            document.problem(
                document.path_in_file("tracks", track.id),
                f"{count} tracks join {board.places[a].id} and {board.places[b].id}",
                f"at most {limits.MAX_PARALLEL} run side by side",
            )


def _each_track(board: Board, document: Document) -> None:
    for track in board.tracks:
        path = document.path_in_file("tracks", track.id)
        if not document.valid(path, *((*path, key) for key in ("length", "kind", "locomotives"))):
            continue
        _symbols(track, board, document)
        if document.valid((*path, "substitute")):
            _substitute(track, board, document)
        _bend(track, board, document)
        if track.end and not (board.places[track.a].country or board.places[track.b].country):
            document.problem(
                (*path, "end"),
                "this track goes into no country",
                "leave it out: other tracks end at their places",
            )
        _costs(track, board, document)
    turned_up = ("rules", "tunnel_cards")
    tunnels = [track.id for track in board.tracks if track.kind == "tunnel"]
    if tunnels and not board.tunnel_cards and document.valid(turned_up):
        document.problem(
            turned_up,
            f"is 0 or left out, but {tunnels[0]} is a tunnel",
            "say how many cards are turned up, usually 3 (N-TUNNEL-1)",
        )


def _costs(track: Track, board: Board, document: Document) -> None:
    """Check that a player who has claimed nothing yet could bear what the track costs."""
    path = document.path_in_file("tracks", track.id)
    if document.valid(("players", "trains"), (*path, "extra_trains")):
        if track.length > board.trains:
            document.problem(
                (*path, "length"),
                f"is {track.length}, but a player has only {board.trains} trains",
                "make it shorter or give more trains (CLAIM-2)",
            )
        elif track.trains > board.trains:
            document.problem(
                (*path, "extra_trains"),
                f"makes it {track.trains} trains, but a player has only {board.trains}",
                "ask for fewer or give more trains (COST-1)",
            )
    if document.valid(("players", "tokens"), (*path, "toll")) and track.toll > board.tokens:
        document.problem(
            (*path, "toll"),
            f"is {track.toll}, but a player has only {board.tokens} tokens",
            "ask for fewer, or give more with tokens in [players] (COST-3)",
        )


def _bend(track: Track, board: Board, document: Document) -> None:
    """Check that a track with a bend stays in the picture: the layout does not change its bend."""
    path = (*document.path_in_file("tracks", track.id), "bend")
    places = [board.places[track.a], board.places[track.b]]
    corners = [("places", place.id, key) for place in places for key in ("x", "y")]
    if not track.bend or not document.valid(path, ("board", "aspect"), *corners):
        return
    a, b = (track.end if place.country and track.end else (place.x, place.y) for place in places)
    # Scaled to a picture of height 1, so that both axes have the same unit.
    line = bent_curve((a[0] * board.aspect, a[1]), (b[0] * board.aspect, b[1]), track.bend)
    points = [line.along(line.length * n / 20) for n in range(21)]
    if not all(0 <= x <= board.aspect and 0 <= y <= 1 for x, y, _ in points):
        document.problem(
            path,
            f"is {list(track.bend)}, which leads out of the picture",
            "bend it less, or to the other side: below 0 it swings to the left",
        )


def _symbols(track: Track, board: Board, document: Document) -> None:
    row = document.path_in_file("tracks", track.id)
    path = (*row, "locomotives")
    if track.kind == "ferry" and not track.locomotives:
        document.problem(path, "is 0 on a ferry", "every ferry has at least one (N-FERRY-1)")
    elif track.kind != "ferry" and track.locomotives:
        document.problem(
            path,
            f"is {track.locomotives}, but this is not a ferry",
            'make it kind = "ferry" or leave it out (N-FERRY-1)',
        )
    elif track.locomotives > track.length:
        document.problem(
            path,
            f"is {track.locomotives} on a track of length {track.length}",
            "a space has at most one",
        )
    cards = ("cards", "locomotives"), ("cards", "of_each_colour"), ("rules", "wild_on")
    if not document.valid(path, *cards) or track.card_substitute:
        return
    if track.kind == "ferry" and board.ferry_substitute:
        return
    wild = board.locomotives if track.kind in board.wild_on else track.locomotives
    if track.locomotives > board.locomotives or track.length > board.cards_per_colour + wild:
        document.problem(
            (*row, "length"),
            f"is {track.length}, more than all the cards that could ever pay for it",
            "make it shorter or have more cards of each colour (CLAIM-1)",
        )


def _substitute(track: Track, board: Board, document: Document) -> None:
    path = (*document.path_in_file("tracks", track.id), "substitute")
    if track.card_substitute == 1:
        document.problem(path, "is 1", "use 0 for none, or 2 and more cards for one (N-LIEKSA)")
    elif track.card_substitute and track.kind != "train":
        document.problem(
            path,
            f"is {track.card_substitute} on a {track.kind}",
            "only ordinary tracks have it; a ferry's locomotives are replaced by "
            "rules.ferry_substitute (N-LIEKSA, N-FERRY-3)",
        )
    switch = ("rules", "ferry_substitute")
    if board.ferry_substitute == 1 and document.valid(switch):
        document.problem(switch, "is 1", "use 0 for none, or 2 and more cards for one (N-FERRY-3)")


def _network(board: Board, document: Document) -> None:
    """Check that every place has a track, and that every ticket can be made."""
    if not document.valid(*(("tracks", key) for key in ("", *document.keys("tracks")))):
        return
    neighbours: list[set[int]] = [set() for _ in board.places]
    for track in board.tracks:
        neighbours[track.a].add(track.b)
        neighbours[track.b].add(track.a)
    for place, near in zip(board.places, neighbours, strict=True):
        if not near and document.valid(("places", place.id)):
            document.problem(
                ("places", place.id), "no track reaches it", "add one or leave the place out"
            )
    for ticket in board.tickets:
        path = document.path_in_file("tickets", board.ticket_decks[ticket.deck], ticket.id)
        names = ticket.end_ids
        to_all = "to all of its places" if len(names) > 2 else f"from {names[0]} to {names[1]}"
        parts = [(path, ticket.ends, to_all, "ticket")]
        if ticket.values:
            parts = [
                ((*path, name), (ticket.ends[0], end), f"from {names[0]} to {name}", "end")
                for name, end in zip(names[1:], ticket.ends[1:], strict=True)
            ]
        for where, ends, far, what in parts:
            reached = [any(neighbours[place] for place in end) for end in ends]
            if all(reached) and not _can_be_joined(board, neighbours, ends):
                document.problem(
                    where,
                    f"no way leads {far}",
                    f"add tracks or leave the {what} out (nothing goes through a country, "
                    "G-LAND-1)",
                )


def _can_be_joined(
    board: Board, neighbours: list[set[int]], ends: tuple[tuple[int, ...], ...]
) -> bool:
    """Is there a network that reaches all these ends of a ticket?"""
    networks = [
        network
        for start in ends[0]
        for near in [start, *sorted(neighbours[start])]
        for network in [_reached(board, neighbours, near) | {start}]
    ]
    return any(all(not network.isdisjoint(end) for end in ends) for network in networks)


def _reached(board: Board, neighbours: list[set[int]], start: int) -> set[int]:
    """Return the places that ways from one lead to, through no country (G-LAND-1)."""
    seen, ahead = {start}, deque([start])
    while ahead:
        here = ahead.popleft()
        if not board.places[here].country:
            ahead.extend(neighbours[here] - seen)
            seen |= neighbours[here]
    return seen
