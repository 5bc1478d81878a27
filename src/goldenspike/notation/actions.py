"""Actions as text and back (see the table in the design of the notation).

The text of most codes depends on the board alone; that of tickets, a tunnel's extra and passengers
also on the state they are played in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from goldenspike.boards.model import CARDS, Board
from goldenspike.notation.cards import NotationError, card_number, read_cards, write_cards
from goldenspike.rules.codes import (
    CLAIM,
    DRAW_CARD,
    DRAW_DECK,
    GIVE,
    KEEP,
    LOCOMOTIVE,
    PASS,
    PAY,
    TAKE,
    TICKETS,
    WITHDRAW,
)
from goldenspike.rules.tables import Tables


@dataclass(frozen=True, slots=True)
class Action:
    """One decision: `str(action)` is its notation, `action.code` its number on its board."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Payment:
    """How a claim is paid: cards of one colour, locomotives, and cards of any kind to be given."""

    track: int
    """Index into `board.tracks`."""
    cards: tuple[int, ...]
    substitutes: int

    def __str__(self) -> str:
        return write_cards(self.cards, self.substitutes)


_claims: WeakKeyDictionary[Tables, dict[int, Action]] = WeakKeyDictionary()


def payment_of(tables: Tables, code: int) -> Payment:
    """What the claim of that code costs."""
    b = tables.plain
    t = b.code_track[code - CLAIM]
    k = b.track_class[t]
    at = b.class_payment[k] + code - b.track_code[t]
    cards = [0] * 9
    cards[b.payment_colour[at]] += b.payment_coloured[at]
    cards[LOCOMOTIVE] += b.payment_wild[at]
    missing = b.track_length[t] - sum(cards)
    return Payment(tables.track_order[t], tuple(cards), missing * b.class_rate[k])


def claims_of_track(tables: Tables, track: int) -> range:
    """All claim codes of a track (an index into `board.tracks`)."""
    b = tables.plain
    t = tables.track_number[track]
    start = b.track_code[t]
    following = b.track_code[t + 1] if t + 1 < b.tracks else b.codes
    return range(start, following)


def write_action(tables: Tables, s: Any, code: int) -> Action:
    """The action of that code in the state `s` (a plain state or a view of one)."""
    if code >= CLAIM:
        known = _claims.setdefault(tables, {})
        if code not in known:
            payment = payment_of(tables, code)
            text = f"claim {tables.board.tracks[payment.track].id} {payment}"
            known[code] = Action(code, text)
        return known[code]
    return Action(code, _small_text(tables, s, code))


def _small_text(tables: Tables, s: Any, code: int) -> str:
    board = tables.board
    if code == DRAW_DECK:
        return "draw deck"
    if code < PASS:
        return f"draw {CARDS[code - DRAW_CARD]}"
    if code == PASS:
        return "pass"
    if code == WITHDRAW:
        return "withdraw"
    if code >= KEEP:
        offer, offered = s.offer[s.turn], int(sum(s.offer_n[s.turn]))
        if code - KEEP >> offered:
            raise NotationError(f"it keeps a ticket beyond the {offered} on offer")
        kept = [board.tickets[offer[i]].id for i in range(6) if code - KEEP >> i & 1]
        return " ".join(["keep", *kept])
    if code >= TAKE:
        end, colour = divmod(code - TAKE, 6)
        track = board.tracks[tables.track_order[s.claiming]]
        place = board.places[(track.a, track.b)[end]].id
        assert board.passengers is not None
        return f"take {board.passengers.colours[colour]} from {place}"
    if code >= TICKETS:
        return _tickets_text(board, s, code - TICKETS)
    if code >= GIVE:
        return f"give {CARDS[code - GIVE]}"
    counts = [0] * 9
    counts[LOCOMOTIVE] = code - PAY
    counts[s.claim_colour] += s.extra - (code - PAY)
    return f"pay {write_cards(counts)}"


def _tickets_text(board: Board, s: Any, first: int) -> str:
    if len(board.ticket_decks) == 1:
        return "tickets"
    draw = board.first_deal.draw if s.first_deal else board.later_deal.draw
    total = min(draw, sum(s.ticket_deck_n))
    return "tickets " + mix_text(board, (first, total - first))


def mix_text(board: Board, counts: tuple[int, int]) -> str:
    """`3short+1long`."""
    return "+".join(f"{n}{deck}" for n, deck in zip(counts, board.ticket_decks, strict=True) if n)


def read_action(tables: Tables, s: Any, text: str) -> list[int]:
    """The codes a text stands for: one, or a claim followed by every card given for it.

    `NotationError` when it is no notation at all. Whether it is legal is another question; a code
    that does not exist in this state (tickets that are not offered, say) comes back as no codes.
    """
    words = text.split()
    if not words:
        raise NotationError("an action is needed, for example: draw deck")
    verb, rest = words[0], words[1:]
    reader = _READERS.get(verb)
    if reader is None:
        raise NotationError(f"{verb!r} is no action: actions are {', '.join(_READERS)}")
    least, most, example = _SHAPES[verb]
    if not least <= len(rest) <= most:
        raise NotationError(f"{text!r} is not how to say {verb!r}: write, for example, {example}")
    return reader(tables, s, rest)


def _read_draw(tables: Tables, s: Any, rest: list[str]) -> list[int]:
    return [DRAW_DECK if rest[0] == "deck" else DRAW_CARD + card_number(rest[0])]


def _read_tickets(tables: Tables, s: Any, rest: list[str]) -> list[int]:
    board = tables.board
    if len(board.ticket_decks) == 1:
        if rest:
            raise NotationError(f"{board.name} has one ticket deck: write just tickets")
        return [TICKETS]
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
    draw = board.first_deal.draw if s.first_deal else board.later_deal.draw
    if first + second != min(draw, sum(s.ticket_deck_n)) or first > 6:
        return []
    return [TICKETS + first]


def _read_keep(tables: Tables, s: Any, rest: list[str]) -> list[int]:
    numbers = {ticket.id: i for i, ticket in enumerate(tables.board.tickets)}
    mask = 0
    offer = [s.offer[s.turn][i] for i in range(sum(s.offer_n[s.turn]))]
    for name in rest:
        if name not in numbers:
            raise NotationError(f"there is no ticket {name!r} on the board {tables.board.id}")
        bits = [1 << i for i, t in enumerate(offer) if t == numbers[name] and not mask >> i & 1]
        if not bits:
            return []
        mask |= bits[0]
    return [KEEP + mask]


def _read_claim(tables: Tables, s: Any, rest: list[str]) -> list[int]:
    track = track_index(tables.board, rest[0])
    counts, substitutes = read_cards(rest[1])
    for code in claims_of_track(tables, track):
        payment = payment_of(tables, code)
        if list(payment.cards) == counts and payment.substitutes == substitutes:
            return [code]
    if substitutes:
        return []
    # The whole payment at once: find the set in it; what is left over is given card by card.
    fits = []
    for code in claims_of_track(tables, track):
        payment = payment_of(tables, code)
        over = [have - need for have, need in zip(counts, payment.cards, strict=True)]
        if min(over) >= 0 and sum(over) == payment.substitutes:
            gives = [GIVE + card for card, n in enumerate(over) for _ in range(n)]
            fits.append((payment.substitutes, [code, *gives]))
    return min(fits)[1] if fits else []


def _read_pay(tables: Tables, s: Any, rest: list[str]) -> list[int]:
    counts, substitutes = read_cards(rest[0])
    wild = counts[LOCOMOTIVE]
    coloured = sum(counts) - wild
    right_colour = coloured == (counts[s.claim_colour] if s.claim_colour != LOCOMOTIVE else 0)
    if substitutes or not right_colour or sum(counts) != s.extra:
        return []
    return [PAY + wild]


def _read_give(tables: Tables, s: Any, rest: list[str]) -> list[int]:
    return [GIVE + card_number(rest[0])]


def _read_take(tables: Tables, s: Any, rest: list[str]) -> list[int]:
    board = tables.board
    if rest[1] != "from":
        raise NotationError("write, for example: take red from berlin")
    colours = board.passengers.colours if board.passengers else ()
    if rest[0] not in colours:
        raise NotationError(f"there is no {rest[0]!r} passenger on the board {board.id}")
    if rest[2] not in {place.id for place in board.places}:
        raise NotationError(f"there is no place {rest[2]!r} on the board {board.id}")
    if s.claiming < 0:
        return []
    track = board.tracks[tables.track_order[s.claiming]]
    ends = [board.places[track.a].id, board.places[track.b].id]
    if rest[2] not in ends:
        return []
    return [TAKE + 6 * ends.index(rest[2]) + colours.index(rest[0])]


def _read_withdraw(tables: Tables, s: Any, rest: list[str]) -> list[int]:
    return [WITHDRAW]


def _read_pass(tables: Tables, s: Any, rest: list[str]) -> list[int]:
    return [PASS]


_READERS = {
    "keep": _read_keep,
    "draw": _read_draw,
    "tickets": _read_tickets,
    "claim": _read_claim,
    "give": _read_give,
    "pay": _read_pay,
    "withdraw": _read_withdraw,
    "take": _read_take,
    "pass": _read_pass,
}
_SHAPES = {
    "keep": (1, 6, "keep boston-miami calgary-phoenix"),
    "draw": (1, 1, "draw deck"),
    "tickets": (0, 1, "tickets"),
    "claim": (2, 2, "claim atlanta-miami:blue 4blue+1locomotive"),
    "give": (1, 1, "give blue"),
    "pay": (1, 1, "pay 1green+1locomotive"),
    "withdraw": (0, 0, "withdraw"),
    "take": (3, 3, "take red from berlin"),
    "pass": (0, 0, "pass"),
}


def track_index(board: Board, name: str) -> int:
    """The index of the track of that id."""
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
