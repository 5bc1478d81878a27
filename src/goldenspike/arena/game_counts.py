"""What is numbered and counted of a game: random streams, tracks.

Plain functions, compiled for whole games (`compiled_games`).
"""

STREAM_BLOCKS = 20
"""Each seat of each game has 2**20 blocks of the bots' random stream for itself."""


def first_block(game, seat):
    """Where the stream of a seat begins in a game of that number."""
    return (game * 8 + seat) << STREAM_BLOCKS


def count_tracks(s, b, players, scratch, tracks):
    """Count who held which track, and in the row behind the seats which were contested."""
    for place in range(int(b.places)):
        scratch.seats_at[place] = 0
    for t in range(int(b.tracks)):
        owner = int(s.owner[t])
        if owner >= 0:
            scratch.seats_at[int(b.track_a[t])] |= 1 << owner
            scratch.seats_at[int(b.track_b[t])] |= 1 << owner
    for t in range(int(b.tracks)):
        owner = int(s.owner[t])
        if owner >= 0:
            tracks[owner][t] += 1
            both = int(scratch.seats_at[int(b.track_a[t])]) & int(
                scratch.seats_at[int(b.track_b[t])]
            )
            if both & ~(1 << owner):
                tracks[players][t] += 1
