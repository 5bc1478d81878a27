"""Asking a bot safely: a failure or a bad answer is reported and replaced."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import dataclass

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.interruption import Interrupted, interrupt_after
from goldenspike.bots.stream import Stream
from goldenspike.game import View
from goldenspike.notation.actions import Action

GRACE = 5.0
"""An answer is reported as late after this many budgets: machines may be busy."""
MAX_FAILURES = 3
"""A bot with this many failures in one game is not asked again in it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The action to play, the time it took, and what was wrong with the bot's answer, if anything.

    >>> import goldenspike as gs
    >>> from goldenspike.bots import Bot, decide
    >>> class Confused(Bot):
    ...     def choose(self, view, legal, rng, budget):
    ...         return "resign"
    >>> decision = decide(Confused(), gs.Game("usa", seed=7, first=0).view(0))
    >>> decision.failed, decision.trouble
    (True, "answered 'resign', which is not a legal action")
    """

    action: Action
    seconds: float
    trouble: str | None = None
    failed: bool = False
    """Was the bot's answer replaced?"""
    late: bool = False
    """Did it answer long after its time was up?"""


@dataclass(slots=True)
class SeatedBot:
    """A bot at one seat for one game, with the failures it had in this game.

    >>> import goldenspike as gs
    >>> from goldenspike.bots import SeatedBot, Stream, make_bot
    >>> game = gs.Game("usa", players=2, seed=7)
    >>> seats = [SeatedBot(make_bot("random"), Stream(f"seat {n}")) for n in range(2)]
    >>> while not game.over:
    ...     event = game.play(seats[game.seat].decide(game.view(game.seat)).action)
    >>> [seat.failures for seat in seats]
    [0, 0]
    """

    bot: Bot
    rng: Stream | None = None
    budget: Budget | None = None
    failures: int = 0
    interrupt: bool = False
    """Stop it when it is late (see `decide`)."""

    def decide(self, view: View) -> Decision:
        """Ask the bot; after too many failures, the fallback decides instead."""
        if self.failures >= MAX_FAILURES:
            start = time.perf_counter()
            action = fallback(view, _options(view), self.rng or _new_stream())
            trouble = f"left alone after {MAX_FAILURES} failures"
            return Decision(action, time.perf_counter() - start, trouble, failed=True)
        decision = decide(self.bot, view, self.rng, self.budget, interrupt=self.interrupt)
        self.failures += decision.failed
        return decision


def decide(
    bot: Bot,
    view: View,
    rng: Stream | None = None,
    budget: Budget | None = None,
    *,
    interrupt: bool = False,
) -> Decision:
    """Ask a bot for its decision; if it fails, the decision is that of a fallback.

    Without a stream, a randomly seeded one is used. Preparing the bot is not part of its time. With
    `interrupt`, a bot that is late is stopped where that is possible (see `interrupt_after`).

    >>> import goldenspike as gs
    >>> from goldenspike.bots import Stream, decide, make_bot
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> decision = decide(make_bot("greedy"), game.view(0), Stream("example"))
    >>> game.is_legal(decision.action), decision.trouble
    (True, None)
    """
    legal = _options(view)
    rng = rng or _new_stream()
    budget = budget or Budget()
    limit = GRACE * budget.seconds + 1
    start = time.perf_counter()
    trouble = None
    try:
        bot.ensure_prepared(view.kernel)
        start = time.perf_counter()
        with interrupt_after(limit) if interrupt else nullcontext():
            # A copy of the list, which the bot may change.
            answer = bot.choose(view, list(legal), rng, budget)
        chosen = _legal_action(answer, legal)
        if chosen is None:
            trouble = f"answered {str(answer)[:80]!r}, which is not a legal action"
    except Interrupted:
        chosen = None
        trouble = f"no answer within {limit:g} s"
    except (Exception, SystemExit) as error:
        # SystemExit too: a bot that calls sys.exit() must not end the program.
        chosen = None
        trouble = f"failed: {type(error).__name__}: {str(error)[:200]}"
    seconds = time.perf_counter() - start
    if chosen is None:
        return Decision(fallback(view, legal, rng), seconds, trouble, failed=True)
    late = seconds > limit
    if late:
        trouble = f"took {seconds:.1f} s of {budget.seconds:g} s"
    return Decision(chosen, seconds, trouble, late=late)


def _options(view: View) -> list[Action]:
    legal = view.legal()
    if not legal:
        raise ValueError("a bot is asked only when its seat is to act")
    return legal


def _new_stream() -> Stream:
    import secrets

    return Stream(secrets.randbits(128))


def _legal_action(answer: Action | str, legal: list[Action]) -> Action | None:
    text = str(answer)
    for action in legal:
        if action.text == text:
            return action
    return None


def fallback(view: View, legal: list[Action], rng: Stream) -> Action:
    """Choose for a bot that failed: as greedy does, or at random if even that fails."""
    from goldenspike.bots.greedy_bot import GreedyBot

    try:
        return GreedyBot().choose(view, legal, rng, Budget())
    except Exception:
        return legal[rng.randrange(len(legal))]
