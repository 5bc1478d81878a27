"""Events in English, for the terminal's log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from goldenspike.boards.model import Board
from goldenspike.cli.terminal.looks import cards_text, seat_text


def event_text(board: Board, seen: Mapping[str, Any], names: Sequence[str]) -> Text:
    """One event as its viewer may tell it."""
    line = seat_text(seen["seat"], names[seen["seat"]])
    line.append(" ")
    line.append(_deed(board, seen))
    if "claimed" in seen:
        line.append(f": {track_name(board, seen['claimed'])} is theirs, +{seen['points']} points")
    elif "revealed" in seen:
        line.append(f"; turned up: {', '.join(seen['revealed'])}, extra {seen['extra']}")
    for taken in seen.get("taken", ()):
        line.append(f", {taken['colour']} passenger from {taken['place']}")
    if "market_cleared" in seen:
        line.append("; three locomotives cleared the market", style="dim")
    if seen.get("last_round"):
        line.append("  The last round begins!", style="bold red")
    return line


def _deed(board: Board, seen: Mapping[str, Any]) -> Text:
    kind = seen["kind"]
    if kind == "draw":
        if "card" in seen:
            source = "from the deck" if seen["from"] == "deck" else "face up"
            return Text.assemble("takes ", cards_text({seen["card"]: 1}), f" {source}")
        return Text("draws from the deck")
    if kind == "tickets":
        return Text(f"draws tickets ({_counts(seen['counts'])})")
    if kind == "keep":
        return Text(f"keeps {_counts(seen['kept'])} of the tickets")
    if kind == "claim":
        track = track_name(board, seen["track"])
        return Text.assemble(f"lays for {track} ", cards_text(seen.get("spent", seen["laid"])))
    if kind == "give":
        return Text.assemble("gives ", cards_text({seen["card"]: 1}))
    if kind == "pay":
        return Text.assemble("pays the tunnel's extra ", cards_text(seen["paid"]))
    if kind == "withdraw":
        return Text("withdraws from the tunnel")
    if kind == "take":
        return Text(f"takes the {seen['colour']} passenger from {seen['place']}")
    return Text("has nothing to do and passes")


def _counts(counts: Mapping[str, int]) -> str:
    if len(counts) == 1:
        return str(sum(counts.values()))
    return ", ".join(f"{n} {deck}" for deck, n in counts.items())


def track_name(board: Board, track_id: str) -> str:
    """`Atlanta – Miami (5 blue)`."""
    track = next(track for track in board.tracks if track.id == track_id)
    ends = f"{board.places[track.a].name} – {board.places[track.b].name}"
    kind = "" if track.kind == "train" else f" {track.kind}"
    return f"{ends} ({track.length} {track.colour}{kind})"
