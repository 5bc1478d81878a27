"""The menu of a decision: a numbered list; claims are listed by track, then by payment."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rich.text import Text

from goldenspike.cli.terminal.event_text import track_name
from goldenspike.cli.terminal.screen import ticket_line
from goldenspike.cli.terminal.styles import card_text, cards_text
from goldenspike.game import View
from goldenspike.notation.actions import Action, payment_of
from goldenspike.notation.card_text import counts_by_name
from goldenspike.rules.codes import CLAIMING, kind_of_action
from goldenspike.rules.tickets import offered_tickets


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the menu: one action, a track with several ways to pay for it, or a ticket."""

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
    found = [
        Choice(label(view, action), (action,))
        for action in legal
        if kind_of_action(action.code) != CLAIMING
    ]
    by_track: dict[int, list[Action]] = {}
    for action in legal:
        if kind_of_action(action.code) == CLAIMING:
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
    return found


def payments(view: View, actions: tuple[Action, ...]) -> list[Choice]:
    """List the payments for one track, with what remains in hand."""
    hand = view.state.hands[view.seat]
    found = []
    for action in actions:
        payment = payment_of(view.kernel_board, action.code)
        line = Text("pay ").append(cards_text(counts_by_name(payment.cards)))
        if payment.substitutes:
            line.append(f"  and {payment.substitutes} cards of any kind, chosen next")
        left = [have - paid for have, paid in zip(hand, payment.cards, strict=True)]
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
    return Text(action.text)
