"""Shares of companies (SHARE-1 to SHARE-4): which a track gives, who has them, what they score."""

from goldenspike.rules.codes import share_code
from goldenspike.rules.kernel_types import Ints, Record


def offered_shares(s: Record, b: Record) -> int:
    """SHARE-2: return the companies of which the track being claimed gives a share, as bits."""
    companies = int(b.track_companies[int(s.claiming)])
    for company in range(int(b.companies)):
        if int(s.share_n[company]) == int(b.company_shares[company]):
            companies &= ~(1 << company)
    return companies


def is_single(companies: int) -> bool:
    """Is it the bit of one company alone?"""
    return companies > 0 and companies & (companies - 1) == 0


def share_options(s: Record, b: Record, out: Ints) -> int:
    """SHARE-2: write the codes of all shares to choose from; returns how many there are."""
    companies = offered_shares(s, b)
    m = 0
    for company in range(int(b.companies)):
        if companies >> company & 1:
            out[m] = share_code(b, company)
            m += 1
    return m


def take_only_share(s: Record, b: Record, p: int) -> bool:
    """SHARE-2: give p the share of the track being claimed, unless there are several to choose.

    Returns whether p has to choose.
    """
    companies = offered_shares(s, b)
    if companies == 0:
        return False
    if not is_single(companies):
        return True
    company = 0
    while not companies >> company & 1:
        company += 1
    take_share(s, p, company)
    return False


def take_share(s: Record, p: int, company: int) -> None:
    """Give p the next share of a company."""
    taken = int(s.share_n[company])
    s.share_seats[company][taken] = p + 1
    s.share_n[company] = taken + 1


def count_shares(s: Record, p: int, company: int) -> int:
    """Return how many shares of a company p has."""
    count = 0
    for i in range(int(s.share_n[company])):
        count += int(s.share_seats[company][i]) == p + 1
    return count


def first_share(s: Record, p: int, company: int) -> int:
    """Return the number of the first share of a company that p took, or how many are taken."""
    for i in range(int(s.share_n[company])):
        if int(s.share_seats[company][i]) == p + 1:
            return i
    return int(s.share_n[company])


def company_points(s: Record, b: Record, p: int, company: int) -> int:
    """SHARE-3: return what the shares of a company that p has would score now."""
    return points_with(s, b, p, company, count_shares(s, p, company))


def points_with(s: Record, b: Record, p: int, company: int, own: int) -> int:
    """SHARE-3, SHARE-4: return what shares of a company would score if p had so many."""
    if own == 0:
        return 0
    above = 0
    for q in range(int(s.players)):
        others = count_shares(s, q, company)
        if others == own:
            above += first_share(s, q, company) < first_share(s, p, company)
        else:
            above += others > own
    return int(b.company_points[company][above])


def score_shares(s: Record, b: Record, p: int) -> int:
    """SHARE-3: return the points of p for the shares of all companies."""
    points = 0
    for company in range(int(b.companies)):
        points += company_points(s, b, p, company)
    return points
