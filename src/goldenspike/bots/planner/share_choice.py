"""The value of shares, and which one to take (SHARE-2 to SHARE-4)."""

from goldenspike.rules.codes import decode
from goldenspike.rules.shares import count_shares, points_with

NOW = 30
"""What a rank that a share wins now is worth, in per cent of its points: others may still pass."""
LATER = 130
"""What the points of the first rank are worth besides, in per cent, shared out among all shares."""


def value_shares(v, b, p, plan):
    """Value the next share of each company; nothing where none is left."""
    for company in range(int(b.companies)):
        plan.share_value[company] = share_gain(v, b, p, company)


def share_gain(v, b, p, company):
    """Estimate the value of one more share of a company, for the ranks of its holders."""
    left = int(b.company_shares[company]) - int(v.share_n[company])
    if left == 0:
        return 0
    own = count_shares(v, p, company)
    lead = most_shares(v, p, company) - own
    gained = points_with(v, b, p, company, own + 1) - points_with(v, b, p, company, own)
    worth = NOW * gained
    if lead > left:
        # The first rank is out of reach; the next ones are worth less.
        return worth
    if -lead > left:
        # Nobody can catch up any more.
        return 0
    return worth + LATER * int(b.company_points[company][0]) // int(b.company_shares[company])


def most_shares(v, p, company):
    """Return the most shares of a company that another seat has."""
    most = 0
    for q in range(int(v.players)):
        if q != p:
            most = max(most, count_shares(v, q, company))
    return most


def track_share_value(b, plan, t):
    """Return the value of the best share that a track gives."""
    best = 0
    for company in range(int(b.companies)):
        if int(b.track_companies[t]) >> company & 1:
            best = max(best, int(plan.share_value[company]))
    return best


def best_share_gain(v, b, p, t):
    """Estimate the value of the best share that a track gives, without a plan."""
    best = 0
    for company in range(int(b.companies)):
        if int(b.track_companies[t]) >> company & 1:
            best = max(best, share_gain(v, b, p, company))
    return best


def choose_share(v, b, p, n, codes):
    """Return the code that takes the most valuable share."""
    best = int(codes[0])
    value = -1
    for i in range(n):
        _, company = decode(b, int(codes[i]))
        worth = share_gain(v, b, p, company)
        if worth > value:
            value = worth
            best = int(codes[i])
    return best
