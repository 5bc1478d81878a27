"""A review as one self-contained HTML page: board, graph, mistakes, luck, beliefs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from goldenspike.boards.drawing.palette import load_palette
from goldenspike.boards.model import Board
from goldenspike.bots.judgement.estimator import network_remark
from goldenspike.game import Game
from goldenspike.review.board_picture import Claim, board_picture, track_lines
from goldenspike.review.chances_graph import LEFT, WHOLE, WIDTH, graph
from goldenspike.review.luck import KINDS
from goldenspike.review.model import MARKS, Decision, Review, SeatReview
from goldenspike.review.words import Words, points

MANY = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
LUCK_NAMES = {"deal": "deal", "draw": "cards drawn", "tickets": "tickets", "tunnel": "tunnels"}


def review_page(review: Review, game: Game, names: Sequence[str]) -> str:
    """Write the page; `game` is the game that was reviewed."""
    board, words = game.board, Words(game.board, names)
    palette = load_palette()
    colours = [palette.players[board.player_colours[s]].fill for s in range(review.players)]
    folder = files("goldenspike.review")
    style = (folder / "page.css").read_text(encoding="utf-8")
    script = (folder / "page.js").read_text(encoding="utf-8")
    claims = claims_of(game)
    title = f"Review: {board.name}"
    pictures = "".join(
        board_picture(board, claims, theme, f"The board of {board.name}, with what was claimed")
        for theme in ("light", "dark")
    )
    summary = "".join(f"<p>{escape(words.message(m))}</p>" for m in review.summary)
    cards = "".join(_seat(one, words, colours[one.seat]) for one in review.seats)
    body = f"""<h1>{escape(title)}</h1>{summary}
<div class='seats'>{cards}</div>
<h2 id='moment'>Chances of winning</h2>
<p class='soft'>With all cards on the table, as nobody saw them during the game.
Decisions are judged by what their player knew.</p>
<div class='scrub'>{graph(review, names, colours)}
<input type='range' id='at' min='0' max='{len(review.decisions)}' value='0'
aria-label='Moment of the game'>
<div class='steps'><button type='button' id='before'>Mistake before</button>
<button type='button' id='after'>Next mistake</button></div></div>
<div class='moment'><div><div class='maps'>{pictures}</div><div class='key'>
<span style='--k:var(--idea)'>better idea</span>
<span style='--k:var(--played)'>what was played</span>
<span style='--k:var(--plan)'>tracks the plan needs</span></div></div>
<div class='now' id='now' aria-live='polite'></div></div>
<h2>Mistakes</h2>{_mistakes(review, words)}
<h2>Luck and skill</h2>{_luck(review, words)}
<h2>What they may have held</h2>{_beliefs(review, words)}
<h2>All decisions</h2>{_table(review, words)}
<p class='soft'>Marks: {_thresholds()}. Setting: {escape(review.setting)}.
{escape(network_remark(board, Path(board.source).name))}</p>"""
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main>{body}</main>"
        f"<script type='application/json' id='data'>{_data(review, words, board, names)}</script>"
        f"<script>{script}</script></body></html>\n"
    )


def claims_of(game: Game) -> list[Claim]:
    """List when each track was claimed, and by whom."""
    order, claims = game.kernel_board.track_order, []
    known: set[int] = set()
    states = [before.state.owner for before, _ in game.history()] + [game.state.owner]
    for number, owners in enumerate(states):
        for t in range(len(order)):
            if int(owners[t]) >= 0 and t not in known:
                known.add(t)
                claims.append((number, game.board.tracks[order[t]].id, int(owners[t])))
    return claims


def _seat(one: SeatReview, words: Words, colour: str) -> str:
    lines = "".join(f"<li>{escape(words.message(m))}</li>" for m in one.summary)
    place = "won" if one.rank == 1 else f"rank {one.rank}"
    figures = (
        (f"{one.accuracy:.0f}", "accuracy"),
        (_signed(one.luck), "points of luck"),
        (_signed(-one.points_lost), "points by decisions"),
        *((str(n), MANY[mark] if n != 1 else mark) for mark, n in one.marks.items()),
    )
    cells = "".join(f"<div><b>{value}</b>{name}</div>" for value, name in figures)
    return (
        f"<article class='seat' style='--seat:{colour}'><h2>{escape(words.seat(one.seat))}: "
        f"{points(one.points)}, {place}</h2><div class='figures'>{cells}</div>"
        f"<ul>{lines}</ul></article>"
    )


def _signed(number: float) -> str:
    return f"{number:+.0f}".replace("-", "−")


def _mistakes(review: Review, words: Words) -> str:
    if not review.mistakes:
        return "<p>No decision lost enough to be marked.</p>"
    rows = []
    for d in review.mistakes:
        why = " ".join(words.message(m) for m in d.reasons)
        better = words.action(d.best.action) if d.best else ""
        rows.append(
            f"<tr><td><button type='button' data-go='{d.number}'>{d.number}</button></td>"
            f"<td class='words'><span class='badge {d.mark}'>{d.mark}</span></td>"
            f"<td class='words'>{escape(words.seat(d.seat))}: {escape(words.action(d.action))}</td>"
            f"<td class='words'><b>{escape(better)}</b> {escape(why)}</td>"
            f"<td>−{d.chance_lost:.1%}, {points(round(d.points_lost, 1))}</td></tr>"
        )
    return (
        "<div class='wide' tabindex='0' role='region' "
        "aria-label='Mistakes'><table class='list'><thead><tr><th>number</th>"
        "<th class='words'>mark</th><th class='words'>played</th><th class='words'>better</th>"
        f"<th>lost</th></tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _luck(review: Review, words: Words) -> str:
    head = "".join(f"<th>{LUCK_NAMES[kind]}</th>" for kind in KINDS)
    rows = "".join(
        f"<tr><td>{escape(words.seat(s.seat))}</td>"
        + "".join(f"<td>{s.luck_of[kind]:+.1f}</td>" for kind in KINDS)
        + f"<td>{s.luck:+.1f}</td><td>{s.points}</td><td>{s.adjusted_points:.0f}</td>"
        f"<td>{_signed(-s.points_lost)}</td><td>{s.accuracy:.1f}</td></tr>"
        for s in review.seats
    )
    return (
        "<div class='wide' tabindex='0' role='region' "
        "aria-label='Luck and skill'><table><caption>In points, "
        "against what could be expected. Points "
        "lost by decisions are estimates against the best idea found.</caption><thead><tr>"
        f"<th>player</th>{head}<th>luck</th><th>points</th><th>without luck</th>"
        f"<th>lost by decisions</th><th>accuracy</th></tr></thead><tbody>{rows}</tbody></table>"
        "</div>"
    )


def _beliefs(review: Review, words: Words) -> str:
    rows = []
    for one in review.beliefs:
        held = set(one.held)
        said = ", ".join(
            f"{'<b>' if t in held else ''}{escape(words.pair(t))} {chance:.0%}"
            f"{'</b>' if t in held else ''}"
            for t, chance in one.tickets.items()
        )
        rows.append(
            f"<tr><td>{one.number}</td><td class='words'>{escape(words.seat(one.seat))}</td>"
            f"<td class='words'>{said}</td><td>{one.loss:.2f}</td></tr>"
        )
    return (
        "<details><summary>Likely tickets over time, by what everybody saw</summary>"
        "<div class='wide' tabindex='0' role='region' "
        "aria-label='Likely tickets'><table><caption>The likeliest "
        "tickets and, in bold, those that were "
        "held. Surprise is the log-loss of all tickets: 0 is perfect.</caption><thead><tr>"
        "<th>after</th><th class='words'>player</th><th class='words'>tickets</th>"
        f"<th>surprise</th></tr></thead><tbody>{''.join(rows)}</tbody></table></div></details>"
    )


def _table(review: Review, words: Words) -> str:
    head = "".join(f"<th>{escape(words.seat(s))}</th>" for s in range(review.players))
    rows = "".join(
        f"<tr><td>{d.number}</td><td class='words'>{escape(words.seat(d.seat))}: "
        f"{escape(words.action(d.action))}</td>"
        + "".join(f"<td>{chance:.0%}</td>" for chance in d.open)
        + f"<td>{d.known[d.seat]:.0%}</td><td>{d.chance_lost:.1%}</td><td>{d.luck:+.1f}</td></tr>"
        for d in review.decisions
    )
    return (
        "<details><summary>The graph as a table</summary>"
        "<div class='wide' tabindex='0' role='region' "
        "aria-label='All decisions'><table><caption>Chances "
        "of winning after each decision.</caption><thead><tr><th>number</th>"
        f"<th class='words'>decision</th>{head}<th>as its player knew</th><th>lost</th>"
        f"<th>luck</th></tr></thead><tbody>{rows}</tbody></table></div></details>"
    )


def _thresholds() -> str:
    return ", ".join(f"{mark} from {least:.0%} of the chance" for mark, least in MARKS.items())


def _data(review: Review, words: Words, board: Board, names: Sequence[str]) -> str:
    lines = track_lines(board)
    used = {track for d in review.decisions for track in (*d.plan, _track(d.action) or "")}
    used |= {_track(d.best.action) or "" for d in review.decisions if d.best}
    marked = [d.number for d in review.mistakes]
    data = {
        "names": list(names),
        "start": review.start,
        "first": marked[0] if marked else len(review.decisions),
        "left": LEFT,
        "width": WIDTH,
        "whole": WHOLE,
        "lines": {track: line for track, line in lines.items() if track in used},
        "decisions": [_moment(d, words) for d in review.decisions],
    }
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _moment(d: Decision, words: Words) -> dict[str, object]:
    shown = d.best if d.mark else None
    luck = ""
    if d.luck:
        luck = f"Luck: {points(abs(round(d.luck, 1)))} {'gained' if d.luck > 0 else 'lost'}."
    return {
        "seat": words.seat(d.seat),
        "action": words.action(d.action),
        "open": d.open,
        "mark": d.mark,
        "lost": f"−{d.chance_lost:.1%} chance of winning, {points(round(d.points_lost, 1))}",
        "best": words.action(shown.action) if shown else None,
        "reasons": [words.message(m) for m in d.reasons] if shown else [],
        "luck": luck,
        "known": f"As {words.seat(d.seat)} knew: {d.known[d.seat]:.0%}",
        "plan": list(d.plan) if shown else [],
        "track": _track(d.action),
        "idea": _track(shown.action) if shown else None,
    }


def _track(action: str) -> str | None:
    kind, *rest = action.split()
    return rest[0] if kind == "claim" else None
