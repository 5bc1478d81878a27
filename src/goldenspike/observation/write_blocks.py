"""Writing an observation: plain functions on a state, compiled with the kernel's functions.

They read only what `knowledge.copy_visible` shows to the seat, so a view gives the same numbers as
the state it was made from, which tests check. Numbers above 255 are written as 255.
"""

import numpy as np

from goldenspike.boards.limits import MAX_PLACES
from goldenspike.observation import numbering as block
from goldenspike.rules.claims import is_open
from goldenspike.rules.codes import CARD_KINDS, EMPTY, GRAY, LOCOMOTIVE, OVER_PHASE, TUNNEL_PHASE
from goldenspike.rules.graph.cheapest_tree import find_ticket_way, list_tree, points_for_nothing
from goldenspike.rules.graph.cheapest_way import FAR, last_track, set_train_costs, step_back
from goldenspike.rules.graph.network import build_network, find_root
from goldenspike.rules.graph.ticket_ends import has_values
from goldenspike.rules.kernel_types import Ints, Record
from goldenspike.rules.missing_cards import missing_in_colour

MAX_VALUE = 255


def write_observation(
    s: Record, b: Record, seat: int, at: Ints, scratch: Record, out: Ints
) -> None:
    """Write the observation of `seat` to `out`, which is all zeros; `at` has the blocks' offsets.

    `envs.incremental_observation` calls the same functions to update an observation.
    """
    write_constants(s, b, at, out)
    write_frequent_blocks(s, b, seat, at, out)
    if int(s.claiming) >= 0:
        out[int(at[block.CLAIMING]) + int(s.claiming)] = 1
    if int(at[block.MISSING]) >= 0:
        write_missing(s, b, seat, at, out)
    write_tickets(s, b, seat, at, out)
    write_tracks(s, b, seat, at, out)
    if int(b.passenger_colours) > 0:
        write_passengers(s, b, seat, at, out)
        write_waiting(s, b, at, out)
    if int(at[block.MADE]) >= 0:
        write_components(s, b, seat, at, scratch, out)
        write_ways(s, b, seat, at, scratch, out)


def write_constants(s: Record, b: Record, at: Ints, out: Ints) -> None:
    """Write what stays the same for a whole game."""
    o = int(at[block.CONSTANTS])
    out[o] = s.players
    out[o + 1] = b.trains
    out[o + 2] = b.hand
    out[o + 3] = b.market
    out[o + 4] = b.decks
    out[o + 5] = b.first_keep
    out[o + 6] = b.later_draw
    out[o + 7] = b.later_keep
    out[o + 8] = b.last_turn_trains
    out[o + 9] = b.longest_bonus
    out[o + 10] = b.most_tickets_bonus
    out[o + 11] = b.tunnel_cards


def write_frequent_blocks(s: Record, b: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write the blocks from `phase` to `first_shares`, over zeros; any decision may change them."""
    write_table(s, b, seat, at, out)
    write_cards(s, b, seat, at, out)
    write_seats(s, b, seat, at, out)
    if int(b.companies) > 0:
        write_shares(s, b, seat, at, out)


def write_table(s: Record, b: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write public facts about the table: figures, phase, the seat to act."""
    phase = int(s.phase)
    out[int(at[block.PHASE]) + phase] = 1
    o = int(at[block.TABLE])
    figures = out[o : o + 8]
    turn = int(s.turn) - seat
    if turn < 0:
        turn += int(s.players)
    if phase != OVER_PHASE:
        out[int(at[block.TURN]) + turn] = 1
        if turn == 0:
            figures[0] = 1
    figures[1] = s.first_deal
    figures[2] = max(0, int(s.last_turns))
    figures[3] = s.passes
    figures[4] = s.deck_n
    figures[5] = s.discard_n
    figures[6] = min(MAX_VALUE, int(s.shuffles))
    figures[7] = min(MAX_VALUE, int(s.clears))
    o = int(at[block.TICKET_DECKS])
    left = out[o : o + 3]
    left[0] = s.ticket_deck_n[0]
    left[1] = s.ticket_deck_n[1]
    left[2] = int(s.removed_n[0]) + int(s.removed_n[1])


def write_cards(s: Record, b: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write cards: own, face up, discarded, unseen, and those of a claim being paid."""
    o = int(at[block.HAND])
    hand = out[o : o + CARD_KINDS]
    o = int(at[block.MARKET])
    market = out[o : o + CARD_KINDS]
    o = int(at[block.DISCARDS])
    discards = out[o : o + CARD_KINDS]
    o = int(at[block.UNSEEN])
    unseen = out[o : o + CARD_KINDS]
    for i in range(int(b.market)):
        card = int(s.market[i])
        if card != EMPTY:
            market[card] += 1
    for card in range(CARD_KINDS):
        held = int(s.hands[seat][card])
        gone = int(s.discards[card])
        hand[card] = held
        discards[card] = gone
        unseen[card] = int(b.card_counts[card]) - held - gone - int(market[card])
    for p in range(int(s.players)):
        if p != seat:
            for card in range(CARD_KINDS):
                unseen[card] -= int(s.counted[p][card])
    if int(s.claiming) >= 0:
        write_claim(s, seat, at, out)


def write_claim(s: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write the claim that is being paid, and subtract its cards from `unseen`."""
    laid = int(at[block.LAID])
    unseen = int(at[block.UNSEEN])
    revealed = int(at[block.REVEALED])
    for i in range(int(s.revealed_n)):
        card = int(s.revealed[i])
        out[revealed + card] += 1
        out[unseen + card] -= 1
    for card in range(CARD_KINDS):
        out[laid + card] = s.laid[card]
        out[unseen + card] -= int(s.laid[card])
    if int(s.phase) == TUNNEL_PHASE:
        out[int(at[block.CLAIM_COLOUR]) + int(s.claim_colour)] = 1
    o = int(at[block.CLAIM])
    out[o] = s.to_give
    out[o + 1] = s.extra
    out[o + 2] = int(s.pending_ends) & 1
    out[o + 3] = int(s.pending_ends) >> 1 & 1


def write_seats(s: Record, b: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write the public figures of every seat, and what is known of its hand."""
    o = int(at[block.SEATS])
    k = int(at[block.KNOWN])
    c = int(at[block.TOKENS])
    left = int(at[block.STATIONS_LEFT])
    built = int(at[block.STATIONS])
    p = seat
    for _ in range(int(s.players)):
        figures = out[o : o + 7]
        figures[0] = s.cards[p]
        figures[1] = s.trains[p]
        figures[2] = min(MAX_VALUE, int(s.route_points[p]))
        figures[3] = s.held_n[p][0]
        figures[4] = s.held_n[p][1]
        figures[5] = s.offer_n[p][0]
        figures[6] = s.offer_n[p][1]
        o += 7
        known = out[k : k + CARD_KINDS]
        for card in range(CARD_KINDS):
            known[card] = s.counted[p][card]
        k += CARD_KINDS
        if int(b.tokens) > 0:
            out[c] = s.tokens[p]
            c += 1
        if int(b.stations) > 0:
            out[left] = s.stations[p]
            left += 1
            for place in range(int(b.places)):
                out[built + place] = int(s.station_seats[place]) >> p & 1
            built += int(b.places)
        p += 1
        if p == int(s.players):
            p = 0


def write_tickets(s: Record, b: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write the own tickets: held, on offer, given back."""
    o = int(at[block.HELD])
    for i in range(int(s.held_n[seat][0]) + int(s.held_n[seat][1])):
        out[o + int(s.held[seat][i])] = 1
    o = int(at[block.OFFERED])
    points = int(at[block.OFFER_POINTS])
    for i in range(int(s.offer_n[seat][0]) + int(s.offer_n[seat][1])):
        t = int(s.offer[seat][i])
        out[o + t] = i + 1
        out[points + i] = b.ticket_points[t]
    o = int(at[block.RETURNED])
    if int(b.first_return) == 1:
        for t in range(int(b.tickets)):
            out[o + t] = s.spared[seat][t]
    for entry in range(int(s.log_n)):
        if int(s.log_seat[entry]) == seat:
            mask = int(s.log_mask[entry])
            n = int(s.log_offered[entry][0]) + int(s.log_offered[entry][1])
            for i in range(n):
                t = int(s.log_offer[entry][i])
                out[o + t] = 1 - (mask >> i & 1)


def write_tracks(s: Record, b: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write who owns which track, and which the seat could still claim; no zeros are needed.

    Bytes are compared with bytes, so that the compiler vectorises the loops.
    """
    tracks = int(b.tracks)
    players = int(s.players)
    o = int(at[block.OPEN])
    part = out[o : o + tracks]
    for t in range(tracks):
        part[t] = int(s.blocked[t]) & 1 << seat
    for t in range(tracks):
        part[t] = 1 if part[t] == 0 else 0
    start = int(at[block.OWN])
    p = seat
    for place in range(players):
        if place > 0:
            start = int(at[block.THEIRS]) + (place - 1) * tracks
        part = out[start : start + tracks]
        who = np.int8(p)
        for t in range(tracks):
            part[t] = 1 if s.owner[t] == who else 0
        p += 1
        if p == players:
            p = 0


def write_shares(s: Record, b: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write the shares of every seat, and which of each company's it took first, over zeros."""
    companies = int(b.companies)
    shares = int(at[block.SHARES])
    first = int(at[block.FIRST_SHARES])
    for company in range(companies):
        for i in range(int(s.share_n[company]) - 1, -1, -1):
            p = int(s.share_seats[company][i]) - 1 - seat
            if p < 0:
                p += int(s.players)
            o = p * companies + company
            out[shares + o] += 1
            out[first + o] = i + 1


def write_passengers(s: Record, b: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write the passengers taken; no zeros are needed."""
    colours = int(b.passenger_colours)
    o = int(at[block.PASSENGERS])
    p = seat
    for _ in range(int(s.players)):
        for colour in range(colours):
            out[o + colour] = s.passengers[p][colour]
        o += colours
        p += 1
        if p == int(s.players):
            p = 0


def write_waiting(s: Record, b: Record, at: Ints, out: Ints) -> None:
    """Write the passengers waiting at each place."""
    o = int(at[block.WAITING])
    for place in range(int(b.places)):
        for i in range(len(s.waiting[place])):
            waiting = int(s.waiting[place][i])
            if waiting == 0:
                break
            out[o + waiting - 1] += 1
        o += int(b.passenger_colours)


def write_missing(s: Record, b: Record, seat: int, at: Ints, out: Ints) -> None:
    """Write how many cards each open track lacks, computed once for each class."""
    o = int(at[block.MISSING])
    hand = s.hands[seat]
    locomotives = int(hand[LOCOMOTIVE])
    total = int(s.cards[seat])
    longest = 0
    for c in range(8):
        longest = max(longest, int(hand[c]))
    for k in range(int(b.classes)):
        if int(s.open[seat][k]) == 0:
            continue
        colour = int(b.class_colour[k])
        have = longest if colour == GRAY else int(hand[colour])
        lack, _ = missing_in_colour(b, k, have, locomotives, total)
        for t in range(int(b.class_start[k]), int(b.class_start[k + 1])):
            # Without a branch, so that the compiler vectorises the loop.
            out[o + t] = lack if is_open(s, seat, t) else 0


def write_ways(s: Record, b: Record, seat: int, at: Ints, scratch: Record, out: Ints) -> None:
    """Write the cost of every ticket held or on offer, and the ways of those held."""
    held = int(s.held_n[seat][0]) + int(s.held_n[seat][1])
    set_train_costs(s, b, seat, scratch)
    for i in range(held):
        ticket = int(s.held[seat][i])
        trains = write_cost(b, ticket, at, scratch, out)
        if trains == 0:
            out[int(at[block.MADE]) + ticket] = 1
        elif trains < FAR:
            mark_way(b, ticket, scratch, int(at[block.WANTED]), out)
    for i in range(int(s.offer_n[seat][0]) + int(s.offer_n[seat][1])):
        ticket = int(s.offer[seat][i])
        write_cost(b, ticket, at, scratch, out)
        out[int(at[block.OFFER_COST]) + i] = out[int(at[block.COST]) + ticket]


def write_cost(b: Record, ticket: int, at: Ints, scratch: Record, out: Ints) -> int:
    """Search the cheapest way of a ticket, and write its cost; returns the trains, or FAR.

    Of a ticket with several values, the points that are reached are written too.
    """
    trains = find_ticket_way(b, scratch, ticket)
    if has_values(b, ticket):
        out[int(at[block.REACHED]) + ticket] = points_for_nothing(b, scratch, ticket)
    cost = MAX_VALUE if trains == FAR else min(MAX_VALUE - 1, trains)
    out[int(at[block.COST]) + ticket] = cost
    return trains


def mark_way(b: Record, ticket: int, scratch: Record, wanted: int, out: Ints) -> None:
    """Add one to every track still to be claimed on the way that has been found for a ticket."""
    if int(b.ticket_ends[ticket]) > 0:
        for i in range(list_tree(b, scratch)):
            t = int(scratch.tree_track[i])
            if int(scratch.track_cost[t]) > 0:
                out[wanted + t] += 1
        return
    place = int(b.ticket_b[ticket])
    while place != int(b.ticket_a[ticket]):
        t = last_track(scratch, place)
        if int(scratch.track_cost[t]) > 0:
            out[wanted + t] += 1
        place = step_back(b, scratch, place)


def write_components(s: Record, b: Record, seat: int, at: Ints, scratch: Record, out: Ints) -> None:
    """Write the number of each place's network, numbered in the order of the places."""
    o = int(at[block.COMPONENT])
    nodes, edges = build_network(s, b, seat, scratch)
    if edges == 0:
        return
    for node in range(nodes):
        scratch.component[node] = 0
    for i in range(edges):
        for end in range(2):
            node = int(scratch.edge_a[i]) if end == 0 else int(scratch.edge_b[i])
            if node < MAX_PLACES:
                out[o + node] = 1
    found = 0
    for place in range(int(b.places)):
        if int(out[o + place]) == 1:
            top = find_root(scratch, place)
            if int(scratch.component[top]) == 0:
                found += 1
                scratch.component[top] = found
            out[o + place] = scratch.component[top]
