"""The minds that compiled code knows, behind one question."""

from goldenspike.bots.thinking.grabbing import greedy_option
from goldenspike.bots.thinking.planning import needs_list, planner_option
from goldenspike.bots.thinking.series import GREEDY, PLANNER
from goldenspike.rules.options import legal
from goldenspike.rules.stream import below


def option(v, b, kind, settings, rng, m, work, out):
    """The code of the action that a mind of that kind takes on a view."""
    n = 0
    wanted = 1
    if kind == PLANNER:
        wanted = needs_list(v, settings, rng)
    if wanted > 0:
        n = legal(v, b, work, out)
    if kind == PLANNER and wanted < 2:
        return planner_option(v, b, settings, m, work, n, out)
    if kind == GREEDY:
        return greedy_option(v, b, n, out)
    return int(out[below(rng, n)])
