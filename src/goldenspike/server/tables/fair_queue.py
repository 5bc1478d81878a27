"""A pool of things that owners borrow in turns: round-robin by owner, first come first served."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class FairQueue(Generic[Thing]):
    """Waiting owners take turns; each owner's requests are served in order."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self._free = deque(things)
        self._waiting: OrderedDict[str, deque[asyncio.Future[Thing]]] = OrderedDict()

    async def get(self, owner: str) -> Thing:
        """Borrow a thing once it is this owner's turn; `put` returns it."""
        if self._free:
            return self._free.popleft()
        wish: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(wish)
        try:
            return await wish
        except asyncio.CancelledError:
            # It was handed over in the same moment in which the request was cancelled.
            if wish.done() and not wish.cancelled():
                self.put(wish.result())
            raise

    def put(self, thing: Thing) -> None:
        """Return a thing, and hand it to whoever is next."""
        while self._waiting:
            owner, wishes = self._waiting.popitem(last=False)
            wish = wishes.popleft()
            if wishes:
                self._waiting[owner] = wishes
            if not wish.done():
                wish.set_result(thing)
                return
        self._free.append(thing)
