"""The two records of the kernel, field by field: a game's state and a board's tables.

Every field is a signed integer or an array of them. A state field also says who may see it, and
that column is the allow-list `knowledge.copy_visible` is held to by the tests:

* `all`: every seat and every spectator;
* `own`: only the seat that is the field's first index (everybody once the game is over);
* `log`: in the ticket log, only the seat whose entry it is;
* `none`: nobody.
"""

from __future__ import annotations

from typing import NamedTuple

from goldenspike.boards.limits import (
    MAX_CARDS,
    MAX_CLAIM_CODES,
    MAX_DECKS,
    MAX_LENGTH,
    MAX_MARKET,
    MAX_OFFER,
    MAX_PASSENGER_COLOURS,
    MAX_PASSENGERS_AT,
    MAX_PAYMENTS,
    MAX_PLACES,
    MAX_PLAYERS,
    MAX_TICKETS,
    MAX_TRACKS,
    MAX_TUNNEL_CARDS,
)


class Field(NamedTuple):
    name: str
    type: str
    shape: tuple[int, ...] = ()
    sight: str = "all"


STATE = (
    # The random stream: ChaCha8 with a 256-bit key (see `stream`).
    Field("rng_key", "i8", (8,), "none"),
    Field("rng_block", "i8", (), "none"),
    Field("rng_words", "i8", (16,), "none"),
    Field("rng_used", "i1", (), "none"),
    # Whose decision it is, and how the game stands.
    Field("players", "i1"),
    Field("turn", "i1"),
    Field("phase", "i1"),
    Field("first_deal", "i1"),
    Field("passes", "i1"),
    Field("last_turns", "i1"),
    Field("shuffles", "i2"),
    Field("clears", "i2"),
    Field("decisions", "i4"),
    # Train cards. The top of the deck is its last card; places past `deck_n` are zero.
    Field("deck_n", "i2"),
    Field("deck", "i1", (MAX_CARDS,), "none"),
    Field("discards", "i1", (9,)),
    Field("discard_n", "i2"),
    Field("market", "i1", (MAX_MARKET,)),
    Field("hands", "i1", (MAX_PLAYERS, 9), "own"),
    Field("cards", "i2", (MAX_PLAYERS,)),
    # `known` is a lower bound on each hand that everybody has; `counted` the one the only opponent
    # of a two-player game has by counting cards whenever the deck is shuffled anew.
    Field("known", "i1", (MAX_PLAYERS, 9)),
    Field("counted", "i1", (MAX_PLAYERS, 9)),
    # Trains and tracks.
    Field("trains", "i1", (MAX_PLAYERS,)),
    Field("route_points", "i2", (MAX_PLAYERS,)),
    Field("owner", "i1", (MAX_TRACKS,)),
    Field("blocked", "i1", (MAX_TRACKS,)),
    Field("open", "i1", (MAX_PLAYERS, MAX_TRACKS)),
    Field("open_in", "i2", (MAX_PLAYERS, 9)),
    # Tickets. The top of a deck is its first ticket.
    Field("ticket_deck_n", "i1", (MAX_DECKS,)),
    Field("ticket_deck", "i1", (MAX_DECKS, MAX_TICKETS), "none"),
    Field("held_n", "i1", (MAX_PLAYERS, MAX_DECKS)),
    Field("held", "i1", (MAX_PLAYERS, MAX_TICKETS), "own"),
    Field("offer_n", "i1", (MAX_PLAYERS, MAX_DECKS)),
    Field("offer", "i1", (MAX_PLAYERS, MAX_OFFER), "own"),
    Field("removed_n", "i1", (MAX_DECKS,)),
    Field("removed", "i1", (MAX_TICKETS,), "none"),
    # Every choice of tickets so far, for what each seat knows of the decks; `spared` marks the
    # tickets a seat gave back in a first deal whose returns were shuffled in.
    Field("log_n", "i2"),
    Field("log_first", "i1"),
    Field("log_seat", "i1", (MAX_TICKETS,)),
    Field("log_offered", "i1", (MAX_TICKETS, MAX_DECKS)),
    Field("log_kept", "i1", (MAX_TICKETS, MAX_DECKS)),
    Field("log_mask", "i1", (MAX_TICKETS,), "log"),
    Field("log_offer", "i1", (MAX_TICKETS, MAX_OFFER), "log"),
    Field("spared", "i1", (MAX_PLAYERS, MAX_TICKETS), "own"),
    # Passengers waiting at each place (colour + 1, 0 for none) and those each seat has taken.
    Field("waiting", "i1", (MAX_PLACES, MAX_PASSENGERS_AT)),
    Field("passengers", "i1", (MAX_PLAYERS, MAX_PASSENGER_COLOURS)),
    # A claim being paid.
    Field("claiming", "i2"),
    Field("claim_colour", "i1"),
    Field("laid", "i1", (9,)),
    Field("to_give", "i1"),
    Field("revealed_n", "i1"),
    Field("revealed", "i1", (MAX_TUNNEL_CARDS,)),
    Field("extra", "i1"),
    Field("pending_ends", "i1"),
)

BOARD = (
    Field("max_players", "i1"),
    Field("trains", "i1"),
    Field("card_counts", "i1", (9,)),
    Field("hand", "i1"),
    Field("market", "i1"),
    Field("route_points", "i2", (MAX_LENGTH + 1,)),
    Field("decks", "i1"),
    Field("first_draw", "i1"),
    Field("first_keep", "i1"),
    Field("first_return", "i1"),
    Field("later_draw", "i1"),
    Field("later_keep", "i1"),
    Field("later_return", "i1"),
    Field("locomotive_ends_draw", "i1"),
    Field("locomotives_clear", "i1"),
    Field("parallel_closed", "i1", (MAX_PLAYERS + 1,)),
    Field("tunnel_cards", "i1"),
    Field("last_turn_trains", "i1"),
    Field("longest_bonus", "i2"),
    Field("most_tickets_bonus", "i2"),
    Field("ties", "i1", (4,)),
    Field("passenger_colours", "i1"),
    Field("passengers_each", "i1"),
    Field("passengers_first", "i2"),
    Field("passengers_second", "i2"),
    Field("places", "i1"),
    Field("country", "i1", (MAX_PLACES,)),
    Field("waiting_at", "i1", (MAX_PLACES,)),
    # Tracks, in the kernel's own order: alike ones (the same class) stand together.
    Field("tracks", "i2"),
    Field("track_a", "i1", (MAX_TRACKS,)),
    Field("track_b", "i1", (MAX_TRACKS,)),
    Field("track_length", "i1", (MAX_TRACKS,)),
    Field("track_kind", "i1", (MAX_TRACKS,)),
    Field("track_class", "i2", (MAX_TRACKS,)),
    Field("track_code", "i4", (MAX_TRACKS,)),
    Field("parallel_n", "i1", (MAX_TRACKS,)),
    Field("parallel", "i2", (MAX_TRACKS, 2)),
    # Classes of tracks that are paid for alike, sorted by colour, then by length.
    Field("classes", "i2"),
    Field("colour_start", "i2", (10,)),
    Field("class_start", "i2", (MAX_TRACKS + 1,)),
    Field("class_colour", "i1", (MAX_TRACKS,)),
    Field("class_length", "i1", (MAX_TRACKS,)),
    Field("class_plain", "i1", (MAX_TRACKS,)),
    Field("class_rate", "i1", (MAX_TRACKS,)),
    Field("class_least", "i1", (MAX_TRACKS,)),
    Field("class_most", "i1", (MAX_TRACKS,)),
    Field("class_wild_least", "i1", (MAX_TRACKS, MAX_LENGTH + 1)),
    Field("class_wild_most", "i1", (MAX_TRACKS, MAX_LENGTH + 1)),
    Field("class_offset", "i2", (MAX_TRACKS, MAX_LENGTH + 1)),
    Field("class_payment", "i2", (MAX_TRACKS + 1,)),
    Field("colour_plain", "i1", (9,)),
    Field("substitutes", "i1"),
    Field("payment_colour", "i1", (MAX_PAYMENTS,)),
    Field("payment_coloured", "i1", (MAX_PAYMENTS,)),
    Field("payment_wild", "i1", (MAX_PAYMENTS,)),
    Field("code_track", "i2", (MAX_CLAIM_CODES,)),
    Field("codes", "i4"),
    # Tickets, numbered as in the board's file.
    Field("tickets", "i2"),
    Field("ticket_a", "i1", (MAX_TICKETS,)),
    Field("ticket_b", "i1", (MAX_TICKETS,)),
    Field("ticket_points", "i1", (MAX_TICKETS,)),
    Field("ticket_in", "i1", (MAX_TICKETS,)),
)
