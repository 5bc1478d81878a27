"""Reasons why an action is not legal: the rule, a sentence, and the parameters of the sentence.

Reasons depend only on what the acting seat knows, so they can be shown to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from goldenspike.boards.model import CARDS, Board, Track
from goldenspike.errors import InputError
from goldenspike.notation.actions import payment_of, write_action
from goldenspike.notation.card_text import cards_in_words
from goldenspike.notation.read_action import track_index
from goldenspike.rules.claims import is_open
from goldenspike.rules.codes import (
    ACTION_KINDS,
    FROM_DECK,
    LOCOMOTIVE,
    PHASES,
    decode,
    station_payment,
    station_place,
)
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.missing_cards import missing_for_class, missing_in_colour
from goldenspike.rules.stations import may_build_at, next_cost
from goldenspike.rules.tickets import must_keep, number_drawn, offered, offered_tickets


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is not legal: the ID of the rule, a sentence, a code, and parameters.

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> reason = game.why_not("draw deck")
    >>> reason.rule, reason.why
    ('SET-2', 'first choose which tickets to keep')
    >>> reason.code, reason.params
    ('phase', {'phase': 'keep'})
    """

    rule: str
    why: str
    code: str = "illegal"
    """The kind of reason, for clients that write it in another language."""
    params: Mapping[str, Any] = field(default_factory=dict)
    """The figures and names in the sentence."""


class IllegalAction(InputError):
    """An action that is not legal now; the game is unchanged.

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> try:
    ...     game.play("draw deck")
    ... except gs.IllegalAction as error:
    ...     print(error.action, "|", error.rule, "|", error.why)
    draw deck | SET-2 | first choose which tickets to keep
    """

    def __init__(self, action: str, reason: Reason) -> None:
        super().__init__(f"{reason.rule}: {reason.why}" if reason.rule else reason.why)
        self.action = action
        self.reason = reason
        self.rule = reason.rule
        self.why = reason.why

    def __reduce__(self) -> tuple[Any, ...]:
        return (IllegalAction, (self.action, self.reason))


_TO_DO = {
    "keep": ("SET-2", "choose which tickets to keep"),
    "second_card": ("DRAW-1", "take your second card"),
    "give": ("CLAIM-7", "give the substitute cards"),
    "tunnel": ("N-TUNNEL-2", "pay the tunnel's extra or withdraw"),
    "passenger": ("G-PASS-2", "choose a passenger"),
    "share": ("SHARE-2", "choose a share"),
}


def why_not(
    kernel_board: KernelBoard, s: Any, legal: list[int], codes: list[int], text: str
) -> Reason | None:
    """Why the acting seat may not do what `read_action` made these codes of; None if it may."""
    if codes and codes[0] in legal and _can_give(kernel_board, s, codes):
        return None
    return why_illegal(kernel_board, s, codes, text)


def why_illegal(kernel_board: KernelBoard, s: Any, codes: list[int], text: str) -> Reason:
    """Return why the acting seat may not play an action that is not legal.

    `codes` are those that `read_action` returned for `text`.
    """
    phase = PHASES[s.phase]
    if phase == "over":
        return Reason("END-1", "the game is over", "over")
    verb = text.split()[0]
    if verb not in _VERBS[phase]:
        if phase == "turn":
            return _out_of_place(verb)
        rule, task = _TO_DO[phase]
        if phase == "keep" and not s.first_deal:
            rule = "TICKET-1"
        return Reason(rule, f"first {task}", "phase", {"phase": phase})
    if verb == "draw":
        return _why_not_draw(kernel_board, s, codes[0])
    if verb == "claim":
        return _why_not_claim(kernel_board, s, codes, text)
    if verb == "station":
        return _why_no_station(kernel_board, s, codes, text)
    if verb == "tickets":
        return _why_no_tickets(kernel_board, s)
    if verb == "keep":
        return _why_not_keep(kernel_board, s, codes)
    if verb == "pay":
        return _why_not_pay(s, codes)
    if verb == "give":
        card = CARDS[decode(kernel_board.plain, codes[0])[1]]
        return Reason("CLAIM-7", f"you hold no {card} card", "cards", {"card": card})
    if verb == "take":
        return Reason("G-PASS-2", "no such passenger is waiting there for you", "passenger")
    if verb == "share":
        return _why_no_share(kernel_board, s, codes)
    return Reason("END-2", "passing is only possible when there is nothing else to do", "pass")


_VERBS = {
    "keep": {"keep", "tickets"},
    "turn": {"draw", "tickets", "claim", "station", "pass"},
    "second_card": {"draw"},
    "give": {"give"},
    "tunnel": {"pay", "withdraw"},
    "passenger": {"take"},
    "share": {"share"},
}


def refused_code(kernel_board: KernelBoard, s: Any, code: int) -> InputError:
    """Make the error for a code that is not legal."""
    if not 0 <= code < kernel_board.codes:
        return InputError(f"an action's code is from 0 to {kernel_board.codes - 1}, not {code}")
    text = ACTION_KINDS[decode(kernel_board.plain, code)[0]]
    if text in _VERBS.get(PHASES[s.phase], ()):
        try:
            text = write_action(kernel_board, s, code).text
        except InputError as error:
            return error
    return IllegalAction(text, why_illegal(kernel_board, s, [code], text))


def _out_of_place(verb: str) -> Reason:
    why = {
        "keep": ("TICKET-1", "no tickets are offered to you: draw tickets first"),
        "give": ("CLAIM-7", "no claim is waiting for substitute cards"),
        "pay": ("N-TUNNEL-1", "no tunnel is asking for extra cards"),
        "withdraw": ("N-TUNNEL-2", "there is no tunnel to withdraw from"),
        "take": ("G-PASS-2", "passengers come with a claimed track"),
        "share": ("SHARE-2", "shares come with a claimed track"),
    }
    return Reason(*why[verb], "phase")


def _why_not_draw(kernel_board: KernelBoard, s: Any, code: int) -> Reason:
    _, argument = decode(kernel_board.plain, code)
    if argument == FROM_DECK:
        return Reason("MARKET-2", "deck and discards are empty", "deck_empty")
    card = CARDS[argument]
    up = [CARDS[c] for c in s.market if c < len(CARDS)]
    if card in up:
        return Reason(
            "DRAW-3", "a face-up locomotive can't be the second card", "second_locomotive"
        )
    there = f"face up are {', '.join(up)}" if up else "nothing is face up"
    return Reason("DRAW-1", f"no {card} card is face up: {there}", "not_face_up", {"card": card})


def _why_no_tickets(kernel_board: KernelBoard, s: Any) -> Reason:
    left = sum(s.ticket_deck_n)
    if s.phase == PHASES.index("keep"):
        if offered(s, s.turn):
            return Reason("SET-2", "first choose which tickets to keep", "phase", {"phase": "keep"})
    elif left == 0:
        return Reason("TICKET-1", "no tickets are left", "no_tickets")
    board = kernel_board.board
    decks = ", ".join(f"{n} {d}" for n, d in zip(s.ticket_deck_n, board.ticket_decks, strict=False))
    total = number_drawn(s, kernel_board.plain)
    why = f"the mix must add up to {total} and ask no deck for more than it holds ({decks})"
    return Reason("G-TICK-1", why, "mix", {"total": total})


def _why_not_keep(kernel_board: KernelBoard, s: Any, codes: list[int]) -> Reason:
    offer = offered_tickets(s, s.turn)
    if not offer:
        return Reason(
            "G-TICK-1", "first say how many tickets of each deck", "phase", {"phase": "mix"}
        )
    rule = "SET-2" if s.first_deal else "TICKET-1"
    if not codes:
        names = ", ".join(kernel_board.board.tickets[t].id for t in offer)
        return Reason(rule, f"that is not among the tickets offered: {names}", "not_offered")
    need = must_keep(s, kernel_board.plain, s.turn)
    return Reason(rule, f"keep at least {need} of the {len(offer)} tickets", "keep", {"need": need})


def _why_not_pay(s: Any, codes: list[int]) -> Reason:
    extra = s.extra
    if s.claim_colour == LOCOMOTIVE:
        why = f"the extra is {extra}, in locomotives: the tunnel was tried with locomotives alone"
        return Reason("N-TUNNEL-3", why, "extra", {"extra": extra})
    colour = CARDS[s.claim_colour]
    hand = s.hands[s.turn]
    if not codes:
        why = f"the extra is {extra} in {colour} cards or locomotives"
    else:
        have = f"{hand[s.claim_colour]} {colour} and {hand[LOCOMOTIVE]} locomotive"
        why = f"the extra is {extra} in {colour} cards or locomotives, and you hold {have}"
    return Reason("N-TUNNEL-1", why, "extra", {"extra": extra, "colour": colour})


def _why_not_claim(kernel_board: KernelBoard, s: Any, codes: list[int], text: str) -> Reason:
    track = track_index(kernel_board.board, text.split()[1])
    obstacle = track_obstacle(kernel_board, s, s.turn, track)
    if obstacle:
        return obstacle
    hand = s.hands[s.turn]
    if not codes:
        return _wrong_payment(kernel_board, track)
    wanted = cards_wanted(kernel_board, codes)
    short = [max(0, want - have) for want, have in zip(wanted, hand, strict=True)]
    if not any(short):
        need = payment_of(kernel_board, codes[0]).substitutes + sum(wanted)
        why = f"that takes {need} cards and you hold {sum(hand)}"
        return Reason("CLAIM-1", why, "cards", {"need": need, "have": sum(hand)})
    return _why_cards_missing(kernel_board, track, hand, wanted, short)


def _why_no_station(kernel_board: KernelBoard, s: Any, codes: list[int], text: str) -> Reason:
    board, b, seat = kernel_board.board, kernel_board.plain, s.turn
    if not s.stations[seat]:
        return Reason("STATION-1", "you have no station left", "no_stations")
    at = next(i for i, place in enumerate(board.places) if place.id == text.split()[1])
    obstacle = station_obstacle(kernel_board, s, seat, at)
    if obstacle:
        return obstacle
    cost = next_cost(s, b, seat)
    wanted = station_payment(b, station_place(b, decode(b, codes[0])[1])[1])[0] if codes else 0
    if wanted != cost:
        why = f"your next station costs {cost} cards of one colour, or locomotives in their stead"
        return Reason("STATION-2", why, "station_cost", {"need": cost})
    hand = s.hands[seat]
    why = f"costs {cost} cards of one colour that you don't hold: you hold {cards_in_words(hand)}"
    return Reason("STATION-2", why, "station_cost", {"need": cost})


def _why_no_share(kernel_board: KernelBoard, s: Any, codes: list[int]) -> Reason:
    number = decode(kernel_board.plain, codes[0])[1]
    company = kernel_board.board.companies[number]
    if s.share_n[number] == company.shares:
        why = f"{company.id} has no share left"
        return Reason("SHARE-1", why, "no_shares", {"company": company.id})
    why = f"the track gives no share of {company.id}"
    return Reason("SHARE-2", why, "no_share_there", {"company": company.id})


def station_obstacle(kernel_board: KernelBoard, s: Any, seat: int, place: int) -> Reason | None:
    """Return why a seat can't build a station at a place whatever cards it has."""
    facts, seats = kernel_board.board.places[place], s.station_seats[place]
    if facts.country:
        why = f"{facts.id} is a country, and stations stand at other places"
        return Reason("STATION-3", why, "station_country")
    if may_build_at(s, kernel_board.plain, seat, place):
        return None
    owner = seat if seats >> seat & 1 else next(p for p in range(s.players) if seats >> p & 1)
    who = "you have" if owner == seat else f"seat {owner} has"
    return Reason("STATION-3", f"{who} a station at {facts.id}", "station_taken", {"seat": owner})


def cards_wanted(kernel_board: KernelBoard, codes: list[int]) -> list[int]:
    """Return the cards of a claim and its substitutes, as counts by card number."""
    wanted = list(payment_of(kernel_board, codes[0]).cards)
    for code in codes[1:]:
        _, card = decode(kernel_board.plain, code)
        wanted[card] += 1
    return wanted


def _can_give(kernel_board: KernelBoard, s: Any, codes: list[int]) -> bool:
    """Does the acting seat hold the cards of a legal claim and of the substitutes named with it?"""
    if len(codes) < 2:
        return True
    held = s.hands[s.turn]
    return all(n <= have for n, have in zip(cards_wanted(kernel_board, codes), held, strict=True))


def _why_cards_missing(
    kernel_board: KernelBoard, track: int, hand: list[int], wanted: list[int], short: list[int]
) -> Reason:
    facts = kernel_board.board.tracks[track]
    colours = [c for c in range(LOCOMOTIVE) if wanted[c]]
    if len(colours) == 1 and (facts.kind in kernel_board.board.wild_on or facts.kind == "ferry"):
        b = kernel_board.plain
        k = b.track_class[kernel_board.track_number[track]]
        held = (hand[colours[0]], hand[LOCOMOTIVE], sum(hand))
        missing = MissingCards(*missing_in_colour(b, k, *held))
        if missing.cards:
            name = CARDS[colours[0]]
            rule = "N-FERRY-1" if facts.kind == "ferry" else "CLAIM-1"
            params = {"missing": missing.cards, "colour": name, "locomotives": missing.locomotives}
            return Reason(
                rule, _missing_in_words(kernel_board.board, facts, name, missing), "cards", params
            )
    why = f"needs {cards_in_words(short)} more: you hold {cards_in_words(hand)}"
    return Reason("CLAIM-1", why, "cards", {"missing": sum(short)})


def _missing_in_words(board: Board, track: Track, colour: str, missing: MissingCards) -> str:
    """Write `needs 1 more red card, and 1 locomotive (or 3 cards of any kind for it)`."""
    parts = []
    if others := missing.cards - missing.locomotives:
        s = "" if others == 1 else "s"
        wild = f" or locomotive{s}" if track.kind in board.wild_on else ""
        parts.append(f"{others} more {colour} card{s}{wild}")
    if n := missing.locomotives:
        more = "" if others else " more"
        s, each = ("", "it") if n == 1 else ("s", "each")
        instead = f" (or {board.ferry_substitute} cards of any kind for {each})"
        parts.append(f"{n} locomotive{s}{more}" + (instead if board.ferry_substitute else ""))
    return f"needs {', and '.join(parts)}"


def _wrong_payment(kernel_board: KernelBoard, track: int) -> Reason:
    board, facts = kernel_board.board, kernel_board.board.tracks[track]
    name = "any one colour" if facts.colour == "gray" else facts.colour
    n = facts.length
    if facts.card_substitute:
        why = (
            f"wants {n} cards of {name}; any {facts.card_substitute} cards may replace one of them"
        )
        return Reason("N-LIEKSA", why, "payment")
    if facts.kind == "ferry" and (facts.locomotives or board.ferry_substitute):
        why = f"wants {facts.locomotives} locomotives and {n - facts.locomotives} cards of {name}"
        if board.ferry_substitute:
            why += f"; any {board.ferry_substitute} cards may replace a locomotive"
        return Reason("N-FERRY-1", why, "payment")
    if facts.kind not in board.wild_on:
        return Reason("N-LOCO", f"wants {n} cards of {name}, and no locomotives", "payment")
    return Reason("CLAIM-1", f"wants {n} cards of {name}, or locomotives in their stead", "payment")


def track_obstacle(kernel_board: KernelBoard, s: Any, seat: int, track: int) -> Reason | None:
    """Return why a seat can't claim a track whatever cards it has: taken, closed, or too dear."""
    t = kernel_board.track_number[track]
    facts = kernel_board.board.tracks[track]
    owner = s.owner[t]
    if owner >= 0:
        who = "you" if owner == seat else f"seat {owner}"
        return Reason("CLAIM-4", f"{facts.id} is taken by {who}", "taken", {"seat": owner})
    if seat >= 0 and not is_open(s, seat, t):
        b = kernel_board.plain
        beside = [s.owner[b.parallel[t][i]] for i in range(b.parallel_n[t])]
        if seat in beside:
            why = "you own a track of this route already, and nobody may own two"
            return Reason("CLAIM-5", why, "parallel_own")
        why = f"with {s.players} players, one track of this route taken closes the others"
        return Reason("CLAIM-6", why, "parallel_closed", {"players": s.players})
    if seat >= 0 and s.trains[seat] < facts.trains:
        why = f"takes {facts.trains} trains and you have {s.trains[seat]}"
        params = {"need": facts.trains, "have": s.trains[seat]}
        return Reason("COST-1" if facts.extra_trains else "CLAIM-2", why, "trains", params)
    if seat >= 0 and s.tokens[seat] < facts.toll:
        why = f"costs a toll of {facts.toll} tokens and you have {s.tokens[seat]}"
        params = {"need": facts.toll, "have": s.tokens[seat]}
        return Reason("COST-3", why, "tokens", params)
    return None


class MissingCards(NamedTuple):
    """What a hand lacks for a payment."""

    cards: int
    """How many more cards; 0 if it can pay."""
    locomotives: int
    """How many of them have to be locomotives."""


def cards_missing(kernel_board: KernelBoard, s: Any, seat: int, track: int) -> MissingCards:
    """Return what a seat lacks for the payment for a track that it is nearest to."""
    b = kernel_board.plain
    k = b.track_class[kernel_board.track_number[track]]
    return MissingCards(*missing_for_class(b, k, s.hands[seat], s.cards[seat]))


__all__ = [
    "IllegalAction",
    "MissingCards",
    "Reason",
    "cards_missing",
    "track_obstacle",
    "why_illegal",
    "why_not",
]
