"""Where messages may be sent: never to a machine that only this server can reach."""

from __future__ import annotations

import asyncio
import fnmatch
import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from goldenspike.server.protocol.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Target:
    """An address that was checked, and how it is reached."""

    url: str
    host: str
    """For the Host header and the certificate, where the address names a machine by number."""


class AllowedHosts:
    """Names of hosts with wildcards, or whole origins such as `http://127.0.0.1:9000`."""

    def __init__(self, text: str) -> None:
        self._entries = [entry.strip().lower() for entry in text.split(",") if entry.strip()]

    def __bool__(self) -> bool:
        return bool(self._entries)

    def allows(self, url: str) -> bool:
        """Whether a message may be sent to this address."""
        address = split(url)
        if address is None:
            return False
        origin = f"{address.scheme}://{address.netloc}".lower()
        host = (address.hostname or "").lower()
        secure = address.scheme == "https" and address.port in (None, 443)
        return any(
            origin == entry if "://" in entry else secure and fnmatch.fnmatchcase(host, entry)
            for entry in self._entries
        )


def split(url: str) -> SplitResult | None:
    """The parts of an address without a user name; None if it is not one."""
    try:
        address = urlsplit(url)
        known = address.scheme in ("http", "https") and address.hostname and address.port != 0
    except ValueError:
        return None
    return address if known and "@" not in address.netloc and url.isascii() else None


async def resolve_public(url: str) -> Target:
    """The address with the number of its machine, which has to be one of the open internet.

    The number that was checked is the one connected to: a name could mean another one later.
    """
    address = split(url)
    if address is None or address.scheme != "https" or address.hostname is None:
        raise Refusal("subscription_bad", why="an https:// address is needed")
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(
            address.hostname, address.port or 443, type=socket.SOCK_STREAM
        )
    except OSError:
        raise Refusal("subscription_bad", why="its host is not known") from None
    numbers = [ipaddress.ip_address(str(info[4][0])) for info in found]
    if not numbers or not all(number.is_global for number in numbers):
        raise Refusal("subscription_bad", why="its host is not on the open internet")
    number = f"[{numbers[0]}]" if numbers[0].version == 6 else str(numbers[0])
    reached = address._replace(netloc=f"{number}:{address.port or 443}")
    return Target(reached.geturl(), address.netloc)
