"""Checks of a board beyond its single fields: players, cards, deals, points, sizes.

Fields are compared only if all of them were read without a problem, so that one mistake is reported
once.
"""

from __future__ import annotations

from itertools import pairwise
from math import comb

from goldenspike.boards import limits
from goldenspike.boards.check_tracks import check_tracks
from goldenspike.boards.document import Document
from goldenspike.boards.model import CARD_COLOURS, Board, Deal


def check(board: Board, document: Document) -> None:
    """Add every contradiction in the board to the problems of the document it was read from."""
    _players(board, document)
    _cards(board, document)
    _deals(board, document)
    _mix(board, document)
    _scoring(board, document)
    _passengers(board, document)
    _stations(board, document)
    _companies(board, document)
    _sizes(board, document)
    check_tracks(board, document)


def _players(board: Board, document: Document) -> None:
    fewest, most = ("players", "fewest"), ("players", "most")
    colours, trains = ("players", "colours"), ("players", "trains")
    if document.valid(fewest, most) and board.min_players > board.max_players:
        document.problem(
            fewest,
            f"is {board.min_players}, more than the most ({board.max_players})",
            "exchange the two",
        )
    if document.valid(most, colours) and len(board.player_colours) != board.max_players:
        document.problem(
            colours,
            f"has {len(board.player_colours)} colours for {board.max_players} players",
            "give one colour for each player",
        )
    closed = ("rules", "parallel_closed_for")
    if document.valid(fewest, most, closed):
        for count in sorted(board.parallel_closed_for):
            if not board.min_players <= count <= board.max_players:
                document.problem(
                    closed,
                    f"has {count} in it, but {board.min_players} to {board.max_players} play here",
                    "name only player counts of this board (CLAIM-6)",
                )
    last = ("rules", "last_turn_trains")
    if document.valid(trains, last) and board.last_turn_trains >= board.trains:
        document.problem(
            last,
            f"is {board.last_turn_trains}, but everyone starts with {board.trains} trains",
            "it must be less, or the last round would begin at once (END-1)",
        )


def _cards(board: Board, document: Document) -> None:
    each, locomotives = ("cards", "of_each_colour"), ("cards", "locomotives")
    hand, market = ("cards", "hand"), ("cards", "market")
    total = len(CARD_COLOURS) * board.cards_per_colour + board.locomotives
    if document.valid(each, locomotives):
        if total > limits.MAX_CARDS:
            document.problem(
                ("cards",),
                f"{total} train cards in all",
                f"at most {limits.MAX_CARDS} are played with",
            )
        dealt = board.max_players * board.hand + board.market
        if document.valid(hand, market, ("players", "most")) and dealt > total:
            document.problem(
                hand,
                f"{board.max_players} hands of {board.hand} and a market of {board.market} make "
                f"{dealt} cards, but there are only {total}",
                "deal fewer cards or have more (SET-1)",
            )
    clear = ("rules", "locomotives_clear_market")
    if document.valid(clear, market) and board.locomotives_clear_market > board.market:
        document.problem(
            clear,
            f"is {board.locomotives_clear_market}, but only {board.market} cards lie face up",
            f"use 0 for never, or a number up to {board.market} (MARKET-3)",
        )
    elif document.valid(each, locomotives, clear, market):
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
    """Return the mean number of markets turned up until one stays (MARKET-3), in the worst case.

    That is with all locomotives in the deck, and just as many other cards as such a market needs.
    """
    limit = board.locomotives_clear_market
    if not 0 < limit <= board.locomotives:
        return 1
    others = board.market - limit + 1
    all_markets = comb(board.locomotives + others, board.market)
    return all_markets // comb(board.locomotives, limit - 1)


def _deals(board: Board, document: Document) -> None:
    returned = ("deals", "later", "returned")
    if document.valid(returned) and board.later_deal.returned == "shuffle":
        document.problem(
            returned,
            "is 'shuffle', which only the first deal can do, once everybody has chosen",
            "use 'bottom' or 'remove' (TICKET-2, G-TICK-2)",
        )
    for name, deal in (("first", board.first_deal), ("later", board.later_deal)):
        path = ("deals", name)
        keep = (*path, "keep")
        if document.valid((*path, "draw"), keep) and deal.keep > deal.draw:
            document.problem(
                keep, f"is {deal.keep}, but only {deal.draw} are drawn", _keep_hint(deal)
            )
    draw = ("deals", "first", "draw")
    dealt = board.max_players * board.first_deal.draw
    written = sum(len(document.keys("tickets", deck)) for deck in board.ticket_decks)
    if document.valid(draw, ("players", "most"), ("tickets",)) and dealt > written:
        document.problem(
            draw,
            f"{board.max_players} players are dealt {dealt} tickets, but there are only {written}",
            "deal fewer or write more tickets (SET-2)",
        )


def _mix(board: Board, document: Document) -> None:
    """Check that a first deal of so many tickets of each deck can be dealt (DEAL-1)."""
    path = ("deals", "first", "mix")
    mix, draw = board.first_deal.mix, board.first_deal.draw
    if not mix or not document.valid(path, ("deals", "first", "draw"), ("tickets",)):
        return
    if sum(mix) != draw:
        document.problem(
            path, f"has {sum(mix)} tickets, but {draw} are drawn", "make the two equal (DEAL-1)"
        )
    for deck, n in zip(board.ticket_decks, mix, strict=True):
        written = len(document.keys("tickets", deck))
        if document.valid((*path, deck), ("players", "most")) and board.max_players * n > written:
            document.problem(
                path,
                f"{board.max_players} players are dealt {board.max_players * n} tickets of the "
                f"{deck} deck, which has only {written}",
                "deal fewer or write more tickets (DEAL-1)",
            )


def _keep_hint(deal: Deal) -> str:
    return f"keep from 1 to {deal.draw}" if deal.draw > 1 else "keep 1"


def _scoring(board: Board, document: Document) -> None:
    ties = ("points", "tie_breaks")
    if document.valid(ties):
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
    for bonus in board.bonuses:
        counts = ("bonuses", bonus.id, "counts")
        if bonus.counts == "regions" and not board.regions and document.valid(counts, ("regions",)):
            document.problem(
                counts,
                "is 'regions', but this board has none",
                "add [regions.NAME] with places, or count something else (BONUS-1)",
            )
    routes = ("points", "routes")
    if document.valid(routes):
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
            if place.passengers and document.valid(path):
                document.problem(
                    path,
                    f"is {place.passengers}, but there is no [passengers] table",
                    "add the table, or leave passengers out (G-PASS-1)",
                )
        return
    if not document.valid(("passengers",)):
        return
    each, colours = ("passengers", "of_each_colour"), ("passengers", "colours")
    if document.valid(colours) and not (
        1 <= len(board.passengers.colours) <= limits.MAX_PASSENGER_COLOURS
    ):
        document.problem(
            colours,
            f"has {len(board.passengers.colours)} colours",
            f"give from 1 to {limits.MAX_PASSENGER_COLOURS}",
        )
    total = len(board.passengers.colours) * board.passengers.per_colour
    rows = [("places", place.id, "passengers") for place in board.places]
    if document.valid(each, colours, *rows) and total != waiting:
        document.problem(
            each,
            f"{len(board.passengers.colours)} colours of {board.passengers.per_colour} make "
            f"{total} passengers, but {waiting} stand on the places",
            "make the two numbers equal (G-PASS-1)",
        )
    second = ("passengers", "second_most")
    if document.valid(("passengers", "most"), second) and (
        board.passengers.second > board.passengers.first
    ):
        document.problem(
            second,
            f"is {board.passengers.second}, more than the {board.passengers.first} for the most",
            "exchange the two (G-PASS-3)",
        )


def _stations(board: Board, document: Document) -> None:
    """Check that stations have a place, can be paid for, and cost no less later."""
    path = ("stations", "costs")
    if board.stations is None or not document.valid(path):
        return
    costs = board.stations.costs
    if any(later < earlier for earlier, later in pairwise(costs)):
        document.problem(
            path, "has a later station that costs less", "let the costs rise: [1, 2, 3] (STATION-2)"
        )
    most = board.cards_per_colour + board.locomotives
    if document.valid(("cards",)) and max(costs) > most:
        document.problem(
            path,
            f"asks for {max(costs)} cards of one colour; with locomotives there are {most}",
            "ask for fewer, or have more cards (STATION-2)",
        )
    if all(place.country for place in board.places):
        document.problem(path, "but every place is a country", "leave stations out (STATION-3)")


def _companies(board: Board, document: Document) -> None:
    """Check that every company has a track that gives shares of it."""
    rows = [("tracks", key, "shares") for key in document.keys("tracks")]
    named = {company for track in board.tracks for company in track.companies}
    for number, company in enumerate(board.companies):
        if number not in named and document.valid(("companies", company.id), *rows):
            document.problem(
                ("companies", company.id),
                "has no track that gives shares of it",
                f'write shares = ["{company.id}"] for some tracks, or leave it out (SHARE-1)',
            )


def _sizes(board: Board, document: Document) -> None:
    for key, count, low, high in (
        ("places", len(board.places), 2, limits.MAX_PLACES),
        ("tracks", len(board.tracks), 1, limits.MAX_TRACKS),
        ("tickets", len(board.tickets), 1, limits.MAX_TICKETS),
    ):
        if count > high:
            document.problem((key,), f"{count} {key} in all", f"at most {high} are played with")
        elif count < low and document.valid((key,)) and not document.keys(key):
            document.problem((key,), f"{count} {key} in all", f"a board has at least {low}")
