"""A pool whose items are shared fairly: by address, then by owner, in proportion to time used."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Share(NamedTuple):
    """For whom an item is borrowed."""

    origin: str
    """Where the owner comes from: people of one address share what one address gets."""
    owner: str


class Usage:
    """Seconds used by each key; who used least is served first.

    A key that has not waited for a while starts where the others are: it can save up nothing.
    """

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._floor = 0.0

    def enter(self, key: str) -> None:
        """A key begins to wait or to use something."""
        self._used[key] = max(self._used.get(key, 0.0), self._floor)

    def of(self, key: str) -> float:
        """What a key has used."""
        return self._used.get(key, self._floor)

    def charge(self, key: str, seconds: float) -> None:
        """A key has used something."""
        self._used[key] = self.of(key) + seconds

    def served(self, key: str) -> None:
        """The key is served now: all who wait have used at least as much."""
        self._floor = max(self._floor, self.of(key))
        if len(self._used) > 10_000:
            self._used = {k: used for k, used in self._used.items() if used > self._floor}


class FairQueue(Generic[Item]):
    """Whoever waits and has used least is next: first among origins, then among their owners."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._free = deque(items)
        self._waiting: dict[str, dict[str, deque[asyncio.Future[Item]]]] = {}
        """Origin -> owner -> requests in order."""
        self._origins = Usage()
        self._owners = Usage()

    def __len__(self) -> int:
        """How many requests are waiting."""
        return sum(len(queue) for owners in self._waiting.values() for queue in owners.values())

    async def get(self, share: Share) -> Item:
        """Borrow an item when it is this share's turn; return it with `put`."""
        self._origins.enter(share.origin)
        self._owners.enter(share.owner)
        if self._free:
            return self._free.popleft()
        waiter: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        owners = self._waiting.setdefault(share.origin, {})
        owners.setdefault(share.owner, deque()).append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            # Cancelled at the moment when the item was handed over.
            if waiter.done() and not waiter.cancelled():
                self.put(waiter.result())
            raise

    def put(self, item: Item, share: Share | None = None, seconds: float = 0.0) -> None:
        """Return an item that this share has used for so long; it goes to whoever is next."""
        if share is not None:
            self._origins.charge(share.origin, seconds)
            self._owners.charge(share.owner, seconds)
        while self._waiting:
            waiter = self._next()
            if not waiter.done():
                waiter.set_result(item)
                return
        self._free.append(item)

    def _next(self) -> asyncio.Future[Item]:
        origin = min(self._waiting, key=self._origins.of)
        owners = self._waiting[origin]
        owner = min(owners, key=self._owners.of)
        waiter = owners[owner].popleft()
        if not owners[owner]:
            del owners[owner]
        elif len(owners) > 1:
            # Equal use: owners take turns.
            owners[owner] = owners.pop(owner)
        if not owners:
            del self._waiting[origin]
        elif len(self._waiting) > 1:
            self._waiting[origin] = self._waiting.pop(origin)
        self._origins.served(origin)
        self._owners.served(owner)
        return waiter
