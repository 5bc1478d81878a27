"""A board as the kernel reads it: its switches as numbers, its tracks sorted into classes."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldenspike.boards.limits import MAX_CLAIM_CODES, MAX_LENGTH, MAX_PAYMENTS
from goldenspike.boards.load import load_board
from goldenspike.boards.model import (
    BONUS_TIES,
    COUNTED,
    KINDS,
    RETURNS,
    TIE_BREAKS,
    TRACK_COLOURS,
    Board,
    Bonus,
    Track,
)
from goldenspike.errors import InputError
from goldenspike.rules.codes import CLAIM, GRAY, LOCOMOTIVE, MAX_CODES
from goldenspike.rules.record_layout import BOARD_DTYPE, PlainBoard, Row


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class KernelBoard:
    """A board's record for the kernel, in both representations, and the numbering of its tracks."""

    board: Board
    row: Row
    plain: PlainBoard
    track_order: tuple[int, ...]
    """By the kernel's number of a track, its index in `board.tracks`."""
    track_number: tuple[int, ...]
    """By the index of a track in `board.tracks`, the kernel's number."""

    @property
    def codes(self) -> int:
        """How many action codes the board has: the size of its action space."""
        return int(self.plain.codes)

    def __reduce__(self) -> tuple[Any, ...]:
        return (shared_kernel_board, (self.board,))


MOST_BUILT = 512
"""Boards that are kept ready; the one built first goes first, and is built again if needed."""
_built: dict[int, KernelBoard] = {}
_unpickled: dict[str, Board] = {}


def kernel_board_of(board: Board) -> KernelBoard:
    """Return the `KernelBoard` of a board, built once for each `Board` object.

    It keeps the board alive, so the object's id is a safe key.
    """
    if id(board) not in _built:
        if len(_built) >= MOST_BUILT:
            del _built[next(iter(_built))]
        _built[id(board)] = build_kernel_board(board)
    return _built[id(board)]


def shared_kernel_board(board: Board) -> KernelBoard:
    """Return the `KernelBoard` of an unpickled board.

    If `load_board` has the same board, it is that one's, so that this process keeps a single copy.
    """
    shared: Board | None = None
    with suppress(InputError):
        shared = load_board(board.source)
    if shared is None or shared.digest != board.digest:
        # An earlier version of a board: unpickled again and again, it is still built once.
        if len(_unpickled) >= MOST_BUILT and board.digest not in _unpickled:
            del _unpickled[next(iter(_unpickled))]
        shared = _unpickled.setdefault(board.digest, board)
    return kernel_board_of(shared)


def build_kernel_board(board: Board) -> KernelBoard:
    """Translate a board into the kernel's record."""
    row = np.zeros(BOARD_DTYPE.itemsize, np.uint8)
    b = row.view(BOARD_DTYPE)[0]
    write_switches(b, board)
    write_places(b, board)
    order = write_tracks(b, board)
    write_stations(b, board)
    write_companies(b, board)
    write_tickets(b, board)
    write_bonuses(b, board)
    number = [0] * len(order)
    for kernel, own in enumerate(order):
        number[own] = kernel
    return KernelBoard(board, row, PlainBoard.from_row(row), tuple(order), tuple(number))


def write_switches(b: Any, board: Board) -> None:
    b["max_players"] = board.max_players
    b["trains"] = board.trains
    b["card_counts"] = [board.cards_per_colour] * 8 + [board.locomotives]
    b["hand"] = board.hand
    b["market"] = board.market
    b["tokens"] = board.tokens
    b["token_points"] = board.token_points
    b["costs"] = any(track.extra_trains or track.toll for track in board.tracks)
    b["shared"] = any(track.shared for track in board.tracks)
    b["decks"] = len(board.ticket_decks)
    for name, deal in (("first", board.first_deal), ("later", board.later_deal)):
        b[f"{name}_draw"] = deal.draw
        b[f"{name}_keep"] = deal.keep
        b[f"{name}_return"] = RETURNS.index(deal.returned)
    mix = board.first_deal.mix or [board.first_deal.draw] * (len(board.ticket_decks) == 1)
    b["first_mix"][: len(mix)] = mix
    b["locomotive_ends_draw"] = board.locomotive_ends_draw
    b["locomotives_clear"] = board.locomotives_clear_market
    for players in board.parallel_closed_for:
        b["parallel_closed"][players] = 1
    b["tunnel_cards"] = board.tunnel_cards
    b["last_turn_trains"] = board.last_turn_trains
    b["longest_bonus"] = board.longest_path_bonus
    b["most_tickets_bonus"] = board.most_tickets_bonus
    for i, tie in enumerate(board.tie_breaks):
        b["ties"][i] = TIE_BREAKS.index(tie) + 1
    if board.passengers:
        b["passenger_colours"] = len(board.passengers.colours)
        b["passengers_each"] = board.passengers.per_colour
        b["passengers_first"] = board.passengers.first
        b["passengers_second"] = board.passengers.second


def write_places(b: Any, board: Board) -> None:
    b["places"] = len(board.places)
    for i, place in enumerate(board.places):
        b["country"][i] = place.country
        b["waiting_at"][i] = place.passengers if board.passengers else 0


def write_stations(b: Any, board: Board) -> None:
    """Write the switches of stations; their codes follow those of claims."""
    b["station_code"] = b["codes"]
    if board.stations is None:
        return
    costs = board.stations.costs
    b["stations"] = len(costs)
    b["station_cost"][: len(costs)] = costs
    b["station_points"] = board.stations.unused
    b["station_shared"] = board.stations.shared
    ways = [
        (cost, colour, wild)
        for cost in sorted(set(costs))
        for wild in range(cost + 1)
        for colour in (range(8) if wild < cost else [LOCOMOTIVE])
    ]
    b["station_ways"] = len(ways)
    for i, way in enumerate(ways):
        b["station_way_cards"][i], b["station_way_colour"][i], b["station_way_wild"][i] = way
    b["codes"] += len(board.places) * len(ways)


def write_companies(b: Any, board: Board) -> None:
    """Write the companies; the codes of their shares follow all others."""
    b["share_code"] = b["codes"]
    b["companies"] = len(board.companies)
    for i, company in enumerate(board.companies):
        b["company_shares"][i] = company.shares
        b["company_points"][i][: len(company.points)] = company.points
    b["codes"] += len(board.companies)
    if b["codes"] > MAX_CODES:
        raise ValueError(f"{board.id}: more than {MAX_CODES} different actions")


def write_tickets(b: Any, board: Board) -> None:
    b["tickets"] = len(board.tickets)
    b["tours"] = not all(ticket.joins_two_places for ticket in board.tickets)
    for i, ticket in enumerate(board.tickets):
        b["ticket_a"][i] = ticket.a
        b["ticket_b"][i] = ticket.b
        b["ticket_points"][i] = ticket.points
        b["ticket_stake"][i] = ticket.at_stake
        b["ticket_in"][i] = ticket.deck
        b["ticket_value"][i][1 : len(ticket.values) + 1] = ticket.values
        if not ticket.joins_two_places:
            b["ticket_ends"][i] = len(ticket.ends)
            for k, places in enumerate(ticket.ends):
                b["ticket_end"][i][k] = np.bitwise_or.reduce([np.int64(1) << p for p in places])


def write_bonuses(b: Any, board: Board) -> None:
    """Write the bonuses and regions, and what they are worth to a planner."""
    b["bonuses"] = len(board.bonuses)
    b["regions"] = len(board.regions)
    for number, region in enumerate(board.regions):
        for place in region.places:
            b["place_regions"][place] |= 1 << number
    for i, bonus in enumerate(board.bonuses):
        b["bonus_counts"][i] = COUNTED.index(bonus.counts)
        b["bonus_ties"][i] = BONUS_TIES.index(bonus.ties)
        b["bonus_steps"][i] = len(bonus.table)
        for k, (count, points) in enumerate(bonus.table):
            b["bonus_at"][i][k] = count
            b["bonus_points"][i][k] = points
        for rank, points in enumerate(bonus.ranks):
            b["bonus_points"][i][rank] = points
        write_worth(b, board, bonus)


def write_worth(b: Any, board: Board, bonus: Bonus) -> None:
    """Add what one more of the thing counted is worth: a part of the whole bonus.

    By table, that is the bonus divided by the count that earns it all. By rank, it is divided by a
    count that is likely to win: half of the places or regions, five tickets, four networks.
    """
    top = 100 * max((*bonus.ranks, *(points for _, points in bonus.table)))
    likely = {
        "places": max(1, len(board.places) // 2),
        "regions": max(1, len(board.regions) // 2),
        "tickets": 5,
        "networks": 4,
    }.get(bonus.counts, 1)
    each = top // (bonus.table[-1][0] if bonus.table else likely)
    if bonus.counts == "places":
        b["place_worth"] += each
    elif bonus.counts == "regions":
        for region in board.regions:
            for place in region.places:
                b["place_worth"][place] += each // len(region.places)
    elif bonus.counts == "tickets":
        b["ticket_worth"] += each
    elif bonus.counts == "longest_path":
        b["path_counts"] = 1
    elif bonus.table:
        paid = [next((p for at, p in reversed(bonus.table) if at <= n), 0) for n in (1, 2)]
        b["network_worth"] += 100 * (paid[1] - paid[0])
    else:
        b["network_worth"] += each


def substitution(board: Board, track: Track) -> tuple[int, bool]:
    """Return how many cards of any kind replace one, and whether that one is a locomotive."""
    if track.card_substitute:
        return track.card_substitute, False
    if track.kind == "ferry" and board.ferry_substitute:
        return board.ferry_substitute, True
    return 0, False


def write_tracks(b: Any, board: Board) -> list[int]:
    """Number the tracks class by class, the payments of each class, and the codes of each track.

    Returns, by the kernel's number of a track, its index in `board.tracks`.
    """
    classes: dict[tuple[int, int, str, int, int, int, int], list[int]] = defaultdict(list)
    for i, track in enumerate(board.tracks):
        colour = TRACK_COLOURS.index(track.colour)
        payment = (colour, track.length, track.kind, track.locomotives, track.card_substitute)
        classes[(*payment, track.extra_trains, track.toll)].append(i)
    order: list[int] = []
    payments = code = 0
    substitutes = False
    for k, key in enumerate(sorted(classes)):
        members = classes[key]
        options = class_payments(b, board, k, board.tracks[members[0]])
        substitutes = substitutes or bool(b["class_rate"][k])
        b["class_start"][k] = len(order)
        b["class_payment"][k] = payments
        if payments + len(options) > MAX_PAYMENTS:
            raise ValueError(f"{board.id}: more than {MAX_PAYMENTS} ways to pay for its tracks")
        for colour, coloured, wild in options:
            b["payment_colour"][payments] = colour
            b["payment_coloured"][payments] = coloured
            b["payment_wild"][payments] = wild
            payments += 1
        for i in members:
            t = len(order)
            order.append(i)
            b["track_class"][t] = k
            b["track_code"][t] = CLAIM + code
            if code + len(options) > MAX_CLAIM_CODES:
                raise ValueError(f"{board.id}: more than {MAX_CLAIM_CODES} different claims")
            b["code_track"][code : code + len(options)] = t
            code += len(options)
    b["classes"] = len(classes)
    b["class_start"][len(classes)] = len(order)
    b["substitutes"] = substitutes
    colours = [key[0] for key in sorted(classes)]
    for colour in range(9):
        b["colour_plain"][colour] = not b["costs"] and all(
            b["class_plain"][k] for k, own in enumerate(colours) if own == colour
        )
    b["all_plain"] = all(b["colour_plain"])
    b["longest_track"] = max(track.length for track in board.tracks)
    write_open_tracks(b, board)
    for colour in range(10):
        b["colour_start"][colour] = sum(c < colour for c in colours)
    b["tracks"] = len(order)
    b["codes"] = CLAIM + code
    write_track_facts(b, board, order)
    return order


def write_open_tracks(b: Any, board: Board) -> None:
    """Write what `open_in` and `open_sums` of a state are before the first claim."""
    for track in board.tracks:
        colour = TRACK_COLOURS.index(track.colour)
        b["tracks_in"][colour] += 1
        if b["all_plain"]:
            for i in range(track.length, MAX_LENGTH + 1):
                b["track_sums"][colour][i + 1] += i - track.length + 1


def write_track_facts(b: Any, board: Board, order: list[int]) -> None:
    """Write the places, length, kind and parallel tracks of each track."""
    pairs: dict[frozenset[int], list[int]] = defaultdict(list)
    for t, i in enumerate(order):
        track = board.tracks[i]
        b["track_a"][t], b["track_b"][t] = track.a, track.b
        b["track_length"][t] = track.length
        b["track_kind"][t] = KINDS.index(track.kind)
        b["track_points"][t] = board.points_of(track)
        b["track_trains"][t] = track.trains
        b["track_toll"][t] = track.toll
        b["track_shared"][t] = track.shared
        b["track_companies"][t] = sum(1 << company for company in track.companies)
        pairs[frozenset((track.a, track.b))].append(t)
    for together in pairs.values():
        for t in together:
            others = [u for u in together if u != t]
            b["parallel_n"][t] = len(others)
            b["parallel"][t][: len(others)] = others
    write_surroundings(b, board, order)


def write_surroundings(b: Any, board: Board, order: list[int]) -> None:
    """The tracks around each place, and where they lead."""
    meeting: list[list[tuple[int, int]]] = [[] for _ in board.places]
    for t, i in enumerate(order):
        track = board.tracks[i]
        meeting[track.a].append((t, track.b))
        meeting[track.b].append((t, track.a))
    n = 0
    for place, around in enumerate(meeting):
        b["around_start"][place] = n
        for t, other in around:
            b["around_track"][n], b["around_place"][n] = t, other
            n += 1
    b["around_start"][len(meeting)] = n


def class_payments(b: Any, board: Board, k: int, track: Track) -> list[tuple[int, int, int]]:
    """Write how class k is paid for; returns its payments as (colour, coloured cards, locomotives).

    Their order is described in `claims`.
    """
    length, symbols = track.length, track.locomotives
    wild = track.kind in board.wild_on
    rate, for_locomotive = substitution(board, track)
    colour = TRACK_COLOURS.index(track.colour)
    b["class_colour"][k] = colour
    b["class_length"][k] = length
    b["class_trains"][k] = track.trains
    b["class_toll"][k] = track.toll
    b["class_rate"][k] = rate
    b["class_plain"][k] = wild and not symbols and not rate
    ranges = {}
    for n in range(length + 1):
        rest = length - n
        if for_locomotive:
            fits = rest == symbols or (wild and rest > symbols)
            bounds = (0, rest)
        elif rate:
            fits = rest >= symbols
            bounds = (symbols, rest if wild else symbols)
        else:
            fits = rest == symbols or (wild and rest > symbols)
            bounds = (rest, rest)
        if fits:
            ranges[n] = bounds
    b["class_least"][k], b["class_most"][k] = min(ranges), max(ranges)
    options: list[tuple[int, int, int]] = []
    for n in sorted(ranges, reverse=True):
        least, most = ranges[n]
        b["class_wild_least"][k][n], b["class_wild_most"][k][n] = least, most
        b["class_offset"][k][n] = len(options)
        if n == 0:
            colours = [LOCOMOTIVE]
        elif colour == GRAY:
            colours = list(range(8))
        else:
            colours = [colour]
        options += [(c, n, w) for c in colours for w in range(least, most + 1)]
    return options
