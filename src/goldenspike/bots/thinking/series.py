"""What a series of games needs to know of its players: their kinds, streams and kinds of action."""

from goldenspike.rules.codes import CLAIM, GIVE, KEEP, PASS, PAY, TAKE, TICKETS, WITHDRAW

RANDOM = 0
GREEDY = 1
PLANNER = 2

STREAM_BLOCKS = 20
"""Each seat of each game has 2**20 blocks of the bots' random stream for itself."""

ACTIONS = ("draw", "pass", "withdraw", "pay", "give", "tickets", "take", "keep", "claim")


def first_block(game, seat):
    """Where the stream of a seat begins in a game of a series."""
    return (game * 8 + seat) << STREAM_BLOCKS


def kind_of_action(code):
    """The place in `ACTIONS` of an action's kind."""
    if code >= CLAIM:
        return 8
    if code >= KEEP:
        return 7
    if code >= TAKE:
        return 6
    if code >= TICKETS:
        return 5
    if code >= GIVE:
        return 4
    if code >= PAY:
        return 3
    if code == WITHDRAW:
        return 2
    if code == PASS:
        return 1
    return 0


def count_tracks(s, b, players, work, tracks):
    """Add who held which track, and in the row behind the seats which were contested."""
    for place in range(int(b.places)):
        work[place] = 0
    for t in range(int(b.tracks)):
        owner = int(s.owner[t])
        if owner >= 0:
            work[int(b.track_a[t])] |= 1 << owner
            work[int(b.track_b[t])] |= 1 << owner
    for t in range(int(b.tracks)):
        owner = int(s.owner[t])
        if owner >= 0:
            tracks[owner][t] += 1
            both = int(work[int(b.track_a[t])]) & int(work[int(b.track_b[t])])
            if both & ~(1 << owner):
                tracks[players][t] += 1
