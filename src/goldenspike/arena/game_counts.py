"""The random stream of each seat, and who owned which track.

Plain functions, compiled in `compiled_games`.
"""

STREAM_BLOCKS = 20
"""Each seat of each game has 2**20 blocks of the bots' random stream."""


def first_block(game, seat):
    """Return the first block of the random stream of a seat in a game."""
    return (game * 8 + seat) << STREAM_BLOCKS


def count_tracks(s, b, players, scratch, tracks):
    """Count the tracks that each seat owned, and in the row after the seats contested ones."""
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
