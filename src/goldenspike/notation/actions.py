"""Actions and their text, as it is written (docs/notation.md has a table).

The text of most codes depends on the board alone; that of tickets, a tunnel's extra and passengers
also depends on the state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from goldenspike.boards.model import CARDS, Board
from goldenspike.notation.card_text import NotationError, write_cards
from goldenspike.rules.codes import (
    ACTION_KINDS,
    ASKING,
    BUILDING,
    CLAIMING,
    DRAWING,
    FROM_DECK,
    GIVING,
    KEEPING,
    LOCOMOTIVE,
    PASSING,
    PAYING,
    SHARING,
    TAKING,
    WITHDRAWING,
    claimed_track,
    decode,
    passenger,
    payment_index,
    station_payment,
    station_place,
)
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.tickets import number_drawn, offered_tickets


@dataclass(frozen=True, slots=True)
class Action:
    """One decision: `str(action)` is its notation, `action.code` its number on the board.

    Its parts are attributes too: `kind` always, the others where the kind has them, else None.

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> action = game.legal()[0]
    >>> str(action), action.code
    ('keep phoenix-portland calgary-phoenix', 49)
    >>> action.kind, action.tickets, action.track
    ('keep', ('phoenix-portland', 'calgary-phoenix'), None)
    """

    code: int
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def kind(self) -> str:
        """The verb: draw, claim, station, tickets, keep, give, pay, withdraw, take, share, pass."""
        return self.text.partition(" ")[0]

    @property
    def card(self) -> str | None:
        """The card drawn ("deck": the top of the deck) or given as a substitute."""
        kind, _, card = self.text.partition(" ")
        return card if kind in ("draw", "give") else None

    @property
    def track(self) -> str | None:
        """The id of the track claimed.

        >>> import goldenspike as gs
        >>> gs.Action(0, "claim atlanta-miami:blue 4blue+1locomotive").track
        'atlanta-miami:blue'
        """
        words = self.text.split()
        return words[1] if words[0] == "claim" else None

    @property
    def payment(self) -> dict[str, int] | None:
        """The cards paid for a claim, an extra or a station; `any` counts substitutes to give.

        >>> import goldenspike as gs
        >>> gs.Action(0, "claim atlanta-miami:blue 4blue+1locomotive").payment
        {'blue': 4, 'locomotive': 1}
        """
        words = self.text.split()
        return _counts(words[-1]) if words[0] in ("claim", "pay", "station") else None

    @property
    def tickets(self) -> tuple[str, ...] | None:
        """The ids of the tickets kept."""
        kind, *words = self.text.split()
        return tuple(words) if kind == "keep" else None

    @property
    def mix(self) -> dict[str, int] | None:
        """How many tickets are drawn of each deck, on a board with two decks."""
        words = self.text.split()
        return _counts(words[1]) if words[0] == "tickets" and len(words) == 2 else None

    @property
    def passenger(self) -> str | None:
        """The colour of the passenger taken."""
        words = self.text.split()
        return words[1] if words[0] == "take" else None

    @property
    def place(self) -> str | None:
        """The id of the place that a passenger is taken from, or where a station is built."""
        words = self.text.split()
        return {"take": words[-1], "station": words[1]}.get(words[0]) if words[1:] else None

    @property
    def company(self) -> str | None:
        """The id of the company of which a share is taken."""
        kind, _, company = self.text.partition(" ")
        return company if kind == "share" else None


def _counts(text: str) -> dict[str, int]:
    """Read `4blue+1locomotive` as counts by name."""
    counts = {}
    for part in text.split("+"):
        name = part.lstrip("0123456789")
        counts[name] = int(part.removesuffix(name))
    return counts


@dataclass(frozen=True, slots=True)
class Payment:
    """How a claim is paid: cards of one colour and locomotives, and substitutes to be given."""

    track: int
    """Index into `board.tracks`."""
    cards: tuple[int, ...]
    """Counts by card number, substitutes excluded."""
    substitutes: int
    """Cards of any kind still to be given."""

    def __str__(self) -> str:
        return write_cards(self.cards, self.substitutes)


_fixed: WeakKeyDictionary[KernelBoard, dict[int, Action]] = WeakKeyDictionary()
"""By board, the actions whose text does not depend on the state, as far as they were asked for."""
FIXED_KINDS = (BUILDING, CLAIMING, DRAWING, GIVING, PASSING, SHARING, WITHDRAWING)


def payment_of(kernel_board: KernelBoard, code: int) -> Payment:
    """Return the payment of the claim with that code."""
    b = kernel_board.plain
    _, argument = decode(kernel_board.plain, code)
    t = claimed_track(b, argument)
    at = payment_index(b, t, argument)
    cards = [0] * 9
    cards[b.payment_colour[at]] += b.payment_coloured[at]
    cards[LOCOMOTIVE] += b.payment_wild[at]
    missing = b.track_length[t] - sum(cards)
    substitutes = missing * b.class_rate[b.track_class[t]]
    return Payment(kernel_board.track_order[t], tuple(cards), substitutes)


def claims_of_track(kernel_board: KernelBoard, track: int) -> range:
    """Return all claim codes of a track (an index into `board.tracks`)."""
    b = kernel_board.plain
    t = kernel_board.track_number[track]
    start = b.track_code[t]
    following = b.track_code[t + 1] if t + 1 < b.tracks else b.station_code
    return range(start, following)


def write_action(kernel_board: KernelBoard, s: Any, code: int) -> Action:
    """Return the action of that code in the state `s`, a whole state or that of a view."""
    return write_actions(kernel_board, s, (code,))[0]


def write_actions(kernel_board: KernelBoard, s: Any, codes: Iterable[int]) -> list[Action]:
    """Return the actions of these codes in the state `s`."""
    fixed = _fixed.get(kernel_board)
    if fixed is None:
        fixed = _fixed.setdefault(kernel_board, {})
    return [fixed.get(code) or _write(kernel_board, s, code, fixed) for code in codes]


def _write(kernel_board: KernelBoard, s: Any, code: int, fixed: dict[int, Action]) -> Action:
    kind, argument = decode(kernel_board.plain, code)
    if kind == CLAIMING:
        payment = payment_of(kernel_board, code)
        words = [kernel_board.board.tracks[payment.track].id, str(payment)]
    else:
        words = _objects(kernel_board, s, kind, argument)
    action = Action(code, " ".join([ACTION_KINDS[kind], *words]))
    if kind in FIXED_KINDS or (kind == ASKING and len(kernel_board.board.ticket_decks) == 1):
        fixed[code] = action
    return action


def _objects(kernel_board: KernelBoard, s: Any, kind: int, argument: int) -> list[str]:
    """Return the words after the verb, for all kinds of action but claims."""
    board = kernel_board.board
    if kind == DRAWING:
        return ["deck" if argument == FROM_DECK else CARDS[argument]]
    if kind == KEEPING:
        offer = offered_tickets(s, s.turn)
        if argument >> len(offer):
            raise NotationError(f"it keeps a ticket beyond the {len(offer)} on offer")
        return [board.tickets[t].id for i, t in enumerate(offer) if argument >> i & 1]
    if kind == TAKING:
        if board.passengers is None:
            raise NotationError("it takes a passenger, and this board has none")
        end, colour = passenger(argument)
        track = board.tracks[kernel_board.track_order[s.claiming]]
        place = board.places[(track.a, track.b)[end]].id
        return [board.passengers.colours[colour], "from", place]
    if kind == ASKING:
        return _mix(kernel_board, s, argument)
    if kind == GIVING:
        return [CARDS[argument]]
    if kind == BUILDING:
        return _station(kernel_board, argument)
    if kind == SHARING:
        return [board.companies[argument].id]
    if kind == PAYING:
        return [write_cards(extra_paid(s, argument))]
    return []


def _station(kernel_board: KernelBoard, argument: int) -> list[str]:
    """Return the place of a station and the cards for it."""
    place, way = station_place(kernel_board.plain, argument)
    name = kernel_board.board.places[place].id
    return [name, write_cards(station_cards(kernel_board.plain, way))]


def station_cards(b: Any, way: int) -> list[int]:
    """Return the cards (counts by number) of one way to pay for a station."""
    cards, colour, wild = station_payment(b, way)
    counts = [0] * len(CARDS)
    counts[colour] += cards - wild
    counts[LOCOMOTIVE] += wild
    return counts


def _mix(kernel_board: KernelBoard, s: Any, first: int) -> list[str]:
    """Return the mix of a ticket draw as a word; none on a board with one deck."""
    if len(kernel_board.board.ticket_decks) == 1:
        return []
    total = number_drawn(s, kernel_board.plain)
    return [mix_text(kernel_board.board, (first, total - first))]


def extra_paid(s: Any, locomotives: int) -> list[int]:
    """Return the cards (counts by number) that pay a tunnel's extra with so many locomotives."""
    counts = [0] * len(CARDS)
    counts[s.claim_colour] = s.extra - locomotives
    counts[LOCOMOTIVE] += locomotives
    return counts


def mix_text(board: Board, counts: tuple[int, int]) -> str:
    """Write a mix of tickets: `3short+1long`."""
    return "+".join(f"{n}{deck}" for n, deck in zip(counts, board.ticket_decks, strict=True) if n)
