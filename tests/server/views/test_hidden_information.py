"""What a seat receives does not depend on anything that is hidden from it.

Whole games are played over real sockets and every byte to every seat and to a spectator is kept.
Then every message is made again in other worlds, in which hands, tickets, deck order and seed are
exchanged for others that look the same to that seat: the bytes must be the same.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import goldenspike as gs
from goldenspike.server.protocol import merge_patch
from goldenspike.server.views import client_view
from goldenspike.server.views.choice_views import choices_message
from goldenspike.server.views.client_view import TableViews
from support.server.client import Seat, hasty, new_table
from support.server.process import ServerProcess
from support.server.resampled_games import elsewhere, translated


class Kept:
    """A finished game with everything that was sent about it."""

    def __init__(self, table: dict[str, Any], record: Any, actions: list[str]) -> None:
        self.table, self.record, self.actions = table, record, actions
        self.received: dict[int | None, list[str]] = {}

    def begin(self) -> Any:
        return gs.Game(
            self.table["board"],
            players=len(self.table["seats"]),
            seed=int(self.record["seed"], 16) if isinstance(self.record["seed"], str)
            else self.record["seed"],
            first=self.table["first"],
        )  # fmt: skip

    def told(self, viewer: int | None, kind: str) -> list[str]:
        start = f'{{"type":"{kind}"'
        return [text for text in self.received[viewer] if text.startswith(start)]


async def play(base: str, board: str, players: int, seed: int) -> Kept:
    table, people = await new_table(base, players, board=board)
    seats = [await Seat(base, table, p.token, i).open() for i, p in enumerate(people)]
    watcher = await Seat(base, table, None, None).open()
    for seat in (*seats, watcher):
        await seat.until("presence")
    source = random.Random(seed)

    async def watch() -> None:
        while watcher.result is None:
            await watcher.receive()

    await asyncio.gather(watch(), *(seat.play_on(source, choose=hasty) for seat in seats))
    result = await people[0].get(f"/api/tables/{table}/result")
    replay = await people[0].get(f"/api/tables/{table}/replay")
    kept = Kept(result["table"], {"seed": result["seed"]}, [s["action"] for s in replay["steps"]])
    kept.received = {seat.seat: seat.received for seat in seats} | {None: watcher.received}
    return kept


@pytest.mark.parametrize(
    ("board", "players"),
    [pytest.param("usa", 3, marks=pytest.mark.wide), ("germany", 2), ("nordic", 3)],
)
async def test_every_byte_is_the_same_when_hidden_things_are_resampled(
    base: str, board: str, players: int
):
    kept = await play(base, board, players, seed=11)
    source = random.Random(5)
    compared = 0
    for viewer in (*range(players), None):
        events = kept.told(viewer, "event")
        assert len(events) == len(kept.actions)
        game = kept.begin()
        views = TableViews()
        assert kept.told(viewer, "snapshot") == views.texts_since(None, game, 0, viewer, None)[:1]
        for n, action in enumerate(kept.actions, 1):
            last = game.copy()
            event = game.play(action)
            [text] = views.advance(game, n, event, "person", None).values()
            assert text == events[n - 1], "the socket sent what the views say, to the byte"
            assert json.loads(text) == in_full(last, game, event, viewer, n)
            if not game.over and source.random() < 0.34:
                other = elsewhere(
                    last, viewer, action, event, game.position(), source.getrandbits(60)
                )
                assert client_view.view_of(other, viewer) == client_view.view_of(last, viewer)
                views_there = views_at(other, n - 1, viewer)
                told = other.play(translated(last, other, viewer, action))
                [again] = views_there.advance(other, n, told, "person", None).values()
                own_offer = event.seen_by(viewer).get("offer", [])
                assert masked(again, told.seen_by(viewer).get("offer", [])) == masked(
                    text, own_offer
                ), f"step {n}, {action!r} seen by {viewer}"
                compared += 1
    assert compared > 50


@pytest.mark.parametrize(("board", "players"), [("usa", 3), ("germany", 2)])
async def test_first_tickets_that_wait_are_told_to_nobody(base: str, board: str, players: int):
    """Each message is made again from what its seat knows, in worlds with other tickets."""
    kept = await play(base, board, players, seed=12)
    rounds = [kept.begin()]
    for start in range(0, players * len(rounds[0].board.ticket_decks), players):
        rounds.append(rounds[-1].copy())
        for action in kept.actions[start : start + players]:
            rounds[-1].play(action)

    def chosen_by(seat: int | None) -> list[str]:
        seats = [step for game in rounds[1:] for step in game.actions]
        return [action for actor, action in seats if actor == seat]

    compared = 0
    for viewer in (*range(players), None):
        for text in kept.told(viewer, "choices"):
            told = json.loads(text)
            left, chosen = told["seats"], told["chosen"]
            assert viewer is not None or chosen is None
            assert chosen is None or viewer not in left
            assert chosen is None or chosen in chosen_by(viewer)
            worlds = [
                choices_message(game.resample(viewer, seed=seed), viewer, left, chosen)
                for game in rounds[:-1]
                for seed in (1, 2)
            ]
            same = [msgspec.json.encode(message).decode() == text for message in worlds]
            assert any(same[i] and same[i + 1] for i in range(0, len(same), 2))
            compared += 1
    assert compared >= players * 2


def in_full(
    last: gs.Game, game: gs.Game, event: gs.Event, viewer: int | None, n: int
) -> dict[str, Any]:
    """The message about an action, made from the whole views before and after it."""
    before, after = last.view(viewer), game.view(viewer)
    return {
        "type": "event",
        "n": n,
        "event": event.seen_by(viewer),
        "patch": merge_patch.diff(before.to_json(), after.to_json()),
        "by": "person",
        "clock": None,
        "hints": merge_patch.diff(before.hints(), after.hints()) or None,
    }


def views_at(game: gs.Game, n: int, viewer: int | None) -> TableViews:
    """The views of a table whose game is at number `n`."""
    views = TableViews()
    views.texts_since(None, game, n, viewer, None)
    return views


def masked(text: str, offer: list[str]) -> str:
    """One's own new tickets are chance, not a secret of others: name them by their place.

    Those that one returned before stay: late in a game they may be offered again.
    """
    parts = re.split(r'("returned":\[[^\]]*\])', text)
    for place, ticket in enumerate(offer):
        named = re.compile(rf"(?<![\w-]){re.escape(ticket)}(?![\w-])")
        parts[::2] = [named.sub(f"T{place}", part) for part in parts[::2]]
    return "".join(parts)


async def test_no_message_of_a_running_game_names_the_seed(base: str):
    kept = await play(base, "usa", 2, seed=3)
    seed = kept.record["seed"]
    for viewer, heard in kept.received.items():
        for text in heard:
            if not text.startswith(('{"type":"finished"', '{"type":"table"')):
                assert seed not in text, viewer
        running = [t for t in heard if json.loads(t)["type"] != "finished"]
        assert not any(seed in t for t in running)


async def test_what_opponents_and_spectators_get_has_no_hidden_field(base: str):
    kept = await play(base, "germany", 3, seed=4)
    for viewer in (0, None):
        game = kept.begin()
        for action in kept.actions:
            game.play(action)
            if game.over:
                break
            view = game.view(viewer).to_json()
            for number, seat in enumerate(view["seats"]):
                own = {"cards", "tickets", "offer", "returned"} & set(seat)
                assert bool(own) == (number == viewer)
            assert "rng" not in view
            assert isinstance(view["deck"], int)


async def test_logs_and_errors_of_a_running_game_hold_nothing_hidden(tmp_path: Path):
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, LOG="debug") as server:
        table, people = await new_table(server.base, 2)
        seats = [await Seat(server.base, table, p.token, i).open() for i, p in enumerate(people)]
        for seat in seats:
            await seat.until("presence")
        source = random.Random(8)
        for _ in range(60):
            for seat in seats:
                while seat.n != max(s.n or 0 for s in seats):
                    await seat.receive()
            mover = next(s for s in seats if s.to_act)
            other = next(s for s in seats if s is not mover)
            assert mover.view is not None
            # A refusal repeats what was asked for, so nothing here has the name of a ticket.
            for nonsense in ("claim here-there:red 9red", "keep everything", "draw purple"):
                await other.move(nonsense)
                await other.until("refused")
            await mover.move(source.choice(mover.view["legal"]))
            while mover.waiting:
                await mover.receive()
        log = server.log()
        board = gs.load_board("usa")
        assert not [t.id for t in board.tickets if t.id in log]
        for word in ("draw ", "keep ", "claim ", "locomotive", "purple", "cards", "token"):
            assert word not in log
        for person in people:
            assert str(person.token).split(".")[1] not in log
        hands = [set(s.view["seats"][s.seat]["tickets"]) for s in seats if s.view is not None]
        for seat, foreign in ((seats[0], hands[1]), (seats[1], hands[0])):
            refused = " ".join(json.dumps(r) for r in seat.refusals)
            assert not [t for t in foreign if t in refused]
