"""What never changes in a game: cards, trains, tickets and passengers, and their running counts."""

from __future__ import annotations

from collections import Counter

import goldenspike as gs


def check_conservation(game: gs.Game) -> None:
    """Everything is somewhere, once; and every running count says what is there."""
    check_cards(game)
    check_trains(game)
    check_tickets(game)
    check_passengers(game)
    check_stations(game)
    check_shares(game)


def check_cards(game: gs.Game) -> None:
    s, board = game.state, game.board
    seats = range(s.players)
    for card in range(9):
        there = s.deck[: s.deck_n].count(card) + s.market[: board.market].count(card)
        there += s.discards[card] + s.laid[card] + s.revealed[: s.revealed_n].count(card)
        there += sum(s.hands[p][card] for p in seats)
        assert there == (board.locomotives if card == 8 else board.cards_per_colour)
    assert not any(s.deck[s.deck_n :])
    assert s.discard_n == sum(s.discards)
    for p in seats:
        assert s.cards[p] == sum(s.hands[p])
        assert all(
            0 <= k <= c <= h for k, c, h in zip(s.known[p], s.counted[p], s.hands[p], strict=True)
        )
        if s.players > 2:
            assert s.known[p] == s.counted[p]
    # MARKET-1: no discards wait while the deck is empty; MARKET-2: nor places while it is not.
    assert s.deck_n > 0 or s.discard_n == 0
    assert s.deck_n == 0 or 9 not in s.market[: board.market]


def check_market(game: gs.Game) -> None:
    """MARKET-3: locomotives are cleared away as long as it can come right."""
    s, board = game.state, game.board
    if board.locomotives_clear_market and s.market.count(8) >= board.locomotives_clear_market:
        others = [*s.deck[: s.deck_n], *(c for c in s.market[: board.market] if c < 9)]
        assert sum(c != 8 for c in others) + sum(s.discards[:8]) < 3


def check_trains(game: gs.Game) -> None:
    s, board, kernel_board = game.state, game.board, game.kernel_board
    owned: Counter[int] = Counter()
    points: Counter[int] = Counter()
    tolls: Counter[int] = Counter()
    pairs: dict[tuple[int, int], list[int]] = {}
    for i, track in enumerate(board.tracks):
        owner = s.owner[kernel_board.track_number[i]]
        if owner >= 0:
            owned[owner] += track.length + track.extra_trains  # COST-1
            points[owner] += board.route_points[track.length] + track.extra_points  # COST-2
            tolls[owner] += track.toll
            pairs.setdefault((track.a, track.b), []).append(owner)
    for p in range(s.players):
        assert s.trains[p] == board.trains - owned[p] >= 0
        assert s.route_points[p] == points[p]
        assert s.tokens[p] == board.tokens - tolls[p] >= 0  # COST-3
    for owners in pairs.values():
        assert len(set(owners)) == len(owners)  # CLAIM-5
        assert len(owners) == 1 or s.players not in board.parallel_closed_for  # CLAIM-6


def check_tickets(game: gs.Game) -> None:
    s, board = game.state, game.board
    there: Counter[int] = Counter()
    of_deck: Counter[int] = Counter()

    def put(tickets: list[int], counts: list[int]) -> None:
        there.update(tickets[: sum(counts)])
        for d in (0, 1):
            assert counts[d] == sum(board.tickets[t].deck == d for t in tickets[: sum(counts)])
            of_deck[d] += counts[d]

    for d in range(len(board.ticket_decks)):
        put(s.ticket_deck[d], [s.ticket_deck_n[d] if e == d else 0 for e in (0, 1)])
    put(s.removed, s.removed_n)
    for p in range(s.players):
        put(s.held[p], s.held_n[p])
        put(s.offer[p], s.offer_n[p])
    assert there == Counter(range(len(board.tickets)))


def check_passengers(game: gs.Game) -> None:
    s, board = game.state, game.board
    colours = board.passengers.colours if board.passengers else ()
    for colour in range(len(colours)):
        there = sum(row.count(colour + 1) for row in s.waiting)
        there += sum(s.passengers[p][colour] for p in range(s.players))
        assert board.passengers
        assert there == board.passengers.per_colour
    if not colours:
        assert not any(any(row) for row in s.waiting)


def check_stations(game: gs.Game) -> None:
    """STATION-1, STATION-3: every station is left or built, one of a seat at a place, if any."""
    s, stations = game.state, game.board.stations
    for p in range(s.players):
        built = sum(seats >> p & 1 for seats in s.station_seats)
        assert s.stations[p] + built == (len(stations.costs) if stations else 0)
    for i, seats in enumerate(s.station_seats):
        assert 0 <= seats < 1 << s.players
        assert seats == 0 or not game.board.places[i].country
        assert seats.bit_count() <= 1 or (stations and stations.shared)


def check_shares(game: gs.Game) -> None:
    """SHARE-1, SHARE-2: all shares are of a company, and no seat has more than tracks for them."""
    s, board, numbers = game.state, game.board, game.kernel_board.track_number
    for company, taken in enumerate(s.share_n):
        most = board.companies[company].shares if company < len(board.companies) else 0
        assert 0 <= taken <= most
        assert not any(s.share_seats[company][taken:])
    shares: Counter[int] = Counter()
    for company, taken in enumerate(s.share_n):
        shares.update(seat - 1 for seat in s.share_seats[company][:taken])
    for p in range(s.players):
        tracks = [t for i, t in enumerate(board.tracks) if s.owner[numbers[i]] == p]
        assert shares[p] <= sum(bool(track.companies) for track in tracks)
    assert set(shares) <= set(range(s.players))
