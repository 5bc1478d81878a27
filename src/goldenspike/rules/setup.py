"""Setting up a game (SET-1 to SET-4, G-PASS-1)."""

from goldenspike.rules.cards import add_to_hand, fill_market, take_top
from goldenspike.rules.chacha import random_below, seed_stream, shuffle
from goldenspike.rules.codes import CARD_KINDS, EMPTY, KEEP_PHASE, NO_TRACK, NOBODY
from goldenspike.rules.kernel_types import Ints, Record
from goldenspike.rules.tickets import draw_tickets


def reset(s: Record, b: Record, players: int, key: Ints, first: int) -> None:
    """Deal a new game into a state that is all zeros.

    `first` is the seat that starts; -1 draws one at random (SET-4).
    """
    clear_table(s, b, players)
    seed_stream(s, key, 0)
    n = 0
    for card in range(CARD_KINDS):
        for _ in range(int(b.card_counts[card])):
            s.deck[n] = card
            n += 1
    s.deck_n = n
    shuffle(s, s.deck, n)
    # Drawn in either case, so that the same seed deals the same cards whoever starts.
    random_first = random_below(s, players)
    s.turn = random_first if first < 0 else first
    for p in range(players):
        for _ in range(int(b.hand)):
            add_to_hand(s, p, take_top(s))
    fill_market(s, b)
    for t in range(int(b.tickets)):
        d = int(b.ticket_in[t])
        s.ticket_deck[d][int(s.ticket_deck_n[d])] = t
        s.ticket_deck_n[d] += 1
    for d in range(int(b.decks)):
        shuffle(s, s.ticket_deck[d], int(s.ticket_deck_n[d]))
    place_passengers(s, b)
    # With two decks every seat announces its mix first (G-TICK-1), but for a fixed one (DEAL-1).
    for i in range(players):
        for d in range(int(b.decks)):
            if int(b.first_mix[d]) > 0:
                draw_tickets(s, (int(s.turn) + i) % players, d, int(b.first_mix[d]))


def clear_table(s: Record, b: Record, players: int) -> None:
    """Set the fields of an empty table that are not zero."""
    s.players = players
    s.phase = KEEP_PHASE
    s.first_deal = 1
    s.last_turns = -1
    s.claiming = NO_TRACK
    for i in range(len(s.market)):
        s.market[i] = EMPTY
    for t in range(len(s.owner)):
        s.owner[t] = NOBODY
    for p in range(players):
        s.trains[p] = b.trains
        s.tokens[p] = b.tokens
        s.stations[p] = b.stations
        for k in range(int(b.classes)):
            s.open[p][k] = int(b.class_start[k + 1]) - int(b.class_start[k])
        for colour in range(9):
            s.open_in[p][colour] = b.tracks_in[colour]
            if int(b.all_plain) == 1:
                for i in range(len(b.track_sums[colour])):
                    s.open_sums[p][colour][i] = b.track_sums[colour][i]


def place_passengers(s: Record, b: Record) -> None:
    """G-PASS-1: draw passengers from the bag, one at a time, place by place."""
    colours = int(b.passenger_colours)
    left = colours * int(b.passengers_each)
    for place in range(int(b.places)):
        for i in range(int(b.waiting_at[place])):
            n = random_below(s, left)
            colour = 0
            while n >= in_bag(s, b, colour):
                n -= in_bag(s, b, colour)
                colour += 1
            s.waiting[place][i] = colour + 1
            s.passengers[0][colour] += 1
            left -= 1
    for colour in range(colours):
        s.passengers[0][colour] = 0


def in_bag(s: Record, b: Record, colour: int) -> int:
    """Return how many passengers of a colour are left in the bag.

    While they are placed, `s.passengers[0]` counts those that were drawn.
    """
    return int(b.passengers_each) - int(s.passengers[0][colour])
