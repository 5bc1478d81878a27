"""What other rooms need to play bots in compiled code, without knowing how these decide.

A built-in bot is a policy record (`policy_of`); `compiled_policies.choose_code` runs any policy on
a view, in working memory that `new_workspace` makes.
"""

from __future__ import annotations

from goldenspike.bots.card_values import card_values
from goldenspike.bots.contract import Bot
from goldenspike.bots.greedy_bot import GreedyBot
from goldenspike.bots.planner.planner_bot import PlannerBot
from goldenspike.bots.policy_bot import PolicyBot
from goldenspike.bots.policy_record import PLANNER, POLICY_DTYPE, RANDOM, new_policy
from goldenspike.bots.random_bot import RandomBot
from goldenspike.bots.workspace import new_workspace
from goldenspike.game import View
from goldenspike.rules.record_layout import Row

__all__ = ["is_random", "new_workspace", "policy_of", "values_to"]


def policy_of(bot: Bot) -> Row | None:
    """Return the policy record of a bot; None if it has to be asked through `choose`.

    A subclass of a built-in bot may decide otherwise, so it has none.
    """
    if type(bot) is RandomBot:
        return new_policy(RANDOM)
    if isinstance(bot, PolicyBot) and type(bot) in (GreedyBot, PlannerBot):
        return bot.policy
    return None


def values_to(bot: Bot, view: View) -> list[int] | None:
    """Return what drawing each kind of card is worth to the bot of a view's seat.

    Planners have values of their own, whether they play by compiled code or not. Other built-in
    bots value no cards: None. Bots that are asked by `choose` are taken for the planner.
    """
    policy = policy_of(bot)
    if policy is None:
        return card_values(view)
    settings = policy.view(POLICY_DTYPE)[0]
    if settings["kind"] != PLANNER or settings["slips"] != 0:
        return None
    return card_values(view, policy)


def is_random(bot: Bot) -> bool:
    """Is it exactly `RandomBot`? It needs no view, so games of it can be played faster."""
    return type(bot) is RandomBot
