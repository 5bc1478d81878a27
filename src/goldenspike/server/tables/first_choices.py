"""First tickets, chosen by all seats at the same time.

The rules have seats decide one after the other, and so do records: a choice that is made before its
turn waits, stored and secret, and is played when the seats before have chosen. With two ticket
decks there are two rounds of it: what each seat draws, then what it keeps (G-TICK-1).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import goldenspike as gs
from goldenspike.server.protocol.messages import By, Choices
from goldenspike.server.storage.choices import ChoiceRow, ChoiceStore
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.views.choice_views import check_choice, choices_message, choosing_view


@dataclass(slots=True)
class Round:
    """One round of first choices at a table."""

    game: gs.Game
    """The game as it was when the round began."""
    after: int
    """Number of the last action before the round."""
    since: int
    """When it began."""
    waiting: dict[int, ChoiceRow] = field(default_factory=dict)
    """By number: choices that wait for their turn."""
    offered: dict[int, list[str]] = field(default_factory=dict)
    """By seat: what it may choose, which stays the same; as far as it was asked for."""

    def number_of(self, seat: int) -> int:
        """The number that a seat's choice gets."""
        return self.after + 1 + (seat - self.game.seat) % self.game.players

    def to_choose(self, n: int) -> list[int]:
        """Seats that have not chosen when the last action played has number `n`."""
        return [
            seat
            for seat in range(self.game.players)
            if self.number_of(seat) > n and self.number_of(seat) not in self.waiting
        ]

    def may_choose(self, seat: int, on: int, n: int) -> bool:
        """Whether a seat may choose now that saw number `on` when it decided.

        Others may choose at the same moment: that makes nobody's choice stale.
        """
        return self.after <= on <= n and seat in self.to_choose(n)

    def decision_view(self, seat: int) -> gs.View:
        """What a seat chooses from: its view at the beginning of the round, as if on its turn."""
        return choosing_view(self.game, seat)

    def message(self, seat: int | None, n: int) -> Choices:
        """What a seat or a spectator is told: who has to choose, and of its own choice all."""
        own = None if seat is None else self.waiting.get(self.number_of(seat))
        chosen = None if own is None else own.action
        return choices_message(self.game, seat, self.to_choose(n), chosen, self.offered)


class FirstChoices:
    """The first choices at one table."""

    def __init__(self, store: ChoiceStore, table_id: str) -> None:
        self._store = store
        self._table_id = table_id
        self.round: Round | None = None
        """None before the start, and once first tickets are chosen."""

    def advance(self, game: gs.Game, n: int, at: int) -> None:
        """Action `n` was played at this time; 0 is the start."""
        announced = len(game.board.ticket_decks) > 1 and not game.board.first_deal.mix
        if n >= (2 if announced else 1) * game.players:
            self.round = None
        elif n % game.players == 0:
            begins = game.phase == "keep" and bool(game.state.first_deal)
            self.round = Round(game.copy(), n, at) if begins else None

    async def load(self) -> dict[tuple[int, str], int]:
        """Read the choices that wait in this round; returns their numbers by seat and id."""
        choosing = self.round
        if choosing is None:
            return {}
        last = choosing.after + choosing.game.players
        stored = await self._store.read(self._table_id)
        choosing.waiting = {c.number: c for c in stored if choosing.after < c.number <= last}
        return {(c.seat, c.move_id): c.number for c in stored if c.move_id is not None}

    async def keep(self, seat: int, action: str, move_id: str | None, by: By) -> int | None:
        """Store a choice that has to wait; its number, or None if the seat has chosen already."""
        choosing = self.round
        assert choosing is not None, "first tickets are chosen"
        check_choice(choosing.game, seat, action)
        number = choosing.number_of(seat)
        row = ChoiceRow(self._table_id, number, seat, action, move_id, by, milliseconds())
        if not await self._store.store(row):
            return None
        choosing.waiting[number] = row
        return number

    async def drop(self, row: ChoiceRow) -> None:
        """Remove a choice that cannot be played after all."""
        if self.round is not None:
            self.round.waiting.pop(row.number, None)
        await self._store.remove(row)

    def message(self, seat: int | None, n: int) -> Choices:
        """What a viewer is told about them after action `n`."""
        return Choices([], [], None) if self.round is None else self.round.message(seat, n)

    def next(self, n: int) -> ChoiceRow | None:
        """The choice to be played after action `n`, if it has been made."""
        return None if self.round is None else self.round.waiting.get(n + 1)
