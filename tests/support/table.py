"""A position from the few things that matter in it: the rest lies where it does no harm.

    table(hands=["4blue+1locomotive"], routes={"boston-montreal:gray": 1})

Cards that are not named lie under the named ones in the deck (or wherever `rest` says), tickets
under the named ones in their decks, passengers wait in no particular order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import goldenspike as gs

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
CARDS = (*COLOURS, "locomotive")
QUIET_MARKET = ("purple", "blue", "orange", "white", "green")


def cards(text: str | Sequence[str] | Mapping[str, int] | None) -> Counter[str]:
    """`2red+1locomotive`, or a list of cards, as counts."""
    if not text:
        return Counter()
    if isinstance(text, str):
        found: Counter[str] = Counter()
        for part in text.split("+"):
            name = part.lstrip("0123456789")
            found[name] += int(part[: len(part) - len(name)])
        return found
    return Counter(text)


def table(
    board: str = "usa",
    players: int = 2,
    *,
    turn: int = 0,
    phase: str = "turn",
    hands: Sequence[str] = (),
    known: Sequence[str] = (),
    market: Sequence[str | None] | None = None,
    deck: Sequence[str] = (),
    discards: str = "",
    rest: str | int = "deck",
    routes: Mapping[str, int] | None = None,
    tickets: Sequence[Sequence[str]] = (),
    ticket_tops: Sequence[str] = (),
    ticket_rest: str = "deck",
    offers: Sequence[Sequence[str]] = (),
    places: Mapping[str, Sequence[str]] | None = None,
    passengers: Sequence[Mapping[str, int]] = (),
    last_turns: int | None = None,
    seed: int = 0,
    **more: Any,
) -> gs.Game:
    """A game in that position.

    `hands` are cards as text, a seat each; `deck` its top cards, top first; `rest` is where all
    other cards are: "deck", "discards", or a seat that holds them. `tickets` are a seat's tickets,
    `ticket_tops` the top ones of their decks; `ticket_rest` is "deck" or "removed". `more` are
    further fields of the position, as they are.
    """
    facts = gs.load_board(board)
    shown = list(QUIET_MARKET if market is None else market)
    held = [cards(hands[p] if p < len(hands) else "") for p in range(players)]
    away = cards(discards)
    spare = Counter(dict.fromkeys(COLOURS, facts.cards_per_colour))
    spare["locomotive"] = facts.locomotives
    for used in (*held, away, Counter(c for c in shown if c), Counter(deck)):
        spare.subtract(used)
    spare.subtract(cards(more.get("laid")))
    spare.subtract(Counter(more.get("revealed", ())))
    assert min(spare.values()) >= 0, f"more cards than the game has: {spare}"
    pile = list(deck)
    if rest == "deck":
        # Round by round through the colours, so that no colour lies together.
        while +spare:
            for card in CARDS:
                if spare[card]:
                    pile.append(card)
                    spare[card] -= 1
    elif rest == "discards":
        away += spare
    else:
        held[int(rest)] += spare
    return gs.Game.from_position(
        {
            "board": board,
            "players": players,
            "turn": turn,
            "phase": phase,
            "deck": pile,
            "discards": dict(+away),
            "market": shown,
            "routes": dict(routes or {}),
            "last_turns": last_turns,
            "seats": [
                {
                    "cards": dict(+held[p]),
                    "known": dict(cards(known[p] if p < len(known) else "")),
                    "tickets": list(tickets[p]) if p < len(tickets) else [],
                    "offer": list(offers[p]) if p < len(offers) else [],
                    **(
                        {"passengers": dict(passengers[p]) if p < len(passengers) else {}}
                        if facts.passengers
                        else {}
                    ),
                }
                for p in range(players)
            ],
            **_tickets(facts, [*tickets, *offers], ticket_tops, ticket_rest),
            **({"places": _places(facts, places or {}, passengers)} if facts.passengers else {}),
            **more,
        },
        seed=seed,
    )


def _tickets(
    facts: gs.Board, named: Sequence[Sequence[str]], tops: Sequence[str], rest: str
) -> dict[str, Any]:
    elsewhere = {ticket for some in named for ticket in some} | set(tops)
    decks: dict[str, list[str]] = {name: [] for name in facts.ticket_decks}
    by_id = {ticket.id: facts.ticket_decks[ticket.deck] for ticket in facts.tickets}
    for ticket in tops:
        decks[by_id[ticket]].append(ticket)
    others = [ticket for ticket in by_id if ticket not in elsewhere]
    if rest == "removed":
        return {"ticket_decks": decks, "removed_tickets": others}
    for ticket in others:
        decks[by_id[ticket]].append(ticket)
    return {"ticket_decks": decks, "removed_tickets": []}


def _places(
    facts: gs.Board, named: Mapping[str, Sequence[str]], taken: Sequence[Mapping[str, int]]
) -> dict[str, list[str]]:
    assert facts.passengers is not None
    left = Counter(dict.fromkeys(facts.passengers.colours, facts.passengers.per_colour))
    for some in (*named.values(), *taken):
        left.subtract(Counter(some))
    crowd = list(left.elements())
    places = {name: list(waiting) for name, waiting in named.items()}
    open_places = [place for place in facts.places if place.passengers and place.id not in named]
    for room in ("printed", "whole"):
        for place in open_places:
            here = places.setdefault(place.id, [])
            while crowd and len(here) < (place.passengers if room == "printed" else 8):
                here.append(crowd.pop())
    return places


def legal(game: gs.Game, verb: str = "") -> list[str]:
    """The texts of the legal actions, or of those that begin with a verb."""
    return [str(action) for action in game.legal() if str(action).startswith(verb)]


def seat(game: gs.Game, number: int) -> dict[str, Any]:
    """A seat of the game's position."""
    found: dict[str, Any] = game.position()["seats"][number]
    return found


def hand(game: gs.Game, number: int) -> dict[str, int]:
    found: dict[str, int] = seat(game, number)["cards"]
    return found


def refusal(game: gs.Game, text: str) -> gs.IllegalAction:
    """The error a text is refused with; nothing may have changed."""
    before = game.position()
    try:
        game.play(text)
    except gs.IllegalAction as error:
        assert game.position() == before
        return error
    raise AssertionError(f"{text!r} was played")
