"""The report of a tournament: one self-contained HTML file."""

from __future__ import annotations

from html import escape
from pathlib import Path

from goldenspike.arena.reports.track_maps import track_maps
from goldenspike.arena.schedule import Schedule
from goldenspike.arena.standings import Standing, Standings
from goldenspike.boards.drawing.svg import tag, text

COLOURS = ("#1f6f8b", "#c8553d", "#588157", "#8d5a97", "#b08900", "#4a4e69", "#a44a3f", "#2a9d8f")
STYLE = """ :root { --paper: #fbf6ea; --bot_colour: #2b2620; --soft: #7a6f60; --line: #ddd2bd;
--card: #fffdf7; } @media (prefers-color-scheme: dark) {
  :root { --paper: #1d1f24; --bot_colour: #ece5d8; --soft: #a59c8c; --line: #3a3d45; --card:
  #26292f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--bot_colour);
  font: 16px/1.5 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 2rem 1.2rem 4rem; }
h1 { font-size: 2rem; margin: 0 0 .2rem; } h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; }
p { margin: .3rem 0; } .soft { color: var(--soft); }
code { background: var(--card); border: 1px solid var(--line); padding: .1rem .35rem;
  border-radius: .3rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; background: var(--card); }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; } .wide { overflow-x: auto; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--bot_colour); }
"""


def write_report(standings: Standings, schedule: Schedule, path: Path, command: str) -> None:
    """Write the report of a schedule to a file."""
    path.write_text(report_html(standings, schedule, command), encoding="utf-8", newline="\n")


def report_html(standings: Standings, schedule: Schedule, command: str) -> str:
    """Return the report as HTML; `command` is the command line that reproduces it."""
    board = schedule.board
    title = f"{board.name}, {standings.players} players"
    about = (
        f"{standings.games:,} games on {standings.deals:,} deals, every deal in every seating. "
        "Intervals are 95 %, from resampling whole deals."
    )
    sections = [
        ("Ratings", ladder(standings)),
        ("The table", table(standings)),
        ("Who beats whom", matrix(standings)),
        ("Points", histograms(standings)),
        ("Tickets", tickets(standings)),
        ("Does it matter who starts?", seats(standings)),
        ("What they do", actions(standings)),
        ("Where they build", track_maps(standings, schedule)),
    ]
    if standings.troubles:
        rows = "".join(
            f"<tr><td>{escape(what)}</td><td>{n}</td></tr>"
            for what, n in standings.troubles.items()
        )
        sections.insert(1, ("Trouble", f"<table>{rows}</table>"))
    body = "".join(
        f"<section><h2>{name}</h2><div class='wide'>{content}</div></section>"
        for name, content in sections
    )
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>Arena: {escape(title)}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>Arena: {escape(title)}</h1><p class='soft'>{about}</p>"
        f"<p><code>{escape(command)}</code></p>{body}</main></body></html>\n"
    )


def bot_colour(standings: Standings, row: Standing) -> str:
    """Return a bot's colour, the same in every picture."""
    return COLOURS[sorted(r.name for r in standings.rows).index(row.name) % len(COLOURS)]


def ladder(standings: Standings) -> str:
    """Draw ratings as dots with their intervals."""
    rows = standings.rows
    low = min(row.elo_interval[0] for row in rows)
    high = max(row.elo_interval[1] for row in rows)
    span = max(1.0, high - low)

    def x(elo: float) -> float:
        return 260 + 680 * (elo - low) / span

    parts = []
    for i, row in enumerate(rows):
        y = 24 + 34 * i
        colour = bot_colour(standings, row)
        a, z = row.elo_interval
        parts += [
            text(escape(row.name), 8, y + 5, 15),
            tag("line", x1=x(a), x2=x(z), y1=y, y2=y, stroke=colour, stroke_width=3),
            tag("circle", cx=x(row.elo), cy=y, r=7, fill=colour),
            text(f"{row.elo:+.0f}", x(row.elo), y - 10, 12, text_anchor="middle"),
        ]
    return _svg(1000, 34 * len(rows) + 16, "Ratings with intervals", *parts)


def table(standings: Standings) -> str:
    """Write the table of all figures."""
    head = (
        "<tr><th>bot</th><th>games</th><th>Elo</th><th>95 %</th><th>openskill</th><th>wins</th>"
        "<th>95 %</th><th>without luck</th><th>95 %</th><th>points</th><th>forfeits</th>"
        "<th>decisions/s</th></tr>"
    )
    lines = []
    for row in standings.rows:
        skill = f"{row.openskill[0]:.1f} ± {row.openskill[1]:.1f}" if row.openskill else ""
        cells = (
            f"{row.games:,}",
            f"{row.elo:+.0f}",
            f"{row.elo_interval[0]:+.0f} to {row.elo_interval[1]:+.0f}",
            skill,
            f"{row.share:.2%}",
            f"{row.share_interval[0]:.2%} to {row.share_interval[1]:.2%}",
            f"{row.adjusted_share:.2%}",
            f"{row.adjusted_interval[0]:.2%} to {row.adjusted_interval[1]:.2%}",
            f"{row.means['total']:.1f}" if row.completed else "none completed",
            f"{row.forfeits:,}",
            f"{row.decisions_per_second:,.0f}",
        )
        figures = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f"<tr><td>{escape(row.name)}</td>{figures}</tr>")
    return f"<table>{head}{''.join(lines)}</table>"


def matrix(standings: Standings) -> str:
    """Write the share of wins of each row's bot against each column's."""
    names = [row.name for row in standings.rows]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    lines = []
    for name, shares in zip(names, standings.wins, strict=True):
        cells = []
        for share in shares:
            if share is None:
                cells.append("<td></td>")
                continue
            strong = round(abs(share - 0.5) * 120)
            colour = COLOURS[0] if share >= 0.5 else COLOURS[1]
            look = f"background:color-mix(in srgb,{colour} {strong}%,transparent)"
            cells.append(f"<td style='{look}'>{share:.1%}</td>")
        lines.append(f"<tr><td>{escape(name)}</td>{''.join(cells)}</tr>")
    return f"<table><tr><th></th>{head}</tr>{''.join(lines)}</table>"


def histograms(standings: Standings) -> str:
    """Draw the distribution of scores, a line for each bot."""
    bins = standings.bins
    width, height = 1000, 260
    # At least one game: a bot may have completed none.
    games = {row.name: max(1, row.completed) for row in standings.rows}
    top = max(max(row.histogram) / games[row.name] for row in standings.rows) or 1.0
    parts = []
    step = (width - 60) / max(1, len(bins) - 1)
    for row in standings.rows:
        colour = bot_colour(standings, row)
        points = " ".join(
            f"{30 + step * (i + 0.5):.1f},{220 - 190 * n / games[row.name] / top:.1f}"
            for i, n in enumerate(row.histogram)
        )
        parts.append(tag("polyline", points=points, fill="none", stroke=colour, stroke_width=2.5))
    every = max(1, len(bins) // 12)
    for i in range(0, len(bins), every):
        parts.append(text(str(bins[i]), 30 + step * i, 240, 12, text_anchor="middle"))
    for i, row in enumerate(standings.rows):
        y = 20 + 20 * i
        parts += [
            tag(
                "rect",
                x=width - 250,
                y=y - 10,
                width=12,
                height=12,
                fill=bot_colour(standings, row),
            ),
            text(f"{escape(row.name)}: {row.means['total']:.1f}", width - 232, y, 13),
        ]
    return _svg(width, height, "Distribution of points", *parts)


def tickets(standings: Standings) -> str:
    """Draw the mean numbers of tickets made and missed."""
    most = max(r.means["tickets_made"] + r.means["tickets_missed"] for r in standings.rows) or 1
    parts = []
    for i, row in enumerate(standings.rows):
        y = 10 + 34 * i
        made, missed = row.means["tickets_made"], row.means["tickets_missed"]
        a, z = 560 * made / most, 560 * missed / most
        colour = bot_colour(standings, row)
        parts += [
            text(escape(row.name), 8, y + 18, 15),
            tag("rect", x=260, y=y, width=a, height=24, fill=colour),
            tag("rect", x=260 + a, y=y, width=z, height=24, fill=colour, opacity=0.3),
            text(
                f"{made:.2f} made, {missed:.2f} missed ({row.tickets_made:.0%})",
                268 + a + z, y + 17, 12,
            ),
        ]  # fmt: skip
    return _svg(1000, 34 * len(standings.rows) + 14, "Tickets made and missed", *parts)


def seats(standings: Standings) -> str:
    """Write the share of wins of each seat."""
    lines = "".join(
        f"<tr><td>seat {p}{' (starts)' if p == 0 else ''}</td><td>{share:.2%}</td>"
        f"<td>{low:.2%} to {high:.2%}</td></tr>"
        for p, (share, (low, high)) in enumerate(
            zip(standings.seats, standings.seat_intervals, strict=True)
        )
    )
    return f"<table><tr><th>seat</th><th>wins</th><th>95 %</th></tr>{lines}</table>"


def actions(standings: Standings) -> str:
    """Write the mean number of actions of each kind in a game."""
    kinds = list(standings.rows[0].actions)
    head = "".join(f"<th>{kind}</th>" for kind in kinds)
    lines = "".join(
        f"<tr><td>{escape(row.name)}</td>"
        + "".join(f"<td>{row.actions[kind]:.1f}</td>" for kind in kinds)
        + "</tr>"
        for row in standings.rows
    )
    return f"<table><tr><th>a game</th>{head}</tr>{lines}</table>"


def _svg(width: float, height: float, label: str, *parts: str) -> str:
    return (
        f"<svg viewBox='0 0 {width:g} {height:g}' role='img' aria-label='{escape(label)}'>"
        f"{''.join(parts)}</svg>"
    )
