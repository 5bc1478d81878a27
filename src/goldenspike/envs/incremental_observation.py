"""Updating the observation of a game in a batch: only blocks that have changed are written.

Plain functions, compiled in `vector_kernel`.
"""

from typing import Any

from goldenspike.envs.batch_records import NEVER_SHOWN
from goldenspike.observation import numbering
from goldenspike.observation.write_blocks import (
    write_components,
    write_constants,
    write_frequent_blocks,
    write_missing,
    write_passengers,
    write_tickets,
    write_tracks,
    write_waiting,
    write_ways,
)
from goldenspike.rules.claims import is_open
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


def update_networks(
    s: Record,
    b: Record,
    seat: int,
    at: Ints,
    scratch: Record,
    numbers: Ints,
    cached: Ints,
    g: Record,
    other_seat: bool,
) -> None:
    """Update the blocks derived from tracks and tickets; `cached` is the seat's row of them.

    The cheapest way of a ticket is searched when the ticket is new, and again when the seat has
    claimed a track or a way is closed: tracks that others claim elsewhere make no way cheaper, so
    the ways found before are still the cheapest. Tickets made or out of reach stay so.
    """
    made = int(at[numbering.MADE])
    end = int(at[numbering.END])
    if other_seat:
        for i in range(made, end):
            numbers[i] = cached[i - made]
    stamp = int(g.cached_tickets[seat]) * 4096 + int(g.shown_trains)
    if int(g.cached_networks[seat]) == stamp:
        return
    claimed = int(g.cached_trains[seat]) != int(s.trains[seat])
    earlier = int(g.cached_held[seat])
    if int(g.cached_trains[seat]) == NEVER_SHOWN:
        earlier = 0
        clear_range(numbers, made, end)
    else:
        clear_offers(b, at, numbers)
    known = earlier
    if claimed or is_way_closed(s, b, seat, at, numbers):
        known = 0
        clear_range(numbers, int(at[numbering.WANTED]), end)
        write_components(s, b, seat, at, scratch, numbers)
    write_ways(s, b, seat, known, earlier, at, scratch, numbers)
    for i in range(made, end):
        cached[i - made] = numbers[i]
    g.cached_networks[seat] = stamp
    g.cached_held[seat] = count_held(s, seat)
    g.cached_trains[seat] = s.trains[seat]


def is_way_closed(s: Record, b: Record, seat: int, at: Ints, numbers: Ints) -> bool:
    """Is a track closed to the seat that was on the way of one of its tickets?"""
    wanted = int(at[numbering.WANTED])
    closed = 0
    for t in range(int(b.tracks)):
        closed |= 0 if is_open(s, seat, t) else int(numbers[wanted + t])
    return closed != 0


def clear_offers(b: Record, at: Ints, numbers: Ints) -> None:
    """Write zeros for the costs of tickets that are not held."""
    held = int(at[numbering.HELD])
    cost = int(at[numbering.COST])
    for t in range(int(b.tickets)):
        if int(numbers[held + t]) == 0:
            numbers[cost + t] = 0
    clear_range(numbers, int(at[numbering.OFFER_COST]), int(at[numbering.WANTED]))


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


def clear_range(numbers: Ints, start: int, end: int) -> None:
    """Write zeros from `start` to before `end`."""
    part = numbers[start:end]
    for i in range(len(part)):
        part[i] = 0
