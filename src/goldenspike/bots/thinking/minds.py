"""The minds that compiled code knows, behind one question."""

from goldenspike.bots.thinking.grabbing import greedy_option
from goldenspike.bots.thinking.planning import planner_option
from goldenspike.bots.thinking.series import GREEDY, PLANNER
from goldenspike.rules.options import random_option


def option(v, b, kind, settings, rng, m, work, out):
    """The code of the action that a mind of that kind takes on a view."""
    if kind == PLANNER:
        return planner_option(v, b, settings, rng, m, work, out)
    if kind == GREEDY:
        return greedy_option(v, b, work, out)
    return random_option(v, b, rng, work, out)
