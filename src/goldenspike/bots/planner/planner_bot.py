"""The planner as a bot."""

from __future__ import annotations

import inspect
from typing import Any

from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.bots.policy_bot import PolicyBot
from goldenspike.bots.policy_record import PLANNER, new_policy


def _takes_settings(init: Any) -> Any:
    """Give `__init__` the parameters of `PlannerSettings`: they are the bot's options."""
    init.__signature__ = inspect.signature(PlannerSettings.__init__)
    return init


class PlannerBot(PolicyBot):
    """Plans a cheap network for its tickets, and uses other trains for points."""

    @_takes_settings
    def __init__(self, **options: Any) -> None:
        self.settings = PlannerSettings(**options)
        self.policy = new_policy(PLANNER, self.settings)
