"""Train cards: the deck, the discards, the market, and what is publicly known of hands."""

from goldenspike.rules.chacha import shuffle
from goldenspike.rules.codes import CARD_KINDS, EMPTY, LOCOMOTIVE
from goldenspike.rules.kernel_types import Record

MAX_COUNTER = 32767
"""The largest value of the 16-bit counters `shuffles` and `clears`."""


def take_top(s: Record) -> int:
    """Remove and return the top card of a deck that is not empty.

    The caller puts the card in its place, then calls `renew_deck`.
    """
    n = int(s.deck_n) - 1
    card = int(s.deck[n])
    s.deck[n] = 0
    s.deck_n = n
    return card


def renew_deck(s: Record) -> None:
    """MARKET-1: if the deck is empty, shuffle the discards into a new one."""
    if int(s.deck_n) == 0 and int(s.discard_n) > 0:
        make_deck(s)


def make_deck(s: Record) -> None:
    """Shuffle the discards into the deck, which is empty."""
    shuffle_in_discards(s)
    if int(s.players) == 2:
        # Everybody saw what was discarded, so everybody knows the new deck. With one opponent, the
        # cards that are neither in it nor face up are exactly that opponent's hand.
        for p in range(2):
            for card in range(CARD_KINDS):
                s.counted[p][card] = s.hands[p][card]


def shuffle_in_discards(s: Record) -> None:
    """Add all discards to the deck, and shuffle it."""
    n = int(s.deck_n)
    for card in range(CARD_KINDS):
        for _ in range(int(s.discards[card])):
            s.deck[n] = card
            n += 1
        s.discards[card] = 0
    s.discard_n = 0
    s.deck_n = n
    s.shuffles = saturating_increment(int(s.shuffles))
    shuffle(s, s.deck, n)


def saturating_increment(n: int) -> int:
    """Add one, up to `MAX_COUNTER`. The counters are only reported: no rule depends on them."""
    return min(MAX_COUNTER, n + 1)


def discard(s: Record, card: int, n: int) -> None:
    """Add n cards of one kind to the discards."""
    s.discards[card] += n
    s.discard_n += n


def turn_up_card(s: Record, i: int) -> None:
    """Fill place i of the market from the deck, unless the deck is empty."""
    if int(s.deck_n) > 0:
        s.market[i] = take_top(s)
        renew_deck(s)


def fill_market(s: Record, b: Record) -> None:
    """Turn up cards on the empty places of the market in order, and clear it as MARKET-3 says."""
    limit = int(b.locomotives_clear)
    while True:
        locomotives = 0
        empty = 0
        for i in range(int(b.market)):
            empty += int(s.market[i]) == EMPTY
            locomotives += int(s.market[i]) == LOCOMOTIVE
        if empty > 0 and int(s.deck_n) > 0:
            locomotives += turn_up_market(s, b)
        if limit == 0 or locomotives < limit or not clear_market(s, b):
            return


def turn_up_market(s: Record, b: Record) -> int:
    """Fill the empty places of the market in order; returns how many locomotives came."""
    locomotives = 0
    for i in range(int(b.market)):
        if int(s.market[i]) == EMPTY:
            turn_up_card(s, i)
            locomotives += int(s.market[i]) == LOCOMOTIVE
    return locomotives


def clear_market(s: Record, b: Record) -> bool:
    """MARKET-3: discard a market of too many locomotives; False if it has to stay."""
    size = int(b.market)
    # RULING of MARKET-3: with too few other cards, no market could ever stay.
    in_deck = 0
    for i in range(int(s.deck_n)):
        if int(s.deck[i]) != LOCOMOTIVE:
            in_deck += 1
    discarded = 0
    for card in range(LOCOMOTIVE):
        discarded += int(s.discards[card])
    for i in range(size):
        if int(s.market[i]) < LOCOMOTIVE:
            discarded += 1
    needed = size - int(b.locomotives_clear) + 1
    if in_deck + discarded < needed:
        return False
    for i in range(size):
        if int(s.market[i]) != EMPTY:
            discard(s, int(s.market[i]), 1)
            s.market[i] = EMPTY
    s.clears = saturating_increment(int(s.clears))
    renew_deck(s)
    # With exactly two markets of cards left, each turned up whole while the other becomes the
    # deck, two bad ones would alternate for ever. Shuffling both together breaks the loop.
    stuck = in_deck < needed and discarded < needed
    if stuck and int(s.deck_n) == size and int(s.discard_n) == size:
        shuffle_in_discards(s)
    return True


def replenish(s: Record, b: Record) -> None:
    """Renew an empty deck and fill the market, after cards were discarded (MARKET-2).

    MARKET-3: a market of locomotives that could not be cleared before may be cleared now.
    """
    renew_deck(s)
    fill_market(s, b)


def add_to_hand(s: Record, p: int, card: int) -> None:
    """Add a card to the hand of p; what others know of the hand stays the same."""
    s.hands[p][card] += 1
    s.cards[p] += 1


def take_from_hand(s: Record, p: int, card: int, n: int) -> None:
    """Take n cards of one kind out of the hand of p, and lower what is known of it as much."""
    s.hands[p][card] -= n
    s.cards[p] -= n
    s.known[p][card] = max(0, int(s.known[p][card]) - n)
    s.counted[p][card] = max(0, int(s.counted[p][card]) - n)


def may_draw(s: Record, b: Record, second: bool) -> bool:
    """Is there a card that may be drawn, as the first or the second one (DRAW-3, MARKET-2)?"""
    if int(s.deck_n) > 0:
        return True
    for i in range(int(b.market)):
        card = int(s.market[i])
        if card < LOCOMOTIVE:
            return True
        if card == LOCOMOTIVE and not (second and int(b.locomotive_ends_draw) == 1):
            return True
    return False
