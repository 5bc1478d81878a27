"""The records of a batch of games, field by field.

Like the kernel's (`rules.fields`), they are rows of bytes that compiled code views as these types.
"""

from __future__ import annotations

from goldenspike.boards.limits import MAX_PLAYERS
from goldenspike.rules.codes import MAX_CODES, SCORE_PARTS
from goldenspike.rules.fields import STATE, Field
from goldenspike.rules.record_layout import record_dtype

SELF, BOTS = range(2)
"""Who plays the seats that the learner does not: the caller too, or bots."""
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a finished game is dealt again: by the next step, in the same step, or only by `reset`."""
OBSERVE, MASK = 1, 2
"""Flags for what a step writes: observations, masks of legal codes."""
ANY_SEAT = -1
"""In place of the learner's seat: another one in every game, in turn."""
NO_ACTION = -1
"""In place of an action: leave the game unchanged."""
NEVER_SHOWN = -1

SETTINGS_DTYPE = record_dtype(
    (
        # The batch's seed, two words; the number of a game and its episode are added.
        Field("key", "i8", (8,)),
        Field("players", "i8"),
        # SELF or BOTS; by opponent: 1 if it plays at random.
        Field("opponents", "i8"),
        Field("at_random", "i8", (MAX_PLAYERS,)),
        # Which seat the learner has: a number, or ANY_SEAT.
        Field("learner", "i8"),
        # The number of the reward (`rewards.kind_number`), and whether it is shaped.
        Field("reward", "i8"),
        Field("shaped", "i8"),
        # NEXT_STEP, SAME_STEP or DISABLED.
        Field("autoreset", "i8"),
        # OBSERVE, MASK, both or neither.
        Field("show", "i8"),
    )
)
"""Settings of a batch."""

GAME_DTYPE = record_dtype(
    (
        # Its number in the batch, and how many games were dealt there.
        Field("number", "i8"),
        Field("episode", "i8"),
        # What the next step does: play a code, or deal a new game.
        Field("action", "i8"),
        Field("deal_next", "b1"),
        # The learner's seat, if the batch plays the others.
        Field("learner", "i4"),
        # Results of the last step: the seat that is observed, rewards, flags.
        Field("seat", "i8"),
        Field("reward", "f4"),
        Field("rewards", "f4", (MAX_PLAYERS,)),
        Field("over", "b1"),
        Field("finished", "b1"),
        # Units of reward that each seat has been paid; its ticket points, and the stamp (trains and
        # tickets) they are valid for.
        Field("paid", "i4", (MAX_PLAYERS,)),
        Field("ticket_points", "i4", (MAX_PLAYERS,)),
        Field("ticket_stamp", "i4", (MAX_PLAYERS,)),
        # What the observation shows: the seat, the track being paid for, the sum of all trains
        # (which changes with every claim) and of all passengers taken.
        Field("shown_seat", "i4"),
        Field("shown_claiming", "i4"),
        Field("shown_trains", "i4"),
        Field("shown_passengers", "i4"),
        # The stamps that each seat's cached blocks are valid for; of its networks also how many
        # tickets it held then, and its own trains.
        Field("cached_tickets", "i4", (MAX_PLAYERS,)),
        Field("cached_networks", "i4", (MAX_PLAYERS,)),
        Field("cached_held", "i4", (MAX_PLAYERS,)),
        Field("cached_trains", "i4", (MAX_PLAYERS,)),
        # The random stream of random opponents.
        *(field for field in STATE if field.name.startswith("rng_")),
    )
)
"""What a batch stores for each game beside its state."""

WORK_DTYPE = record_dtype(
    (
        Field("key", "i8", (8,)),
        Field("sheet", "i4", (MAX_PLAYERS, SCORE_PARTS)),
        Field("options", "i4", (MAX_CODES,)),
    )
)
"""Working memory of one thread: a game's key, its score sheet, a list of legal codes."""


class PlainWork:
    """The working memory for plain code."""

    def __init__(self) -> None:
        self.key = [0] * 8
        self.sheet = [[0] * SCORE_PARTS for _ in range(MAX_PLAYERS)]
        self.options = [0] * MAX_CODES
