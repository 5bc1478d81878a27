"""What a review says, as data; `to_json` is the schema of docs/review.md."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

FORMAT = "goldenspike-review-1"
REVISION = 3
"""Raised when the review of a game may say something else than before; stored reviews of another
revision are made again."""

MARKS: dict[str, float] = {"inaccuracy": 0.02, "mistake": 0.05, "blunder": 0.10}
"""The chance of winning that a decision of each mark lost at least."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: its key, and the values in it. `review.words` has the English text."""

    key: str
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Idea:
    """An action that was possible, and what it was worth to the seat, by what it knew."""

    action: str
    chance: float
    points: float
    """Final points ahead of the best other seat."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action, judged from what its seat knew."""

    number: int
    """Counts the actions of the game from 1 on."""
    seat: int
    phase: str
    action: str
    forced: bool
    """There was nothing else to do."""
    known: tuple[float, ...]
    """The chances of all seats after it, by what the seat knew."""
    open: tuple[float, ...]
    """The chances of all seats after it, for somebody who sees all hands and tickets."""
    best: Idea | None
    """The best other idea, if it was clearly better."""
    chance_lost: float
    points_lost: float
    mark: str | None
    """`inaccuracy`, `mistake` or `blunder`."""
    reasons: tuple[Message, ...]
    """Why the better idea is better."""
    plan: tuple[str, ...]
    """The tracks that the seat's plan needed, if another idea was better."""
    ideas: tuple[Idea, ...]
    """What was compared last, with the action itself, the best first."""
    luck: float
    """Points that chance gave the seat with this action, beyond what it could expect."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A track that a seat claimed, and that another one had planned."""

    number: int
    by: int
    seat: int
    """Whose plan it was."""
    track: str
    cost: float
    """Points that it cost this seat, by what it knew."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What everybody could think of a seat's tickets after an action, and the truth."""

    number: int
    seat: int
    tickets: dict[str, float]
    """The chances of the likeliest tickets, and of those that it really held."""
    held: tuple[str, ...]
    loss: float
    """Log-loss of the chances of all tickets, in nats for each."""
    hand_loss: float
    """The same for the number of cards of each kind."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """One seat's game."""

    seat: int
    points: int
    rank: int
    accuracy: float
    """0 to 100."""
    decisions: int
    """With a choice."""
    marks: dict[str, int]
    chance_lost: float
    points_lost: float
    luck: float
    luck_of: dict[str, float]
    """By what chance did: `deal`, `draw`, `tickets`, `tunnel`."""
    adjusted_points: float
    """Its points less its luck."""
    summary: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Chances:
    """The graph of a game: it is there long before the decisions are judged."""

    start: tuple[float, ...]
    """The chances after the deal, for somebody who sees all tickets."""
    after: tuple[tuple[float, ...], ...]
    """The same after every action."""


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game."""

    board: str
    players: int
    setting: str
    start: tuple[float, ...]
    """The chances after the deal, for somebody who sees all tickets."""
    seats: tuple[SeatReview, ...]
    decisions: tuple[Decision, ...]
    deal_luck: tuple[float, ...]
    cuts: tuple[Cut, ...]
    beliefs: tuple[Belief, ...]
    summary: tuple[Message, ...]
    format: str = FORMAT
    marks: dict[str, float] = field(default_factory=MARKS.copy)
    """The chance of winning that a decision of each mark lost at least."""

    @property
    def mistakes(self) -> list[Decision]:
        """The decisions that have a mark."""
        return [decision for decision in self.decisions if decision.mark]

    def to_json(self) -> dict[str, Any]:
        """Return the review as a JSON object."""
        return asdict(self)


def mark_of(chance_lost: float) -> str | None:
    """Return the mark of a decision.

    >>> mark_of(0.01), mark_of(0.06), mark_of(0.3)
    (None, 'mistake', 'blunder')
    """
    found = None
    for mark, least in MARKS.items():
        if chance_lost >= least:
            found = mark
    return found
