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

import pytest

import goldenspike as gs
from goldenspike.server.views import client_view
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


@pytest.mark.parametrize(("board", "players"), [("usa", 3), ("germany", 2), ("nordic", 3)])
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
        before = client_view.view_of(game, viewer)
        assert kept.told(viewer, "snapshot") == [client_view.snapshot_text(0, before, None)]
        for n, action in enumerate(kept.actions, 1):
            last = game.copy()
            event = game.play(action)
            after = client_view.view_of(game, viewer)
            text = client_view.event_text(before, after, event, viewer, n, "person", None)
            assert text == events[n - 1], "the socket sent what the view says, to the byte"
            if not game.over and source.random() < 0.34:
                other = elsewhere(
                    last, viewer, action, event, game.position(), source.getrandbits(60)
                )
                same = client_view.view_of(other, viewer)
                assert same == before
                choice = translated(last, other, viewer, action)
                told = other.play(choice)
                again = client_view.event_text(
                    same, client_view.view_of(other, viewer), told, viewer, n, "person", None
                )
                own_offer = event.seen_by(viewer).get("offer", [])
                assert masked(again, told.seen_by(viewer).get("offer", [])) == masked(
                    text, own_offer
                ), f"step {n}, {action!r} seen by {viewer}"
                compared += 1
            before = after
    assert compared > 50


def masked(text: str, offer: list[str]) -> str:
    """One's own new tickets are chance, not a secret of others: name them by their place."""
    for place, ticket in enumerate(offer):
        text = re.sub(rf"(?<![\w-]){re.escape(ticket)}(?![\w-])", f"T{place}", text)
    return text


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
            for nonsense in ("claim boston-miami:red 9red", "keep everything", "draw purple"):
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
