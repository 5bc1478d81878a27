"""Trying ideas out: imagine the hidden cards, play each idea on to the end, compare."""

from goldenspike.bots.thinking.memory import DRAWS, FRESH
from goldenspike.rules.codes import CARD_KINDS, DRAW_CARD, DRAW_DECK, TOTAL
from goldenspike.rules.knowledge import fill_hidden
from goldenspike.rules.network import build_network, connected
from goldenspike.rules.records import STATE_DTYPE


def imagine(view, guess, spare, seat, b, key, tries, work):
    """Fill in what the seat can't see: of several guesses, the one that explains most.

    Every guess agrees with all that the seat knows, but others do not lay tracks at random: the
    guess is taken in which the tracks on the board serve the others' tickets best.
    """
    best = -1
    start = int(key[3])
    for i in range(tries):
        key[3] = start + i
        copy_row(view, spare)
        s = spare.view(STATE_DTYPE)[0]
        fill_hidden(s, b, seat, key, work)
        worth = tracks_explained(s, b, seat, work)
        if worth > best:
            best = worth
            copy_row(spare, guess)
    key[3] = start


def tracks_explained(s, b, seat, work):
    """How well the tracks of the others serve the tickets they are imagined to hold."""
    total = 0
    for p in range(int(s.players)):
        if p == seat:
            continue
        _, edges = build_network(s, b, p, work)
        if edges == 0:
            continue
        for i in range(int(s.held_n[p][0]) + int(s.held_n[p][1])):
            ticket = int(s.held[p][i])
            a = int(b.ticket_a[ticket])
            z = int(b.ticket_b[ticket])
            if connected(b, edges, work, a, z):
                total += 4 * int(b.ticket_points[ticket])
            else:
                total += int(b.ticket_points[ticket]) * touched(s, b, p, a, z)
    return total


def touched(s, b, p, a, z):
    """How many of two places a seat's tracks reach."""
    at_a = 0
    at_z = 0
    for t in range(int(b.tracks)):
        if int(s.owner[t]) == p:
            u = int(b.track_a[t])
            w = int(b.track_b[t])
            if a in (u, w):
                at_a = 1
            if z in (u, w):
                at_z = 1
    return at_a + at_z


def margin(players, seat, sheet, reach):
    """How far the seat is ahead of the best other, in points; beyond `reach` nothing counts."""
    best = -(1 << 20)
    for p in range(players):
        if p != seat:
            best = max(best, int(sheet[p][TOTAL]))
    ahead = int(sheet[seat][TOTAL]) - best
    return max(-reach, min(reach, ahead))


def copy_row(source, target):
    """A state copied byte by byte, which the compiler makes one move of."""
    for i in range(len(source)):
        target[i] = source[i]


def begin(players, m):
    """Before an idea is played on: nobody has drawn, nobody's plan is in memory."""
    m[FRESH] = 0
    for p in range(players):
        m[DRAWS + p] = 0


def same_luck(s, code, key, m):
    """Before a draw: lay that card on top which this seat's so many-th draw turns up.

    Any card of the deck is as likely as another. Which kind it is depends on the imagined world,
    the seat and the number of its draws, and hardly on what was played before: so two ideas meet
    the same luck, and fewer worlds tell which one is better.
    """
    if not (code == DRAW_DECK or DRAW_CARD <= code < DRAW_CARD + CARD_KINDS):
        return
    n = int(s.deck_n)
    if n < 2:
        return
    p = int(s.turn)
    draws = int(m[DRAWS + p])
    m[DRAWS + p] = draws + 1
    at = (mixed(int(key[0]) ^ mixed(8 * draws + p + 1)) * n) >> 32
    for card in range(CARD_KINDS):
        found = -1
        for i in range(n):
            if int(s.deck[i]) == card:
                found = i
                at -= 1
        if at < 0:
            s.deck[found] = s.deck[n - 1]
            s.deck[n - 1] = card
            return


def mixed(x):
    """32 bits that have little to do with those given."""
    x = x & 0xFFFFFFFF
    x = ((x >> 16) ^ x) * 0x45D9F3B & 0xFFFFFFFF
    x = ((x >> 16) ^ x) * 0x45D9F3B & 0xFFFFFFFF
    return (x >> 16) ^ x
