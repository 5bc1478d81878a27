"""The records of the kernel, field by field: a game's state, a board, and scratch space.

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
    MAX_BONUS_STEPS,
    MAX_BONUSES,
    MAX_CARDS,
    MAX_CLAIM_CODES,
    MAX_COMPANIES,
    MAX_DECKS,
    MAX_ENDS,
    MAX_LENGTH,
    MAX_MARKET,
    MAX_OFFER,
    MAX_PASSENGER_COLOURS,
    MAX_PASSENGERS_AT,
    MAX_PAYMENTS,
    MAX_PLACES,
    MAX_PLAYERS,
    MAX_SHARES,
    MAX_STATION_WAYS,
    MAX_STATIONS,
    MAX_TICKETS,
    MAX_TRACKS,
    MAX_TUNNEL_CARDS,
    MAX_VALUES,
)

MAX_CLASS_PAYMENTS = 8 * (MAX_LENGTH + 1) * (MAX_LENGTH + 2) // 2
"""Payments for one track: a colour, a number of cards of it, and a number of locomotives."""
MAX_NODES = MAX_PLACES + 2 * MAX_TRACKS
"""Nodes of a network: the places, and one for each end of a track that lies in a country."""
MAX_END_SETS = 1 << (MAX_ENDS - 1)
"""Sets of the ends of a ticket without its last one."""
RING = 256
"""Size of the ring buffer for one deck of tickets: a power of two, above `MAX_TICKETS`."""


class Field(NamedTuple):
    """A field of a record: its name, its NumPy type, its shape, and who may see it."""

    name: str
    type: str
    shape: tuple[int, ...] = ()
    sight: str = "all"


TREE = (
    # `cheapest_tree`, by set of ends and by place: what joining them there costs, and how that is
    # done; the sets and places that are yet to be gone back from, and the tracks found.
    Field("tree_cost", "i4", (MAX_END_SETS, MAX_PLACES)),
    Field("tree_from", "i4", (MAX_END_SETS, MAX_PLACES)),
    Field("tree_ahead", "i4", (MAX_ENDS,)),
    Field("tree_track", "i4", (MAX_TRACKS,)),
)
"""Working memory for the cheapest network of a tour, in the record of whoever asks for it."""

STATE = (
    # The random stream: ChaCha8 with a 256-bit key (see `chacha`).
    Field("rng_key", "i8", (8,), "none"),
    Field("rng_block", "i8", (), "none"),
    Field("rng_words", "i8", (16,), "none"),
    Field("rng_used", "i1", (), "none"),
    # Whose decision it is, and how far the game is.
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
    # Lower bounds on each hand: `known` is what everybody knows; `counted` is what the opponent in
    # a two-player game knows, who can deduce the hand whenever the discards become the deck.
    Field("known", "i1", (MAX_PLAYERS, 9)),
    Field("counted", "i1", (MAX_PLAYERS, 9)),
    # Trains and tracks. `blocked` is a bit mask of the seats that may not claim a track; `open` and
    # `open_in` count the tracks that each seat may still claim, by class and by colour. On boards
    # with plain classes alone, `open_sums` has sums of these by colour and length (see `claims`).
    Field("trains", "i1", (MAX_PLAYERS,)),
    Field("route_points", "i2", (MAX_PLAYERS,)),
    Field("tokens", "i1", (MAX_PLAYERS,)),
    Field("owner", "i1", (MAX_TRACKS,)),
    Field("blocked", "i1", (MAX_TRACKS,)),
    Field("open", "i1", (MAX_PLAYERS, MAX_TRACKS)),
    Field("open_in", "i2", (MAX_PLAYERS, 9)),
    Field("open_sums", "i2", (MAX_PLAYERS, 9, MAX_LENGTH + 2)),
    # Tickets. The top of a deck is its first ticket.
    Field("ticket_deck_n", "i1", (MAX_DECKS,)),
    Field("ticket_deck", "i1", (MAX_DECKS, MAX_TICKETS), "none"),
    Field("held_n", "i1", (MAX_PLAYERS, MAX_DECKS)),
    Field("held", "i1", (MAX_PLAYERS, MAX_TICKETS), "own"),
    Field("offer_n", "i1", (MAX_PLAYERS, MAX_DECKS)),
    Field("offer", "i1", (MAX_PLAYERS, MAX_OFFER), "own"),
    Field("removed_n", "i1", (MAX_DECKS,)),
    Field("removed", "i1", (MAX_TICKETS,), "none"),
    # The log of ticket choices, from which follows what each seat knows of the decks; `spared`
    # marks the tickets a seat gave back in a first deal after which the decks were shuffled.
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
    # Stations: by place, a bit mask of the seats that have one there; how many a seat has left.
    Field("station_seats", "i1", (MAX_PLACES,)),
    Field("stations", "i1", (MAX_PLAYERS,)),
    # Shares: of each company how many are taken, and by whom, seat + 1, in their order.
    Field("share_n", "i1", (MAX_COMPANIES,)),
    Field("share_seats", "i1", (MAX_COMPANIES, MAX_SHARES)),
    # A claim being paid.
    Field("claiming", "i2"),
    Field("claim_colour", "i1"),
    Field("laid", "i1", (9,)),
    Field("to_give", "i1"),
    Field("revealed_n", "i1"),
    Field("revealed", "i1", (MAX_TUNNEL_CARDS,)),
    Field("extra", "i1"),
    Field("pending_ends", "i1"),
    # What the last tunnel turned up (card + 1, 0 for none). It stays when the claim is over: it is
    # told, and nothing is decided by it.
    Field("turned_up", "i1", (MAX_TUNNEL_CARDS,)),
)

BOARD = (
    Field("max_players", "i1"),
    Field("trains", "i1"),
    Field("card_counts", "i1", (9,)),
    Field("hand", "i1"),
    Field("market", "i1"),
    Field("tokens", "i1"),
    Field("token_points", "i1"),
    Field("decks", "i1"),
    # Of a first deal that is dealt without asking, how many tickets of each deck; else zeros.
    Field("first_mix", "i1", (MAX_DECKS,)),
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
    # Tracks, in the kernel's own order: those of one class are consecutive.
    Field("tracks", "i2"),
    Field("track_a", "i1", (MAX_TRACKS,)),
    Field("track_b", "i1", (MAX_TRACKS,)),
    Field("track_length", "i1", (MAX_TRACKS,)),
    Field("track_kind", "i1", (MAX_TRACKS,)),
    Field("track_points", "i2", (MAX_TRACKS,)),
    # What claiming it takes besides cards: trains, more than its spaces perhaps, and tokens.
    Field("track_trains", "i1", (MAX_TRACKS,)),
    Field("track_toll", "i1", (MAX_TRACKS,)),
    Field("track_class", "i2", (MAX_TRACKS,)),
    Field("track_code", "i4", (MAX_TRACKS,)),
    Field("parallel_n", "i1", (MAX_TRACKS,)),
    Field("parallel", "i2", (MAX_TRACKS, 2)),
    # By place: where its tracks, and the places at their other ends, begin in the two lists.
    Field("around_start", "i2", (MAX_PLACES + 1,)),
    Field("around_track", "i2", (2 * MAX_TRACKS,)),
    Field("around_place", "i1", (2 * MAX_TRACKS,)),
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
    # Whether some track takes tokens, or more trains than it has spaces; then no colour counts as
    # plain, and these say what a class takes.
    Field("costs", "i1"),
    Field("class_trains", "i1", (MAX_TRACKS,)),
    Field("class_toll", "i1", (MAX_TRACKS,)),
    Field("colour_plain", "i1", (9,)),
    Field("all_plain", "i1"),
    # What `open_in` and `open_sums` of a state are before the first claim.
    Field("tracks_in", "i2", (9,)),
    Field("track_sums", "i2", (9, MAX_LENGTH + 2)),
    Field("longest_track", "i1"),
    Field("substitutes", "i1"),
    Field("payment_colour", "i1", (MAX_PAYMENTS,)),
    Field("payment_coloured", "i1", (MAX_PAYMENTS,)),
    Field("payment_wild", "i1", (MAX_PAYMENTS,)),
    Field("code_track", "i2", (MAX_CLAIM_CODES,)),
    Field("codes", "i4"),
    # Stations: of each player, 0 on a board without; the cards for the first, second and so on;
    # points for one not built; whether several stand at one place; the first of their codes, how
    # many codes each place has, and the cards of each: in all, their colour, their locomotives.
    Field("stations", "i1"),
    Field("station_cost", "i1", (MAX_STATIONS,)),
    Field("station_points", "i1"),
    Field("station_shared", "i1"),
    Field("station_code", "i4"),
    Field("station_ways", "i2"),
    Field("station_way_cards", "i1", (MAX_STATION_WAYS,)),
    Field("station_way_colour", "i1", (MAX_STATION_WAYS,)),
    Field("station_way_wild", "i1", (MAX_STATION_WAYS,)),
    # Companies: how many, the shares of each and the points by rank; by track, the companies of
    # which it gives a share, as bits; the first code of a choice among them.
    Field("companies", "i1"),
    Field("company_shares", "i1", (MAX_COMPANIES,)),
    Field("company_points", "i2", (MAX_COMPANIES, MAX_PLAYERS)),
    Field("track_companies", "i1", (MAX_TRACKS,)),
    Field("share_code", "i4"),
    # Whether some track counts for everybody's tickets once it is taken, and which do.
    Field("shared", "i1"),
    Field("track_shared", "i1", (MAX_TRACKS,)),
    # Tickets, numbered as in the board's file.
    Field("tickets", "i2"),
    Field("ticket_a", "i1", (MAX_TICKETS,)),
    Field("ticket_b", "i1", (MAX_TICKETS,)),
    Field("ticket_points", "i1", (MAX_TICKETS,)),
    Field("ticket_in", "i1", (MAX_TICKETS,)),
    # Whether some tickets are tours, go to regions or have several values; how many ends each of
    # them has (0: an ordinary ticket), and by end the places that reach it as bits.
    Field("tours", "i1"),
    Field("ticket_ends", "i1", (MAX_TICKETS,)),
    Field("ticket_end", "i8", (MAX_TICKETS, max(MAX_ENDS, 1 + MAX_VALUES))),
    # Of tickets with several values, the points of each end but for the start (0: one value). Then
    # `ticket_points` are the most of them.
    Field("ticket_value", "i1", (MAX_TICKETS, 1 + MAX_VALUES)),
    # What a ticket costs if it is not made.
    Field("ticket_stake", "i1", (MAX_TICKETS,)),
    # The list of bonuses: what each counts, how it is paid, the counts of its table and the points
    # of its ranks or of its table. The regions of each place as bits, and how many there are.
    Field("bonuses", "i1"),
    Field("bonus_counts", "i1", (MAX_BONUSES,)),
    Field("bonus_ties", "i1", (MAX_BONUSES,)),
    Field("bonus_steps", "i1", (MAX_BONUSES,)),
    Field("bonus_at", "i2", (MAX_BONUSES, MAX_BONUS_STEPS)),
    Field("bonus_points", "i2", (MAX_BONUSES, MAX_BONUS_STEPS)),
    Field("regions", "i1"),
    Field("place_regions", "i4", (MAX_PLACES,)),
    # What the listed bonuses are worth to a planner, in hundredths of a point: one more ticket, a
    # place joined, one more separate network; and whether one of them counts the longest path.
    Field("ticket_worth", "i4"),
    Field("place_worth", "i4", (MAX_PLACES,)),
    Field("network_worth", "i4"),
    Field("path_counts", "i1"),
)

SCRATCH = (
    # `claims`: listed payments, and memoised counts with the keys they are valid for.
    Field("payments", "i4", (MAX_CLASS_PAYMENTS,)),
    Field("claim_count_key", "i4", (MAX_PLAYERS, 9)),
    Field("claim_count", "i4", (MAX_PLAYERS, 9)),  # by colour; gray: with locomotives alone
    Field("gray_up_to", "i4", (MAX_PLAYERS, MAX_LENGTH + 2)),  # claims with 1 to n coloured cards
    Field("gray_tracks", "i4", (MAX_LENGTH + 1,)),  # open tracks of this length or less
    # `network`, by node.
    Field("parent", "i4", (MAX_NODES,)),  # in the union-find forest of components
    Field("degree", "i4", (MAX_NODES,)),  # without the edges that have been cut off
    Field("edge_xor", "i4", (MAX_NODES,)),  # xor of their numbers: of a single one, its number
    Field("branch", "i4", (MAX_NODES,)),  # longest trail into a branch that hangs on the node
    Field("branch_2", "i4", (MAX_NODES,)),  # longest trail into another branch there
    Field("least", "i4", (MAX_NODES,)),  # length of its shortest edge in the core
    Field("odd", "i4", (MAX_NODES,)),  # parity of its edges that are not used yet
    Field("start", "i4", (MAX_NODES,)),  # where its edges begin in `incident`
    Field("core", "i4", (MAX_NODES,)),  # a list: the nodes left when branches are cut off
    # By edge: the nodes at its ends, its length, its track, whether the trail has used it.
    Field("edge_a", "i4", (MAX_TRACKS,)),
    Field("edge_b", "i4", (MAX_TRACKS,)),
    Field("edge_length", "i4", (MAX_TRACKS,)),
    Field("edge_track", "i4", (MAX_TRACKS,)),
    Field("edge_used", "i4", (MAX_TRACKS,)),
    Field("incident", "i4", (2 * MAX_TRACKS,)),  # the edges at each node of the core
    # By step of a trail: the node it is at, the edge it tries next, the edge it took.
    Field("step_node", "i4", (MAX_TRACKS + 1,)),
    Field("step_next", "i4", (MAX_TRACKS + 1,)),
    Field("step_edge", "i4", (MAX_TRACKS + 1,)),
    # The edges of the core on the best trail that the search has found, if it has.
    Field("best_edge", "i4", (MAX_TRACKS,)),
    Field("best_n", "i4"),
    # Edges tried in the search for the longest trail so far.
    Field("trail_steps", "i4"),
    # `scoring`: by root of a network, how many of its places are counted; by seat, its count.
    Field("joined", "i4", (MAX_NODES,)),
    Field("counted", "i4", (MAX_PLAYERS,)),
    # `borrowing`: the tracks that each station of a seat may borrow begin at `option_start`; which
    # of them is tried for each station (0 for none), and which are the best so far.
    Field("option_start", "i4", (MAX_STATIONS + 1,)),
    Field("option_track", "i4", (2 * MAX_TRACKS,)),
    Field("choice", "i4", (MAX_STATIONS,)),
    Field("best_choice", "i4", (MAX_STATIONS,)),
    # `ticket_resampling`: decks of unnamed tickets as ring buffers; by unnamed ticket, the ticket
    # it is (its name) or -1; by ticket, whether it has been assigned, and the last log entry in
    # which the seat saw it; unnamed tickets that other seats hold, that left the game, and that a
    # seat was offered; a bag to draw tickets from; how many a seat held of each deck before the log
    # begins.
    Field("ring", "i4", (MAX_DECKS, RING)),
    Field("ring_head", "i4", (MAX_DECKS,)),
    Field("ring_n", "i4", (MAX_DECKS,)),
    Field("name", "i4", (MAX_TICKETS,)),
    Field("found", "i4", (MAX_TICKETS,)),
    Field("last_seen", "i4", (MAX_TICKETS,)),
    Field("holding", "i4", (MAX_PLAYERS, MAX_TICKETS)),
    Field("holding_n", "i4", (MAX_PLAYERS,)),
    Field("gone", "i4", (MAX_TICKETS,)),
    Field("gone_n", "i4"),
    Field("handed", "i4", (MAX_PLAYERS, MAX_OFFER)),
    Field("bag", "i4", (MAX_TICKETS,)),
    Field("held_before", "i4", (MAX_PLAYERS, MAX_DECKS)),
    # `cheapest_way`: what each track costs; how each place is reached; places to go on from.
    Field("track_cost", "i4", (MAX_TRACKS,)),
    Field("arrival", "i8", (MAX_PLACES,)),
    Field("queue", "i8", (MAX_TRACKS,)),
    *TREE,
    # Of other rooms: the number of a node's component (`observation`), the seats at each place as
    # bits (`arena`), and a result that keeps the compiler from dropping a prefetch (`envs`).
    Field("component", "i4", (MAX_NODES,)),
    Field("seats_at", "i4", (MAX_PLACES,)),
    Field("prefetched", "i4"),
)
"""Working memory of the kernel's functions, since the hot path allocates nothing. What a function
leaves in it for later calls is said in its docstring; the rest is undefined."""
