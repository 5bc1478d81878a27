"""Cards: what the plan lacks, what each card is worth, and which to draw."""

from goldenspike.bots.thinking.memory import (
    COST,
    ENGINE,
    FAR,
    NEED,
    PLAN_CLAIMS,
    PLAN_TRAINS,
    PLANNED,
    RESERVED,
    SHORT,
    SPARE,
    TURNS,
    VALUE,
    WORTH,
)
from goldenspike.rules.codes import CARD_KINDS, DRAW_CARD, DRAW_DECK, GRAY, LOCOMOTIVE


def judge_cards(v, b, p, c, m):
    """Fill RESERVED, NEED and WORTH: first for the plan, then for the best tracks beside it."""
    hand = v.hands[p]
    for card in range(CARD_KINDS):
        m[NEED + card] = 0
        m[RESERVED + card] = 0
        m[WORTH + card] = 4 + min(6, int(hand[card]))
        m[SPARE + card] = int(hand[card])
    m[WORTH + LOCOMOTIVE] = 30
    # Coloured tracks have first claim on the cards, gray ones take what is left over.
    for gray in range(2):
        for t in range(int(b.tracks)):
            if int(m[PLANNED + t]) == 0:
                continue
            k = int(b.track_class[t])
            if (int(b.class_colour[k]) == GRAY) == (gray == 1):
                want_cards_for(v, b, p, m, t, k, 100)
    if int(m[PLAN_CLAIMS]) <= 2:
        want_points(v, b, p, m)


def want_cards_for(v, b, p, m, t, k, weight):
    """Reserve cards for a track and make those it lacks worth drawing."""
    colour = int(b.class_colour[k])
    symbols = int(b.class_length[k]) - int(b.class_most[k])
    if colour == GRAY:
        colour = 0
        most = -1
        for card in range(8):
            have = 4 * int(m[SPARE + card]) + min(3, int(m[NEED + card]))
            if have > most:
                most = have
                colour = card
    coloured = int(b.class_most[k])
    use = min(coloured, int(m[SPARE + colour]))
    m[SPARE + colour] -= use
    m[RESERVED + colour] += use
    lacking = coloured - use
    if symbols > 0:
        engines = min(symbols, int(m[SPARE + LOCOMOTIVE]))
        m[SPARE + LOCOMOTIVE] -= engines
        m[RESERVED + LOCOMOTIVE] += engines
        if symbols > engines:
            m[WORTH + LOCOMOTIVE] = max(int(m[WORTH + LOCOMOTIVE]), weight + 20)
            m[NEED + LOCOMOTIVE] += symbols - engines
    if lacking > 0:
        m[NEED + colour] += lacking
        wild = int(b.class_least[k]) < coloured
        short = int(m[SHORT + t])
        worth = weight
        if short == 1:
            worth += weight * 4 // 10
        elif short == 2:
            worth += weight * 2 // 10
        m[WORTH + colour] = max(int(m[WORTH + colour]), worth)
        if wild:
            m[WORTH + LOCOMOTIVE] = max(int(m[WORTH + LOCOMOTIVE]), worth + weight // 4)
        if int(b.class_colour[k]) == GRAY:
            # Another colour may do as well.
            for card in range(8):
                have = int(m[SPARE + card])
                if have > 0 and card != colour:
                    other = weight * have // (coloured + 1)
                    m[WORTH + card] = max(int(m[WORTH + card]), other)


def want_points(v, b, p, m):
    """Beside or after the plan: the tracks with the best worth a turn make their cards wanted."""
    spare = int(v.trains[p]) - int(m[PLAN_TRAINS])
    turns = int(m[TURNS])
    first = -1
    second = -1
    best = 0
    next_best = 0
    for t in range(int(b.tracks)):
        if int(m[COST + t]) >= FAR or int(m[PLANNED + t]) == 1:
            continue
        short = int(m[SHORT + t])
        needed = 1 + (short * 55 + 50) // 100
        if short == 0 or needed > turns or int(b.track_length[t]) > spare:
            continue
        rate = int(m[VALUE + t]) // needed
        if rate > best:
            second = first
            next_best = best
            first = t
            best = rate
        elif rate > next_best:
            second = t
            next_best = rate
    weight = 80 if int(m[PLAN_CLAIMS]) == 0 else 40
    if first >= 0:
        want_cards_for(v, b, p, m, first, int(b.track_class[first]), weight)
    if second >= 0:
        want_cards_for(v, b, p, m, second, int(b.track_class[second]), weight * 3 // 4)


def deck_worth(v, b, p, m):
    """What the top of the deck may be expected to be worth: every card out of sight as likely."""
    total = 0
    unseen = 0
    for card in range(CARD_KINDS):
        n = int(b.card_counts[card]) - int(v.discards[card])
        for q in range(int(v.players)):
            n -= int(v.hands[q][card]) if q == p else int(v.counted[q][card])
        for i in range(int(b.market)):
            if int(v.market[i]) == card:
                n -= 1
        n = max(0, n)
        unseen += n
        total += n * int(m[WORTH + card])
    return total // unseen if unseen > 0 else 0


def best_draw(v, b, p, c, m, second):
    """The draw worth most, as its code; -1 where nothing can be drawn."""
    best = -1
    value = -1
    deck = 0
    if int(v.deck_n) > 0:
        deck = deck_worth(v, b, p, m)
        value = deck
        best = DRAW_DECK
    ends = int(b.locomotive_ends_draw) == 1
    for i in range(int(b.market)):
        card = int(v.market[i])
        if card >= LOCOMOTIVE:
            continue
        worth = int(m[WORTH + card])
        if worth > value:
            value = worth
            best = DRAW_CARD + card
    for i in range(int(b.market)):
        if int(v.market[i]) != LOCOMOTIVE:
            continue
        worth = int(m[WORTH + LOCOMOTIVE]) + int(c[ENGINE])
        if ends:
            if second:
                continue
            # It costs the second card as well.
            if best < 0 or worth > value + deck + int(c[ENGINE]):
                best = DRAW_CARD + LOCOMOTIVE
                value = worth
        elif worth > value:
            best = DRAW_CARD + LOCOMOTIVE
            value = worth
    return best
