"""Rate limits: a token bucket for each address, socket or seat."""

from __future__ import annotations

import math
import time

from goldenspike.server.protocol.refusals import Refusal


class Bucket:
    """Allows `burst` things at once and `rate` a second in the long run.

    Something expensive may take several tokens.
    """

    __slots__ = ("burst", "level", "rate", "stamp")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.level = float(burst)
        self.stamp = time.monotonic()

    def take(self, cost: float = 1) -> float:
        """Take tokens and return 0.0, or take none and return the seconds to wait."""
        cost = min(cost, self.burst)
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.stamp) * self.rate)
        self.stamp = now
        if self.level >= cost:
            self.level -= cost
            return 0.0
        return (cost - self.level) / self.rate

    def check(self, cost: float = 1) -> None:
        """Take tokens, or raise the refusal that says how long to wait."""
        wait = self.take(cost)
        if wait:
            raise Refusal("rate_limited", retry_after=math.ceil(wait))


class Buckets:
    """A bucket for each of the `most` keys used last."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self._buckets: dict[str, Bucket] = {}

    def check(self, key: str, cost: float = 1) -> None:
        """Take tokens of this key, or raise the refusal that says how long to wait."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self.rate, self.burst)
            while len(self._buckets) >= self.most:
                # Dictionaries keep their order: the first is the least recently used.
                del self._buckets[next(iter(self._buckets))]
        self._buckets[key] = bucket
        bucket.check(cost)
