"""Predictions of what an opponent holds, and their log-loss against the truth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from goldenspike.game import Game, View
from goldenspike.rules.codes import CARD_KINDS
from goldenspike.rules.tickets import held_tickets, offered_tickets

LEAST = 1e-6
"""Probabilities count as at least this much, so that one surprise does not cost infinitely."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What an opponent may hold."""

    hands: list[list[float]]
    """By kind of card: the probabilities that the hand has 0, 1, 2, ... of them."""
    tickets: dict[int, float]
    """By ticket (an index into `board.tickets`): the probability that the opponent holds it."""


class Believer(Protocol):
    """Something that predicts; it sees a view and nothing else."""

    name: str

    def predict(self, view: View, opponent: int) -> Prediction:
        """Predict the hand and the tickets of a seat."""


@dataclass(frozen=True, slots=True)
class Loss:
    """The log-loss of a prediction, in nats: 0 is perfect."""

    hands: float
    """Mean over kinds of cards: minus the logarithm of the probability of the true number."""
    tickets: float
    """Mean over tickets that the seat can't place: minus the logarithm of the probability of the
    truth, held or not."""


def hidden_tickets(view: View) -> list[int]:
    """List the tickets of which the view's seat does not know that it has them itself."""
    state, seat = view.state, view.seat
    own = set() if seat is None else {*held_tickets(state, seat), *offered_tickets(state, seat)}
    return [t for t in range(len(view.board.tickets)) if t not in own]


def log_loss(prediction: Prediction, game: Game, view: View, opponent: int) -> Loss:
    """Return the loss of a prediction that was made from a view of a game."""
    state = game.state
    cards = 0.0
    for kind in range(CARD_KINDS):
        chances, true = prediction.hands[kind], int(state.hands[opponent][kind])
        cards -= math.log(max(LEAST, chances[true] if true < len(chances) else 0.0))
    held = {*held_tickets(state, opponent), *offered_tickets(state, opponent)}
    hidden = hidden_tickets(view)
    tickets = 0.0
    for ticket in hidden:
        chance = prediction.tickets.get(ticket, 0.0)
        tickets -= math.log(max(LEAST, chance if ticket in held else 1 - chance))
    return Loss(cards / CARD_KINDS, tickets / max(1, len(hidden)))
