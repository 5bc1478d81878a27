"""Ways to pay for a track: counted, listed, and looked up by number (CLAIM-1, CLAIM-7, N-FERRY, N-LIEKSA).

Tracks that are paid for alike form a class. A payment for a track of `length` spaces is `n` cards of
one colour, `w` locomotives, and substitutes for the remaining `length - n - w` spaces, each worth
`rate` cards of any kind. For a given hand and n, the affordable w are a range, so payments need not
be tried one by one to be counted. Within a class, payments are numbered by n from the most to the
least, then by colour, then by w.
"""

from goldenspike.rules.codes import GRAY, LOCOMOTIVE

# How `work`, the scratch array of a decision, is used.
CHECKED = 0
"""From here: classes that have a payment, in order."""
PAYMENTS = 128
"""From here: how many payments each of those has."""
CLAIMS = 256
"""From here: how many claims each of those has (payments times open tracks)."""
HOLDING = 384
"""`HOLDING + n`: how many colours the hand has at least n cards of."""
HOLDING_TO = 400
"""`HOLDING_TO + n`: the sum of `HOLDING + 1` to `HOLDING + n`."""
LISTED = 416
"""From here: the payments of one class."""
WORK_SIZE = 2048
"""Shared with `network` and `guessing`, which use the whole of it."""


def wild_range(b, k, n, locomotives, total):
    """The least and most locomotives with which n coloured cards pay for a class-k track."""
    least = int(b.class_wild_least[k][n])
    most = min(int(b.class_wild_most[k][n]), locomotives)
    rate = int(b.class_rate[k])
    if rate > 0:
        # With w locomotives the substitutes have `rate * (length - n - w)` cards to find.
        short = n + rate * (int(b.class_length[k]) - n) - total
        if short > 0:
            least = max(least, (short + rate - 2) // (rate - 1)) if rate > 1 else most + 1
    return least, most


def count_payments(s, b, p, k, work):
    """How many ways the hand of p has to pay for one track of class k."""
    hand = s.hands[p]
    length = int(b.class_length[k])
    colour = int(b.class_colour[k])
    locomotives = int(hand[LOCOMOTIVE])
    if int(b.class_plain[k]) == 1:
        if colour != GRAY:
            return max(0, min(locomotives, length) - max(0, length - int(hand[colour])) + 1)
        n = length - locomotives - 1
        if n < 0:
            return int(work[HOLDING_TO + length]) + 1
        return int(work[HOLDING_TO + length]) - int(work[HOLDING_TO + n])
    total = int(s.cards[p])
    count = 0
    for n in range(int(b.class_least[k]), int(b.class_most[k]) + 1):
        if n == 0:
            colours = 1
        elif colour == GRAY:
            colours = int(work[HOLDING + n])
        else:
            colours = 1 if int(hand[colour]) >= n else 0
        if colours > 0:
            least, most = wild_range(b, k, n, locomotives, total)
            if most >= least:
                count += colours * (most - least + 1)
    return count


def list_payments(s, b, p, k, work):
    """Write the numbers of all affordable payments of class k behind `LISTED`; returns how many."""
    hand = s.hands[p]
    colour = int(b.class_colour[k])
    locomotives = int(hand[LOCOMOTIVE])
    total = int(s.cards[p])
    count = 0
    for n in range(int(b.class_most[k]), int(b.class_least[k]) - 1, -1):
        least, most = wild_range(b, k, n, locomotives, total)
        if most < least:
            continue
        first = int(b.class_wild_least[k][n])
        ways = int(b.class_wild_most[k][n]) - first + 1
        start = int(b.class_offset[k][n]) - first
        if n > 0 and colour == GRAY:
            for c in range(8):
                if int(hand[c]) >= n:
                    for w in range(least, most + 1):
                        work[LISTED + count] = start + c * ways + w
                        count += 1
        elif n == 0 or int(hand[colour]) >= n:
            for w in range(least, most + 1):
                work[LISTED + count] = start + w
                count += 1
    return count


def count_claims(s, b, p, work):
    """How many claims p may make. Leaves, in `work`, the classes with a payment and their counts."""
    hand = s.hands[p]
    locomotives = int(hand[LOCOMOTIVE])
    trains = int(s.trains[p])
    plain = int(b.all_plain) == 1
    for n in range(11):
        work[HOLDING + n] = 0
    longest = 0
    for c in range(8):
        have = min(int(hand[c]), 10)
        work[HOLDING + have] += 1
        longest = max(longest, have)
    running = 0
    for n in range(10, 0, -1):
        running += int(work[HOLDING + n])
        work[HOLDING + n] = running
    running = 0
    work[HOLDING_TO] = 0
    for n in range(1, 10):
        running += int(work[HOLDING + n])
        work[HOLDING_TO + n] = running
    open_tracks = s.open[p]
    total = 0
    entries = 0
    for colour in range(9):
        # CLAIM-2: trains for every space. And where locomotives and one colour are all there is to
        # pay with, nothing is longer than what the hand has of both.
        reach = trains
        if plain:
            have = longest if colour == GRAY else int(hand[colour])
            reach = min(reach, have + locomotives)
        for k in range(int(b.colour_start[colour]), int(b.colour_start[colour + 1])):
            if int(b.class_length[k]) > reach:
                break
            tracks = int(open_tracks[k])
            if tracks == 0:
                continue
            ways = count_payments(s, b, p, k, work)
            if ways > 0:
                work[CHECKED + entries] = k
                work[PAYMENTS + entries] = ways
                work[CLAIMS + entries] = ways * tracks
                entries += 1
                total += ways * tracks
    return total, entries


def nth_claim(s, b, p, n, entries, work):
    """The code of the n-th claim, after `count_claims` has filled `work`."""
    i = 0
    while n >= int(work[CLAIMS + i]):
        n -= int(work[CLAIMS + i])
        i += 1
    k = int(work[CHECKED + i])
    ways = int(work[PAYMENTS + i])
    skip = n // ways
    t = int(b.class_start[k])
    while True:
        if not int(s.blocked[t]) >> p & 1:
            if skip == 0:
                break
            skip -= 1
        t += 1
    way = n - (n // ways) * ways
    if int(b.class_plain[k]) == 1 and int(b.class_colour[k]) != GRAY:
        number = way + max(0, int(b.class_length[k]) - int(s.hands[p][int(b.class_colour[k])]))
    else:
        list_payments(s, b, p, k, work)
        number = int(work[LISTED + way])
    return int(b.track_code[t]) + number


def list_claims(s, b, p, entries, work, out, m):
    """Append the codes of all claims to `out` from index m, in the order `nth_claim` has."""
    for i in range(entries):
        k = int(work[CHECKED + i])
        ways = list_payments(s, b, p, k, work)
        for t in range(int(b.class_start[k]), int(b.class_start[k + 1])):
            if not int(s.blocked[t]) >> p & 1:
                code = int(b.track_code[t])
                for j in range(ways):
                    out[m] = code + int(work[LISTED + j])
                    m += 1
    return m


def take_track(s, b, p, t):
    """Give track t to p, and close to everybody what that closes (CLAIM-5, CLAIM-6)."""
    players = int(s.players)
    everyone = (1 << players) - 1
    s.owner[t] = p
    block(s, b, t, everyone)
    closed = everyone if int(b.parallel_closed[players]) == 1 else 1 << p
    for i in range(int(b.parallel_n[t])):
        block(s, b, int(b.parallel[t][i]), closed)


def block(s, b, t, seats):
    fresh = seats & ~int(s.blocked[t])
    s.blocked[t] = int(s.blocked[t]) | seats
    k = int(b.track_class[t])
    p = 0
    while fresh:
        if fresh & 1:
            s.open[p][k] -= 1
        fresh >>= 1
        p += 1
