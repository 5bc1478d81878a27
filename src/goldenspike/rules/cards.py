"""Train cards: the deck, the discards, the market, and what is publicly known of hands."""

from goldenspike.rules.chacha import shuffle
from goldenspike.rules.codes import CARD_KINDS, EMPTY, LOCOMOTIVE
from goldenspike.rules.kernel_types import Record

MOST_COUNTED = 32767
"""What a counter of 16 bits holds."""


def take_top(s: Record) -> int:
    """The top card of a deck that is not empty; `renew_deck` has to follow once it is placed."""
    n = int(s.deck_n) - 1
    card = int(s.deck[n])
    s.deck[n] = 0
    s.deck_n = n
    return card


def renew_deck(s: Record) -> None:
    """MARKET-1: a deck that has run out is the shuffled discards, at once."""
    if int(s.deck_n) > 0 or int(s.discard_n) == 0:
        return
    shuffle_in_discards(s)
    if int(s.players) == 2:
        # The new deck is what everybody saw discarded. Whatever is neither there nor in sight is
        # in the other hand: with one opponent, all of that hand is known at this moment.
        for p in range(2):
            for card in range(CARD_KINDS):
                s.counted[p][card] = s.hands[p][card]


def shuffle_in_discards(s: Record) -> None:
    n = int(s.deck_n)
    for card in range(CARD_KINDS):
        for _ in range(int(s.discards[card])):
            s.deck[n] = card
            n += 1
        s.discards[card] = 0
    s.discard_n = 0
    s.deck_n = n
    s.shuffles = counted_up(int(s.shuffles))
    shuffle(s, s.deck, n)


def counted_up(n: int) -> int:
    """One more, as long as the counter holds it: it is told, and nothing is decided by it."""
    return min(MOST_COUNTED, n + 1)


def discard(s: Record, card: int, n: int) -> None:
    s.discards[card] += n
    s.discard_n += n


def turn_up_card(s: Record, i: int) -> None:
    """Fill one place of the market, if there is a card for it."""
    if int(s.deck_n) > 0:
        s.market[i] = take_top(s)
        renew_deck(s)


def fill_market(s: Record, b: Record) -> None:
    """Turn up cards on the empty places, from the first on; clear it as MARKET-3 says."""
    size = int(b.market)
    limit = int(b.locomotives_clear)
    while True:
        locomotives = 0
        empty = 0
        for i in range(size):
            empty += int(s.market[i]) == EMPTY
            locomotives += int(s.market[i]) == LOCOMOTIVE
        if empty > 0 and int(s.deck_n) > 0:
            for i in range(size):
                if int(s.market[i]) == EMPTY:
                    turn_up_card(s, i)
                    locomotives += int(s.market[i]) == LOCOMOTIVE
        if limit == 0 or locomotives < limit:
            return
        # RULING of MARKET-3: with too few other cards about it could never come right.
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
        needed = size - limit + 1
        if in_deck + discarded < needed:
            return
        for i in range(size):
            if int(s.market[i]) != EMPTY:
                discard(s, int(s.market[i]), 1)
                s.market[i] = EMPTY
        s.clears = counted_up(int(s.clears))
        renew_deck(s)
        # When two markets' worth of cards are left, each would be turned up whole while the other
        # is shuffled: if neither will do, they would take turns for ever. So they mix.
        stuck = in_deck < needed and discarded < needed
        if stuck and int(s.deck_n) == size and int(s.discard_n) == size:
            shuffle_in_discards(s)


def after_discarding(s: Record, b: Record) -> None:
    """MARKET-2: cards discarded while the deck is empty become a deck and fill the market.

    MARKET-3: and a market of locomotives that had to stay is cleared once there are other cards.
    """
    renew_deck(s)
    fill_market(s, b)


def gain(s: Record, p: int, card: int) -> None:
    s.hands[p][card] += 1
    s.cards[p] += 1


def lay(s: Record, p: int, card: int, n: int) -> None:
    """Take n cards out of a hand. Known of the rest is at least what was known, less these."""
    s.hands[p][card] -= n
    s.cards[p] -= n
    s.known[p][card] = max(0, int(s.known[p][card]) - n)
    s.counted[p][card] = max(0, int(s.counted[p][card]) - n)


def may_draw(s: Record, b: Record, second: bool) -> bool:
    """Is there a card the player may take: DRAW-3 and MARKET-2 decide."""
    if int(s.deck_n) > 0:
        return True
    for i in range(int(b.market)):
        card = int(s.market[i])
        if card < LOCOMOTIVE:
            return True
        if card == LOCOMOTIVE and not (second and int(b.locomotive_ends_draw) == 1):
            return True
    return False
