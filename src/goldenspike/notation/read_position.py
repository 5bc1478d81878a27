"""Reading a position: every part is checked, and all problems are reported at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from goldenspike.boards.model import CARDS
from goldenspike.notation.check_position import check_log, check_market, check_phase, check_sums
from goldenspike.notation.position_values import PositionError, Values, short_repr
from goldenspike.notation.positions import empty_state
from goldenspike.notation.read_claim import read_claim
from goldenspike.rules.chacha import next_block
from goldenspike.rules.claims import is_open, take_track
from goldenspike.rules.codes import (
    EMPTY,
    KEEP_PHASE,
    PHASES,
)
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import PlainState
from goldenspike.rules.shares import count_shares, take_share
from goldenspike.rules.stations import may_build_at
from goldenspike.rules.tickets import count_held, offered

_RNG = re.compile(r"([0-9a-f]{1,64}):([0-9a-f]{1,15}):([0-9]{1,2})")
_FIELDS = frozenset(
    [
        "board",
        "players",
        "turn",
        "phase",
        "deck",
        "discards",
        "market",
        "ticket_decks",
        "removed_tickets",
        "routes",
        "places",
        "stations",
        "shares",
        "seats",
        "last_turns",
        "claiming",
        "laid",
        "revealed",
        "to_give",
        "colour",
        "taking",
        "passes",
        "ticket_log",
        "rng",
    ]
)
_SEAT_FIELDS = frozenset(
    [
        "cards",
        "known",
        "tickets",
        "offer",
        "trains",
        "route_points",
        "tokens",
        "stations",
        "passengers",
        "counted",
        "returned",
    ]
)


def read_position(
    kernel_board: KernelBoard, position: Mapping[str, Any]
) -> tuple[PlainState, bool]:
    """Return the state of a position, and whether the position has a random stream.

    `PositionError` lists everything that is wrong with it.
    """
    return _Reader(kernel_board, position).read()


def position_board(position: Any) -> str:
    """Return the board's name or file in a position, before anything else of it is read."""
    if not isinstance(position, Mapping):
        raise PositionError([f"it is a {type(position).__name__}, not an object with fields"])
    board = position.get("board")
    if not isinstance(board, str):
        raise PositionError(["board: the name or file of a board is needed, for example 'usa'"])
    return board


class _Reader(Values):
    def read(self) -> tuple[PlainState, bool]:
        for name in self.position:
            if name not in _FIELDS:
                self.problem(str(name), f"is no field of a position ({', '.join(sorted(_FIELDS))})")
        least, most = self.board.min_players, self.board.max_players
        players = self.number("players", self.position.get("players"), least, most)
        seats = self.position.get("seats")
        if players is not None and (not isinstance(seats, list) or len(seats) != players):
            self.problem("seats", f"a list of {players} seats is needed")
        self.raise_problems()
        assert players is not None
        assert isinstance(seats, list)
        s = empty_state(self.board, players)
        s.first_deal = 0
        self.read_turn(s, players)
        self.read_cards(s)
        self.read_routes(s, players)
        self.read_stations(s, players)
        self.read_shares(s, players)
        for p, seat in enumerate(seats):
            self.read_seat(s, p, seat)
        self.read_tickets(s)
        self.read_places(s)
        self.raise_problems()
        read_claim(self, s)
        self.read_log(s)
        self.raise_problems()
        self.read_first_deal(s)
        check_sums(self.board, s, self.problem)
        self.raise_problems()
        check_market(self.kernel_board, s, self.problem)
        check_phase(self.kernel_board, s, self.problem)
        check_log(self.kernel_board, s, self.problem)
        has_rng = self.read_rng(s)
        self.raise_problems()
        return s, has_rng

    def read_turn(self, s: Any, players: int) -> None:
        turn = self.number("turn", self.position.get("turn"), 0, players - 1)
        phase = self.position.get("phase")
        if phase not in PHASES:
            self.problem("phase", f"is one of {', '.join(PHASES)}, not {short_repr(phase)}")
        else:
            s.phase = PHASES.index(phase)
        last = self.position.get("last_turns")
        turns = -1 if last is None else self.number("last_turns", last, 0, players)
        passes = self.number("passes", self.position.get("passes", 0), 0, players)
        s.turn, s.last_turns, s.passes = turn or 0, -1 if turns is None else turns, passes or 0

    def read_cards(self, s: Any) -> None:
        deck = self.position.get("deck", [])
        cards = self.names("deck", deck, {c: i for i, c in enumerate(CARDS)}, "card")
        if len(cards) > len(s.deck):
            self.problem("deck", f"at most {len(s.deck)} cards fit, not {len(cards)}")
            return
        s.deck[: len(cards)] = cards[::-1]
        s.deck_n = len(cards)
        s.discards = self.counts("discards", self.position.get("discards", {}))
        s.discard_n = sum(s.discards)
        market = self.position.get("market")
        fits = isinstance(market, list) and len(market) == self.board.market
        if not fits or any(
            c is not None and (not isinstance(c, str) or c not in CARDS) for c in market or ()
        ):
            self.problem("market", f"{self.board.market} cards are needed, null for an empty place")
            return
        assert market is not None
        for i, card in enumerate(market):
            s.market[i] = EMPTY if card is None else CARDS.index(card)

    def read_routes(self, s: Any, players: int) -> None:
        routes = self.position.get("routes", {})
        if not isinstance(routes, Mapping):
            self.problem("routes", "tracks with the seats that own them are needed")
            return
        for name, seat in routes.items():
            if name not in self.tracks:
                self.problem("routes", f"{short_repr(name)} is no track of this board")
                continue
            owner = self.number(f"routes.{name}", seat, 0, players - 1)
            if owner is None:
                continue
            i = self.tracks[name]
            t = self.kernel_board.track_number[i]
            if not is_open(s, owner, t):
                self.problem(
                    f"routes.{name}",
                    "a parallel track keeps this seat from owning it (CLAIM-5, CLAIM-6)",
                )
                continue
            take_track(s, self.kernel_board.plain, owner, t)
            track = self.board.tracks[i]
            s.trains[owner] -= track.trains
            s.route_points[owner] += self.board.points_of(track)
            s.tokens[owner] -= track.toll

    def read_stations(self, s: Any, players: int) -> None:
        stations = self.position.get("stations", {})
        if not isinstance(stations, Mapping):
            self.problem("stations", "places with the seats that have stations there are needed")
            return
        for name, seats in stations.items():
            if name not in self.places:
                self.problem("stations", f"{short_repr(name)} is no place of this board")
                continue
            if not isinstance(seats, list):
                self.problem(f"stations.{name}", "a list of seats is needed")
                continue
            for each in seats:
                seat = self.number(f"stations.{name}", each, 0, players - 1)
                if seat is None:
                    continue
                place, b = self.places[name], self.kernel_board.plain
                if not s.stations[seat]:
                    most = f"seat {seat} has only {b.stations} stations (STATION-1)"
                    self.problem(f"stations.{name}", most)
                elif not may_build_at(s, b, seat, place):
                    self.problem(f"stations.{name}", "no station may stand there (STATION-3)")
                else:
                    s.station_seats[place] |= 1 << seat
                    s.stations[seat] -= 1

    def read_shares(self, s: Any, players: int) -> None:
        companies = {company.id: i for i, company in enumerate(self.board.companies)}
        shares = self.position.get("shares", {})
        if not isinstance(shares, Mapping):
            self.problem("shares", "companies with the seats that have their shares are needed")
            return
        for name, seats in shares.items():
            where = f"shares.{name}"
            if name not in companies:
                self.problem("shares", f"{short_repr(name)} is no company of this board")
                continue
            company = companies[name]
            most = self.board.companies[company].shares
            if not isinstance(seats, list) or len(seats) > most:
                self.problem(where, f"a list of at most {most} seats is needed (SHARE-1)")
                continue
            for each in seats:
                seat = self.number(where, each, 0, players - 1)
                if seat is None:
                    continue
                take_share(s, seat, company)
                if count_shares(s, seat, company) > self.tracks_with_shares(s, seat, company):
                    self.problem(where, f"seat {seat} has more shares than tracks (SHARE-2)")

    def tracks_with_shares(self, s: Any, seat: int, company: int) -> int:
        """Count the tracks of a seat that give shares of a company."""
        numbers = self.kernel_board.track_number
        return sum(
            s.owner[numbers[i]] == seat and company in track.companies
            for i, track in enumerate(self.board.tracks)
        )

    def read_seat(self, s: Any, p: int, seat: Any) -> None:
        where = f"seats[{p}]"
        if not isinstance(seat, Mapping):
            self.problem(where, "an object with the seat's cards and tickets is needed")
            return
        for name in seat:
            if name not in _SEAT_FIELDS:
                self.problem(
                    where,
                    f"{short_repr(name)} is no field of a seat ({', '.join(sorted(_SEAT_FIELDS))})",
                )
        s.hands[p] = self.counts(f"{where}.cards", seat.get("cards", {}))
        s.cards[p] = sum(s.hands[p])
        s.known[p] = self.counts(f"{where}.known", seat.get("known", {}))
        counted = seat.get("counted", seat.get("known", {}))
        s.counted[p] = self.counts(f"{where}.counted", counted)
        for name, bound in (("known", s.known[p]), ("counted", s.counted[p])):
            if any(n > have for n, have in zip(bound, s.hands[p], strict=True)):
                self.problem(f"{where}.{name}", "more cards are known than the hand holds")
        if any(n < k for n, k in zip(s.counted[p], s.known[p], strict=True)):
            self.problem(f"{where}.counted", "less is counted than is known")
        for name, have, start in (
            ("trains", s.trains, self.board.trains),
            ("route_points", s.route_points, 0),
            ("tokens", s.tokens, self.board.tokens),
        ):
            if have[p] < 0:
                self.problem(f"{where}.{name}", f"{start} {name} are not enough for its tracks")
            elif name in seat and seat[name] != have[p]:
                self.problem(
                    f"{where}.{name}", f"its tracks leave {have[p]}, not {short_repr(seat[name])}"
                )
        if "stations" in seat and seat["stations"] != s.stations[p]:
            left = f"it has {s.stations[p]} left, not {short_repr(seat['stations'])}"
            self.problem(f"{where}.stations", left)
        self.put_tickets(s.held[p], s.held_n[p], f"{where}.tickets", seat.get("tickets", []))
        self.put_tickets(s.offer[p], s.offer_n[p], f"{where}.offer", seat.get("offer", []))
        returned = seat.get("returned", [])
        for t in self.names(f"{where}.returned", returned, self.tickets, "ticket"):
            s.spared[p][t] = 1
        if self.board.passengers:
            self.read_passengers(s, p, f"{where}.passengers", seat.get("passengers", {}))
        elif seat.get("passengers"):
            self.problem(f"{where}.passengers", "this board has no passengers")

    def put_tickets(self, places: list[int], counts: list[int], where: str, value: Any) -> None:
        found = self.names(where, value, self.tickets, "ticket")
        if len(found) > len(places):
            self.problem(where, f"at most {len(places)} tickets fit here, not {len(found)}")
            return
        places[: len(found)] = found
        for t in found:
            counts[self.board.tickets[t].deck] += 1

    def read_passengers(self, s: Any, p: int, where: str, value: Any) -> None:
        assert self.board.passengers is not None
        colours = self.board.passengers.colours
        if isinstance(value, list):
            value = dict(Counter(c for c in value if isinstance(c, str)))
        if not isinstance(value, Mapping):
            self.problem(where, f"colours with their numbers are needed, not {short_repr(value)}")
            return
        for colour, n in value.items():
            if colour not in colours:
                self.problem(
                    where, f"{short_repr(colour)} is no passenger colour ({', '.join(colours)})"
                )
            else:
                many = self.number(f"{where}.{colour}", n, 0, self.board.passengers.per_colour)
                s.passengers[p][colours.index(colour)] = many or 0

    def read_tickets(self, s: Any) -> None:
        decks = self.position.get("ticket_decks")
        if not isinstance(decks, Mapping) or set(decks) != set(self.board.ticket_decks):
            self.problem(
                "ticket_decks", f"lists for {', '.join(self.board.ticket_decks)} are needed"
            )
            return
        for d, deck in enumerate(self.board.ticket_decks):
            where = f"ticket_decks.{deck}"
            counts = [0, 0]
            self.put_tickets(s.ticket_deck[d], counts, where, decks[deck])
            if counts[1 - d]:
                self.problem(where, "holds a ticket of another deck")
            s.ticket_deck_n[d] = counts[d]
        removed = self.position.get("removed_tickets", [])
        self.put_tickets(s.removed, s.removed_n, "removed_tickets", removed)

    def read_places(self, s: Any) -> None:
        places = self.position.get("places", {})
        if not isinstance(places, Mapping):
            self.problem("places", "places with their passengers are needed")
            return
        if not self.board.passengers:
            if places:
                self.problem("places", "this board has no passengers")
            return
        colours = {c: i + 1 for i, c in enumerate(self.board.passengers.colours)}
        for name, waiting in places.items():
            if name not in self.places:
                self.problem("places", f"{short_repr(name)} is no place of this board")
                continue
            found = self.names(f"places.{name}", waiting, colours, "passenger colour")
            spots = s.waiting[self.places[name]]
            if len(found) > len(spots):
                self.problem(f"places.{name}", f"at most {len(spots)} passengers fit here")
            else:
                spots[: len(found)] = found

    def read_log(self, s: Any) -> None:
        log = self.position.get("ticket_log", [])
        if not isinstance(log, list) or len(log) > len(s.log_seat):
            self.problem("ticket_log", "a list of choices is needed")
            return
        for i, entry in enumerate(log):
            where = f"ticket_log[{i}]"
            if not isinstance(entry, Mapping):
                self.problem(where, "an object with seat, offer and kept is needed")
                return
            seat = self.number(f"{where}.seat", entry.get("seat"), 0, s.players - 1)
            offer = self.names(f"{where}.offer", entry.get("offer"), self.tickets, "ticket")
            kept = self.names(f"{where}.kept", entry.get("kept"), self.tickets, "ticket")
            if len(offer) > len(s.log_offer[i]) or any(t not in offer for t in kept):
                self.problem(where, "what was kept has to be among what was offered")
                return
            s.log_seat[i] = seat or 0
            for j, t in enumerate(offer):
                s.log_offer[i][j] = t
                s.log_offered[i][self.board.tickets[t].deck] += 1
                if t in kept:
                    s.log_mask[i] |= 1 << j
                    s.log_kept[i][self.board.tickets[t].deck] += 1
            first = entry.get("first") is True
            if first and s.log_first < i:
                self.problem(where, "choices of the first deal come before all others")
            s.log_first += first
        s.log_n = len(log)

    def read_first_deal(self, s: Any) -> None:
        """Set `first_deal` in phase keep, and check which seats are offered tickets.

        In the first deal, no track is taken and the seat to act holds no tickets yet.
        """
        offers = [p for p in range(s.players) if offered(s, p)]
        if s.phase != KEEP_PHASE:
            for p in offers:
                self.problem(
                    f"seats[{p}].offer",
                    f"tickets are only offered in phase keep, not {PHASES[s.phase]}",
                )
            return
        nothing_yet = max(s.owner) < 0 and not count_held(s, s.turn)
        s.first_deal = int(nothing_yet)
        announced = len(self.board.ticket_decks) > 1 and not self.board.first_deal.mix
        if s.turn not in offers and not (nothing_yet and announced):
            self.problem(
                f"seats[{s.turn}].offer", "the tickets to choose from are needed in phase keep"
            )
        if not nothing_yet and offers != [s.turn]:
            self.problem("seats", "only the seat to act is offered tickets after the first deal")

    def read_rng(self, s: Any) -> bool:
        text = self.position.get("rng")
        if text is None:
            return False
        match = _RNG.fullmatch(text) if isinstance(text, str) else None
        if not match or int(match[3]) > 16:
            self.problem(
                "rng", "a random stream is written key:block:used, as position() writes it"
            )
            return False
        key, block, used = int(match[1], 16), int(match[2], 16), int(match[3])
        s.rng_key = [key >> 32 * i & 0xFFFFFFFF for i in range(8)]
        if used < 16 or block & 0xFFFFFFFFFFFF:
            # The words of the current block follow from the key and its number.
            s.rng_block = block - 1
            next_block(s)
        else:
            s.rng_block = block
        s.rng_used = used
        return True
