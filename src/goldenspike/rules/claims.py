"""Claims and payments: counted, listed, and looked up by number.

This is CLAIM-1, CLAIM-7, N-FERRY and N-LIEKSA. Tracks that are paid for alike form a class. A
payment for a track of `length` spaces is `n` cards of one colour, `w` locomotives, and substitutes
for the remaining `length - n - w` spaces, each worth `rate` cards of any kind. For a given hand and
n, the affordable w are a range, so payments are counted by arithmetic. Within a class, payments are
numbered by n from the most to the least, then by colour, then by w. A class is plain if any mix of
its colour and locomotives pays for its tracks; all others are special.

On a board whose classes are all plain, claims are counted by sums that the state keeps up to date.
With n cards of a colour and up to w locomotives, tracks of n to n + w spaces can be paid for. If
P(i) is the number of open tracks of the colour with at most i spaces, and Q(i) the sum of P(1) to
P(i), the claims with 0 to `have` cards are Q(have + w) - Q(w - 1) - Q(have - 1). `open_sums` has
Q(i) at index i + 1.

On other boards counts are memoised in the scratch record, by seat and colour. The claims on tracks
of one colour depend on how many cards of it and how many locomotives are in hand, how many trains
are left, and which tracks are open. Tracks are never opened again, so the number of open ones
identifies them. These numbers are the key: a count is valid while its key is the same.
"""

from goldenspike.boards.limits import MAX_LENGTH, MAX_PLAYERS
from goldenspike.rules.codes import GRAY, LOCOMOTIVE
from goldenspike.rules.kernel_types import Ints, Record


def invalidate_counts(scratch: Record) -> None:
    """Drop all memoised counts; call this before `scratch` is used for another game."""
    for p in range(MAX_PLAYERS):
        for colour in range(9):
            scratch.claim_count_key[p][colour] = -1


def can_bear(s: Record, b: Record, p: int, k: int) -> bool:
    """COST-1, COST-3: has p the trains and tokens that a class-k track takes besides cards?"""
    trains = int(b.class_trains[k])
    return trains <= int(s.trains[p]) and int(b.class_toll[k]) <= int(s.tokens[p])


def wild_range(b: Record, k: int, n: int, locomotives: int, total: int) -> tuple[int, int]:
    """Return the least and most locomotives with which n coloured cards pay for a class-k track.

    The hand has `locomotives`, and `total` cards in all. If the least exceeds the most, n cards do
    not pay for the track.
    """
    least = int(b.class_wild_least[k][n])
    most = min(int(b.class_wild_most[k][n]), locomotives)
    rate = int(b.class_rate[k])
    if rate > 0:
        # With w locomotives, `rate * (length - n - w)` further cards are given as substitutes.
        short = n + rate * (int(b.class_length[k]) - n) - total
        if short > 0:
            least = max(least, (short + rate - 2) // (rate - 1)) if rate > 1 else most + 1
    return least, most


def count_mixes(length: int, have: int, locomotives: int) -> int:
    """Count the mixes of `have` cards of a colour and locomotives that pay for a plain track."""
    return max(0, min(locomotives, length) - max(0, length - have) + 1)


def count_coloured_payments(b: Record, k: int, have: int, locomotives: int, total: int) -> int:
    """Count the payments for one track of class k, which is not gray."""
    if int(b.class_plain[k]) == 1:
        return count_mixes(int(b.class_length[k]), have, locomotives)
    return count_special_payments(b, k, have, locomotives, total)


def count_special_payments(b: Record, k: int, have: int, locomotives: int, total: int) -> int:
    """As `count_coloured_payments`, for a special class."""
    count = 0
    for n in range(int(b.class_least[k]), min(int(b.class_most[k]), have) + 1):
        least, most = wild_range(b, k, n, locomotives, total)
        count += max(0, most - least + 1)
    return count


def count_gray_payments(s: Record, b: Record, p: int, k: int) -> int:
    """Count the payments that p can afford for one track of class k, which is gray."""
    hand = s.hands[p]
    locomotives = int(hand[LOCOMOTIVE])
    total = int(s.cards[p])
    count = 0
    if int(b.class_plain[k]) == 1:
        length = int(b.class_length[k])
        for colour in range(8):
            count += count_mixes(length, int(hand[colour]), locomotives)
        # Locomotives alone are one payment, and were counted once for each of the eight colours.
        return count - 7 if locomotives >= length else count
    for n in range(int(b.class_least[k]), int(b.class_most[k]) + 1):
        least, most = wild_range(b, k, n, locomotives, total)
        if most >= least:
            count += (most - least + 1) * colours_with(s, p, n)
    return count


def colours_with(s: Record, p: int, n: int) -> int:
    """Count the colours of which p has at least n cards; no cards are of one colour."""
    if n == 0:
        return 1
    hand = s.hands[p]
    count = 0
    for colour in range(8):
        count += int(hand[colour]) >= n
    return count


def most_of_one_colour(b: Record, k: int, hand: Ints) -> int:
    """How many cards of one colour a hand has for a class-k track; on gray, whichever has most."""
    colour = int(b.class_colour[k])
    if colour != GRAY:
        return int(hand[colour])
    have = 0
    for c in range(8):
        have = max(have, int(hand[c]))
    return have


def list_payments(s: Record, b: Record, p: int, k: int, scratch: Record) -> int:
    """Write the numbers of all payments of class k that p can afford to `scratch.payments`.

    Returns how many there are.
    """
    hand = s.hands[p]
    colour = int(b.class_colour[k])
    locomotives = int(hand[LOCOMOTIVE])
    total = int(s.cards[p])
    # At most as many cards of a colour as the hand has, and at least those that locomotives lack.
    have = most_of_one_colour(b, k, hand)
    fewest = int(b.class_least[k])
    if int(b.class_rate[k]) == 0:
        fewest = max(fewest, int(b.class_length[k]) - locomotives)
    count = 0
    for n in range(min(int(b.class_most[k]), have), fewest - 1, -1):
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
                        scratch.payments[count] = start + c * ways + w
                        count += 1
        elif n == 0 or int(hand[colour]) >= n:
            for w in range(least, most + 1):
                scratch.payments[count] = start + w
                count += 1
    return count


def nth_payment(s: Record, b: Record, p: int, k: int, way: int) -> int:
    """Return the number of the payment that `list_payments` writes at index `way`."""
    hand = s.hands[p]
    colour = int(b.class_colour[k])
    if int(b.class_plain[k]) == 1:
        # The rest is paid in locomotives, so there is one payment for each n.
        n = int(b.class_length[k])
        if colour != GRAY:
            return int(b.class_offset[k][min(n, int(hand[colour])) - way])
        while n > 0:
            colours = colours_with(s, p, n)
            if way < colours:
                c = 0
                while way > 0 or int(hand[c]) < n:
                    way -= int(hand[c]) >= n
                    c += 1
                return int(b.class_offset[k][n]) + c
            way -= colours
            n -= 1
        return int(b.class_offset[k][0])
    locomotives = int(hand[LOCOMOTIVE])
    total = int(s.cards[p])
    n = int(b.class_most[k])
    while True:
        least, most = wild_range(b, k, n, locomotives, total)
        size = most - least + 1
        if size > 0:
            first = int(b.class_wild_least[k][n])
            start = int(b.class_offset[k][n]) - first
            if n > 0 and colour == GRAY:
                step = int(b.class_wild_most[k][n]) - first + 1
                for c in range(8):
                    if int(hand[c]) >= n:
                        if way < size:
                            return start + c * step + least + way
                        way -= size
            elif n == 0 or int(hand[colour]) >= n:
                if way < size:
                    return start + least + way
                way -= size
        n -= 1


def count_claims(s: Record, b: Record, p: int, scratch: Record) -> int:
    """Count the claims that p may make, in all and by colour; `scratch` has the counts then.

    It memoises some of them for this game.
    """
    if int(b.all_plain) == 1 and int(s.trains[p]) >= int(b.longest_track):
        return count_plain_claims(s, p, scratch)
    if int(b.costs) == 1:
        return count_costly_claims(s, b, p, scratch)
    return count_any_claims(s, b, p, scratch)


def count_plain_claims(s: Record, p: int, scratch: Record) -> int:
    """As `count_claims`, where all classes are plain and p has trains for every track.

    Without branches: the processor could not predict them.
    """
    hand = s.hands[p]
    counts = scratch.claim_count[p]
    gray = s.open_sums[p][GRAY]
    locomotives = min(int(hand[LOCOMOTIVE]), MAX_LENGTH)
    gray_alone = int(gray[locomotives + 1])
    claims = gray_alone - int(gray[locomotives])
    counts[GRAY] = claims
    all_gray = int(s.open_in[p][GRAY])
    for colour in range(8):
        have = min(int(hand[colour]), MAX_LENGTH)
        sums = s.open_sums[p][colour]
        # Beyond the longest track, each further card adds all tracks of the colour to Q.
        i = have + locomotives
        more = max(0, i - MAX_LENGTH)
        i = min(i, MAX_LENGTH) + 1
        count = int(sums[i]) + more * int(s.open_in[p][colour])
        count -= int(sums[locomotives]) + int(sums[have])
        counts[colour] = count
        claims += count + int(gray[i]) + more * all_gray - gray_alone - int(gray[have])
    return claims


def count_costly_claims(s: Record, b: Record, p: int, scratch: Record) -> int:
    """As `count_claims`, where tracks take tokens or more trains than spaces.

    Class by class, and not memoised: a function of its own, so that other boards are as fast.
    """
    hand = s.hands[p]
    locomotives = int(hand[LOCOMOTIVE])
    total = int(s.cards[p])
    claims = 0
    for colour in range(9):
        count = 0
        for k in range(int(b.colour_start[colour]), int(b.colour_start[colour + 1])):
            tracks = int(s.open[p][k])
            if tracks == 0 or not can_bear(s, b, p, k):
                continue
            if colour == GRAY:
                count += tracks * count_gray_payments(s, b, p, k)
            else:
                have = int(hand[colour])
                count += tracks * count_coloured_payments(b, k, have, locomotives, total)
        scratch.claim_count[p][colour] = count
        claims += count
    return claims


def count_any_claims(s: Record, b: Record, p: int, scratch: Record) -> int:
    """As `count_claims`, on any board without such costs, with any number of trains."""
    hand = s.hands[p]
    open_in = s.open_in[p]
    keys = scratch.claim_count_key[p]
    counts = scratch.claim_count[p]
    gray_up_to = scratch.gray_up_to[p]
    # CLAIM-2: trains for every space. Beyond the longest track, more of anything changes nothing.
    reach = min(int(s.trains[p]), MAX_LENGTH)
    locomotives = min(int(hand[LOCOMOTIVE]), MAX_LENGTH)
    total = int(s.cards[p])
    base = (locomotives << 4 | reach) << 16
    if int(b.substitutes) == 1:
        base |= total << 8
    key = base | int(open_in[GRAY])
    if int(keys[GRAY]) != key:
        keys[GRAY] = key
        count_gray_claims(s, b, p, reach, scratch)
    count = int(counts[GRAY])
    for colour in range(8):
        have = min(int(hand[colour]), MAX_LENGTH)
        key = base | have << 24 | int(open_in[colour])
        if int(keys[colour]) != key:
            keys[colour] = key
            counts[colour] = count_coloured_claims(s, b, p, colour, have, locomotives, reach)
        count += int(counts[colour]) + int(gray_up_to[have])
    return count


def count_coloured_claims(
    s: Record, b: Record, p: int, colour: int, have: int, locomotives: int, reach: int
) -> int:
    """Count the claims of tracks of one colour, which is not gray.

    `have`, `locomotives` and `reach` (trains left) are cut at the length of the longest track.
    """
    if int(b.colour_plain[colour]) == 0:
        return count_special_claims(s, b, p, colour, have, locomotives, reach)
    # No payable track is longer than the cards of the colour and the locomotives together.
    reach = min(reach, have + locomotives)
    open_tracks = s.open[p]
    count = 0
    for k in range(int(b.colour_start[colour]), int(b.colour_start[colour + 1])):
        length = int(b.class_length[k])
        if length > reach:
            break
        count += int(open_tracks[k]) * count_mixes(length, have, locomotives)
    return count


def count_special_claims(
    s: Record, b: Record, p: int, colour: int, have: int, locomotives: int, reach: int
) -> int:
    """As `count_coloured_claims`, where some classes of the colour are special."""
    open_tracks = s.open[p]
    total = int(s.cards[p])
    count = 0
    for k in range(int(b.colour_start[colour]), int(b.colour_start[colour + 1])):
        if int(b.class_length[k]) > reach:
            break
        tracks = int(open_tracks[k])
        if tracks > 0:
            count += tracks * count_coloured_payments(b, k, have, locomotives, total)
    return count


def count_gray_claims(s: Record, b: Record, p: int, reach: int, scratch: Record) -> None:
    """Count the claims of gray tracks, into `scratch`.

    `claim_count[p][GRAY]` becomes the claims with locomotives alone, and `gray_up_to[p][n]` those
    with 1 to n cards of any one colour.
    """
    if int(b.colour_plain[GRAY]) == 0:
        count_special_gray_claims(s, b, p, reach, scratch)
        return
    open_tracks = s.open[p]
    locomotives = min(int(s.hands[p][LOCOMOTIVE]), MAX_LENGTH)
    gray_tracks = scratch.gray_tracks
    gray_up_to = scratch.gray_up_to[p]
    # The number of open tracks by length; then, summed up, of that length or less.
    for length in range(MAX_LENGTH + 1):
        gray_tracks[length] = 0
    for k in range(int(b.colour_start[GRAY]), int(b.colour_start[GRAY + 1])):
        if int(b.class_length[k]) > reach:
            break
        gray_tracks[int(b.class_length[k])] += open_tracks[k]
    tracks = 0
    for length in range(1, MAX_LENGTH + 1):
        tracks += int(gray_tracks[length])
        gray_tracks[length] = tracks
    scratch.claim_count[p][GRAY] = gray_tracks[locomotives]
    # With exactly n cards, tracks of n to n + locomotives spaces can be paid for.
    running = 0
    gray_up_to[0] = 0
    for n in range(1, MAX_LENGTH + 1):
        longest = min(n + locomotives, MAX_LENGTH)
        running += int(gray_tracks[longest]) - int(gray_tracks[n - 1])
        gray_up_to[n] = running


def count_special_gray_claims(s: Record, b: Record, p: int, reach: int, scratch: Record) -> None:
    """As `count_gray_claims`, where some gray classes are special."""
    open_tracks = s.open[p]
    locomotives = int(s.hands[p][LOCOMOTIVE])
    total = int(s.cards[p])
    gray_up_to = scratch.gray_up_to[p]
    # First a difference array: how many claims more n cards allow than n - 1 do.
    for n in range(MAX_LENGTH + 2):
        gray_up_to[n] = 0
    for k in range(int(b.colour_start[GRAY]), int(b.colour_start[GRAY + 1])):
        if int(b.class_length[k]) > reach:
            break
        tracks = int(open_tracks[k])
        if int(b.class_plain[k]) == 1:
            length = int(b.class_length[k])
            gray_up_to[max(0, length - locomotives)] += tracks
            gray_up_to[length + 1] -= tracks
        elif tracks > 0:
            for n in range(int(b.class_least[k]), int(b.class_most[k]) + 1):
                least, most = wild_range(b, k, n, locomotives, total)
                ways = tracks * max(0, most - least + 1)
                gray_up_to[n] += ways
                gray_up_to[n + 1] -= ways
    exactly = int(gray_up_to[0])
    scratch.claim_count[p][GRAY] = exactly
    running = 0
    gray_up_to[0] = 0
    for n in range(1, MAX_LENGTH + 1):
        exactly += int(gray_up_to[n])
        running += exactly
        gray_up_to[n] = running


def nth_claim(s: Record, b: Record, p: int, n: int, scratch: Record) -> int:
    """Return the code of the n-th claim of p; `count_claims` was called in the same position."""
    hand = s.hands[p]
    open_tracks = s.open[p]
    locomotives = int(hand[LOCOMOTIVE])
    total = int(s.cards[p])
    counts = scratch.claim_count[p]
    # Without branches: which colour it is cannot be predicted.
    colour = 0
    before = 0
    running = 0
    for c in range(GRAY):
        running += int(counts[c])
        past = n >= running
        colour += past
        before = running if past else before
    n -= before
    k = int(b.colour_start[colour])
    costless = int(b.costs) == 0
    while True:
        tracks = int(open_tracks[k])
        if tracks > 0 and (costless or can_bear(s, b, p, k)):
            if colour == GRAY:
                ways = count_gray_payments(s, b, p, k)
            else:
                ways = count_coloured_payments(b, k, int(hand[colour]), locomotives, total)
            if n < ways * tracks:
                break
            n -= ways * tracks
        k += 1
    skip = n // ways
    t = int(b.class_start[k])
    while True:
        if is_open(s, p, t):
            if skip == 0:
                break
            skip -= 1
        t += 1
    return int(b.track_code[t]) + nth_payment(s, b, p, k, n - (n // ways) * ways)


def list_claims(s: Record, b: Record, p: int, scratch: Record, out: Ints, m: int) -> int:
    """Write the codes of all claims of p to `out` from index m on, in the order of `nth_claim`.

    Returns the index after the last one.
    """
    open_tracks = s.open[p]
    trains = int(s.trains[p])
    hand = s.hands[p]
    locomotives = int(hand[LOCOMOTIVE])
    most = 0
    for colour in range(8):
        most = max(most, int(hand[colour]))
    for k in range(int(b.classes)):
        length = int(b.class_length[k])
        if int(open_tracks[k]) == 0 or length > trains:
            continue
        # Most tracks are too long for the hand, which is seen at once unless it has substitutes.
        colour = int(b.class_colour[k])
        have = most if colour == GRAY else int(hand[colour])
        if have + locomotives < length and int(b.class_rate[k]) == 0:
            continue
        if int(b.costs) == 1 and not can_bear(s, b, p, k):
            continue
        ways = list_payments(s, b, p, k, scratch)
        if ways == 0:
            continue
        for t in range(int(b.class_start[k]), int(b.class_start[k + 1])):
            if is_open(s, p, t):
                code = int(b.track_code[t])
                for j in range(ways):
                    out[m] = code + int(scratch.payments[j])
                    m += 1
    return m


def is_open(s: Record, p: int, t: int) -> bool:
    """May p still claim track t: is it free, and not closed by a parallel one (CLAIM-4 to 6)?"""
    return not int(s.blocked[t]) >> p & 1


def take_track(s: Record, b: Record, p: int, t: int) -> None:
    """Make p the owner of track t, and close its parallel tracks (CLAIM-5, CLAIM-6)."""
    players = int(s.players)
    everyone = (1 << players) - 1
    s.owner[t] = p
    block(s, b, t, everyone)
    closed = everyone if int(b.parallel_closed[players]) == 1 else 1 << p
    for i in range(int(b.parallel_n[t])):
        block(s, b, int(b.parallel[t][i]), closed)


def block(s: Record, b: Record, t: int, seats: int) -> None:
    """Close track t to the seats of a bit mask."""
    fresh = seats & ~int(s.blocked[t])
    s.blocked[t] = int(s.blocked[t]) | seats
    k = int(b.track_class[t])
    colour = int(b.class_colour[k])
    length = int(b.class_length[k])
    for p in range(int(s.players)):
        s.open[p][k] -= fresh >> p & 1
        s.open_in[p][colour] -= fresh >> p & 1
        if fresh >> p & 1 and int(b.all_plain) == 1:
            sums = s.open_sums[p][colour]
            # From 2 on, whatever the length is: that is a loop the compiler unrolls.
            for i in range(2, MAX_LENGTH + 2):
                sums[i] -= max(0, i - length)
