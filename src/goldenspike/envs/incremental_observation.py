"""Updating the observation of a game in a batch: only blocks that have changed are written.

Plain functions, compiled in `vector_kernel`.
"""

from typing import Any

from goldenspike.envs.batch_records import NEVER_SHOWN
from goldenspike.envs.incremental_ways import clear_range, update_networks
from goldenspike.observation import numbering
from goldenspike.observation.write_blocks import (
    write_constants,
    write_frequent_blocks,
    write_missing,
    write_passengers,
    write_tickets,
    write_tracks,
    write_waiting,
)
from goldenspike.rules.kernel_types import Ints, Record
from goldenspike.rules.tickets import count_held, offered


def reset_observation(g: Record, players: int) -> None:
    """Mark the observation and all cached blocks as invalid, for a new game."""
    g.shown_seat = NEVER_SHOWN
    for p in range(players):
        g.cached_tickets[p] = NEVER_SHOWN
        g.cached_networks[p] = NEVER_SHOWN
        g.cached_trains[p] = NEVER_SHOWN


def update_observation(
    s: Record,
    b: Record,
    seat: int,
    at: Ints,
    scratch: Record,
    numbers: Ints,
    blocks: Any,
    g: Record,
) -> None:
    """Turn `numbers`, the last observation of this game, into the current one of `seat`.

    `g` (`batch_records.GAME_DTYPE`) says what the numbers show. Cards and figures are written every
    time, other blocks only if the seat or their contents have changed. Tickets and networks take
    longest to compute and change rarely, so each seat's are cached in its row of `blocks`.
    """
    phase = int(at[numbering.PHASE])
    claiming = int(at[numbering.CLAIMING])
    other_seat = int(g.shown_seat) != seat
    if int(g.shown_seat) < 0:
        write_constants(s, b, at, numbers)
        g.shown_trains = NEVER_SHOWN
        g.shown_passengers = NEVER_SHOWN
    g.shown_seat = seat
    clear_range(numbers, phase, claiming)
    write_frequent_blocks(s, b, seat, at, numbers)
    if int(g.shown_claiming) != int(s.claiming):
        if int(g.shown_claiming) >= 0:
            numbers[claiming + int(g.shown_claiming)] = 0
        if int(s.claiming) >= 0:
            numbers[claiming + int(s.claiming)] = 1
        g.shown_claiming = s.claiming
    held = int(at[numbering.HELD])
    if int(at[numbering.MISSING]) >= 0:
        clear_range(numbers, int(at[numbering.MISSING]), held)
        write_missing(s, b, seat, at, numbers)
    # Stamps: every claim takes trains, and every choice of tickets adds at least one.
    trains = 0
    for p in range(int(s.players)):
        trains += int(s.trains[p])
    tickets = count_held(s, seat) * 16 + offered(s, seat)
    mine = blocks[seat]
    own = int(at[numbering.OWN])
    if int(g.cached_tickets[seat]) != tickets:
        g.cached_tickets[seat] = tickets
        clear_range(numbers, held, own)
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
        update_passengers(s, b, seat, at, numbers, g, other_seat)
    if int(at[numbering.MADE]) >= 0:
        update_networks(s, b, seat, at, scratch, numbers, mine[own - held :], g, other_seat)


def update_passengers(
    s: Record, b: Record, seat: int, at: Ints, numbers: Ints, g: Record, other_seat: bool
) -> None:
    """Update the passengers' blocks; those waiting are the same for every seat."""
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
        clear_range(numbers, waiting, waiting + int(b.places) * int(b.passenger_colours))
        write_waiting(s, b, at, numbers)
