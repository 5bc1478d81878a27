"""The game's random stream: ChaCha with eight rounds, keyed by the seed.

The stream has to be unpredictable: from the cards seen so far, nobody may compute the cards to
come. All arithmetic fits into signed 64-bit integers, so plain and compiled runs agree bit for bit.
"""

from goldenspike.rules.kernel_types import Ints, Record

MASK = 0xFFFFFFFF


def seed_stream(s: Record, key: Ints, domain: int) -> None:
    """Start the stream of a 256-bit key (eight 32-bit words); each `domain` is its own stream."""
    for i in range(8):
        s.rng_key[i] = key[i]
    s.rng_block = domain << 48
    s.rng_used = 16


def next_key(key: Ints) -> None:
    """Increment the key in place: it becomes that of the next seed."""
    i = 0
    while i < 8 and key[i] == MASK:
        key[i] = 0
        i += 1
    if i < 8:
        key[i] += 1


def next_word(s: Record) -> int:
    """Return the next 32 random bits."""
    used = int(s.rng_used)
    if used == 16:
        next_block(s)
        used = 0
    s.rng_used = used + 1
    return int(s.rng_words[used])


def random_below(s: Record, n: int) -> int:
    """Return a random number from 0 to n - 1."""
    return (next_word(s) * n) >> 32


def shuffle(s: Record, cards: Ints, n: int) -> None:
    """Shuffle the first n of `cards` in place; each 32-bit word is used for two swaps."""
    i = n - 1
    while i > 0:
        scaled = next_word(s) * (i + 1)
        j = scaled >> 32
        held = int(cards[i])
        cards[i] = cards[j]
        cards[j] = held
        i -= 1
        if i > 0:
            j = ((scaled & MASK) * (i + 1)) >> 32
            held = int(cards[i])
            cards[i] = cards[j]
            cards[j] = held
            i -= 1


def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """ChaCha's quarter round of four 32-bit words."""
    a = (a + b) & MASK
    d ^= a
    d = ((d << 16) | (d >> 16)) & MASK
    c = (c + d) & MASK
    b ^= c
    b = ((b << 12) | (b >> 20)) & MASK
    a = (a + b) & MASK
    d ^= a
    d = ((d << 8) | (d >> 24)) & MASK
    c = (c + d) & MASK
    b ^= c
    b = ((b << 7) | (b >> 25)) & MASK
    return a, b, c, d


def next_block(s: Record) -> None:
    """Compute the next 16 words of the stream."""
    k0 = int(s.rng_key[0])
    k1 = int(s.rng_key[1])
    k2 = int(s.rng_key[2])
    k3 = int(s.rng_key[3])
    k4 = int(s.rng_key[4])
    k5 = int(s.rng_key[5])
    k6 = int(s.rng_key[6])
    k7 = int(s.rng_key[7])
    block = int(s.rng_block)
    low = block & MASK
    high = (block >> 32) & MASK
    a0, a1, a2, a3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = low, high, 0, 0
    for _ in range(4):
        a0, b0, c0, d0 = quarter_round(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter_round(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter_round(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter_round(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter_round(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter_round(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter_round(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter_round(a3, b0, c1, d2)
    w = s.rng_words
    w[0] = (a0 + 0x61707865) & MASK
    w[1] = (a1 + 0x3320646E) & MASK
    w[2] = (a2 + 0x79622D32) & MASK
    w[3] = (a3 + 0x6B206574) & MASK
    w[4] = (b0 + k0) & MASK
    w[5] = (b1 + k1) & MASK
    w[6] = (b2 + k2) & MASK
    w[7] = (b3 + k3) & MASK
    w[8] = (c0 + k4) & MASK
    w[9] = (c1 + k5) & MASK
    w[10] = (c2 + k6) & MASK
    w[11] = (c3 + k7) & MASK
    w[12] = (d0 + low) & MASK
    w[13] = (d1 + high) & MASK
    w[14] = d2
    w[15] = d3
    s.rng_block = block + 1
    s.rng_used = 0
