"""Playing games, and asking believers in the middle of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldenspike.boards.model import Board
from goldenspike.bots.beliefs.predictions import Believer, Loss, log_loss
from goldenspike.bots.registry import make_bot
from goldenspike.bots.safety import SeatedBot
from goldenspike.bots.stream import Stream
from goldenspike.game import Game


@dataclass(frozen=True, slots=True)
class BeliefScore:
    """The mean losses of a believer, with the standard errors of games (positions of one game are
    not independent)."""

    name: str
    hands: float
    hands_error: float
    tickets: float
    tickets_error: float
    positions: int

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object with a key for each field."""
        return {name: getattr(self, name) for name in self.__slots__}


def compare_beliefs(
    board: Board,
    players: int,
    believers: Sequence[Believer],
    games: int,
    *,
    bot: str = "planner",
    seed: int = 1,
    every: int = 10,
    kernel: str | None = "compiled",
    progress: Callable[[int, int], None] | None = None,
) -> list[BeliefScore]:
    """Let believers predict the next opponent's cards and tickets at every tenth decision.

    Games have the seeds from `seed` on, with the same bot in all seats; whoever is to act is asked.
    """
    found: list[list[Loss]] = [[] for _ in believers]
    positions = 0
    for number in range(games):
        game = Game(board, players, seed + number, kernel=kernel)
        seats = [
            SeatedBot(make_bot(bot), Stream(f"beliefs {seed + number} {p}")) for p in range(players)
        ]
        losses: list[list[Loss]] = [[] for _ in believers]
        while not game.over:
            view = game.view(game.seat)
            if len(game.actions) % every == every - 1:
                positions += 1
                opponent = (game.seat + 1) % players
                for believer, own in zip(believers, losses, strict=True):
                    prediction = believer.predict(view, opponent)
                    own.append(log_loss(prediction, game, view, opponent))
            game.play(seats[game.seat].decide(view).action)
        for own, all_games in zip(losses, found, strict=True):
            if own:
                all_games.append(
                    Loss(
                        float(np.mean([loss.hands for loss in own])),
                        float(np.mean([loss.tickets for loss in own])),
                    )
                )
        if progress:
            progress(number + 1, games)
    return [
        _score(believer.name, losses, positions)
        for believer, losses in zip(believers, found, strict=True)
    ]


def _score(name: str, losses: list[Loss], positions: int) -> BeliefScore:
    hands = np.array([loss.hands for loss in losses])
    tickets = np.array([loss.tickets for loss in losses])
    root = np.sqrt(max(1, len(losses)))
    return BeliefScore(
        name,
        round(float(hands.mean()), 4),
        round(float(hands.std() / root), 4),
        round(float(tickets.mean()), 4),
        round(float(tickets.std() / root), 4),
        positions,
    )
