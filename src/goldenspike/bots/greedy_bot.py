"""The greedy bot."""

from __future__ import annotations

from goldenspike.bots.policy_bot import PolicyBot
from goldenspike.bots.policy_record import GREEDY, new_policy


class GreedyBot(PolicyBot):
    """Claims the track with most points that it can pay for, shares included; keeps few tickets."""

    policy = new_policy(GREEDY)
