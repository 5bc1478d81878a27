"""The planner's working record, field by field.

Costs and values are in hundredths of a point; FAR is that of `rules.cheapest_way`. Nothing is kept
from one decision to the next, except where `reuse_plan` says so.
"""

from __future__ import annotations

from goldenspike.boards.limits import MAX_COMPANIES, MAX_OFFER, MAX_PLACES, MAX_TRACKS
from goldenspike.rules.codes import CARD_KINDS
from goldenspike.rules.fields import TREE, Field
from goldenspike.rules.record_layout import PlainRecord, record_dtype

MAX_OPEN_TICKETS = 60
"""Held tickets that are planned for; those beyond are ignored."""
MAX_LISTED = MAX_OPEN_TICKETS + MAX_OFFER

PLAN = (
    # By track.
    Field("cost", "i8", (MAX_TRACKS,)),  # of claiming it, less its points; FAR: own or impossible
    Field("draws", "i8", (MAX_TRACKS,)),  # cards that it means to draw before claiming it
    Field("planned", "i8", (MAX_TRACKS,)),  # 1: part of the plan
    Field("borrowed", "i8", (MAX_TRACKS,)),  # 1: another seat's, and the plan borrows it
    Field("value", "i8", (MAX_TRACKS,)),  # of claiming it when it is not part of the plan
    # What paths cost, as `rules.cheapest_way` uses it: nothing over own tracks.
    Field("base_cost", "i8", (MAX_TRACKS,)),  # of a track before anything is planned
    Field("track_cost", "i8", (MAX_TRACKS,)),  # of a track now: 0 once it is planned
    Field("arrival", "i8", (MAX_PLACES,)),  # how the cheapest path reaches a place
    Field("queue", "i8", (MAX_TRACKS,)),
    *TREE,
    # By place.
    Field("passenger_value", "i8", (MAX_PLACES,)),  # of the best passenger waiting there
    Field("own_place", "i8", (MAX_PLACES,)),  # 1: the seat has a track there
    Field("others_place", "i8", (MAX_PLACES,)),  # 1: another seat has a track there
    # By company.
    Field("share_value", "i8", (MAX_COMPANIES,)),  # of its next share
    # By kind of card.
    Field("reserved", "i8", (CARD_KINDS,)),  # cards in hand that the plan uses
    Field("unreserved", "i8", (CARD_KINDS,)),  # cards in hand that it does not use
    Field("lacking", "i8", (CARD_KINDS,)),  # cards that the plan still needs
    Field("card_value", "i8", (CARD_KINDS,)),  # of drawing one
    # By listed ticket: tickets held and not connected, then offered ones that are tried.
    Field("tickets", "i8"),  # how many are listed
    Field("ticket", "i8", (MAX_LISTED,)),  # its number on the board
    Field("ticket_now", "i8", (MAX_LISTED,)),  # its points as it is: below zero if not connected
    Field("ticket_value", "i8", (MAX_LISTED,)),  # of connecting it, instead of leaving it as it is
    Field("nearest", "i8", (MAX_LISTED,)),  # 1: the nearest end with a value has to do
    Field("ticket_cost", "i8", (MAX_LISTED,)),  # of connecting it alone; FAR: impossible
    Field("tracks_missing", "i8", (MAX_LISTED,)),  # on its path in the plan; -1: not planned
    Field("order", "i8", (MAX_LISTED,)),  # a permutation: which ticket is planned when; -1: none
    Field("dropped", "i8"),  # tickets given up for lack of trains or turns
    # Sums over the planned tracks.
    Field("total_cost", "i8"),
    Field("total_trains", "i8"),
    Field("total_spaces", "i8"),
    Field("total_tolls", "i8"),
    Field("total_claims", "i8"),
    Field("total_draws", "i8"),
    Field("total_stations", "i8"),  # that it has yet to build
    Field("stations_left", "i8"),  # that it may build
    # The clock.
    Field("turns_left", "i8"),  # turns the seat can expect to have
    Field("train_percent", "i8"),  # of its trains that the seat can expect to lay
    # Simulated games.
    Field("reuse_plan", "i8"),  # 1: a second card may be chosen by the plan of the first
    Field("planned_for", "i8"),  # 1 + the seat whose turn this plan was made in; 0: no plan
)

PLAN_DTYPE = record_dtype(PLAN)


class PlainPlan(PlainRecord):
    """The record for plain code."""

    __slots__ = tuple(field.name for field in PLAN)
    fields = PLAN
    dtype = PLAN_DTYPE
