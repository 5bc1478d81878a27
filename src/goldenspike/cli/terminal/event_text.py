"""Events as English text, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from goldenspike.boards.model import Board
from goldenspike.cli.board_tables import costs_text
from goldenspike.cli.terminal.styles import cards_text, seat_text

YOU = "you"
"""The name of the only person at the terminal; verbs after it have no s: "you take"."""


def event_text(board: Board, seen: Mapping[str, Any], names: Sequence[str]) -> Text:
    """Describe an event, as far as `seen`, what its viewer is told, allows."""
    name = names[seen["seat"]]
    line = seat_text(seen["seat"], name)
    line.append(" ")
    line.append(_action_text(board, seen, name == YOU))
    if "claimed" in seen:
        whose = "yours" if name == YOU else "theirs"
        line.append(f": {track_name(board, seen['claimed'])} is {whose}, +{seen['points']} points")
        if "toll" in seen:
            line.append(f", toll {seen['toll']}")
    elif "revealed" in seen:
        line.append(f"; turned up: {', '.join(seen['revealed'])}, extra {seen['extra']}")
    for taken in seen.get("taken", ()):
        line.append(f", {taken['colour']} passenger from {place_name(board, taken['place'])}")
    if "share" in seen and seen["kind"] != "share":
        line.append(f", share of {company_name(board, seen['share'])}")
    if "market_cleared" in seen:
        number = board.locomotives_clear_market
        line.append(f"; {number} locomotives cleared the market", style="dim")
    if seen.get("last_round"):
        line.append("  The last round begins!", style="bold red")
    return line


def _action_text(board: Board, seen: Mapping[str, Any], by_you: bool) -> Text:
    kind = seen["kind"]
    s = "" if by_you else "s"
    if kind == "draw":
        if "card" in seen:
            source = "from the deck" if seen["from"] == "deck" else "face up"
            return Text.assemble(f"take{s} ", cards_text({seen["card"]: 1}), f" {source}")
        return Text(f"draw{s} from the deck")
    if kind == "tickets":
        return Text(f"draw{s} tickets ({_counts(seen['counts'])})")
    if kind == "keep":
        return Text(f"keep{s} {_counts(seen['kept'])} of the tickets")
    if kind == "claim":
        track = track_name(board, seen["track"])
        return Text.assemble(f"lay{s} for {track} ", cards_text(seen.get("spent", seen["laid"])))
    if kind == "station":
        place = place_name(board, seen["place"])
        return Text.assemble(f"build{s} a station in {place} for ", cards_text(seen["spent"]))
    if kind == "give":
        return Text.assemble(f"give{s} ", cards_text({seen["card"]: 1}))
    if kind == "pay":
        return Text.assemble(f"pay{s} the tunnel's extra ", cards_text(seen["paid"]))
    if kind == "withdraw":
        return Text(f"withdraw{s} from the tunnel")
    if kind == "take":
        place = place_name(board, seen["place"])
        return Text(f"take{s} the {seen['colour']} passenger from {place}")
    if kind == "share":
        return Text(f"take{s} a share of {company_name(board, seen['share'])}")
    return Text(f"{'have' if by_you else 'has'} nothing to do and pass{'' if by_you else 'es'}")


def _counts(counts: Mapping[str, int]) -> str:
    if len(counts) == 1:
        return str(sum(counts.values()))
    return ", ".join(f"{n} {deck}" for deck, n in counts.items())


def place_name(board: Board, place_id: str) -> str:
    """Return the name of a place: `Düsseldorf` for `duesseldorf`."""
    return next(place.name for place in board.places if place.id == place_id)


def company_name(board: Board, company_id: str) -> str:
    """Return the name of a company."""
    return next(company.name for company in board.companies if company.id == company_id)


def track_name(board: Board, track_id: str) -> str:
    """Return the name of a track: `Atlanta – Miami (5 blue)`."""
    track = next(track for track in board.tracks if track.id == track_id)
    ends = f"{board.places[track.a].name} – {board.places[track.b].name}"
    kind = "" if track.kind == "train" else f" {track.kind}"
    return f"{ends} ({track.length} {track.colour}{kind}{costs_text(board, track)})"
