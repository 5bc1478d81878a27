"""The random stream of each seat, who owned which track, and the luck of draws.

Plain functions, compiled in `compiled_games`.
"""

STREAM_BLOCKS = 20
"""Each seat of each game has 2**20 blocks of the bots' random stream."""


def first_block(game, seat):
    """Return the first block of the random stream of a seat in a game."""
    return (game * 8 + seat) << STREAM_BLOCKS


LUCK_LIMIT = 1000
"""A seat's luck is not followed further in a game once it has reached this much, either way."""
MAX_CARD_VALUE = 200
MAX_LUCK = LUCK_LIMIT + MAX_CARD_VALUE
"""So a seat's luck in a game is never beyond this."""


def add_draw_luck(s, values, luck):
    """Return a seat's luck, in hundredths of a point, with that of the card it draws next.

    `values` says what each kind of card is worth to the seat. The luck of a draw is the value of
    the deck's top card, less the mean value of all cards in the deck. Nobody knows the order of the
    deck, so whatever bots do the luck is a martingale, with the mean 0; and it still is one if it
    is stopped at a limit.
    """
    if abs(luck) >= LUCK_LIMIT:
        return luck
    n = int(s.deck_n)
    total = 0
    for i in range(n):
        total += min(MAX_CARD_VALUE, max(0, int(values[int(s.deck[i])])))
    top = min(MAX_CARD_VALUE, max(0, int(values[int(s.deck[n - 1])])))
    return luck + top - total / n


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
