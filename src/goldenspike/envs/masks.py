"""The mask of legal codes, written at once instead of listing the codes first.

A hand can pay for hundreds of claims, so masks are where a batch spends its time. Payments are
numbered (see `rules.claims`) so that those of a plain gray track are groups of eight, one for each
colour, and a group is the same for every such track: which colours the hand has n cards of. Those
of a plain coloured track are a run. `options.legal` says the same, and tests hold the two together.
"""

from goldenspike.rules.claims import LISTED, list_payments
from goldenspike.rules.codes import GRAY, LOCOMOTIVE, PASS, TURN_PHASE
from goldenspike.rules.options import small_options
from goldenspike.rules.shapes import Ints, Record

HAS = 1900
"""In `work`, `HAS + 8 * n + c`: 1 if the hand has n cards of colour c."""


def mask_options(s: Record, b: Record, work: Ints, out: Ints, mask: Ints) -> None:
    """Set the legal codes in a mask that is all zeros. The game is not over."""
    m = small_options(s, b, out)
    for i in range(m):
        mask[int(out[i])] = 1
    if int(s.phase) == TURN_PHASE:
        claims = mask_claims(s, b, int(s.turn), work, mask)
        if m == 0 and claims == 0:
            mask[PASS] = 1


def mask_claims(s: Record, b: Record, p: int, work: Ints, mask: Ints) -> int:
    """Set every claim p can pay for; returns how many tracks that are."""
    hand = s.hands[p]
    locomotives = int(hand[LOCOMOTIVE])
    trains = int(s.trains[p])
    longest = 0
    for c in range(8):
        longest = max(longest, int(hand[c]))
    for n in range(1, min(longest, 9) + 1):
        for c in range(8):
            work[HAS + 8 * n + c] = 1 if int(hand[c]) >= n else 0
    found = 0
    for k in range(int(b.classes)):
        length = int(b.class_length[k])
        if length > trains or int(s.open[p][k]) == 0:
            continue
        colour = int(b.class_colour[k])
        start = int(b.class_start[k])
        end = int(b.class_start[k + 1])
        if int(b.class_plain[k]) == 0:
            ways = list_payments(s, b, p, k, work)
            if ways > 0:
                for t in range(start, end):
                    if not int(s.blocked[t]) >> p & 1:
                        code = int(b.track_code[t])
                        for j in range(ways):
                            mask[code + int(work[LISTED + j])] = 1
                        found += 1
        elif colour != GRAY:
            # Payments by rising locomotives: from as many as the colour lacks to all there are.
            least = max(0, length - int(hand[colour]))
            most = min(locomotives, length)
            if least <= most:
                for t in range(start, end):
                    if not int(s.blocked[t]) >> p & 1:
                        code = int(b.track_code[t])
                        for way in range(least, most + 1):
                            mask[code + way] = 1
                        found += 1
        elif longest + locomotives >= length:
            most = min(longest, length)
            least = max(1, length - locomotives)
            for t in range(start, end):
                if not int(s.blocked[t]) >> p & 1:
                    code = int(b.track_code[t])
                    for n in range(least, most + 1):
                        group = code + 8 * (length - n)
                        part = mask[group : group + 8]
                        for c in range(8):
                            part[c] = work[HAS + 8 * n + c]
                    if locomotives >= length:
                        mask[code + 8 * length] = 1
                    found += 1
    return found
