"""One game of a batch after a move: paid and observed. Plain functions, compiled for the batch."""

from typing import Any

from goldenspike.envs.rewards import final_units, standing_units, ticket_points_now
from goldenspike.observation import numbering
from goldenspike.observation.fill import (
    write_constants,
    write_missing,
    write_moving,
    write_networks,
    write_passengers,
    write_tickets,
    write_tracks,
    write_waiting,
)
from goldenspike.rules.codes import OVER_PHASE
from goldenspike.rules.shapes import Ints, Record, Sheet

SELF = 0
RANDOM = 1
OPPONENTS = ("self", "random")
NOTHING = -1
"""In place of an action: leave the game as it stands."""

# What a game's observation shows (`kept`, one row of numbers a game).
SEAT = 0
"""Whose it is; -1: none of this game yet."""
CLAIMING = 1
"""The track it shows as being paid for."""
TRACKS = 2
"""All trains left at the time, which tell tracks claimed since."""
PASSENGERS = 3
"""All passengers taken by then."""
TICKETS = 4
"""`TICKETS + p`: how many tickets were held and offered when p's were written and kept aside."""
NETWORKS = 9
"""`NETWORKS + p`: the same with the trains, for p's derived blocks."""
KEPT = 14


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


def forget(kept: Ints, players: int) -> None:
    """A new game: nothing that was shown or kept of the one before holds."""
    kept[SEAT] = -1
    for p in range(players):
        kept[TICKETS + p] = -1
        kept[NETWORKS + p] = -1


def look(
    s: Record, b: Record, seat: int, at: Ints, work: Ints, numbers: Ints, parts: Any, kept: Ints
) -> None:
    """Make `numbers`, the last observation of this game, the one that `seat` has now.

    `kept` tells what the numbers show. Cards and figures are written anew every time; the others
    only when the seat or what they tell of is another. Tickets and networks take longest to work
    out and last long, so each seat's are also kept aside, in its row of `parts`.
    """
    phase = int(at[numbering.PHASE])
    claiming = int(at[numbering.CLAIMING])
    other_seat = int(kept[SEAT]) != seat
    if int(kept[SEAT]) < 0:
        write_constants(s, b, at, numbers)
        kept[TRACKS] = -1
        kept[PASSENGERS] = -1
    kept[SEAT] = seat
    clear(numbers, phase, claiming)
    write_moving(s, b, seat, at, numbers)
    if int(kept[CLAIMING]) != int(s.claiming):
        if int(kept[CLAIMING]) >= 0:
            numbers[claiming + int(kept[CLAIMING])] = 0
        if int(s.claiming) >= 0:
            numbers[claiming + int(s.claiming)] = 1
        kept[CLAIMING] = s.claiming
    held = int(at[numbering.HELD])
    if int(at[numbering.MISSING]) >= 0:
        clear(numbers, int(at[numbering.MISSING]), held)
        write_missing(s, b, seat, at, numbers)
    # Trains are laid for every track; every choice of tickets keeps one more.
    trains = 0
    for p in range(int(s.players)):
        trains += int(s.trains[p])
    tickets = int(s.held_n[seat][0]) + int(s.held_n[seat][1])
    tickets = tickets * 16 + int(s.offer_n[seat][0]) + int(s.offer_n[seat][1])
    mine = parts[seat]
    own = int(at[numbering.OWN])
    if int(kept[TICKETS + seat]) != tickets:
        kept[TICKETS + seat] = tickets
        clear(numbers, held, own)
        write_tickets(s, b, seat, at, numbers)
        for i in range(own - held):
            mine[i] = numbers[held + i]
    elif other_seat:
        for i in range(own - held):
            numbers[held + i] = mine[i]
    if other_seat or int(kept[TRACKS]) != trains:
        kept[TRACKS] = trains
        write_tracks(s, b, seat, at, numbers)
    if int(b.passenger_colours) > 0:
        look_at_passengers(s, b, seat, at, numbers, kept, other_seat)
    if int(at[numbering.MADE]) >= 0:
        made = int(at[numbering.MADE])
        end = int(at[numbering.END])
        beside = own - held - made
        stamp = tickets * 4096 + trains
        if int(kept[NETWORKS + seat]) != stamp:
            kept[NETWORKS + seat] = stamp
            clear(numbers, made, end)
            write_networks(s, b, seat, at, work, numbers)
            for i in range(made, end):
                mine[beside + i] = numbers[i]
        elif other_seat:
            for i in range(made, end):
                numbers[i] = mine[beside + i]


def look_at_passengers(
    s: Record, b: Record, seat: int, at: Ints, numbers: Ints, kept: Ints, other_seat: bool
) -> None:
    """The passengers' part of `look`: those waiting are the same for every seat."""
    taken = 0
    for p in range(int(s.players)):
        for colour in range(int(b.passenger_colours)):
            taken += int(s.passengers[p][colour])
    changed = int(kept[PASSENGERS]) != taken
    if changed or other_seat:
        write_passengers(s, b, seat, at, numbers)
    if changed:
        kept[PASSENGERS] = taken
        waiting = int(at[numbering.WAITING])
        clear(numbers, waiting, waiting + int(b.places) * int(b.passenger_colours))
        write_waiting(s, b, at, numbers)


def clear(numbers: Ints, start: int, end: int) -> None:
    """Zeros from `start` to before `end`."""
    part = numbers[start:end]
    for i in range(len(part)):
        part[i] = 0
