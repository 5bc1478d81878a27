"""The records of a batch of games, field by field.

As the kernel's (`rules.fields`), they are rows of bytes that compiled code views by these types.
"""

from __future__ import annotations

from goldenspike.boards.limits import MAX_PLAYERS
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.fields import STATE, Field
from goldenspike.rules.record_layout import record_dtype

OPPONENTS = ("self", "random")
SELF, RANDOM = range(2)
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a game that is over is dealt anew: by the next step, at once, by `reset` alone."""
OBSERVE, MASK = 1, 2
"""What a step writes: observations, masks of legal codes (added up)."""
ANY_SEAT = -1
"""In place of the learner's seat: the next one with every game."""
NO_ACTION = -1
"""In place of an action: leave the game as it stands."""
NEVER_SHOWN = -1
MAX_CODES = 1 << 15

SETTINGS_DTYPE = record_dtype(
    (
        # Two words of the batch's seed; a game adds its number and its episode.
        Field("key", "i8", (8,)),
        Field("players", "i8"),
        # SELF or RANDOM.
        Field("opponents", "i8"),
        # Which seat the learner has: a number, or ANY_SEAT.
        Field("learner", "i8"),
        # The number of the reward (`rewards.kind_number`), and whether it is paid as it comes.
        Field("reward", "i8"),
        Field("shaped", "i8"),
        # NEXT_STEP, SAME_STEP or DISABLED.
        Field("autoreset", "i8"),
        # OBSERVE, MASK, both or neither.
        Field("show", "i8"),
    )
)
"""What holds for all games of a batch."""

GAME_DTYPE = record_dtype(
    (
        # Its place in the batch, and how many games were dealt there.
        Field("number", "i8"),
        Field("episode", "i8"),
        # What the next step does: play a code, or deal anew.
        Field("action", "i8"),
        Field("deal_next", "b1"),
        # The learner's seat, where the batch plays the others.
        Field("learner", "i4"),
        # What the last step returned: who is observed, rewards, flags.
        Field("seat", "i8"),
        Field("reward", "f4"),
        Field("rewards", "f4", (MAX_PLAYERS,)),
        Field("over", "b1"),
        Field("finished", "b1"),
        # Units of reward each seat has been paid; its ticket points when they were last counted,
        # and its trains and tickets then, since only those change them.
        Field("paid", "i4", (MAX_PLAYERS,)),
        Field("ticket_points", "i4", (MAX_PLAYERS,)),
        Field("ticket_stamp", "i4", (MAX_PLAYERS,)),
        # What the observation shows now: whose it is, the track being paid for, the sum of all
        # trains (which tells tracks claimed since) and of all passengers taken.
        Field("shown_seat", "i4"),
        Field("shown_claiming", "i4"),
        Field("shown_trains", "i4"),
        Field("shown_passengers", "i4"),
        # Of each seat's kept blocks: its tickets; of its networks, its tickets and all trains at
        # that time, how many tickets it held, and its own trains.
        Field("kept_tickets", "i4", (MAX_PLAYERS,)),
        Field("kept_networks", "i4", (MAX_PLAYERS,)),
        Field("kept_held", "i4", (MAX_PLAYERS,)),
        Field("kept_trains", "i4", (MAX_PLAYERS,)),
        # The random stream of opponents that play at random.
        *(field for field in STATE if field.name.startswith("rng_")),
    )
)
"""What a batch keeps of each game beside its state."""

WORK_DTYPE = record_dtype(
    (
        Field("key", "i8", (8,)),
        Field("sheet", "i4", (MAX_PLAYERS, SCORE_PARTS)),
        Field("options", "i4", (MAX_CODES,)),
    )
)
"""What one thread works with: a game's key, its score sheet, a list of legal codes."""
