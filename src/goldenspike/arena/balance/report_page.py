"""The balance of a board as one self-contained HTML page, light or dark, for any width."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from statistics import mean

from goldenspike.arena.balance.findings import ALWAYS, NEVER, Finding, find
from goldenspike.arena.balance.measured_board import Measured, PlayerCount
from goldenspike.arena.balance.report_json import deciles
from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_files import layout_of
from goldenspike.boards.drawing.map import definitions, ground
from goldenspike.boards.drawing.place_marks import draw_name, draw_place
from goldenspike.boards.drawing.svg import tag, text
from goldenspike.boards.model import Stations

STYLE = """
:root { --paper: #fbf6ea; --ink: #2b2620; --soft: #6d6355; --line: #ddd2bd; --card: #fffdf7;
  --bar: #2f6d8c; --warm: #b5472f; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d1f24; --ink: #ece5d8; --soft: #b1a898; --line: #3a3d45; --card: #26292f;
    --bar: #6fb1d0; --warm: #ec8a70; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 1.6rem 1rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; } p { margin: .3rem 0; }
.soft { color: var(--soft); } .wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--card); }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.findings { display: grid; gap: .6rem; padding: 0; list-style: none; }
.findings li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  padding: .6rem .8rem; overflow-wrap: anywhere; } .findings b { color: var(--warm); }
svg { width: 100%; height: auto; display: block; }
svg.chart { min-width: 540px; } svg.chart text { fill: var(--ink); }
svg.chart .bar { fill: var(--bar); }
svg.chart .line { stroke: var(--bar); } svg.chart .fair { stroke: var(--warm); }
.map { border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; }
.key { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .5rem 0; }
.key i { display: inline-block; width: 2rem; height: .6rem; margin-right: .4rem;
  border-radius: .3rem; }
"""
HEAT = ("#5b7f95", "#9c9a3c", "#d98a1f", "#c8452a", "#7d1128")
"""Tracks by how often they are claimed, from seldom to always."""
PART_NAMES = {
    "longest_path": "longest path",
    "most_tickets": "most tickets",
    "tokens": "tokens left",
    "stations": "stations not built",
}
"""How parts of the score are called, where that is not their id."""


def report_page(measured: Measured, command: str, layout: Layout | None = None) -> str:
    """Return the page; `command` is the command line that makes it again."""
    board = measured.board
    found = find(measured)
    sections = [
        ("Findings", _findings(found)),
        ("By number of players", _counts(measured)),
        ("Does it matter who starts?", _first_seats(measured.counts)),
        ("Scores", _scores(measured.counts)),
        ("Where points come from", _points(measured)),
        ("Where they build", _map(measured, layout or layout_of(board))),
        ("Tickets", _tickets(measured)),
        ("Tracks", _tracks(measured)),
        ("Colours", _colours(measured)),
        ("Places", _places(measured)),
    ]
    if board.stations is not None:
        sections.append(("Stations", _stations(measured, board.stations)))
    if board.companies:
        sections.append(("Shares", _shares(measured)))
    body = "".join(
        f"<section><h2>{name}</h2><div class='wide'>{content}</div></section>"
        for name, content in sections
    )
    title = escape(board.name)
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>Balance: {title}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>Balance: {title}</h1>"
        f"<p class='soft'>{measured.games:,} games between planners, who connect their tickets "
        "cheaply and use other trains for points. People play otherwise: take this as a hint.</p>"
        f"<p class='soft'><code>{escape(command)}</code></p>{body}</main></body></html>\n"
    )


def _findings(found: list[Finding]) -> str:
    if not found:
        return "<p>Nothing is out of balance, as far as these games show.</p>"
    lines = "".join(
        f"<li data-kind='{finding.kind}'>{escape(finding.what)}<br>"
        f"<b>{escape(finding.suggestion)}</b></li>"
        for finding in found
    )
    return f"<ul class='findings'>{lines}</ul>"


def _counts(measured: Measured) -> str:
    rows = []
    for count in measured.counts:
        low, high = deciles(count.turns)
        worst, best = deciles(count.totals)
        rows.append(
            (
                f"{count.players} players",
                f"{count.games:,}",
                f"{mean(count.turns):.1f}",
                f"{low:.0f} to {high:.0f}",
                f"{mean(count.totals):.1f}",
                f"{worst:.0f} to {best:.0f}",
                f"{mean(count.margins):.1f}",
            )
        )
    head = ("", "games", "turns of each", "80 %", "score", "80 %", "winner ahead by")
    return _table(head, rows)


def _first_seats(counts: list[PlayerCount]) -> str:
    parts = []
    for i, count in enumerate(counts):
        y = 34 + 44 * i
        low, high = count.first_interval
        fair = 1 / count.players
        parts += [
            text(f"{count.players} players", 8, y + 5, 15),
            tag("line", x1=_x(low), x2=_x(high), y1=y, y2=y, class_="line", stroke_width=4),
            tag("circle", cx=_x(count.first_share), cy=y, r=7, class_="bar"),
            tag(
                "line",
                x1=_x(fair),
                x2=_x(fair),
                y1=y - 14,
                y2=y + 14,
                class_="fair",
                stroke_width=2,
            ),
            text(
                f"{count.first_share:.0%}", _x(count.first_share), y - 12, 13, text_anchor="middle"
            ),
        ]
    about = (
        "<p class='soft'>The part of the games that whoever starts wins, with its 95 % interval; "
        "the upright line is an even share.</p>"
    )
    words = "Games won by whoever starts"
    return about + _chart(760, 44 * len(counts) + 20, words, *parts)


def _x(share: float) -> float:
    return 130 + 600 * min(1.0, share)


def _scores(counts: list[PlayerCount]) -> str:
    low = min(min(count.totals) for count in counts)
    high = max(max(count.totals) for count in counts)
    width = max(1, -(-(high - low + 1) // 30))
    parts = []
    bins = (high - low) // width + 1
    for i, count in enumerate(counts):
        bottom = 96 + 100 * i
        heights = [0] * bins
        for total in count.totals:
            heights[(total - low) // width] += 1
        tallest = max(heights)
        parts.append(text(f"{count.players} players", 8, bottom - 30, 15))
        step = 600 / bins
        parts += [
            tag("rect", tag("title", f"{low + b * width} to {low + (b + 1) * width - 1}: {n}"),
                x=130 + b * step, y=bottom - 76 * n / tallest, width=max(1.0, step - 2),
                height=76 * n / tallest, class_="bar")
            for b, n in enumerate(heights) if n
        ]  # fmt: skip
    for end, at in ((low, 130.0), (high, 730.0)):
        parts.append(text(str(end), at, 114 + 100 * (len(counts) - 1), 13, text_anchor="middle"))
    return _chart(760, 120 + 100 * (len(counts) - 1), "Scores", *parts)


def _map(measured: Measured, layout: Layout) -> str:
    board = measured.board
    brush = Brush(layout, board, "light", "en")
    lines = []
    for number, track in enumerate(layout.tracks):
        share, contested = measured.claimed_share(number), measured.contested_share(number)
        never = share < NEVER
        lines.append(
            tag(
                "path",
                tag("title", escape(f"{track.id}: {_use(share, contested)}")),
                d=track.line,
                fill="none",
                stroke="#8a8378" if never else heat(share),
                stroke_width=3.0 if never else 4 + 12 * share,
                stroke_linecap="round",
                stroke_dasharray="2 7" if never else None,
            )
        )
    marks = [draw_place(brush, place) for place in layout.places]
    names = [draw_name(brush, place) for place in layout.places]
    label = escape(f"How often tracks of {board.name} are claimed", quote=True)
    picture = (
        f"<svg class='map' viewBox='0 0 {layout.width:g} {layout.height:g}' role='img' "
        f"aria-label='{label}'>{definitions(brush)}{ground(brush)}"
        f"{''.join(lines + marks + names)}</svg>"
    )
    key = "".join(
        f"<span><i style='background:{heat(share)}'></i>{share:.0%}</span>"
        for share in (0.1, 0.3, 0.5, 0.7, 0.95)
    )
    return (
        "<p class='soft'>Wide and dark: claimed in many games; dotted: hardly ever. "
        "Point at a track for its figures.</p>"
        f"<p class='key'>{key}</p>{picture}"
    )


def heat(share: float) -> str:
    """Return the colour of a track that is claimed in this part of the games.

    >>> heat(0.0) == HEAT[0], heat(1.0) == HEAT[-1]
    (True, True)
    """
    return HEAT[min(len(HEAT) - 1, int(share * len(HEAT)))]


def _use(claimed: float, contested: float) -> str:
    return f"claimed in {claimed:.0%} of the games, contested in {contested:.0%}"


def _tickets(measured: Measured) -> str:
    rows = []
    for ticket, use in zip(measured.board.tickets, measured.tickets, strict=True):
        made = f"{use.made / use.held:.0%}" if use.held else "–"
        off = use.fair - ticket.usual_points
        rows.append(
            (
                ticket.id,
                str(ticket.usual_points),
                f"{use.fair} ({off:+d})" if off else str(use.fair),
                str(use.distance),
                f"{use.held:,}",
                made,
            )
        )
    about = (
        "<p class='soft'>A fair value goes by the trains of the cheapest way and by how much rarer "
        "than others the ticket is made; all together stay worth what they are now. Of a ticket "
        "with several values, it is their mean.</p>"
    )
    head = ("ticket", "worth", "fair", "trains", "held", "made")
    return about + _table(head, rows)


def _tracks(measured: Measured) -> str:
    order = sorted(range(len(measured.board.tracks)), key=lambda n: (-measured.claimed[n], n))
    rows = []
    for number in order:
        track, share = measured.board.tracks[number], measured.claimed_share(number)
        note = "hardly ever" if share < NEVER else "nearly always" if share > ALWAYS else ""
        contested = f"{measured.contested_share(number):.0%}"
        rows.append((track.id, str(track.length), f"{share:.0%}", contested, note))
    return _table(("track", "length", "claimed", "contested", ""), rows)


def _colours(measured: Measured) -> str:
    rows = []
    for colour, left in measured.colours.items():
        used, there = measured.spaces(colour)
        spaces = (f"{used:.1f}", str(there)) if there else ("–", "–")
        rows.append((colour, *spaces, f"{left:.2f}"))
    return _table(("colour", "spaces claimed in a game", "of", "cards left in a hand"), rows)


def _places(measured: Measured) -> str:
    order = sorted(range(len(measured.board.places)), key=lambda n: (measured.visited[n], n))
    rows = [
        (measured.board.places[n].name, f"{measured.visited[n] / measured.games:.0%}")
        for n in order
    ]
    return _table(("place", "games that reach it"), rows)


def _points(measured: Measured) -> str:
    names = PART_NAMES | {bonus.id: bonus.name for bonus in measured.board.bonuses}
    rows = []
    for part in measured.counts[0].points:
        points = [count.points_of_each(part) for count in measured.counts]
        use = measured.bonuses.get(part)
        paid = f"{use.paid / measured.games:.0%}" if use else ""
        rows.append((names.get(part, part), *(f"{n:.1f}" for n in points), paid))
    if measured.board.tokens:
        paid_by_each = [f"{count.tokens_paid_by_each:.1f}" for count in measured.counts]
        rows.append((f"tokens paid, of {measured.board.tokens}", *paid_by_each, ""))
    counts = [f"{count.players} players" for count in measured.counts]
    about = "<p class='soft'>Points of a player, on average; in how many games a bonus is paid.</p>"
    return about + _table(("", *counts, "paid"), rows)


def _shares(measured: Measured) -> str:
    board, games = measured.board, measured.games
    ranks = max(len(company.points) for company in board.companies)
    rows = []
    for company, use in zip(board.companies, measured.companies, strict=True):
        points = [
            f"{worth * holders / games:.1f} of {worth}"
            for worth, holders in zip(company.points, use.holders, strict=False)
        ]
        points += [""] * (ranks - len(points))
        taken, run_out = f"{use.taken / games:.1f}", f"{use.run_out / games:.0%}"
        rows.append((company.name, taken, str(company.shares), run_out, *points))
    head = ("company", "taken", "of", "run out", *(f"points, rank {n + 1}" for n in range(ranks)))
    tracks = [n for n, track in enumerate(board.tracks) if track.companies]
    tracks.sort(key=lambda n: (measured.shares_given[n], n))
    given = [
        (
            board.tracks[n].id,
            ", ".join(board.companies[company].name for company in board.tracks[n].companies),
            f"{measured.claimed_share(n):.0%}",
            f"{measured.share_given(n):.0%}",
        )
        for n in tracks
    ]
    about = "<p class='soft'>Points of each rank, on average: nobody may have it.</p>"
    of_tracks = _table(("track", "of", "claimed", "gives a share"), given)
    return about + _table(head, rows) + "<br>" + of_tracks


def _stations(measured: Measured, stations: Stations) -> str:
    rows = [
        (
            f"{count.players} players",
            f"{count.stations_of_each:.2f}",
            str(len(stations.costs)),
            f"{count.borrowed_by_each:.2f}",
        )
        for count in measured.counts
    ]
    head = ("", "built by each", "of", "tracks borrowed by each")
    order = sorted(range(len(measured.board.places)), key=lambda n: (-measured.stations[n], n))
    places = [
        (measured.board.places[n].name, f"{measured.stations[n] / measured.games:.0%}")
        for n in order
    ]
    return _table(head, rows) + "<br>" + _table(("place", "games with a station there"), places)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{top}</tr>{lines}</table>"


def _chart(width: float, height: float, label: str, *parts: str) -> str:
    return (
        f"<svg class='chart' viewBox='0 0 {width:g} {height:g}' role='img' "
        f"aria-label='{escape(label)}'>{''.join(parts)}</svg>"
    )
