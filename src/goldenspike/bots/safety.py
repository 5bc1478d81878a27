"""Asking a bot so that nothing it does can hurt: a bad answer is reported and replaced."""

from __future__ import annotations

import time
from dataclasses import dataclass

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.stream import Stream
from goldenspike.notation.actions import Action
from goldenspike.view import View

GRACE = 5.0
"""Only an answer later than this many budgets is reported: machines are busy at times."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The action to play, the time it took, and what was wrong with the bot's own answer, if so."""

    action: Action
    seconds: float
    trouble: str | None = None


def decide(
    bot: Bot, view: View, rng: Stream | None = None, budget: Budget | None = None
) -> Decision:
    """Ask a bot for its decision. Where it fails, a simpler player's action comes back instead.

    Without a stream, one drawn from the system is used. A bot in this process can't be stopped
    while it thinks; `ExternalBot` ends its own process, and the server keeps bots in processes.
    """
    legal = view.legal()
    if not legal:
        raise ValueError("a bot is asked only when its seat is to act")
    if rng is None:
        import secrets

        rng = Stream(secrets.randbits(128))
    budget = budget or Budget()
    start = time.perf_counter()
    trouble = None
    try:
        answer = bot.choose(view, legal, rng, budget)
        chosen = _legal_action(answer, legal)
        if chosen is None:
            trouble = f"answered {str(answer)[:80]!r}, which is not a legal action"
    except Exception as error:
        chosen = None
        trouble = f"failed: {type(error).__name__}: {str(error)[:200]}"
    seconds = time.perf_counter() - start
    if chosen is None:
        chosen = fallback(view, legal, rng)
    elif seconds > GRACE * budget.seconds + 1:
        trouble = f"took {seconds:.1f} s of {budget.seconds:g} s"
    return Decision(chosen, seconds, trouble)


def _legal_action(answer: Action | str, legal: list[Action]) -> Action | None:
    text = str(answer)
    for action in legal:
        if action.text == text:
            return action
    return None


def fallback(view: View, legal: list[Action], rng: Stream) -> Action:
    """Who plays for a bot that failed: greedy, which can't fail where anything is legal."""
    from goldenspike.bots.greedy import GreedyBot

    try:
        return GreedyBot().choose(view, legal, rng, Budget())
    except Exception:
        return legal[rng.randrange(len(legal))]
