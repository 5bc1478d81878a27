"""Things few can have at once, handed out in turns: who wishes for many waits for their own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class FairTurns(Generic[Thing]):
    """Owners with wishes take turns; each owner's wishes are met in their order."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self._free = deque(things)
        self._waiting: OrderedDict[str, deque[asyncio.Future[Thing]]] = OrderedDict()

    async def get(self, owner: str) -> Thing:
        """The next free thing that is this owner's turn to have; `put` gives it back."""
        if self._free:
            return self._free.popleft()
        wish: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(wish)
        try:
            return await wish
        except asyncio.CancelledError:
            # Given away in the very moment in which nobody wanted it any more.
            if wish.done() and not wish.cancelled():
                self.put(wish.result())
            raise

    def put(self, thing: Thing) -> None:
        """Give a thing back; whoever's turn it is has it now."""
        while self._waiting:
            owner, wishes = self._waiting.popitem(last=False)
            wish = wishes.popleft()
            if wishes:
                self._waiting[owner] = wishes
            if not wish.done():
                wish.set_result(thing)
                return
        self._free.append(thing)
