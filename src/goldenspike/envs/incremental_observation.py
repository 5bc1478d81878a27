"""The observation of one game of a batch, made from the one before by writing what has changed.

Plain functions, compiled for the batch.
"""

from typing import Any

from goldenspike.envs.batch_records import NEVER_SHOWN
from goldenspike.observation import numbering
from goldenspike.observation.write_blocks import (
    write_constants,
    write_missing,
    write_moving,
    write_networks,
    write_passengers,
    write_tickets,
    write_tracks,
    write_waiting,
)
from goldenspike.rules.kernel_types import Ints, Record
from goldenspike.rules.tickets import count_held, offered


def forget(g: Record, players: int) -> None:
    """A new game: nothing that was shown or kept of the one before holds."""
    g.shown_seat = NEVER_SHOWN
    for p in range(players):
        g.kept_tickets[p] = NEVER_SHOWN
        g.kept_networks[p] = NEVER_SHOWN


def look(
    s: Record,
    b: Record,
    seat: int,
    at: Ints,
    scratch: Record,
    numbers: Ints,
    blocks: Any,
    g: Record,
) -> None:
    """Make `numbers`, the last observation of this game, the one that `seat` has now.

    `g` (`batch_records.GAME_DTYPE`) tells what the numbers show. Cards and figures are written anew
    every time; the others only when the seat or what they tell of is another. Tickets and networks
    take longest to work out and last long, so each seat's are also kept in its row of `blocks`.
    """
    phase = int(at[numbering.PHASE])
    claiming = int(at[numbering.CLAIMING])
    other_seat = int(g.shown_seat) != seat
    if int(g.shown_seat) < 0:
        write_constants(s, b, at, numbers)
        g.shown_trains = NEVER_SHOWN
        g.shown_passengers = NEVER_SHOWN
    g.shown_seat = seat
    clear(numbers, phase, claiming)
    write_moving(s, b, seat, at, numbers)
    if int(g.shown_claiming) != int(s.claiming):
        if int(g.shown_claiming) >= 0:
            numbers[claiming + int(g.shown_claiming)] = 0
        if int(s.claiming) >= 0:
            numbers[claiming + int(s.claiming)] = 1
        g.shown_claiming = s.claiming
    held = int(at[numbering.HELD])
    if int(at[numbering.MISSING]) >= 0:
        clear(numbers, int(at[numbering.MISSING]), held)
        write_missing(s, b, seat, at, numbers)
    # Trains are laid for every track; every choice of tickets keeps one more.
    trains = 0
    for p in range(int(s.players)):
        trains += int(s.trains[p])
    tickets = count_held(s, seat) * 16 + offered(s, seat)
    mine = blocks[seat]
    own = int(at[numbering.OWN])
    if int(g.kept_tickets[seat]) != tickets:
        g.kept_tickets[seat] = tickets
        clear(numbers, held, own)
        write_tickets(s, b, seat, at, numbers)
        for i in range(own - held):
            mine[i] = numbers[held + i]
    elif other_seat:
        for i in range(own - held):
            numbers[held + i] = mine[i]
    if other_seat or int(g.shown_trains) != trains:
        g.shown_trains = trains
        write_tracks(s, b, seat, at, numbers)
    if int(b.passenger_colours) > 0:
        look_at_passengers(s, b, seat, at, numbers, g, other_seat)
    if int(at[numbering.MADE]) >= 0:
        made = int(at[numbering.MADE])
        end = int(at[numbering.END])
        beside = own - held - made
        stamp = tickets * 4096 + trains
        if int(g.kept_networks[seat]) != stamp:
            g.kept_networks[seat] = stamp
            clear(numbers, made, end)
            write_networks(s, b, seat, at, scratch, numbers)
            for i in range(made, end):
                mine[beside + i] = numbers[i]
        elif other_seat:
            for i in range(made, end):
                numbers[i] = mine[beside + i]


def look_at_passengers(
    s: Record, b: Record, seat: int, at: Ints, numbers: Ints, g: Record, other_seat: bool
) -> None:
    """The passengers' part of `look`: those waiting are the same for every seat."""
    taken = 0
    for p in range(int(s.players)):
        for colour in range(int(b.passenger_colours)):
            taken += int(s.passengers[p][colour])
    changed = int(g.shown_passengers) != taken
    if changed or other_seat:
        write_passengers(s, b, seat, at, numbers)
    if changed:
        g.shown_passengers = taken
        waiting = int(at[numbering.WAITING])
        clear(numbers, waiting, waiting + int(b.places) * int(b.passenger_colours))
        write_waiting(s, b, at, numbers)


def clear(numbers: Ints, start: int, end: int) -> None:
    """Zeros from `start` to before `end`."""
    part = numbers[start:end]
    for i in range(len(part)):
        part[i] = 0
