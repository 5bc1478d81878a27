"""Playing an action: `step` changes the state by the code of a legal action."""

from goldenspike.rules.cards import (
    add_to_hand,
    discard,
    fill_market,
    may_draw,
    renew_deck,
    replenish,
    take_from_hand,
    take_top,
    turn_up_card,
)
from goldenspike.rules.claims import take_track
from goldenspike.rules.codes import (
    ASKING,
    CARD_KINDS,
    CLAIMING,
    DRAWING,
    EMPTY,
    FROM_DECK,
    GIVE_PHASE,
    GIVING,
    KEEP_PHASE,
    KEEPING,
    LOCOMOTIVE,
    NO_TRACK,
    OVER_PHASE,
    PASSENGER_PHASE,
    PASSING,
    PAYING,
    SECOND_PHASE,
    SHARE_PHASE,
    SHARING,
    TAKING,
    TUNNEL,
    TUNNEL_PHASE,
    TURN_PHASE,
    WITHDRAWING,
    claimed_track,
    decode,
    passenger,
    payment_index,
)
from goldenspike.rules.kernel_types import Record
from goldenspike.rules.shares import take_only_share, take_share
from goldenspike.rules.stations import build_station
from goldenspike.rules.tickets import (
    draw_tickets,
    end_first_deal,
    keep_tickets,
    number_drawn,
    offered,
)


def step(s: Record, b: Record, code: int) -> None:
    """Play a legal action of the seat to act; whether it is legal is not checked."""
    s.decisions += 1
    p = int(s.turn)
    kind, argument = decode(b, code)
    if kind == PASSING:
        s.passes += 1
        end_turn(s, b)
        return
    s.passes = 0
    if kind == CLAIMING:
        start_claim(s, b, p, argument)
    elif kind == DRAWING:
        draw_card(s, b, p, argument)
    elif kind == KEEPING:
        choose_tickets(s, b, p, argument)
    elif kind == TAKING:
        end, colour = passenger(argument)
        take_passenger(s, b, p, end, colour)
        if int(s.pending_ends) == 0:
            finish_claim(s, b, p)
    elif kind == ASKING:
        ask_for_tickets(s, b, p, argument)
    elif kind == GIVING:
        give_card(s, b, p, argument)
    elif kind == PAYING:
        pay_extra(s, b, p, argument)
    elif kind == WITHDRAWING:
        withdraw(s, b, p)
    elif kind == SHARING:
        take_share(s, p, argument)
        clear_claim(s)
        end_turn(s, b)
    else:
        build_station(s, b, p, argument)
        end_turn(s, b)


def draw_card(s: Record, b: Record, p: int, card: int) -> None:
    """DRAW-1: take a face-up card, or the top of the deck if `card` is FROM_DECK."""
    ends = int(s.phase) == SECOND_PHASE
    if card == FROM_DECK:
        add_to_hand(s, p, take_top(s))
        renew_deck(s)
    else:
        # Find the first place with this card by looking at all: where it lies is unpredictable, and
        # a branch misprediction would cost more.
        i = 0
        for place in range(len(s.market) - 1, -1, -1):
            i = place if int(s.market[place]) == card else i
        add_to_hand(s, p, card)
        s.known[p][card] += 1
        s.counted[p][card] += 1
        s.market[i] = EMPTY
        turn_up_card(s, i)
        fill_market(s, b)
        # DRAW-2: a face-up locomotive is the only card of the turn.
        if card == LOCOMOTIVE and int(b.locomotive_ends_draw) == 1:
            ends = True
    if ends or not may_draw(s, b, True):  # DRAW-7
        end_turn(s, b)
    else:
        s.phase = SECOND_PHASE


def ask_for_tickets(s: Record, b: Record, p: int, first: int) -> None:
    """TICKET-1, G-TICK-1: draw tickets, `first` of them from the first of two decks."""
    first_deal = int(s.first_deal) == 1
    draw = number_drawn(s, b)
    if int(b.decks) == 1:
        draw_tickets(s, p, 0, draw)
    else:
        draw_tickets(s, p, 0, first)
        draw_tickets(s, p, 1, draw - first)
    s.phase = KEEP_PHASE
    if first_deal:
        # All seats announce before any chooses; then the turn is again at the first one.
        s.turn = next_seat(s, p)


def choose_tickets(s: Record, b: Record, p: int, mask: int) -> None:
    """Keep the tickets on offer that `mask` says; ends the turn, or the first deal."""
    keep_tickets(s, b, p, mask)
    if int(s.first_deal) == 0:
        end_turn(s, b)
        return
    after = next_seat(s, p)
    s.turn = after
    if offered(s, after) == 0:
        end_first_deal(s, b)
        s.phase = TURN_PHASE


def start_claim(s: Record, b: Record, p: int, argument: int) -> None:
    """Lay the cards of a claim, then wait for substitutes or go on with `complete_payment`."""
    t = claimed_track(b, argument)
    payment = payment_index(b, t, argument)
    colour = int(b.payment_colour[payment])
    coloured = int(b.payment_coloured[payment])
    wild = int(b.payment_wild[payment])
    length = int(b.track_length[t])
    s.claiming = t
    if int(b.track_kind[t]) == TUNNEL:
        s.claim_colour = colour
    if coloured > 0:
        take_from_hand(s, p, colour, coloured)
        s.laid[colour] = coloured
    if wild > 0:
        take_from_hand(s, p, LOCOMOTIVE, wild)
        s.laid[LOCOMOTIVE] = wild
    substituted = length - coloured - wild
    if substituted > 0:
        s.to_give = substituted * int(b.class_rate[int(b.track_class[t])])
        s.phase = GIVE_PHASE
    else:
        complete_payment(s, b, p)


def give_card(s: Record, b: Record, p: int, card: int) -> None:
    """Lay one substitute for the claim."""
    take_from_hand(s, p, card, 1)
    s.laid[card] += 1
    s.to_give -= 1
    if int(s.to_give) == 0:
        complete_payment(s, b, p)


def complete_payment(s: Record, b: Record, p: int) -> None:
    """Claim the track that has been paid for, unless it is a tunnel that asks for more."""
    if int(b.track_kind[int(s.claiming)]) == TUNNEL:
        turn_up(s, b)
        if int(s.extra) > 0:
            s.phase = TUNNEL_PHASE
            return
    claim_track(s, b, p)


def turn_up(s: Record, b: Record) -> None:
    """N-TUNNEL-1, N-TUNNEL-4: turn up a tunnel's cards, and count its extra.

    If the deck runs out meanwhile it is renewed, without the cards that are laid for the claim.
    """
    colour = int(s.claim_colour)
    n = 0
    extra = 0
    while n < int(b.tunnel_cards) and int(s.deck_n) > 0:
        card = take_top(s)
        s.revealed[n] = card
        s.turned_up[n] = card + 1
        n += 1
        if card == colour or card == LOCOMOTIVE:
            extra += 1
        renew_deck(s)
    s.revealed_n = n
    s.extra = extra
    for i in range(n, len(s.turned_up)):
        s.turned_up[i] = 0


def pay_extra(s: Record, b: Record, p: int, wild: int) -> None:
    """N-TUNNEL-1: pay a tunnel's extra with `wild` locomotives, and claim it."""
    coloured = int(s.extra) - wild
    if wild > 0:
        take_from_hand(s, p, LOCOMOTIVE, wild)
        s.laid[LOCOMOTIVE] += wild
    if coloured > 0:
        colour = int(s.claim_colour)
        take_from_hand(s, p, colour, coloured)
        s.laid[colour] += coloured
    claim_track(s, b, p)


def withdraw(s: Record, b: Record, p: int) -> None:
    """N-TUNNEL-2: take back the laid cards, which everybody has seen, and end the turn."""
    for card in range(CARD_KINDS):
        n = int(s.laid[card])
        if n > 0:
            s.hands[p][card] += n
            s.cards[p] += n
            s.known[p][card] += n
            s.counted[p][card] += n
            s.laid[card] = 0
    discard_revealed(s)
    replenish(s, b)
    clear_claim(s)
    end_turn(s, b)


def claim_track(s: Record, b: Record, p: int) -> None:
    """CLAIM-2, CLAIM-3: discard the cards, take the track with trains, score its points.

    COST-1 to COST-3: it may take more trains than it has spaces, score more, and cost tokens.
    """
    t = int(s.claiming)
    for card in range(CARD_KINDS):
        discard(s, card, int(s.laid[card]))
        s.laid[card] = 0
    discard_revealed(s)
    replenish(s, b)
    s.claim_colour = 0
    s.trains[p] -= int(b.track_trains[t])
    s.route_points[p] += int(b.track_points[t])
    s.tokens[p] -= int(b.track_toll[t])
    take_track(s, b, p, t)
    if int(b.passenger_colours) > 0:
        collect_passengers(s, b, p, int(b.track_a[t]), 0)
        collect_passengers(s, b, p, int(b.track_b[t]), 1)
    if int(s.pending_ends) > 0:
        s.phase = PASSENGER_PHASE
    else:
        finish_claim(s, b, p)


def discard_revealed(s: Record) -> None:
    """Discard the cards that a tunnel has turned up."""
    for i in range(int(s.revealed_n)):
        discard(s, int(s.revealed[i]), 1)
        s.revealed[i] = 0
    s.revealed_n = 0
    s.extra = 0


def finish_claim(s: Record, b: Record, p: int) -> None:
    """SHARE-2: the share of the track comes last; then the turn ends."""
    if int(b.companies) > 0 and take_only_share(s, b, p):
        s.phase = SHARE_PHASE
        return
    clear_claim(s)
    end_turn(s, b)


def clear_claim(s: Record) -> None:
    s.claiming = NO_TRACK
    s.claim_colour = 0


def collect_passengers(s: Record, b: Record, p: int, place: int, end: int) -> None:
    """G-PASS-2: take the passenger at one end of the claimed track.

    If passengers of several colours wait there, the end becomes pending: the player chooses.
    """
    seen = 0
    for i in range(len(s.waiting[place])):
        seen |= 1 << int(s.waiting[place][i])
    seen >>= 1
    if seen == 0:
        return
    if seen & (seen - 1):
        s.pending_ends = int(s.pending_ends) | 1 << end
        return
    colour = 0
    while not seen >> colour & 1:
        colour += 1
    take_passenger(s, b, p, end, colour)


def take_passenger(s: Record, b: Record, p: int, end: int, colour: int) -> None:
    """Move a passenger from an end of the claimed track to p."""
    t = int(s.claiming)
    place = int(b.track_a[t]) if end == 0 else int(b.track_b[t])
    spots = s.waiting[place]
    i = 0
    while int(spots[i]) != colour + 1:
        i += 1
    last = len(spots) - 1
    while i < last:
        spots[i] = spots[i + 1]
        i += 1
    spots[last] = 0
    s.passengers[p][colour] += 1
    s.pending_ends = int(s.pending_ends) & ~(1 << end)


def next_seat(s: Record, p: int) -> int:
    p += 1
    return 0 if p == int(s.players) else p


def end_turn(s: Record, b: Record) -> None:
    """END-1, END-2: end the game, or give the turn to the next seat."""
    p = int(s.turn)
    s.phase = TURN_PHASE
    if int(s.last_turns) > 0:
        s.last_turns -= 1
        if int(s.last_turns) == 0:
            s.phase = OVER_PHASE
    elif int(s.trains[p]) <= int(b.last_turn_trains):
        s.last_turns = s.players
    if int(s.passes) >= int(s.players):
        s.phase = OVER_PHASE
    if int(s.phase) != OVER_PHASE:
        s.turn = next_seat(s, p)
