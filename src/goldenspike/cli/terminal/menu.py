"""The menu of a decision: a numbered list; claims and stations are listed without payments."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from rich.text import Text

from goldenspike.boards.model import CARDS
from goldenspike.cli.terminal.event_text import company_name, track_name
from goldenspike.cli.terminal.screen import ticket_line
from goldenspike.cli.terminal.styles import card_text, cards_text
from goldenspike.game import View
from goldenspike.notation.actions import Action, payment_of
from goldenspike.notation.card_text import counts_by_name
from goldenspike.rules.codes import BUILDING, CLAIMING, kind_of_action
from goldenspike.rules.tickets import offered_tickets


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the menu: one action, a track or a station with ways to pay for it, or a ticket."""

    label: Text
    actions: tuple[Action, ...]
    ticket: str = ""
    """The id of a ticket on offer; several such lines are chosen together."""


def choices(view: View) -> list[Choice]:
    """List the lines of a decision's menu."""
    legal = view.legal()
    tickets = [view.board.tickets[t] for t in offered_tickets(view.state, view.state.turn)]
    if tickets:
        return [Choice(Text("keep ").append(ticket_line(view, t)), (), t.id) for t in tickets]
    b: Any = view.kernel_board.plain
    found = [
        Choice(label(view, action), (action,))
        for action in legal
        if kind_of_action(b, action.code) not in (CLAIMING, BUILDING)
    ]
    by_place: dict[str, list[Action]] = {}
    for action in legal:
        if kind_of_action(b, action.code) == BUILDING and action.place:
            by_place.setdefault(action.place, []).append(action)
    by_track: dict[int, list[Action]] = {}
    for action in legal:
        if kind_of_action(b, action.code) == CLAIMING:
            by_track.setdefault(payment_of(view.kernel_board, action.code).track, []).append(action)
    seen = set()
    for number, actions in sorted(by_track.items()):
        track = view.board.tracks[number]
        alike = replace(track, id="", bend=(), end=None)
        if alike not in seen:
            # Of several identical parallel tracks, only the first is listed.
            seen.add(alike)
            name = track_name(view.board, track.id)
            found.append(Choice(Text(f"claim {name}"), tuple(actions)))
    names = {place.id: place.name for place in view.board.places}
    for place, actions in by_place.items():
        found.append(Choice(Text(f"build a station in {names[place]}"), tuple(actions)))
    return found


def payments(view: View, actions: tuple[Action, ...]) -> list[Choice]:
    """List the payments for one track or station, with what remains in hand."""
    hand = view.state.hands[view.seat]
    found = []
    for action in actions:
        paid = {card: n for card, n in (action.payment or {}).items() if card != "any"}
        line = Text("pay ").append(cards_text(paid))
        if substitutes := (action.payment or {}).get("any", 0):
            line.append(f"  and {substitutes} cards of any kind, chosen next")
        left = [have - paid.get(card, 0) for card, have in zip(CARDS, hand, strict=True)]
        line.append("   leaves ", style="dim").append(cards_text(counts_by_name(left)))
        found.append(Choice(line, (action,)))
    return found


def label(view: View, action: Action) -> Text:
    """Describe an action in words."""
    verb, *rest = action.text.split()
    if verb == "draw":
        if rest[0] == "deck":
            return Text("draw from the deck")
        return Text("take ").append(card_text(rest[0]))
    if verb == "tickets":
        # A mix is written 1short+3long.
        mix = re.sub(r"(\d)([a-z])", r"\1 \2", rest[0]).replace("+", ", ") if rest else ""
        return Text(f"draw tickets: {mix}" if mix else "draw tickets")
    if verb in ("give", "pay"):
        return Text(f"{verb} {rest[0]}")
    if verb == "share":
        return Text(f"take a share of {company_name(view.board, rest[0])}")
    return Text(action.text)
