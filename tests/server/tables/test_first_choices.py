"""First tickets are chosen by all seats at the same time; they wait, stored and secret."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import goldenspike as gs
from goldenspike.server.app import Server
from goldenspike.server.protocol.messages import Move
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Clock
from goldenspike.server.storage import table_search
from goldenspike.server.storage.choices import ChoiceRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables.first_choices import Round
from goldenspike.server.tables.table import Table
from support.server.in_process import FakeSubscriber, opened, people, started, until


async def table_of(server: Server, seats: int = 3, **options: Any) -> tuple[Table, list[Any]]:
    """A running table with a socket at every seat, and a spectator's."""
    row = await started(server, await people(server, seats), **options)
    table = await server.tables.load(row.id)
    sockets = [FakeSubscriber(row.seats[seat].person, seat) for seat in range(seats)]
    for socket in (*sockets, watcher := FakeSubscriber()):
        socket.at(table)
        table._send_position(socket, None)  # type: ignore[arg-type]
    return table, [*sockets, watcher]


async def choose(table: Table, socket: Any, which: int = 0, on: int | None = None) -> str:
    action: str = socket.last("choices")["legal"][which]
    await table.move(socket, Move(f"{socket.seat}-{action}", table.n if on is None else on, action))
    return action


async def test_a_choice_waits_until_the_seats_before_have_chosen(db: str):
    async with opened(db) as server:
        table, (first, second, third, watcher) = await table_of(server)
        late = await choose(table, third, which=1)
        assert third.last("ack")["n"] == 3, "the number that it will get"
        assert third.last("choices") == {
            "type": "choices", "seats": [0, 1], "legal": [], "chosen": late,
        }  # fmt: skip
        assert table.n == 0
        for other in (first, second, watcher):
            told = other.last("choices")
            assert (told["seats"], told["chosen"]) == ([0, 1], None)
        early = await choose(table, first)
        assert table.n == 1
        middle = await choose(table, second, on=0)
        assert table.n == 3, "what waited is played at once"
        assert [text for _, text in table.started_game.actions] == [early, middle, late]
        assert third.last("choices") == {
            "type": "choices", "seats": [], "legal": [], "chosen": None,
        }  # fmt: skip
        stored = await server.journal.read(table.row.id)
        assert [(row.number, row.seat, row.by) for row in stored] == [
            (1, 0, "person"), (2, 1, "person"), (3, 2, "person"),
        ]  # fmt: skip


async def test_with_two_decks_mixes_and_tickets_are_chosen_so(db: str):
    async with opened(db) as server:
        table, sockets = await table_of(server, board="germany")
        for start in (0, 3):
            for seat in (2, 1):
                assert sockets[seat].last("choices")["legal"]
                await choose(table, sockets[seat])
            assert table.n == start
            assert sockets[0].last("choices")["seats"] == [0]
            await choose(table, sockets[0])
            assert table.n == start + 3
        game = table.started_game
        assert game.phase == "turn"
        again = gs.replay(game.record())
        assert again == game, "the record is in the order of the rules"


async def test_choices_survive_a_crash_and_are_not_made_twice(db: str):
    async with opened(db) as server:
        table, (_, second, third, _) = await table_of(server)
        chosen = await choose(table, third)
        await choose(table, second)
        table_id = table.row.id
    async with opened(db) as server:
        table = await server.tables.load(table_id)
        back = FakeSubscriber(table.row.seats[2].person, 2)
        back.at(table)
        table._send_position(back, None)  # type: ignore[arg-type]
        assert back.last("choices")["chosen"] == chosen
        await table.move(back, Move(f"2-{chosen}", 0, chosen))  # type: ignore[arg-type]
        assert back.last("ack")["n"] == 3
        legal = str(table.started_game.legal()[0])
        await table.play(0, legal, 0, "bot")
        assert table.n == 3


async def test_a_choice_whose_turn_has_come_is_played_after_a_crash(db: str):
    """The process died after the first seat's action, before what waited was played."""
    async with opened(db) as server:
        table, (first, second, _, _) = await table_of(server)
        await choose(table, second)
        table._play_waiting = lambda: _nothing()  # type: ignore[method-assign]
        await choose(table, first)
        table_id = table.row.id
    async with opened(db) as server:
        async with server.database.read() as connection:
            assert table_id in await table_search.due(connection, 0)
        await server.sweep.run()
        assert server.tables.loaded[table_id].n == 2


async def _nothing() -> None:
    pass


async def test_a_seat_chooses_once_and_what_is_legal(db: str):
    async with opened(db) as server:
        table, (_, second, _, _) = await table_of(server)
        with pytest.raises(Refusal) as refused:
            await table.move(second, Move("a", 0, "keep nowhere-never"))
        assert refused.value.code == "illegal"
        with pytest.raises(Refusal) as refused:
            await table.move(second, Move("b", 0, "draw deck"))
        assert refused.value.code == "illegal"
        options = second.last("choices")["legal"]
        await choose(table, second)
        with pytest.raises(Refusal) as refused:
            await table.move(second, Move("c", 0, options[1]))
        assert refused.value.code == "not_your_turn"


async def any_choice(_level: str, view: gs.View, _table: str, _owner: str) -> str:
    return str(view.legal()[-1])


async def test_bots_choose_at_once(db: str):
    async with opened(db) as server:
        server.bots.choose = any_choice  # type: ignore[method-assign]
        row = await started(server, await people(server, 1), bots=2)
        table = await server.tables.load(row.id)
        await until(lambda: table._first.round and len(table._first.round.waiting) == 2)
        assert table.n == 0
        await table.play(0, str(table.started_game.legal()[0]), 0, "bot")
        assert table.n >= 3


async def test_each_seat_has_its_own_clock_from_the_start(file: str):
    async with opened(file) as server:
        table, (first, second, _, _) = await table_of(server, clock=Clock("seconds", 3600))
        before = table.clock.state()
        assert before is not None
        table._first.round.since -= 1000  # type: ignore[union-attr]
        await choose(table, first)
        after = table.clock.state()
        assert after is not None
        assert after.deadline == before.deadline - 1000
        assert after.seat == 1
        await choose(table, second)
        assert table.deciding == [2]


async def test_whoever_does_not_choose_in_time_is_chosen_for(file: str):
    async with opened(file) as server:
        server.bots.choose = any_choice  # type: ignore[method-assign]
        table, (_, second, *_) = await table_of(server, clock=Clock("seconds", 5))
        await choose(table, second)
        table._first.round.since = milliseconds() - 60_000  # type: ignore[union-attr]
        table.clock.schedule()
        await until(lambda: table.n == 3)
        stored = await server.journal.read(table.row.id)
        assert [row.by for row in stored] == ["stand_in", "person", "stand_in"]


@pytest.mark.parametrize(("board", "players"), [("usa", 4), ("germany", 3), ("nordic", 3)])
def test_what_is_told_does_not_depend_on_hidden_things_or_others_choices(board: str, players: int):
    """The same message when all that is hidden from a seat is resampled, waiting choices too."""
    source = random.Random(7)
    for deal in range(12):
        game = gs.Game(board, players, seed=deal)
        rounds = len(game.board.ticket_decks)
        for _ in range(rounds):
            chosen = [seat for seat in range(players) if source.random() < 0.5]
            for viewer in (*range(players), None):
                texts = set()
                for world in range(4):
                    other = game if world == 0 else game.resample(viewer, seed=world)
                    choosing = Round(other, 0, 0)
                    for seat in chosen:
                        if seat == viewer:
                            action = str(Round(game, 0, 0).decision_view(seat).legal()[0])
                        else:
                            action = str(source.choice(choosing.decision_view(seat).legal()))
                        number = choosing.number_of(seat)
                        row = ChoiceRow("t", number, seat, action, f"{seat}", "person", world)
                        choosing.waiting[number] = row
                    texts.add(msgspec.json.encode(choosing.message(viewer, 0)))
                assert len(texts) == 1, (viewer, texts)
            for _ in range(players):
                game.play(source.choice(game.legal()))


def test_a_bot_is_asked_with_what_its_seat_knows():
    for seed in range(5):
        game = gs.Game("usa", 4, seed=seed)
        choosing = Round(game, 0, 0)
        for seat in range(4):
            view = choosing.decision_view(seat)
            other = Round(game.resample(seat, seed=9), 0, 0).decision_view(seat)
            assert view == other
            assert view.to_act
            end = view.resample(1)
            while not end.over:
                end.play(end.legal()[0])
