"""A pool whose items are borrowed round-robin by owner."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Waiting owners take turns; each owner's requests are served in order."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._free = deque(items)
        self._waiting: OrderedDict[str, deque[asyncio.Future[Item]]] = OrderedDict()

    async def get(self, owner: str) -> Item:
        """Borrow an item when it is this owner's turn; return it with `put`."""
        if self._free:
            return self._free.popleft()
        waiter: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            # Cancelled at the moment when the item was handed over.
            if waiter.done() and not waiter.cancelled():
                self.put(waiter.result())
            raise

    def put(self, item: Item) -> None:
        """Return an item; it goes to the next owner who waits."""
        while self._waiting:
            owner, waiters = self._waiting.popitem(last=False)
            waiter = waiters.popleft()
            if waiters:
                self._waiting[owner] = waiters
            if not waiter.done():
                waiter.set_result(item)
                return
        self._free.append(item)
