"""What addresses and people may cost: requests, log-ins, new tables, sockets and connections."""

from __future__ import annotations

import time
from collections import Counter

from goldenspike.server.http.addresses import Address, Networks, limit_keys
from goldenspike.server.log import log
from goldenspike.server.people.rate_limits import Buckets
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.settings import Settings

WIDE = 8
"""A whole IPv6 /48 may do as much as this many addresses."""
COLD_TABLE = 20
"""Tokens for loading a table, which replays its whole game."""
REPORT_SECONDS = 10.0


class AddressBuckets:
    """A bucket for each address, and a larger one for the network around it."""

    def __init__(self, rate: float, burst: int) -> None:
        self._narrow = Buckets(rate, burst)
        self._wide = Buckets(rate * WIDE, burst * WIDE)

    def check(self, address: Address, cost: float = 1) -> None:
        """Take tokens of this address, or raise the refusal that says how long to wait."""
        self._narrow.check(address.narrow, cost)
        if address.wide != address.narrow:
            self._wide.check(address.wide, cost)


class Limits:
    """The limits of one process that depend on who asks."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.requests = AddressBuckets(settings.http_rate, settings.http_burst)
        self.guesses = AddressBuckets(settings.login_rate, settings.login_burst)
        self.new_tables = AddressBuckets(settings.table_rate, settings.table_burst)
        self.checks = AddressBuckets(settings.http_rate, settings.http_burst)
        """Of `/health` and `/metrics`, which have to answer when other requests are refused."""
        self._addresses: Counter[str] = Counter()
        """Open sockets of each address and network."""
        self._people: Counter[str] = Counter()
        """Open sockets of each person."""
        self._sockets = 0

    def open_socket(self, address: Address) -> None:
        """Count a socket, or refuse it."""
        most = self._settings.sockets_per_address
        if self._sockets >= self._settings.sockets:
            raise Refusal("server_full")
        own, around = address.keys
        if self._addresses[own] >= most or self._addresses[around] >= most * WIDE:
            raise Refusal("too_many_connections", limit=most)
        self._sockets += 1
        self._addresses.update(address.keys)

    def close_socket(self, address: Address) -> None:
        """A counted socket is closed."""
        self._sockets -= 1
        for key in address.keys:
            _decrement(self._addresses, key)

    def add_person(self, person: str) -> None:
        """Count a socket of this person, or refuse it."""
        if self._people[person] >= self._settings.sockets_per_person:
            raise Refusal("too_many_connections", limit=self._settings.sockets_per_person)
        self._people[person] += 1

    def remove_person(self, person: str) -> None:
        """A counted socket of this person is closed."""
        _decrement(self._people, person)


class ConnectionLimits:
    """The connections of one process that are not sockets: half-sent requests and idle ones.

    A configured proxy has one address for everybody, so only the total counts for it.
    """

    def __init__(self, settings: Settings) -> None:
        self.read_seconds = settings.read_seconds
        self.write_seconds = settings.write_seconds
        self._most = settings.connections
        self._most_per_address = settings.connections_per_address
        self._proxies = Networks(settings.proxies)
        self._open: Counter[str] = Counter()
        """Connections of each address and network."""
        self._total = 0
        self.refused = 0
        """Connections refused, and those ended because their peer did not send or read in time."""
        self._reported = -REPORT_SECONDS

    def open(self, address: str) -> bool:
        """Count a connection; False if it is one of too many."""
        own, around = limit_keys(address).keys
        most = self._most_per_address
        many = self._open[own] >= most or self._open[around] >= most * WIDE
        if self._total >= self._most or (many and address not in self._proxies):
            self.refuse("connections_refused")
            return False
        self._total += 1
        self._open.update((own, around))
        return True

    def close(self, address: str) -> None:
        """A counted connection is closed, or has become a socket."""
        self._total -= 1
        for key in limit_keys(address).keys:
            _decrement(self._open, key)

    def refuse(self, event: str) -> None:
        """Count a connection that was ended, and log now and then that there are such."""
        self.refused += 1
        now = time.monotonic()
        if now >= self._reported + REPORT_SECONDS:
            self._reported = now
            log.warning(event, refused=self.refused, open=self._total)


def _decrement(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
