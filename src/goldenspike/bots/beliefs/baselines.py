"""Three believers to compare others with."""

from __future__ import annotations

import math

from goldenspike.bots.beliefs.predictions import Prediction, hidden_tickets
from goldenspike.game import View
from goldenspike.rules.codes import CARD_KINDS
from goldenspike.rules.knowledge import unseen_cards
from goldenspike.rules.tickets import held_tickets, offered_tickets
from goldenspike.ways import cheapest_tracks

LEAST_CHANCE = 0.001
"""A ticket is never quite certain, nor impossible."""


class Uniform:
    """Every unseen card and ticket is equally likely to be anywhere."""

    name = "uniform"

    def predict(self, view: View, opponent: int) -> Prediction:
        """Return hypergeometric chances of cards, and the same chance for every hidden ticket."""
        return Prediction(hypergeometric_hands(view, opponent), even_tickets(view, opponent))


class ResampledWorlds:
    """Counts what happens in worlds that look the same to the seat (`View.resample`)."""

    name = "resampled worlds"

    def __init__(self, worlds: int = 100) -> None:
        self._worlds = worlds

    def predict(self, view: View, opponent: int) -> Prediction:
        """Return the shares of worlds; half a world is added for the uniform prediction."""
        prior = Uniform().predict(view, opponent)
        hands = [[0.5 * chance for chance in chances] for chances in prior.hands]
        tickets = {ticket: 0.5 * chance for ticket, chance in prior.tickets.items()}
        for seed in range(self._worlds):
            state = view.resample(seed).state
            for kind in range(CARD_KINDS):
                hands[kind][int(state.hands[opponent][kind])] += 1
            for ticket in (*held_tickets(state, opponent), *offered_tickets(state, opponent)):
                tickets[ticket] += 1
        total = self._worlds + 0.5
        return Prediction(
            [[n / total for n in chances] for chances in hands],
            {ticket: n / total for ticket, n in tickets.items()},
        )


class TicketsByBuilds:
    """A ticket is likelier the more of its way is built; hands are as in `Uniform`."""

    name = "tickets by builds"

    def __init__(self, weight: float = 3.0) -> None:
        self._weight = weight
        """Logarithm of how much likelier a ticket is that is complete than one not begun."""

    def predict(self, view: View, opponent: int) -> Prediction:
        """Return chances that are even ones, weighted by the built part of each ticket's way."""
        even = even_tickets(view, opponent)
        weights = {
            ticket: chance * math.exp(self._weight * built_part(view, opponent, ticket))
            for ticket, chance in even.items()
        }
        expected, total = sum(even.values()), sum(weights.values()) or 1.0
        tickets = {
            ticket: min(1 - LEAST_CHANCE, max(LEAST_CHANCE, expected * weight / total))
            for ticket, weight in weights.items()
        }
        return Prediction(hypergeometric_hands(view, opponent), tickets)


BASELINES = (Uniform, ResampledWorlds, TicketsByBuilds)


def hypergeometric_hands(view: View, opponent: int) -> list[list[float]]:
    """Return the chances of each number of each kind of card in an opponent's hand."""
    state, seat = view.state, -1 if view.seat is None else view.seat
    unseen = [
        unseen_cards(state, view.kernel_board.plain, seat, kind) for kind in range(CARD_KINDS)
    ]
    size = int(state.cards[opponent])
    known = [int(state.counted[opponent][kind]) for kind in range(CARD_KINDS)]
    drawn, total = size - sum(known), sum(unseen)
    hands = []
    for kind in range(CARD_KINDS):
        chances = [0.0] * (size + 1)
        for n in range(drawn + 1):
            ways = math.comb(unseen[kind], n) * math.comb(total - unseen[kind], drawn - n)
            chances[known[kind] + n] = ways / math.comb(total, drawn)
        hands.append(chances)
    return hands


def even_tickets(view: View, opponent: int) -> dict[int, float]:
    """Return the same chance for every hidden ticket of a deck."""
    state, board = view.state, view.kernel_board.plain
    hidden = hidden_tickets(view)
    chances = {}
    for deck in range(int(board.decks)):
        tickets = [t for t in hidden if int(board.ticket_in[t]) == deck]
        holds = int(state.held_n[opponent][deck]) + int(state.offer_n[opponent][deck])
        for ticket in tickets:
            chances[ticket] = min(1.0, holds / len(tickets))
    return chances


def built_part(view: View, opponent: int, ticket: int) -> float:
    """Return which part of a ticket's shortest way the opponent need not build any more: 0 to 1."""
    board, owner = view.board, view.state.owner
    number = view.kernel_board.track_number
    own = [int(owner[number[i]]) == opponent for i in range(len(board.tracks))]
    trains = [track.trains for track in board.tracks]
    paid = [0 if built else n for built, n in zip(own, trains, strict=True)]
    found = [cheapest_tracks(view.kernel_board, ticket, costs) for costs in (trains, paid)]
    alone, rest = (each[1] if each else 0 for each in found)
    return 1 - rest / alone if alone else 0.0
