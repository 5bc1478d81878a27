"""Tables that `goldenspike board` prints."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from goldenspike.boards.model import KINDS, TRACK_COLOURS, Board, Bonus, Deal, Track
from goldenspike.boards.variants import title

_WHERE = {"bottom": "under the deck", "shuffle": "shuffled back", "remove": "out of the game"}
_KINDS = {"train": "ordinary tracks", "ferry": "ferries", "tunnel": "tunnels"}
_TIES = {
    "tickets": "tickets made",
    "longest_bonus": "longest-path bonus",
    "longest": "longest path",
    "passengers": "passengers",
}
_COUNTED = {
    "longest_path": "longest path",
    "tickets": "tickets made",
    "places": "places in one network",
    "regions": "regions joined",
    "networks": "separate networks",
}
_BONUS_TIES = {"all": "", "share": ", shared in a tie", "none": ", nothing in a tie"}


def boards_table(boards: Iterable[Board]) -> RenderableType:
    """Make a table with a line for each board."""
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    for heading in ("board", "name", "players", "places", "tracks", "spaces", "tickets"):
        table.add_column(heading, justify="left" if heading in ("board", "name") else "right")
    for board in boards:
        table.add_row(
            board.id,
            board.name,
            _format_range(board.min_players, board.max_players),
            str(len(board.places)),
            str(len(board.tracks)),
            str(sum(track.length for track in board.tracks)),
            str(len(board.tickets)),
        )
    return table


def board_details(board: Board) -> RenderableType:
    """Make tables of everything about one board."""
    return Group(
        Text(title(board), style="bold"),
        Text(" · ".join(dict.fromkeys(board.names.values())), style="dim"),
        _rules_table(board),
        _heading("Tracks by colour"),
        _tracks_by_colour(board),
        _heading("Tracks"),
        Padding(_columns(_track_line(board, track) for track in board.tracks), (0, 0, 0, 2)),
        *_tickets(board),
    )


def _rules_table(board: Board) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    table.add_column(style="bold")
    table.add_column()
    cards = 8 * board.cards_per_colour + board.locomotives
    rows = [
        (
            "players",
            f"{_format_range(board.min_players, board.max_players)}: "
            + _join(board.player_colours),
        ),
        ("trains", f"{board.trains} each; {board.last_turn_trains} or fewer start the last round"),
        (
            "cards",
            f"{cards}: {board.cards_per_colour} of each colour, {board.locomotives} locomotives; "
            f"{board.hand} in hand, {board.market} face up",
        ),
        ("first tickets", _deal(board, board.first_deal)),
        ("later tickets", _deal(board, board.later_deal)),
        ("route points", "  ".join(f"{n}: {p}" for n, p in sorted(board.route_points.items()))),
        ("bonuses", _bonuses(board)),
        ("ties", ", then ".join(_TIES[tie] for tie in board.tie_breaks) or "shared"),
        ("locomotives", _locomotives(board)),
        ("parallel tracks", _parallel(board)),
    ]
    if any(track.kind == "tunnel" for track in board.tracks):
        rows.append(("tunnels", f"{board.tunnel_cards} cards are turned up"))
    if board.ferry_substitute:
        rows.append(("ferries", f"any {board.ferry_substitute} cards stand in for one locomotive"))
    if board.tokens:
        left = f"; each one left is worth {board.token_points}" if board.token_points else ""
        rows.append(("tokens", f"{board.tokens} each, for tolls{left}"))
    if board.stations:
        costs = ", ".join(map(str, board.stations.costs))
        unused = board.stations.unused
        left = f"; each one not built is worth {unused}" if unused else ""
        where = "; several may stand at one place" if board.stations.shared else ""
        each = f"{len(board.stations.costs)} each, for {costs} cards{left}{where}"
        rows.append(("stations", each))
    if board.companies:
        rows.append(("companies", companies_text(board)))
    countries = [place.name for place in board.places if place.country]
    if countries:
        rows.append(("end stations", _join(countries)))
    if board.regions:
        rows.append(("regions", regions_text(board)))
    if board.variants:
        rows.append(("variants", _join([f"{v.id} ({v.name})" for v in board.variants])))
    for name, text in rows:
        table.add_row(name, text)
    return Padding(table, (1, 0))


def _bonuses(board: Board) -> str:
    parts = []
    if board.longest_path_bonus:
        parts.append(f"longest path {board.longest_path_bonus}")
    if board.most_tickets_bonus:
        parts.append(f"most tickets made {board.most_tickets_bonus}")
    parts += [bonus_text(bonus) for bonus in board.bonuses]
    if board.passengers:
        parts.append(
            f"for each of {len(board.passengers.colours)} colours of passengers the most "
            f"{board.passengers.first}, the second most {board.passengers.second}"
        )
    return "; ".join(parts) or "none"


def regions_text(board: Board) -> str:
    """List the regions, each with its places."""
    return "; ".join(
        f"{region.name}: {_join([board.places[place].name for place in region.places])}"
        for region in board.regions
    )


def companies_text(board: Board) -> str:
    """List the companies: `North Line: 5 shares, most of them 8, 4 points`."""
    return "; ".join(
        f"{company.name}: {company.shares} shares, most of them "
        f"{', '.join(map(str, company.points))} points"
        for company in board.companies
    )


def bonus_text(bonus: Bonus) -> str:
    """`Most places (places in one network): 6, 3, shared in a tie`."""
    if bonus.table:
        points = ", ".join(f"{count} or more {points}" for count, points in bonus.table)
    else:
        points = f"{', '.join(map(str, bonus.ranks))}{_BONUS_TIES[bonus.ties]}"
    return f"{bonus.name} ({_COUNTED[bonus.counts]}): {points}"


def _locomotives(board: Board) -> str:
    kinds = {track.kind for track in board.tracks}
    wild = [_KINDS[kind] for kind in KINDS if kind in board.wild_on and kind in kinds]
    where = "every track" if kinds <= board.wild_on else _join(wild) + " only"
    draw = (
        "a face-up one costs the whole draw"
        if board.locomotive_ends_draw
        else "drawn like any other card"
    )
    clear = (
        f"{board.locomotives_clear_market} face up clear the market"
        if board.locomotives_clear_market
        else "they never clear the market"
    )
    return f"any colour on {where}; {draw}; {clear}"


def _parallel(board: Board) -> str:
    pairs = Counter((track.a, track.b) for track in board.tracks)
    sizes = Counter(pairs.values())
    words = {2: "doubles", 3: "triples"}
    text = ", ".join(f"{sizes[n]} {words[n]}" for n in sorted(words) if sizes[n]) or "none"
    if board.parallel_closed_for and len(pairs) < len(board.tracks):
        counts = " or ".join(str(count) for count in sorted(board.parallel_closed_for))
        text += f"; with {counts} players one taken closes the others"
    return text


def _tracks_by_colour(board: Board) -> RenderableType:
    lengths = sorted({track.length for track in board.tracks})
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    table.add_column("colour")
    for length in lengths:
        table.add_column(f"{length}", justify="right")
    table.add_column("tracks", justify="right")
    table.add_column("spaces", justify="right")
    for colour in TRACK_COLOURS:
        tracks = [track for track in board.tracks if track.colour == colour]
        counts = Counter(track.length for track in tracks)
        table.add_row(
            colour,
            *(str(counts[length] or "") for length in lengths),
            str(len(tracks)),
            str(sum(track.length for track in tracks)),
        )
    return table


def _track_line(board: Board, track: Track) -> str:
    extra = "" if track.kind == "train" else f" {track.kind}"
    if track.locomotives:
        extra += f" with {track.locomotives} locomotive{'s' if track.locomotives > 1 else ''}"
    if track.card_substitute:
        extra += f", any {track.card_substitute} cards for one"
    return f"{track.length} {track.id}{extra}{costs_text(board, track)}"


def costs_text(board: Board, track: Track) -> str:
    """`, 1 train more, toll 3, share of North Line`: what a track costs and gives besides."""
    text = ""
    for n, what in ((track.extra_trains, "train"), (track.extra_points, "point")):
        if n:
            text += f", {n} {what}{'s' if n > 1 else ''} more"
    if track.toll:
        text += f", toll {track.toll}"
    if track.companies:
        names = [board.companies[company].name for company in track.companies]
        text += f", share of {' or '.join(names)}"
    return f"{text}, shared by all" if track.shared else text


def _tickets(board: Board) -> Iterable[RenderableType]:
    decks: defaultdict[int, list[str]] = defaultdict(list)
    for ticket in board.tickets:
        values = f" ({', '.join(map(str, ticket.values))})" if ticket.values else ""
        decks[ticket.deck].append(f"{ticket.points:>2} {ticket.id}{values}")
    for number, name in enumerate(board.ticket_decks):
        title = "Tickets" if len(board.ticket_decks) == 1 else f"Tickets: {name}"
        yield _heading(f"{title} ({len(decks[number])})")
        yield Padding(_columns(decks[number]), (0, 0, 0, 2))


def _heading(text: str) -> RenderableType:
    return Padding(Text(text, style="bold underline"), (1, 0, 0, 0))


def _columns(lines: Iterable[str]) -> RenderableType:
    return Columns([Text(line) for line in lines], padding=(0, 3), equal=True, column_first=True)


def _deal(board: Board, deal: Deal) -> str:
    mix = zip(board.ticket_decks, deal.mix, strict=False)
    of_each = ", ".join(f"{n} {deck}" for deck, n in mix if n)
    drawn = f"{deal.draw} ({of_each})" if of_each else deal.draw
    return f"draw {drawn}, keep at least {deal.keep}, the rest {_WHERE[deal.returned]}"


def _format_range(low: int, high: int) -> str:
    return f"{low}-{high}" if low < high else str(low)


def _join(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
