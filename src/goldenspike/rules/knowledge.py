"""What a seat may know (`copy_visible`), and a random whole state that fits it (`fill_hidden`).

`copy_visible` copies to zeros, field by field, what the sight column of `fields.STATE` allows (an
allow-list). `fill_hidden` starts from such a view, so it can't leak what the view does not hold.
"""

from goldenspike.rules.chacha import seed_stream, shuffle
from goldenspike.rules.codes import CARD_KINDS, OVER_PHASE
from goldenspike.rules.kernel_types import Ints, Record
from goldenspike.rules.ticket_resampling import resample_tickets
from goldenspike.rules.tickets import count_held


def copy_visible(s: Record, b: Record, seat: int, v: Record) -> None:
    """Copy what `seat` knows of `s` to `v`, which is all zeros; seat -1 is a spectator."""
    over = int(s.phase) == OVER_PHASE
    v.players = s.players
    v.turn = s.turn
    v.phase = s.phase
    v.first_deal = s.first_deal
    v.passes = s.passes
    v.last_turns = s.last_turns
    v.shuffles = s.shuffles
    v.clears = s.clears
    v.decisions = s.decisions
    v.deck_n = s.deck_n
    v.discard_n = s.discard_n
    v.claiming = s.claiming
    v.claim_colour = s.claim_colour
    v.to_give = s.to_give
    v.revealed_n = s.revealed_n
    v.extra = s.extra
    v.pending_ends = s.pending_ends
    v.log_n = s.log_n
    v.log_first = s.log_first
    for i in range(CARD_KINDS):
        v.discards[i] = s.discards[i]
        v.laid[i] = s.laid[i]
    for i in range(len(s.market)):
        v.market[i] = s.market[i]
    for i in range(len(s.revealed)):
        v.revealed[i] = s.revealed[i]
        v.turned_up[i] = s.turned_up[i]
    for t in range(len(s.owner)):
        v.owner[t] = s.owner[t]
        v.blocked[t] = s.blocked[t]
    for d in range(2):
        v.ticket_deck_n[d] = s.ticket_deck_n[d]
        v.removed_n[d] = s.removed_n[d]
    for place in range(int(b.places)):
        for i in range(len(s.waiting[place])):
            v.waiting[place][i] = s.waiting[place][i]
        v.station_seats[place] = s.station_seats[place]
    for company in range(int(b.companies)):
        v.share_n[company] = s.share_n[company]
        for i in range(len(s.share_seats[company])):
            v.share_seats[company][i] = s.share_seats[company][i]
    for p in range(int(s.players)):
        v.cards[p] = s.cards[p]
        v.trains[p] = s.trains[p]
        v.route_points[p] = s.route_points[p]
        v.tokens[p] = s.tokens[p]
        v.stations[p] = s.stations[p]
        for i in range(CARD_KINDS):
            v.known[p][i] = s.known[p][i]
            # Both players of a two-player game can deduce `counted`, of the own hand too: each
            # knows what the other can see. A spectator, who sees neither hand, can't.
            v.counted[p][i] = s.counted[p][i] if seat >= 0 else s.known[p][i]
        for d in range(2):
            v.held_n[p][d] = s.held_n[p][d]
            v.offer_n[p][d] = s.offer_n[p][d]
        for i in range(len(s.passengers[p])):
            v.passengers[p][i] = s.passengers[p][i]
        for k in range(int(b.classes)):
            v.open[p][k] = s.open[p][k]
        for colour in range(len(s.open_in[p])):
            v.open_in[p][colour] = s.open_in[p][colour]
            for i in range(len(s.open_sums[p][colour])):
                v.open_sums[p][colour][i] = s.open_sums[p][colour][i]
        if p == seat or over:
            for i in range(CARD_KINDS):
                v.hands[p][i] = s.hands[p][i]
            for i in range(count_held(s, p)):
                v.held[p][i] = s.held[p][i]
            for i in range(len(s.offer[p])):
                v.offer[p][i] = s.offer[p][i]
            for t in range(int(b.tickets)):
                v.spared[p][t] = s.spared[p][t]
    for entry in range(int(s.log_n)):
        p = int(s.log_seat[entry])
        v.log_seat[entry] = p
        for d in range(2):
            v.log_offered[entry][d] = s.log_offered[entry][d]
            v.log_kept[entry][d] = s.log_kept[entry][d]
        if p == seat or over:
            v.log_mask[entry] = s.log_mask[entry]
            for i in range(len(s.log_offer[entry])):
                v.log_offer[entry][i] = s.log_offer[entry][i]


def fill_hidden(s: Record, b: Record, seat: int, key: Ints, scratch: Record) -> None:
    """Turn the view of `seat` into a whole state: draw everything hidden at random.

    All states that fit the view are equally likely, but for what `ticket_resampling` says. `key` is
    that of the random stream, which the state then has.
    """
    seed_stream(s, key, 1)
    deal_cards(s, b, seat)
    resample_tickets(s, b, seat, scratch)


def unseen_cards(s: Record, b: Record, seat: int, card: int) -> int:
    """How many cards of a kind a seat can't place: each is in the deck, or in another hand beyond
    what is counted of it."""
    over = int(s.phase) == OVER_PHASE
    left = int(b.card_counts[card]) - int(s.discards[card]) - int(s.laid[card])
    for i in range(int(b.market)):
        if int(s.market[i]) == card:
            left -= 1
    for i in range(int(s.revealed_n)):
        if int(s.revealed[i]) == card:
            left -= 1
    for p in range(int(s.players)):
        left -= int(s.hands[p][card]) if p == seat or over else int(s.counted[p][card])
    return left


def deal_cards(s: Record, b: Record, seat: int) -> None:
    """Deal the cards that `seat` does not see, other than those it knows of, to deck and hands."""
    players = int(s.players)
    over = int(s.phase) == OVER_PHASE
    n = 0
    for card in range(CARD_KINDS):
        for p in range(players):
            if p != seat and not over:
                s.hands[p][card] = s.counted[p][card]
        for _ in range(unseen_cards(s, b, seat, card)):
            s.deck[n] = card
            n += 1
    shuffle(s, s.deck, n)
    for p in range(players):
        if p == seat or over:
            continue
        known = 0
        for card in range(CARD_KINDS):
            known += int(s.hands[p][card])
        for _ in range(int(s.cards[p]) - known):
            n -= 1
            s.hands[p][int(s.deck[n])] += 1
            s.deck[n] = 0
