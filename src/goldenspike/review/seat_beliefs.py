"""What everybody could think of the tickets of seats during a game, against what they held."""

from __future__ import annotations

from goldenspike.bots.beliefs.baselines import TicketsByBuilds
from goldenspike.bots.beliefs.predictions import log_loss
from goldenspike.game import Game
from goldenspike.review.model import Belief
from goldenspike.rules.tickets import held_tickets

MOMENTS = 16
"""How often in a game beliefs are looked at."""
SHOWN = 4
"""The likeliest tickets that are listed, besides those that were held."""


def beliefs_at(game: Game, number: int) -> list[Belief]:
    """Compare what a spectator could think of each seat with what it holds."""
    view, board, believer = game.view(None), game.board, TicketsByBuilds()
    found = []
    for seat in range(game.players):
        prediction = believer.predict(view, seat)
        loss = log_loss(prediction, game, view, seat)
        held = [int(t) for t in held_tickets(game.state, seat)]
        likely = sorted(prediction.tickets, key=lambda t: (-prediction.tickets[t], t))[:SHOWN]
        found.append(
            Belief(
                number,
                seat,
                {
                    board.tickets[t].id: round(prediction.tickets[t], 4)
                    for t in sorted({*likely, *held}, key=lambda t: (-prediction.tickets[t], t))
                },
                tuple(board.tickets[t].id for t in held),
                round(loss.tickets, 4),
                round(loss.hands, 4),
            )
        )
    return found


def moments(actions: int) -> set[int]:
    """Return the numbers of the actions after which beliefs are looked at."""
    return {max(1, round(actions * (i + 1) / (MOMENTS + 1))) for i in range(MOMENTS)}
