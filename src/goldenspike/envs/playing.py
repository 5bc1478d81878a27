"""One game of a batch after a move: paid and observed. Plain functions, compiled for the batch."""

from typing import Any

from goldenspike.envs.rewards import final_units, standing_units, ticket_points_now
from goldenspike.observation import numbering
from goldenspike.observation.fill import write_lasting, write_moving
from goldenspike.rules.codes import OVER_PHASE
from goldenspike.rules.shapes import Ints, Record, Sheet

SELF = 0
RANDOM = 1
OPPONENTS = ("self", "random")
NOTHING = -1
"""In place of an action: leave the game as it stands."""


def pay(
    s: Record,
    b: Record,
    kind: int,
    shaped: int,
    work: Ints,
    sheet: Sheet,
    paid: Ints,
    tickets: Ints,
    counted: Ints,
    rewards: Any,
) -> None:
    """Every seat's reward for what happened; `paid` has the units each was paid before.

    `tickets` and `counted` remember each seat's ticket points, and the trains and tickets they were
    counted at: only those change them.
    """
    players = int(s.players)
    over = int(s.phase) == OVER_PHASE
    for p in range(players):
        rewards[p] = 0.0
        if over:
            units = final_units(players, sheet, kind, p)
        elif shaped:
            held = int(s.held_n[p][0]) + int(s.held_n[p][1])
            stamp = int(s.trains[p]) * 256 + held
            if stamp != int(counted[p]):
                tickets[p] = ticket_points_now(s, b, p, work)
                counted[p] = stamp
            units = standing_units(s, p, int(tickets[p]))
        else:
            continue
        rewards[p] = (units - int(paid[p])) / 256.0
        paid[p] = units


def look(
    s: Record, b: Record, seat: int, at: Ints, work: Ints, numbers: Ints, kept: Ints, stamps: Ints
) -> None:
    """Write the seat's observation; blocks that last are worked out anew only when they changed."""
    start = int(at[numbering.HELD])
    moving = numbers[:start]
    moving[:] = 0
    write_moving(s, b, seat, at, numbers)
    stamp = 1
    for p in range(int(s.players)):
        stamp += int(s.trains[p])
    if int(b.passenger_colours) > 0:
        for p in range(int(s.players)):
            for colour in range(int(b.passenger_colours)):
                stamp += 1024 * int(s.passengers[p][colour])
    stamp = stamp * 256 + int(s.held_n[seat][0]) + int(s.held_n[seat][1])
    stamp = stamp * 256 + int(s.offer_n[seat][0]) + int(s.offer_n[seat][1])
    lasting = numbers[start : int(at[numbering.END])]
    known = kept[seat]
    if int(stamps[seat]) == stamp:
        for i in range(len(lasting)):
            lasting[i] = known[i]
    else:
        lasting[:] = 0
        write_lasting(s, b, seat, at, work, numbers)
        for i in range(len(lasting)):
            known[i] = lasting[i]
        stamps[seat] = stamp
