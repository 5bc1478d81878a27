"""Make `src/goldenspike/server/tables/lessons.json`: the prepared deals of the lessons.

    python tools/make_lessons.py

A lesson is a board, a seed, the moves before it begins, and the moves that it teaches, of the
learner (seat 0) and of the bot. Seeds are tried in order, so the file is the same every time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.bots import Stream, decide, make_bot

FILE = Path(__file__).parents[1] / "src" / "goldenspike" / "server" / "tables" / "lessons.json"
Moves = list[tuple[int, str]]


class Deal:
    """A game that remembers who made which move."""

    def __init__(self, board: str, seed: int) -> None:
        self.board, self.seed = board, seed
        self.game = gs.Game(board, players=2, seed=seed, first=0)
        self.moves: Moves = []

    def play(self, action: str) -> gs.Event:
        """Play a move of the seat to act."""
        seat = self.game.seat
        event = self.game.play(action)
        self.moves.append((seat, str(event.action)))
        return event

    def legal(self, start: str = "") -> list[str]:
        """The legal moves that begin like this."""
        return [str(a) for a in self.game.legal() if str(a).startswith(start)]

    def mine(self) -> dict[str, Any]:
        """What the seat to act sees of itself."""
        shown: dict[str, Any] = self.game.view(self.game.seat).to_json()["seats"][self.game.seat]
        return shown

    def cards(self) -> dict[str, int]:
        """The hand of the seat to act."""
        return dict(self.mine()["cards"])

    def market(self) -> list[str]:
        """The cards that are face up."""
        return [c for c in self.game.view(0).to_json()["market"] if c]

    def first_tickets(self) -> None:
        """Both seats keep two tickets; with two decks they draw two of each."""
        while (mix := self.legal("tickets ")) and self.game.phase != "turn":
            self.play(next((m for m in mix if "2short+2long" in m), mix[0]))
        while self.game.phase == "keep":
            self.play(self.legal("keep ")[0])
            while self.game.phase != "turn" and (mix := self.legal("tickets ")):
                self.play(next((m for m in mix if "2short+2long" in m), mix[0]))

    def draw_turn(self, colour: str | None = None) -> None:
        """Draw two cards, of a colour if it is face up."""
        for _ in range(2):
            wanted = f"draw {colour}" if colour else "draw deck"
            self.play(wanted if self.legal(wanted) else "draw deck")


def lesson(deal: Deal, before: int) -> dict[str, Any]:
    """What is stored: the first `before` moves are made before the lesson begins."""
    return {
        "board": deal.board,
        "seed": deal.seed,
        "before": deal.moves[:before],
        "moves": deal.moves[before:],
    }


def first_game() -> dict[str, Any]:
    """Tickets, cards, a claim, a double route, a ticket completed, more tickets."""
    for seed in range(1, 100_000):
        deal = Deal("usa", seed)
        if "denver-el_paso" not in deal.mine()["offer"]:
            continue
        other = next(t for t in deal.mine()["offer"] if t != "denver-el_paso")
        keep = [m for m in deal.legal("keep ") if "denver-el_paso" in m and other in m]
        deal.play(min(keep, key=len))
        deal.play(deal.legal("keep ")[0])
        hand, market = deal.cards(), deal.market()
        pair = next((c for c in market if hand.get(c) == 1), None)
        if pair is None or hand.get("locomotive") or market.count(pair) != 1:
            continue
        deal.play(f"draw {pair}")
        deal.play("draw deck")
        deal.draw_turn()
        claims = deal.legal("claim denver-santa_fe:gray ")
        if len(claims) != 2 or any("locomotive" in c for c in claims):
            continue
        deal.play(next(c for c in claims if pair in c))
        single = deal.legal("claim dallas-houston:gray 1")
        deal.play(next(c for c in single if "locomotive" not in c))
        if deal.game.seat != 0 or len(deal.legal("claim el_paso-santa_fe:gray ")) != 1:
            continue
        deal.play(deal.legal("claim el_paso-santa_fe:gray ")[0])
        deal.draw_turn()
        deal.play("tickets")
        deal.play(deal.legal("keep ")[0])
        return lesson(deal, 0)
    raise SystemExit("first game: no seed")


def last_round() -> dict[str, Any]:
    """The last turns of a game: the last round begins, a ticket is completed, the score."""
    bot = make_bot("planner")
    for seed in range(1, 300):
        deal = Deal("usa", seed)
        while not deal.game.over:
            if deal.game.phase == "turn" and deal.game.seat == 0:
                found = _ending(deal)
                if found is not None:
                    return lesson(found, len(deal.moves))
            deal.play(str(decide(bot, deal.game.view(deal.game.seat), Stream(f"{seed}")).action))
    raise SystemExit("last round: no seed")


def _ending(deal: Deal) -> Deal | None:
    """From here: a claim that begins the last round, and one that completes a ticket, the last."""
    seats = deal.game.view(0).to_json()["seats"]
    if (
        not 3 <= seats[0]["trains"] <= 8
        or seats[1]["trains"] < 5
        or sum(deal.cards().values()) > 14
    ):
        return None
    made = deal.game.scores()[0].tickets_made
    for first in deal.legal("claim "):
        if "locomotive" in first:
            continue
        after = _copy(deal)
        after.play(first)
        if (
            after.game.position()["last_turns"] is None
            or after.game.scores()[0].tickets_made != made
        ):
            continue
        after.draw_turn()
        for last in after.legal("claim "):
            end = _copy(after)
            end.play(last)
            scores = end.game.scores()
            if scores[0].tickets_made > made and end.game.over and scores[0].rank == 1:
                return end
    return None


def _copy(deal: Deal) -> Deal:
    twin = Deal.__new__(Deal)
    twin.board, twin.seed = deal.board, deal.seed
    twin.game, twin.moves = deal.game.copy(), list(deal.moves)
    return twin


def collecting(board: str, colour: str | None) -> Iterator[Deal]:
    """Deals in which the learner has drawn cards for a while, always on the learner's turn."""
    for seed in range(1, 2000):
        deal = Deal(board, seed)
        deal.first_tickets()
        for _ in range(12):
            yield deal
            deal.draw_turn(colour)
            deal.draw_turn()


def passengers() -> dict[str, Any]:
    """Germany: a route whose two places both offer a choice of passengers."""
    for deal in collecting("germany", None):
        for claim in deal.legal("claim "):
            track = claim.split()[1]
            if "locomotive" in claim or claim != deal.legal(f"claim {track} ")[0]:
                continue
            then = _copy(deal)
            then.play(claim)
            if then.game.phase != "passenger" or len(then.legal("take ")) < 2:
                continue
            then.play(then.legal("take ")[0])
            if then.game.seat == 0 and len(then.legal("take ")) >= 2:
                then.play(then.legal("take ")[0])
                return lesson(then, len(deal.moves))
    raise SystemExit("passengers: no seed")


def ferry() -> dict[str, Any]:
    """Nordic: a ferry of two locomotives, one of them paid with three other cards."""
    track = "helsinki-stockholm:gray"
    for deal in collecting("nordic", None):
        claims = [c for c in deal.legal(f"claim {track} ") if c.endswith("+1locomotive+3any")]
        if deal.cards().get("locomotive") == 1 and claims and sum(deal.cards().values()) <= 10:
            then = _copy(deal)
            then.play(claims[0])
            while then.game.phase == "give":
                then.play(then.legal("give ")[0])
            return lesson(then, len(deal.moves))
    raise SystemExit("ferry: no seed")


def tunnel() -> dict[str, Any]:
    """Nordic: a tunnel that costs one more card, which the learner has."""
    for deal in collecting("nordic", None):
        for claim in deal.legal("claim "):
            then = _copy(deal)
            if "locomotive" in claim or " 1" in claim or sum(deal.cards().values()) > 10:
                continue
            then.play(claim)
            pays = then.legal("pay ") if then.game.phase == "tunnel" else []
            if pays and claim == deal.legal(f"claim {claim.split()[1]} ")[0]:
                then.play(pays[0])
                return lesson(then, len(deal.moves))
    raise SystemExit("tunnel: no seed")


def lieksa() -> dict[str, Any]:
    """Nordic: the long way to Lieksa, with four cards for each that is missing."""
    for deal in collecting("nordic", "green"):
        claims = deal.legal("claim lieksa-murmansk:gray 7green+8any")
        if claims and sum(deal.cards().values()) <= 18:
            then = _copy(deal)
            then.play(claims[0])
            while then.game.phase == "give":
                then.play(then.legal("give ")[0])
            return lesson(then, len(deal.moves))
    raise SystemExit("lieksa: no seed")


LESSONS = {
    "first_game": first_game,
    "last_round": last_round,
    "passengers": passengers,
    "ferry": ferry,
    "tunnel": tunnel,
    "lieksa": lieksa,
}

if __name__ == "__main__":
    made = {name: make() for name, make in LESSONS.items()}
    lines = [
        f'"{name}": {{\n  "board": "{one["board"]}", "seed": {one["seed"]},\n'
        + ",\n".join(
            f'  "{part}": [\n'
            + ",\n".join(f"    {json.dumps(move)}" for move in one[part])
            + ("\n  ]" if one[part] else "  ]")
            for part in ("before", "moves")
        )
        + "\n}"
        for name, one in made.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print({name: (one["seed"], len(one["before"])) for name, one in made.items()})
