"""Running a policy record of any kind; plain Python that is also compiled."""

from goldenspike.bots.greedy_policy import greedy_code
from goldenspike.bots.mistakes import mistaken_code
from goldenspike.bots.planner.policy import needs_legal_codes, planner_code, slips
from goldenspike.bots.policy_record import GREEDY, PLANNER
from goldenspike.rules.chacha import random_below
from goldenspike.rules.legal import legal


def choose_code(v, b, policy, rng, workspace):
    """Return the code of the action that a policy takes on a view."""
    kind = int(policy.kind)
    plans = kind == PLANNER and not slips(v, policy, rng)
    n = 0
    if not plans or needs_legal_codes(v):
        n = legal(v, b, workspace.scratch, workspace.codes)
    if plans:
        return planner_code(v, b, policy, workspace, n)
    if kind == PLANNER:
        return mistaken_code(v, b, rng, n, workspace.codes, workspace.scratch)
    if kind == GREEDY:
        return greedy_code(v, b, n, workspace.codes, workspace.scratch)
    return int(workspace.codes[random_below(rng, n)])
