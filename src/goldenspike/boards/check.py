"""What must fit together on a board, beyond each field by itself.

A comparison is made only where both sides were read without a problem, so that one mistake is
reported once.
"""

from __future__ import annotations

from collections import Counter, deque
from math import comb

from goldenspike.boards import limits
from goldenspike.boards.document import Document
from goldenspike.boards.geometry import bent
from goldenspike.boards.model import CARD_COLOURS, GRAY, Board, Deal, Track


def check(board: Board, document: Document) -> None:
    """Note every contradiction in the board in the document it was read from."""
    _players(board, document)
    _cards(board, document)
    _deals(board, document)
    _scoring(board, document)
    _passengers(board, document)
    _sizes(board, document)
    _tracks(board, document)
    _network(board, document)


def _players(board: Board, document: Document) -> None:
    fewest, most = ("players", "fewest"), ("players", "most")
    colours, trains = ("players", "colours"), ("players", "trains")
    if document.sound(fewest, most) and board.min_players > board.max_players:
        document.problem(
            fewest,
            f"is {board.min_players}, more than the most ({board.max_players})",
            "exchange the two",
        )
    if document.sound(most, colours) and len(board.player_colours) != board.max_players:
        document.problem(
            colours,
            f"has {len(board.player_colours)} colours for {board.max_players} players",
            "give one colour for each player",
        )
    closed = ("rules", "parallel_closed_for")
    if document.sound(fewest, most, closed):
        for count in sorted(board.parallel_closed_for):
            if not board.min_players <= count <= board.max_players:
                document.problem(
                    closed,
                    f"has {count} in it, but {board.min_players} to {board.max_players} play here",
                    "name only player counts of this board (CLAIM-6)",
                )
    last = ("rules", "last_turn_trains")
    if document.sound(trains, last) and board.last_turn_trains >= board.trains:
        document.problem(
            last,
            f"is {board.last_turn_trains}, but everyone starts with {board.trains} trains",
            "it must be less, or the last round would begin at once (END-1)",
        )


def _cards(board: Board, document: Document) -> None:
    each, locomotives = ("cards", "of_each_colour"), ("cards", "locomotives")
    hand, market = ("cards", "hand"), ("cards", "market")
    total = len(CARD_COLOURS) * board.cards_per_colour + board.locomotives
    if document.sound(each, locomotives):
        if total > limits.MAX_CARDS:
            document.problem(
                ("cards",),
                f"{total} train cards in all",
                f"at most {limits.MAX_CARDS} are played with",
            )
        dealt = board.max_players * board.hand + board.market
        if document.sound(hand, market, ("players", "most")) and dealt > total:
            document.problem(
                hand,
                f"{board.max_players} hands of {board.hand} and a market of {board.market} make "
                f"{dealt} cards, but there are only {total}",
                "deal fewer cards or have more (SET-1)",
            )
    clear = ("rules", "locomotives_clear_market")
    if document.sound(clear, market) and board.locomotives_clear_market > board.market:
        document.problem(
            clear,
            f"is {board.locomotives_clear_market}, but only {board.market} cards lie face up",
            f"use 0 for never, or a number up to {board.market} (MARKET-3)",
        )
    elif document.sound(each, locomotives, clear, market):
        tries = markets_until_one_stays(board)
        if tries > limits.MAX_MARKETS:
            document.problem(
                locomotives,
                f"is {board.locomotives}: when few other cards are left, {tries} markets would be "
                "cleared, on average, before one can stay",
                f"at most {limits.MAX_MARKETS} may be: have fewer locomotives, or clear the market "
                "at more of them (MARKET-3)",
            )


def markets_until_one_stays(board: Board) -> int:
    """On average, where it takes longest: all locomotives are about, and just enough others."""
    limit = board.locomotives_clear_market
    if not 0 < limit <= board.locomotives:
        return 1
    others = board.market - limit + 1
    all_markets = comb(board.locomotives + others, board.market)
    return all_markets // comb(board.locomotives, limit - 1)


def _deals(board: Board, document: Document) -> None:
    returned = ("deals", "later", "returned")
    if document.sound(returned) and board.later_deal.returned == "shuffle":
        document.problem(
            returned,
            "is 'shuffle', which only the first deal can do, once everybody has chosen",
            "use 'bottom' or 'remove' (TICKET-2, G-TICK-2)",
        )
    for name, deal in (("first", board.first_deal), ("later", board.later_deal)):
        path = ("deals", name)
        keep = (*path, "keep")
        if document.sound((*path, "draw"), keep) and deal.keep > deal.draw:
            document.problem(
                keep, f"is {deal.keep}, but only {deal.draw} are drawn", _keep_hint(deal)
            )
    draw = ("deals", "first", "draw")
    dealt = board.max_players * board.first_deal.draw
    written = sum(len(_written(document, "tickets", deck)) for deck in board.ticket_decks)
    if document.sound(draw, ("players", "most"), ("tickets",)) and dealt > written:
        document.problem(
            draw,
            f"{board.max_players} players are dealt {dealt} tickets, but there are only {written}",
            "deal fewer or write more tickets (SET-2)",
        )


def _keep_hint(deal: Deal) -> str:
    return f"keep from 1 to {deal.draw}" if deal.draw > 1 else "keep 1"


def _scoring(board: Board, document: Document) -> None:
    ties = ("points", "tie_breaks")
    if document.sound(ties):
        if "longest_bonus" in board.tie_breaks and not board.longest_path_bonus:
            document.problem(
                ties,
                "has 'longest_bonus' in it, but this board has no longest-path bonus",
                "give points.longest_path, or use 'longest' to compare the paths themselves",
            )
        if "passengers" in board.tie_breaks and board.passengers is None:
            document.problem(
                ties,
                "has 'passengers' in it, but this board has none",
                "add a [passengers] table or leave it out",
            )
    routes = ("points", "routes")
    if document.sound(routes):
        for length in sorted({track.length for track in board.tracks}):
            if length not in board.route_points:
                example = next(track.id for track in board.tracks if track.length == length)
                document.problem(
                    routes,
                    f"length {length} has no points, but {example} is {length} long",
                    f"add {length} = points (CLAIM-3)",
                )


def _passengers(board: Board, document: Document) -> None:
    waiting = sum(place.passengers for place in board.places)
    if board.passengers is None:
        for place in board.places:
            path = ("places", place.id, "passengers")
            if place.passengers and document.sound(path):
                document.problem(
                    path,
                    f"is {place.passengers}, but there is no [passengers] table",
                    "add the table, or leave passengers out (G-PASS-1)",
                )
        return
    if not document.sound(("passengers",)):
        return
    each, colours = ("passengers", "of_each_colour"), ("passengers", "colours")
    if document.sound(colours) and not (
        1 <= len(board.passengers.colours) <= limits.MAX_PASSENGER_COLOURS
    ):
        document.problem(
            colours,
            f"has {len(board.passengers.colours)} colours",
            f"give from 1 to {limits.MAX_PASSENGER_COLOURS}",
        )
    total = len(board.passengers.colours) * board.passengers.per_colour
    rows = [("places", place.id, "passengers") for place in board.places]
    if document.sound(each, colours, *rows) and total != waiting:
        document.problem(
            each,
            f"{len(board.passengers.colours)} colours of {board.passengers.per_colour} make "
            f"{total} passengers, but {waiting} stand on the places",
            "make the two numbers equal (G-PASS-1)",
        )
    second = ("passengers", "second_most")
    if document.sound(("passengers", "most"), second) and (
        board.passengers.second > board.passengers.first
    ):
        document.problem(
            second,
            f"is {board.passengers.second}, more than the {board.passengers.first} for the most",
            "exchange the two (G-PASS-3)",
        )


def _sizes(board: Board, document: Document) -> None:
    for key, count, low, high in (
        ("places", len(board.places), 2, limits.MAX_PLACES),
        ("tracks", len(board.tracks), 1, limits.MAX_TRACKS),
        ("tickets", len(board.tickets), 1, limits.MAX_TICKETS),
    ):
        if count > high:
            document.problem((key,), f"{count} {key} in all", f"at most {high} are played with")
        elif count < low and document.sound((key,)) and not _written(document, key):
            document.problem((key,), f"{count} {key} in all", f"a board has at least {low}")
    if document.sound(("rules",)):
        _ways_to_pay(board, document)
    pairs = Counter((track.a, track.b) for track in board.tracks)
    for (a, b), count in pairs.items():
        if count > limits.MAX_PARALLEL:
            track = next(track for track in board.tracks if (track.a, track.b) == (a, b))
            document.problem(
                document.as_written("tracks", track.id),
                f"{count} tracks join {board.places[a].id} and {board.places[b].id}",
                f"at most {limits.MAX_PARALLEL} run side by side",
            )


def _ways_to_pay(board: Board, document: Document) -> None:
    """Each way to pay is an action; long gray tracks with many stand-ins have very many."""
    ways = [ways_to_pay(board, track) for track in board.tracks]
    alike = {
        (track.colour, track.length, track.kind, track.locomotives, track.card_substitute): count
        for track, count in zip(board.tracks, ways, strict=True)
    }
    for count, high, what in (
        (sum(ways), limits.MAX_CLAIM_CODES, "ways to pay for the tracks"),
        (sum(alike.values()), limits.MAX_PAYMENTS, "ways to pay for tracks that are not alike"),
    ):
        if count > high:
            document.problem(
                ("tracks",),
                f"up to {count} {what}",
                f"at most {high} are played with: have fewer long gray tracks or substitutes",
            )


def ways_to_pay(board: Board, track: Track) -> int:
    """An upper bound: sets of n coloured cards, w locomotives and substitutes for the rest."""
    colours = len(CARD_COLOURS) if track.colour == GRAY else 1
    wild = track.kind in board.wild_on or track.kind == "ferry"
    replaced = track.card_substitute or (track.kind == "ferry" and board.ferry_substitute)
    if wild and replaced:
        return colours * track.length * (track.length + 1) // 2 + track.length + 1
    if wild or replaced:
        return colours * track.length + 1
    return colours


def _tracks(board: Board, document: Document) -> None:
    for track in board.tracks:
        path = document.as_written("tracks", track.id)
        if not document.sound(path, *((*path, key) for key in ("length", "kind", "locomotives"))):
            continue
        _symbols(track, board, document)
        if document.sound((*path, "substitute")):
            _substitute(track, board, document)
        _bend(track, board, document)
        if track.end and not (board.places[track.a].country or board.places[track.b].country):
            document.problem(
                (*path, "end"),
                "this track goes into no country",
                "leave it out: other tracks end at their places",
            )
        if document.sound(("players", "trains")) and track.length > board.trains:
            document.problem(
                (*path, "length"),
                f"is {track.length}, but a player has only {board.trains} trains",
                "make it shorter or give more trains (CLAIM-2)",
            )
    turned_up = ("rules", "tunnel_cards")
    tunnels = [track.id for track in board.tracks if track.kind == "tunnel"]
    if tunnels and not board.tunnel_cards and document.sound(turned_up):
        document.problem(
            turned_up,
            f"is 0 or left out, but {tunnels[0]} is a tunnel",
            "say how many cards are turned up, usually 3 (N-TUNNEL-1)",
        )


def _bend(track: Track, board: Board, document: Document) -> None:
    """A bend is the author's own wish, so nothing else keeps such a track in the picture."""
    path = (*document.as_written("tracks", track.id), "bend")
    places = [board.places[track.a], board.places[track.b]]
    corners = [("places", place.id, key) for place in places for key in ("x", "y")]
    if not track.bend or not document.sound(path, ("board", "aspect"), *corners):
        return
    a, b = (track.end if place.country and track.end else (place.x, place.y) for place in places)
    # In a picture of height 1, where a part of the way is as long across as down.
    line = bent((a[0] * board.aspect, a[1]), (b[0] * board.aspect, b[1]), track.bend)
    points = [line.along(line.length * n / 20) for n in range(21)]
    if not all(0 <= x <= board.aspect and 0 <= y <= 1 for x, y, _ in points):
        document.problem(
            path,
            f"is {list(track.bend)}, which leads out of the picture",
            "bend it less, or to the other side: below 0 it swings to the left",
        )


def _symbols(track: Track, board: Board, document: Document) -> None:
    row = document.as_written("tracks", track.id)
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
    if not document.sound(path, *cards) or track.card_substitute:
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
    path = (*document.as_written("tracks", track.id), "substitute")
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
    if board.ferry_substitute == 1 and document.sound(switch):
        document.problem(switch, "is 1", "use 0 for none, or 2 and more cards for one (N-FERRY-3)")


def _network(board: Board, document: Document) -> None:
    """Places without tracks, and tickets that nobody can ever make."""
    if not document.sound(*(("tracks", key) for key in ("", *_written(document, "tracks")))):
        return
    neighbours: list[set[int]] = [set() for _ in board.places]
    for track in board.tracks:
        neighbours[track.a].add(track.b)
        neighbours[track.b].add(track.a)
    for place, near in zip(board.places, neighbours, strict=True):
        if not near and document.sound(("places", place.id)):
            document.problem(
                ("places", place.id), "no track reaches it", "add one or leave the place out"
            )
    for ticket in board.tickets:
        if (
            neighbours[ticket.a]
            and neighbours[ticket.b]
            and not _joined(board, neighbours, ticket.a, ticket.b)
        ):
            a, b = board.places[ticket.a].id, board.places[ticket.b].id
            document.problem(
                document.as_written("tickets", board.ticket_decks[ticket.deck], ticket.id),
                f"no way leads from {a} to {b}",
                "add tracks or leave the ticket out (nothing goes through a country, G-LAND-1)",
            )


def _written(document: Document, *path: str) -> list[str]:
    """What a table of the file has entries for, whether they could be read or not."""
    values: object = document.root.values
    for key in path:
        values = values.get(key) if isinstance(values, dict) else None
    return list(values) if isinstance(values, dict) else []


def _joined(board: Board, neighbours: list[set[int]], start: int, goal: int) -> bool:
    """G-LAND-1: a way may begin and end in a country but not pass through one."""
    seen, ahead = {start}, deque([start])
    while ahead:
        here = ahead.popleft()
        if here == goal:
            return True
        if board.places[here].country and here != start:
            continue
        ahead.extend(neighbours[here] - seen)
        seen |= neighbours[here]
    return False
