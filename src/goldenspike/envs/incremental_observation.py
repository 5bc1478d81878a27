"""The observation of one game of a batch, made from the one before by writing what has changed.

Plain functions, compiled for the batch.
"""

from typing import Any

from goldenspike.envs.batch_records import NEVER_SHOWN
from goldenspike.observation import numbering
from goldenspike.observation.write_blocks import (
    write_components,
    write_constants,
    write_missing,
    write_moving,
    write_passengers,
    write_tickets,
    write_tracks,
    write_waiting,
    write_ways,
)
from goldenspike.rules.claims import is_open
from goldenspike.rules.kernel_types import Ints, Record


def forget(g: Record, players: int) -> None:
    """A new game: nothing that was shown or kept of the one before holds."""
    g.shown_seat = NEVER_SHOWN
    for p in range(players):
        g.kept_tickets[p] = NEVER_SHOWN
        g.kept_networks[p] = NEVER_SHOWN
        g.kept_trains[p] = NEVER_SHOWN


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
    tickets = int(s.held_n[seat][0]) + int(s.held_n[seat][1])
    tickets = tickets * 16 + int(s.offer_n[seat][0]) + int(s.offer_n[seat][1])
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
        look_at_networks(s, b, seat, at, scratch, numbers, mine[own - held :], g, other_seat)


def look_at_networks(
    s: Record,
    b: Record,
    seat: int,
    at: Ints,
    scratch: Record,
    numbers: Ints,
    kept: Ints,
    g: Record,
    other_seat: bool,
) -> None:
    """The part of `look` that is derived from tracks and tickets; `kept` is the seat's own row.

    The way of a ticket is looked for when the ticket comes, and again when the seat has claimed a
    track or any way is lost: tracks that others claim elsewhere make no way cheaper than it was, so
    the ways found before are still the ones to choose.
    """
    made = int(at[numbering.MADE])
    end = int(at[numbering.END])
    if other_seat:
        for i in range(made, end):
            numbers[i] = kept[i - made]
    stamp = int(g.kept_tickets[seat]) * 4096 + int(g.shown_trains)
    if int(g.kept_networks[seat]) == stamp:
        return
    claimed = int(g.kept_trains[seat]) != int(s.trains[seat])
    if claimed or is_way_lost(s, b, seat, at, numbers):
        clear(numbers, made, end)
        write_components(s, b, seat, at, scratch, numbers)
        write_ways(s, b, seat, 0, at, scratch, numbers)
    else:
        clear_offers(b, at, numbers)
        write_ways(s, b, seat, int(g.kept_held[seat]), at, scratch, numbers)
    for i in range(made, end):
        kept[i - made] = numbers[i]
    g.kept_networks[seat] = stamp
    g.kept_held[seat] = int(s.held_n[seat][0]) + int(s.held_n[seat][1])
    g.kept_trains[seat] = s.trains[seat]


def is_way_lost(s: Record, b: Record, seat: int, at: Ints, numbers: Ints) -> bool:
    """Is a track closed to the seat that was on the way of one of its tickets?"""
    wanted = int(at[numbering.WANTED])
    lost = 0
    for t in range(int(b.tracks)):
        lost |= 0 if is_open(s, seat, t) else int(numbers[wanted + t])
    return lost != 0


def clear_offers(b: Record, at: Ints, numbers: Ints) -> None:
    """Zeros where the costs of tickets stand that are not held."""
    held = int(at[numbering.HELD])
    cost = int(at[numbering.COST])
    for t in range(int(b.tickets)):
        if int(numbers[held + t]) == 0:
            numbers[cost + t] = 0
    clear(numbers, int(at[numbering.OFFER_COST]), int(at[numbering.WANTED]))


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
