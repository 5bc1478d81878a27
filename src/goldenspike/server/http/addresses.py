"""Where a request comes from: the keys by which its address is limited."""

from __future__ import annotations

import functools
import ipaddress
from typing import NamedTuple

from litestar.types import Scope

from goldenspike.errors import InputError


class Address(NamedTuple):
    """An address as the limits see it."""

    narrow: str
    """The address itself, or the /64 network of IPv6: a household or a machine gets a whole one."""
    wide: str
    """The /48 network of IPv6, which a customer of a provider may get; else the address itself."""

    @property
    def keys(self) -> tuple[str, str]:
        """Under which what is open is counted: one for the address, one for what is around it."""
        return self.narrow, f"around {self.wide}"


def address_of(scope: Scope) -> Address:
    """The address of a request or socket; behind a known proxy, that of its client."""
    client = scope.get("client")
    return limit_keys(client[0]) if client else Address("local", "local")


@functools.lru_cache(4096)
def limit_keys(address: str) -> Address:
    """The keys for the limits of an address.

    >>> limit_keys("2001:db8:1:2:3:4:5:6")
    Address(narrow='2001:db8:1:2::', wide='2001:db8:1::/48')
    >>> limit_keys("::ffff:192.0.2.1").narrow
    '192.0.2.1'
    """
    try:
        known = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return Address(address, address)
    if known.ipv4_mapped is not None:
        return Address(str(known.ipv4_mapped), str(known.ipv4_mapped))
    number = int(known)
    return Address(
        str(ipaddress.IPv6Address(number >> 64 << 64)),
        f"{ipaddress.IPv6Address(number >> 80 << 80)}/48",
    )


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.0.2.1")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Networks:
    """A list of addresses and networks, separated by commas.

    >>> "10.1.2.3" in Networks("127.0.0.1, 10.0.0.0/8")
    True
    """

    def __init__(self, text: str) -> None:
        try:
            parts = [part.strip() for part in text.split(",") if part.strip()]
            self._networks = [ipaddress.ip_network(part, strict=False) for part in parts]
        except ValueError as error:
            raise InputError(
                f"GOLDENSPIKE_PROXIES={text!r}: {error}; give addresses such as 127.0.0.1 or "
                "networks such as 10.0.0.0/8, separated by commas"
            ) from None

    def __contains__(self, address: str) -> bool:
        try:
            known = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self._networks)
