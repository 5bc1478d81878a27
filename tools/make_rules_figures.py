"""Write `web/src/rules/figures.json`: the figures of the rules pages, from our boards.

python tools/make_rules_figures.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.boards.board_json import board_to_json

FILE = Path(__file__).parents[1] / "web" / "src" / "rules" / "figures.json"


def span(numbers: list[int]) -> str:
    """The least and the most of some numbers: 2–5, or one of them if there is no other."""
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least}–{most}"


def figures(name: str) -> dict[str, Any]:
    """What the texts about one board have in braces, and its points by length of a route."""
    board = board_to_json(gs.load_board(name))
    cards, deals, passengers = board["cards"], board["deals"], board["passengers"]
    colours = sorted({t["colour"] for t in board["tracks"]} - {"gray"})
    values = {
        "players": span([board["players"]["fewest"], board["players"]["most"]]),
        "trains": board["players"]["trains"],
        "first": deals["first"]["draw"],
        "keep": deals["first"]["keep"],
        "later": deals["later"]["draw"],
        "closed": span(board["rules"]["parallel_closed_for"]),
        "cards": len(colours) * cards["of_each_colour"] + cards["locomotives"],
        "colours": len(colours),
        "of_each": cards["of_each_colour"],
        "locomotives": cards["locomotives"],
    }
    for deck in board["ticket_decks"]:
        points = [ticket["points"] for ticket in board["tickets"] if ticket["deck"] == deck]
        values |= {f"{deck}_tickets": len(points), f"{deck}_points": span(points)}
    if passengers is not None:
        values["passengers"] = len(passengers["colours"]) * passengers["of_each_colour"]
        values["passenger_colours"] = len(passengers["colours"])
        values["passengers_of_each"] = passengers["of_each_colour"]
    texts = {key: str(value) for key, value in values.items()}
    return {"texts": texts, "points": dict(board["points"]["routes"])}


def text() -> str:
    """The file."""
    made = {name: figures(name) for name in ("usa", "germany", "nordic")}
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
