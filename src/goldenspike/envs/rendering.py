"""Rendering the table as a spectator sees it: as text, or as an array of pixels."""

from __future__ import annotations

from typing import Any

from goldenspike.envs.coded_game import CodedGame
from goldenspike.errors import InputError

RENDER_MODES = ("human", "ansi", "rgb_array")


def check_render_mode(mode: str | None) -> str | None:
    """Return a valid render mode or None; `InputError` otherwise."""
    if mode is not None and mode not in RENDER_MODES:
        raise InputError(f"render_mode is one of {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode


def render_table(table: CodedGame, mode: str | None) -> Any:
    """Print the table (`human`), or return it as text (`ansi`) or as pixels (`rgb_array`)."""
    if mode is None:
        modes = ", ".join(RENDER_MODES)
        raise InputError(f"nothing to render: make the environment with a render_mode ({modes})")
    if mode == "rgb_array":
        table.check_started()
        return table.game().picture().rgb_array()
    text = table_text(table)
    if mode == "human":
        print(text)
        return None
    return text


def table_text(table: CodedGame) -> str:
    """Return a few lines of what everybody at the table sees."""
    seen = table.view(-1).to_json()
    market = " ".join(card or "-" for card in seen["market"])
    decks = ", ".join(f"{name} {n}" for name, n in seen["ticket_decks"].items())
    lines = [
        f"{table.layout.board.name}: seat {seen['turn']} to act, phase {seen['phase']}",
        f"market: {market}; deck {seen['deck']}; tickets: {decks}",
    ]
    for p, seat in enumerate(seen["seats"]):
        tracks = [name for name, owner in seen["routes"].items() if owner == p]
        tickets = sum(seat["ticket_counts"].values())
        lines.append(
            f"seat {p}: {seat['route_points']} points, {seat['trains']} trains, "
            f"{seat['card_count']} cards, {tickets} tickets, {len(tracks)} tracks"
        )
    if table.over:
        lines += [
            f"seat {p}: {row[8]} in all, rank {row[9]}" for p, row in enumerate(table.scores())
        ]
    return "\n".join(lines)
