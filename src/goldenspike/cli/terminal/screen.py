"""The screen of a player: the table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from goldenspike.boards.model import Board, Ticket
from goldenspike.boards.variants import title
from goldenspike.cli.board_tables import bonus_text, companies_text, costs_text, regions_text
from goldenspike.cli.terminal.character_map import draw_map
from goldenspike.cli.terminal.styles import card_text, cards_text, seat_text
from goldenspike.game import View
from goldenspike.ways import cheapest_way, ticket_points

NARROWEST = 60
"""The least columns of a window for a map."""
FRAME = 4
"""Columns of a frame and its padding."""
ANNOUNCE = "Say how many tickets of each deck you want to see; you then choose among them."
TASKS = {
    "keep": "Choose the tickets you keep: type all their numbers, like 1 3.",
    "turn": "Your turn: draw cards, claim a route, or draw tickets.",
    "second_card": "Take your second card.",
    "give": "Give a card in place of the one you lack.",
    "tunnel": "The tunnel asks for more: pay, or withdraw.",
    "passenger": "Choose a passenger.",
    "share": "Choose the company of which you take a share.",
}


def table_screen(
    view: View, names: Sequence[str], news: Sequence[Text], width: int
) -> RenderableType:
    """Make the whole screen for a decision of the view's seat."""
    seen = view.to_json()
    seat = view.seat
    assert seat is not None
    own = seen["seats"][seat]
    parts: list[RenderableType] = [map_panel(view, width), players_table(view, seen, names)]
    if view.board.bonuses:
        bonuses = "; ".join(bonus_text(bonus) for bonus in view.board.bonuses)
        parts.append(Text(f"Bonuses: {bonuses}.", style="dim"))
    if view.board.regions:
        parts.append(Text(f"Regions: {regions_text(view.board)}.", style="dim"))
    if view.board.companies:
        parts.append(Text(f"Companies: {companies_text(view.board)}.", style="dim"))
    if news:
        parts.append(Panel(Text("\n").join(news), title="Since your last turn", border_style="dim"))
    market = Text("   ").join(
        Text("—", style="dim") if card is None else card_text(card) for card in seen["market"]
    )
    parts.append(Text.assemble("Market  ", market, f"     deck {seen['deck']}"))
    parts.append(Text.assemble("Hand    ", cards_text(own["cards"])))
    if "claiming" in seen:
        parts.append(claim_line(seen))
    parts.append(tickets_table(view, own))
    parts.append(Text(task(seen), style="bold"))
    return Group(*parts)


def map_panel(view: View, width: int) -> RenderableType:
    """Make the map in its frame, or a notice if the window is too narrow."""
    if width < NARROWEST:
        return Text(f"The map needs a window of {NARROWEST} columns.", style="dim")
    return Panel(draw_map(view, width - FRAME), title=Text(title(view.board)), border_style="dim")


def task(seen: dict[str, Any]) -> str:
    """Return what the player is asked to do."""
    if seen["phase"] == "keep" and not seen["seats"][seen["seat"]]["offer"]:
        return ANNOUNCE
    return TASKS[seen["phase"]]


def players_table(view: View, seen: dict[str, Any], names: Sequence[str]) -> Table:
    """Make the table of all players' public figures."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("", "trains", "cards", "seen", "tickets", "points"):
        table.add_column(column, justify="left" if column in ("", "seen") else "right")
    if view.board.tokens:
        table.add_column("tokens", justify="right")
    if view.board.stations:
        table.add_column("stations left", justify="right")
        table.add_column("built in")
    if view.board.companies:
        table.add_column("shares")
    if view.board.passengers:
        table.add_column("passengers")
    for p, seat in enumerate(seen["seats"]):
        mark = Text("▶ " if p == seen["turn"] else "  ")
        tickets = "+".join(str(n) for n in seat["ticket_counts"].values())
        row: list[RenderableType] = [
            mark + seat_text(p, names[p]),
            str(seat["trains"]),
            str(seat["card_count"]),
            cards_text(seat["known"]),
            tickets,
            str(seat["route_points"]),
        ]
        if view.board.tokens:
            row.append(str(seat["tokens"]))
        if view.board.stations:
            row += [str(seat["stations"]), stations_text(view, seen, p)]
        if view.board.companies:
            row.append(shares_text(view, seen, p))
        if view.board.passengers:
            held = seat["passengers"]
            row.append(", ".join(f"{n} {colour}" for colour, n in held.items()) or "none")
        table.add_row(*row)
    if seen["last_turns"] is not None:
        table.caption = f"Last round: {seen['last_turns']} turns left."
    return table


def claim_line(seen: dict[str, Any]) -> Text:
    """Describe the claim being paid."""
    line = Text.assemble(f"Claiming {seen['claiming']}: laid ", cards_text(seen["laid"]))
    if seen["revealed"]:
        line.append(", turned up ")
        line.append(Text("  ").join(card_text(card) for card in seen["revealed"]))
    if "to_give" in seen:
        line.append(f", {seen['to_give']} more to give")
    return line


def stations_text(view: View, seen: dict[str, Any], seat: int) -> str:
    """Name the places where a seat has stations: `Eagle Pass, Quarry`."""
    names = {place.id: place.name for place in view.board.places}
    return ", ".join(names[place] for place, seats in seen["stations"].items() if seat in seats)


def shares_text(view: View, seen: dict[str, Any], seat: int) -> str:
    """Name the companies of which a seat has shares: `2 North Line, 1 Coast Line`."""
    counts = {
        company.name: seen["shares"][company.id].count(seat) for company in view.board.companies
    }
    return ", ".join(f"{n} {name}" for name, n in counts.items() if n) or "none"


def tickets_table(view: View, own: dict[str, Any]) -> RenderableType:
    """Make the list of the player's tickets, each made or with its cheapest way."""
    by_id = {ticket.id: ticket for ticket in view.board.tickets}
    lines = [ticket_line(view, by_id[name]) for name in own["tickets"]]
    if not lines:
        return Text("No tickets yet.", style="dim")
    return Panel(Text("\n").join(lines), title="Tickets", border_style="dim")


def ticket_ends(board: Board, ticket: Ticket) -> str:
    """Write a ticket's ends and points: `Boston – Miami  12`, `Mill – Birch 5 / Shore 8`."""
    ends = [board.end_name(end) for end in ticket.end_ids]
    if not ticket.values:
        return f"{' – '.join(ends)}  {ticket.points:>2}"
    worth = zip(ends[1:], ticket.values, strict=True)
    return f"{ends[0]} – {' / '.join(f'{end} {points}' for end, points in worth)}"


def ticket_line(view: View, ticket: Ticket) -> Text:
    """Describe a ticket: `Boston – Miami  12  still 9 trains: Raleigh–Charleston (2 gray), ...`.

    One with several values has them at its ends: `Mill – Birch 5 / Shore 8  made for 5`.
    """
    places = view.board.places
    line = Text(f"{ticket_ends(view.board, ticket)}  ")
    way = cheapest_way(view, ticket)
    if way is None:
        return line.append("cut off", style="red")
    if way.done:
        points = f" for {ticket_points(view)[ticket.id]}" if ticket.values else ""
        return line.append(f"made{points}", style="bold green")
    line.append(f"still {way.spaces} trains: ", style="yellow")
    hops = []
    for number in way.tracks:
        track = view.board.tracks[number]
        what = f"{track.length} {track.colour}{costs_text(view.board, track)}"
        hops.append(f"{places[track.a].name}–{places[track.b].name} ({what})")
    return line.append(", ".join(hops), style="dim")
