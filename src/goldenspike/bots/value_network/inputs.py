"""The inputs of the value network: name, scale and meaning of each.

The network gets each input divided by its scale. After any change here, the networks of all boards
have to be trained again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Input(NamedTuple):
    """An input of the network."""

    name: str
    scale: float
    meaning: str


INPUTS = (
    # The score as of now.
    Input("route_points", 50, "own route points"),
    Input("passenger_points", 50, "own points for passengers"),
    Input("longest", 30, "length of the own longest path"),
    Input("bonuses", 10, "own bonuses for the longest path and for most tickets"),
    Input("tickets_made", 5, "own tickets that are connected"),
    Input("other_route_points", 50, "most route points of another seat"),
    Input("longest_lead", 8, "own longest path less that of the best other seat, -8 to 8"),
    Input("tickets_made_lead", 3, "own tickets made less those of the best other seat"),
    Input("passenger_leads", 4, "passenger colours of which the seat has most"),
    Input("safe_passenger_leads", 4, "passenger colours in which it leads by two or more"),
    Input("passengers", 10, "own passengers"),
    # Tickets and the plan for them.
    Input("made_ticket_points", 20, "points of tickets that are connected"),
    Input("planned_ticket_points", 20, "points of tickets that are planned"),
    Input("near_ticket_points", 10, "the same, each divided by 1 + the tracks it lacks"),
    Input("lost_ticket_points", 20, "points of tickets that are not planned"),
    Input("plan_cost", 2000, "cost of the plan, in hundredths of a point"),
    Input("plan_trains", 20, "trains that the plan needs"),
    Input("plan_claims", 5, "tracks that it lacks"),
    Input("plan_cards_missing", 10, "cards that it lacks"),
    Input("plan_turns", 10, "turns that it needs"),
    Input("spare_turns", 10, "turns left over by the plan, 0 to 10"),
    Input("late_turns", 5, "turns that the plan lacks, 0 to 10"),
    Input("spare_trains", 20, "trains left over by the plan"),
    Input("tickets_dropped", 2, "tickets given up for lack of trains or turns"),
    Input("tickets_held", 5, "own tickets"),
    # The hand.
    Input("cards", 10, "own cards"),
    Input("locomotives", 4, "own locomotives"),
    Input("first_colour", 6, "cards of the colour of which there are most"),
    Input("second_colour", 6, "cards of the second such colour"),
    Input("third_colour", 6, "cards of the third such colour"),
    # Tracks that the seat may claim.
    Input("best_claim_value", 1000, "value of the best unplanned track that can be paid for"),
    Input("second_claim_value", 1000, "value of the second such track"),
    Input("planned_claims", 3, "planned tracks that can be paid for"),
    Input("long_tracks", 10, "tracks of five spaces or more"),
    Input("best_track_value", 1000, "value of the best track"),
    Input(
        "best_value_per_turn",
        500,
        "largest value per turn of drawing cards for a track and claiming it",
    ),
    # The table.
    Input("trains", 45, "own trains left"),
    Input("other_trains", 45, "fewest trains left of another seat"),
    Input("other_cards", 10, "most cards of another seat"),
    Input("other_tickets", 5, "most tickets of another seat"),
    Input("turns_left", 20, "turns that the seat can expect to have"),
    Input("seats_until_turn", 3, "seats that act before it"),
    Input("own_turn", 1, "1: it is this seat's turn"),
    Input("second_card", 1, "1: a second card is being drawn"),
    Input("last_round", 1, "1: the last round has begun"),
    Input("more_players", 3, "players beyond two"),
    Input("ticket_decks", 30, "tickets left to draw"),
    Input("trains_lead", 20, "own trains left less the fewest of another seat"),
)

COUNT = len(INPUTS)
SCALES = tuple(float(one.scale) for one in INPUTS)

INPUTS_DTYPE = np.dtype(
    {
        "names": [*(one.name for one in INPUTS), "values"],
        "formats": [*("f8" for _ in INPUTS), ("f8", (COUNT,))],
        "offsets": [*range(0, 8 * COUNT, 8), 0],
        "itemsize": 8 * COUNT,
    }
)
"""Every input by name, before scaling; `values` is an array on the same memory."""


class PlainInputs:
    """The inputs for plain code."""

    __slots__ = tuple(one.name for one in INPUTS)

    @property
    def values(self) -> list[float]:
        """All inputs in order."""
        return [getattr(self, one.name) for one in INPUTS]
