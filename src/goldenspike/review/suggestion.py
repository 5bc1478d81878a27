"""An idea for the seat to act, with its reasons, from what the seat knows and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from goldenspike.bots.judgement.estimator import COMPILED_UNITS, compiled_view
from goldenspike.game import View
from goldenspike.review.judging import SETTINGS, Judge
from goldenspike.review.model import Message
from goldenspike.review.reasons import reasons
from goldenspike.rules.compiled import preparation


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action that a good player would think of, and why."""

    action: str
    reasons: tuple[Message, ...]
    plan: tuple[str, ...]
    """The tracks that the seat's plan needs."""


def prepare() -> None:
    """Load what ideas need; the first time on a machine, that is compiled."""
    preparation.wait_for(COMPILED_UNITS)


def suggest(view: View, setting: str = "quick") -> Suggestion:
    """Return an idea for the seat to act; the same view gives the same idea."""
    prepare()
    view = compiled_view(view)
    seat, players = view.seat, view.state.players
    assert seat is not None
    judge = Judge(view.kernel_board, players, SETTINGS[setting])
    first = judge.estimator.ideas(view)[0]
    legal = {action.code: action for action in view.legal()}
    best = legal[judge.judge(view, first).best]
    plan = judge.estimator.plan(view.raw, seat, players)
    return Suggestion(
        best.text,
        reasons(view, plan, best),
        tuple(view.board.tracks[t].id for t in sorted(plan.tracks)),
    )
