"""What other rooms need to play bots in compiled code, without knowing how these decide.

A built-in bot is a policy record (`policy_of`); `compiled_policies.choose_code` runs any policy on
a view, in working memory that `new_workspace` makes.
"""

from __future__ import annotations

from goldenspike.bots.contract import Bot
from goldenspike.bots.greedy_bot import GreedyBot
from goldenspike.bots.planner.planner_bot import PlannerBot
from goldenspike.bots.policy_bot import PolicyBot
from goldenspike.bots.policy_record import RANDOM, new_policy
from goldenspike.bots.random_bot import RandomBot
from goldenspike.bots.workspace import new_workspace
from goldenspike.rules.record_layout import Row

__all__ = ["is_random", "new_workspace", "policy_of"]


def policy_of(bot: Bot) -> Row | None:
    """Return the policy record of a bot; None if it has to be asked through `choose`.

    A subclass of a built-in bot may decide otherwise, so it has none.
    """
    if type(bot) is RandomBot:
        return new_policy(RANDOM)
    if isinstance(bot, PolicyBot) and type(bot) in (GreedyBot, PlannerBot):
        return bot.policy
    return None


def is_random(bot: Bot) -> bool:
    """Is it exactly `RandomBot`? It needs no view, so games of it can be played faster."""
    return type(bot) is RandomBot
