"""Token buckets: a burst is allowed, then a rate."""

from __future__ import annotations

import time

import pytest

from goldenspike.server.http.addresses import limit_keys
from goldenspike.server.people.rate_limits import Bucket, Buckets
from goldenspike.server.protocol.refusals import Refusal

pytestmark = pytest.mark.quick


def test_a_bucket_lets_a_burst_through_and_then_tells_how_long_to_wait(
    monkeypatch: pytest.MonkeyPatch,
):
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bucket = Bucket(rate=10, burst=3)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, pytest.approx(0.1)]
    now += 0.15
    assert bucket.take() == 0


def test_what_takes_long_costs_more():
    bucket = Bucket(rate=0.001, burst=10)
    assert bucket.take(8) == 0
    assert bucket.take(3) > 0
    assert bucket.take(2) == 0
    assert Bucket(rate=1, burst=5).take(10) == 0, "no more than there ever is"


def test_buckets_forget_the_oldest_key():
    buckets = Buckets(rate=0.001, burst=1, most=2)
    for key in ("a", "b", "c"):
        buckets.check(key)
    buckets.check("a")
    with pytest.raises(Refusal) as refusal:
        buckets.check("a")
    assert refusal.value.code == "rate_limited"


def test_the_addresses_of_one_ipv6_network_share_a_limit():
    first = limit_keys("2001:db8:0:1::1")
    assert first == limit_keys("2001:db8:0:1:ffff::2%eth0")
    assert first.narrow != limit_keys("2001:db8:0:2::1").narrow
    assert first.wide == limit_keys("2001:db8:0:2::1").wide != limit_keys("2001:db8:1::").wide
    assert limit_keys("::ffff:192.0.2.1") == ("192.0.2.1", "192.0.2.1")
    assert limit_keys("192.0.2.1") != limit_keys("192.0.2.2")
