"""Masks of legal codes, written directly instead of listing the codes first.

A hand can pay for hundreds of claims, so a batch spends much of its time on masks. Payments are
numbered (see `rules.claims`) so that those of a plain gray track are groups of eight, one for each
colour, and a group is the same for every such track: it has the colours of which the hand has n
cards. Those of a plain coloured track are consecutive. Whether a track is open is written to the
mask rather than branched on: a branch misprediction costs more than writing a zero. `rules.legal`
lists the same codes, and tests compare the two.
"""

from goldenspike.rules.claims import can_bear, is_open, list_payments
from goldenspike.rules.codes import GRAY, LOCOMOTIVE, PASS, TURN_PHASE
from goldenspike.rules.kernel_types import Ints, Record
from goldenspike.rules.legal import list_non_claims
from goldenspike.rules.stations import list_stations


def mask_options(s: Record, b: Record, scratch: Record, out: Ints, mask: Ints) -> None:
    """Set the legal codes in a mask that is all zeros; the game is not over."""
    m = list_non_claims(s, b, out)
    for i in range(m):
        mask[int(out[i])] = 1
    if int(s.phase) == TURN_PHASE:
        mask_claims(s, b, int(s.turn), scratch, mask)
        if int(b.stations) > 0:
            for i in range(list_stations(s, b, int(s.turn), out, 0)):
                mask[int(out[i])] = 1
        if m == 0:
            claims = 0
            for code in range(len(mask)):
                claims += int(mask[code])
            if claims == 0:
                mask[PASS] = 1


def mask_claims(s: Record, b: Record, p: int, scratch: Record, mask: Ints) -> None:
    """Set all claims that p can pay for."""
    hand = s.hands[p]
    locomotives = int(hand[LOCOMOTIVE])
    longest = 0
    for colour in range(8):
        have = int(hand[colour])
        longest = max(longest, have)
        if int(b.colour_plain[colour]) == 0:
            mask_special(s, b, p, colour, scratch, mask)
        elif have + locomotives > 0:
            mask_coloured(s, b, p, colour, mask)
    if int(b.colour_plain[GRAY]) == 0:
        mask_special(s, b, p, GRAY, scratch, mask)
        return
    for n in range(1, longest + 1):
        mask_gray(s, b, p, n, mask)
    if locomotives > 0:
        mask_locomotives(s, b, p, mask)


def mask_coloured(s: Record, b: Record, p: int, colour: int, mask: Ints) -> None:
    """Set the claims of tracks of one colour, all plain.

    Payments are numbered by the number of locomotives, which goes from as many as cards of the
    colour are missing to as many as the hand has.
    """
    have = int(s.hands[p][colour])
    locomotives = int(s.hands[p][LOCOMOTIVE])
    reach = min(int(s.trains[p]), have + locomotives)
    for k in range(int(b.colour_start[colour]), int(b.colour_start[colour + 1])):
        length = int(b.class_length[k])
        if length > reach:
            break
        least = max(0, length - have)
        most = min(locomotives, length)
        for t in range(int(b.class_start[k]), int(b.class_start[k + 1])):
            code = int(b.track_code[t])
            free = int(is_open(s, p, t))
            mask[code + least] = free
            for way in range(least + 1, most + 1):
                mask[code + way] = free


def mask_gray(s: Record, b: Record, p: int, n: int, mask: Ints) -> None:
    """Set the claims of plain gray tracks with n cards of one colour, the rest in locomotives."""
    hand = s.hands[p]
    reach = min(int(s.trains[p]), n + int(hand[LOCOMOTIVE]))
    # The group as one number, a byte for each colour: compiled, it is written with one store.
    group = 0
    for c in range(8):
        if int(hand[c]) >= n:
            group |= 1 << 8 * c
    for k in range(int(b.colour_start[GRAY]), int(b.colour_start[GRAY + 1])):
        length = int(b.class_length[k])
        if length > reach:
            break
        if length < n:
            continue
        for t in range(int(b.class_start[k]), int(b.class_start[k + 1])):
            at = int(b.track_code[t]) + 8 * (length - n)
            part = mask[at : at + 8]
            flags = group if is_open(s, p, t) else 0
            part[0] = flags & 255
            part[1] = flags >> 8 & 255
            part[2] = flags >> 16 & 255
            part[3] = flags >> 24 & 255
            part[4] = flags >> 32 & 255
            part[5] = flags >> 40 & 255
            part[6] = flags >> 48 & 255
            part[7] = flags >> 56 & 255


def mask_locomotives(s: Record, b: Record, p: int, mask: Ints) -> None:
    """Set the claims of plain gray tracks with locomotives alone."""
    reach = min(int(s.trains[p]), int(s.hands[p][LOCOMOTIVE]))
    for k in range(int(b.colour_start[GRAY]), int(b.colour_start[GRAY + 1])):
        length = int(b.class_length[k])
        if length > reach:
            break
        for t in range(int(b.class_start[k]), int(b.class_start[k + 1])):
            mask[int(b.track_code[t]) + 8 * length] = int(is_open(s, p, t))


def mask_special(s: Record, b: Record, p: int, colour: int, scratch: Record, mask: Ints) -> None:
    """Set the claims of tracks of one colour, some of whose classes are special."""
    trains = int(s.trains[p])
    for k in range(int(b.colour_start[colour]), int(b.colour_start[colour + 1])):
        if int(b.class_length[k]) > trains:
            break
        if int(s.open[p][k]) == 0:
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
                    mask[code + int(scratch.payments[j])] = 1
