"""Rewards: the final rank and margin of a seat, paid at the end or shaped.

Rewards are counted in whole units of 1/256, so that their sums are exact in floating point.

* **rank**: seats beaten less seats that beat it, divided by 1, 2, 4 or 4 with 2, 3, 4 or 5 players.
* **margin**: the lead over every other seat, added up, in units: (players * own - all totals) /
256.
* **outcome**: both together.

All three sum to zero over the seats. The **shaped** variant pays, after every decision, the change
of the seat's margin as far as the seat knows it: its own route and ticket points, and the others'
route points. The last reward is the remainder, so that an episode's rewards sum up to the final
reward exactly. So rewards tell a seat nothing before the end that it may not know.
"""

from goldenspike.rules.codes import OVER_PHASE, RANK, TOTAL
from goldenspike.rules.graph.borrowing import build_ticket_network
from goldenspike.rules.kernel_types import Record, Sheet
from goldenspike.rules.scoring import score_tickets
from goldenspike.rules.tickets import count_held

UNIT = 256
KINDS = ("rank", "margin", "outcome")
RANK_PART = 1
MARGIN_PART = 2


def final_units(players: int, sheet: Sheet, kind: int, p: int) -> int:
    """Return the final reward of seat p, in units, from the score sheet of a game that is over."""
    units = 0
    ahead = 0
    margin = 0
    for q in range(players):
        if int(sheet[q][RANK]) > int(sheet[p][RANK]):
            ahead += 1
        elif int(sheet[q][RANK]) < int(sheet[p][RANK]):
            ahead -= 1
        margin += int(sheet[p][TOTAL]) - int(sheet[q][TOTAL])
    if kind & RANK_PART:
        units += ahead * UNIT // (1 if players == 2 else 2 if players == 3 else 4)
    if kind & MARGIN_PART:
        units += margin
    return units


def current_units(s: Record, p: int, ticket_points: int) -> int:
    """Return the margin of seat p so far, in units: by route points and its own ticket points."""
    players = int(s.players)
    units = (players - 1) * (int(s.route_points[p]) + ticket_points)
    for q in range(players):
        if q != p:
            units -= int(s.route_points[q])
    return units


def current_ticket_points(s: Record, b: Record, p: int, scratch: Record) -> int:
    """Return the points of tickets that seat p has made, less those it has not (TICKET-3)."""
    if count_held(s, p) == 0:
        return 0
    edges = build_ticket_network(s, b, p, scratch)
    points, _ = score_tickets(s, b, p, edges, scratch)
    return points


def pay(
    s: Record, b: Record, kind: int, shaped: int, scratch: Record, sheet: Sheet, g: Record
) -> None:
    """Write every seat's reward for the last decision to the game's record in its batch."""
    players = int(s.players)
    over = int(s.phase) == OVER_PHASE
    for p in range(players):
        g.rewards[p] = 0.0
        if over:
            units = final_units(players, sheet, kind, p)
        elif shaped:
            stamp = int(s.trains[p]) * 256 + count_held(s, p)
            if stamp != int(g.ticket_stamp[p]):
                g.ticket_points[p] = current_ticket_points(s, b, p, scratch)
                g.ticket_stamp[p] = stamp
            units = current_units(s, p, int(g.ticket_points[p]))
        else:
            continue
        g.rewards[p] = (units - int(g.paid[p])) / UNIT
        g.paid[p] = units


def kind_number(name: str) -> int:
    """Return the number of a reward, for compiled code."""
    return KINDS.index(name) + 1
