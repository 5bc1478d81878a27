"""Reading an action's text: which code it has in a state, or which codes."""

from __future__ import annotations

from typing import Any

from goldenspike.boards.model import Board
from goldenspike.notation.actions import claims_of_track, payment_of, station_cards
from goldenspike.notation.card_text import NotationError, card_number, read_cards
from goldenspike.rules.codes import (
    FROM_DECK,
    LOCOMOTIVE,
    PASS,
    WITHDRAW,
    draw_code,
    give_code,
    keep_code,
    pay_code,
    share_code,
    station_code,
    take_code,
    tickets_code,
)
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.tickets import number_drawn, offered_tickets


def read_action(kernel_board: KernelBoard, s: Any, text: str) -> list[int]:
    """Return the codes of an action's text: one, or a claim followed by each substitute for it.

    `NotationError` if the text is not notation. The action need not be legal; if it has no code in
    this state (keeping tickets that are not offered, for example), the list is empty.
    """
    words = text.split()
    if not words:
        raise NotationError("an action is needed, for example: draw deck")
    verb, rest = words[0], words[1:]
    reader = _READERS.get(verb)
    if reader is None:
        raise NotationError(f"{verb!r} is no action: actions are {', '.join(_READERS)}")
    least, most, example = _ARGUMENTS[verb]
    if not least <= len(rest) <= most:
        raise NotationError(f"{text!r} is not how to say {verb!r}: write, for example, {example}")
    return reader(kernel_board, s, rest)


def _read_draw(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    return [draw_code(FROM_DECK if rest[0] == "deck" else card_number(rest[0]))]


def _read_tickets(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    board = kernel_board.board
    if len(board.ticket_decks) == 1:
        if rest:
            raise NotationError(f"{board.name} has one ticket deck: write just tickets")
        return [tickets_code(0)]
    if not rest:
        raise NotationError("say how many of each deck, for example: tickets 3short+1long")
    counts = dict.fromkeys(board.ticket_decks, 0)
    for part in rest[0].split("+"):
        number = part.rstrip("abcdefghijklmnopqrstuvwxyz_")
        deck = part[len(number) :]
        if not number.isascii() or not number.isdigit() or len(number) > 3 or deck not in counts:
            raise NotationError(f"{part!r} is not a number of tickets: write 3short+1long, say")
        counts[deck] += int(number)
    first, second = (counts[deck] for deck in board.ticket_decks)
    if first + second != number_drawn(s, kernel_board.plain) or first > 6:
        return []
    return [tickets_code(first)]


def _read_keep(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    numbers = {ticket.id: i for i, ticket in enumerate(kernel_board.board.tickets)}
    mask = 0
    offer = offered_tickets(s, s.turn)
    for name in rest:
        if name not in numbers:
            raise NotationError(f"there is no ticket {name!r} on the board {kernel_board.board.id}")
        bits = [1 << i for i, t in enumerate(offer) if t == numbers[name] and not mask >> i & 1]
        if not bits:
            return []
        mask |= bits[0]
    return [keep_code(mask)]


def _read_claim(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    track = track_index(kernel_board.board, rest[0])
    counts, substitutes = read_cards(rest[1])
    for code in claims_of_track(kernel_board, track):
        payment = payment_of(kernel_board, code)
        if list(payment.cards) == counts and payment.substitutes == substitutes:
            return [code]
    if substitutes:
        return []
    # The text names the whole payment: split it into the set and the cards given as substitutes.
    fits = []
    for code in claims_of_track(kernel_board, track):
        payment = payment_of(kernel_board, code)
        over = [have - need for have, need in zip(counts, payment.cards, strict=True)]
        if min(over) >= 0 and sum(over) == payment.substitutes:
            gives = [give_code(card) for card, n in enumerate(over) for _ in range(n)]
            fits.append((payment.substitutes, [code, *gives]))
    return min(fits)[1] if fits else []


def _read_station(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    board, b = kernel_board.board, kernel_board.plain
    if board.stations is None:
        raise NotationError(f"the board {board.id} has no stations")
    place = next((i for i, place in enumerate(board.places) if place.id == rest[0]), None)
    if place is None:
        raise NotationError(f"there is no place {rest[0]!r} on the board {board.id}")
    counts, _ = read_cards(rest[1])
    for way in range(b.station_ways):
        if station_cards(b, way) == counts:
            return [station_code(b, place, way)]
    return []


def _read_pay(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    counts, substitutes = read_cards(rest[0])
    wild = counts[LOCOMOTIVE]
    coloured = sum(counts) - wild
    right_colour = coloured == (counts[s.claim_colour] if s.claim_colour != LOCOMOTIVE else 0)
    if substitutes or not right_colour or sum(counts) != s.extra:
        return []
    return [pay_code(wild)]


def _read_give(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    return [give_code(card_number(rest[0]))]


def _read_take(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    board = kernel_board.board
    if rest[1] != "from":
        raise NotationError("write, for example: take red from berlin")
    colours = board.passengers.colours if board.passengers else ()
    if rest[0] not in colours:
        raise NotationError(f"there is no {rest[0]!r} passenger on the board {board.id}")
    if rest[2] not in {place.id for place in board.places}:
        raise NotationError(f"there is no place {rest[2]!r} on the board {board.id}")
    if s.claiming < 0:
        return []
    track = board.tracks[kernel_board.track_order[s.claiming]]
    ends = [board.places[track.a].id, board.places[track.b].id]
    if rest[2] not in ends:
        return []
    return [take_code(ends.index(rest[2]), colours.index(rest[0]))]


def _read_share(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    for number, company in enumerate(kernel_board.board.companies):
        if company.id == rest[0]:
            return [share_code(kernel_board.plain, number)]
    raise NotationError(f"there is no company {rest[0]!r} on the board {kernel_board.board.id}")


def _read_withdraw(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    return [WITHDRAW]


def _read_pass(kernel_board: KernelBoard, s: Any, rest: list[str]) -> list[int]:
    return [PASS]


_READERS = {
    "keep": _read_keep,
    "draw": _read_draw,
    "tickets": _read_tickets,
    "claim": _read_claim,
    "station": _read_station,
    "give": _read_give,
    "pay": _read_pay,
    "withdraw": _read_withdraw,
    "take": _read_take,
    "share": _read_share,
    "pass": _read_pass,
}
_ARGUMENTS = {  # least and most words after the verb, and an example
    "keep": (1, 6, "keep boston-miami calgary-phoenix"),
    "draw": (1, 1, "draw deck"),
    "tickets": (0, 1, "tickets"),
    "claim": (2, 2, "claim atlanta-miami:blue 4blue+1locomotive"),
    "station": (2, 2, "station boston 1red+1locomotive"),
    "give": (1, 1, "give blue"),
    "pay": (1, 1, "pay 1green+1locomotive"),
    "withdraw": (0, 0, "withdraw"),
    "take": (3, 3, "take red from berlin"),
    "share": (1, 1, "share north"),
    "pass": (0, 0, "pass"),
}


def track_index(board: Board, name: str) -> int:
    """Return the index of the track with that id; `NotationError` suggests similar ones."""
    for i, track in enumerate(board.tracks):
        if track.id == name:
            return i
    pair = name.partition(":")[0]
    alike = [track.id for track in board.tracks if track.id.partition(":")[0] == pair]
    turned = [
        t.id for t in board.tracks if t.id.partition(":")[0] == "-".join(pair.split("-")[::-1])
    ]
    hint = f": did you mean {' or '.join(alike or turned)}?" if alike or turned else ""
    raise NotationError(f"there is no track {name!r} on the board {board.id}{hint}")
