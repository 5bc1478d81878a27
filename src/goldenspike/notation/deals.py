"""A deal that anyone can check: the seed comes from the server's secret and a number of every seat.

The server publishes the SHA-256 of its secret before the seats give their numbers, so neither the
server nor a player can choose the cards. After the game the secret and the numbers are in the
record, as `deal`. Everything is text of hexadecimal digits, hashed as ASCII, so that a browser or a
shell can do the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SCHEME = "goldenspike-deal-1"
NO_NUMBER = "-"
"""Stands for a seat that gave no number: a bot's, or a player's who did not want to."""
_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class DealCheck:
    """What a record says about its deal."""

    dealt_by: str
    """`all`: the server and the seats with numbers; `server`: it alone, but fixed before the game;
    `unknown`: the record does not say, and nothing was checked."""
    numbers: int = 0
    """How many seats gave a number."""
    problems: list[str] = field(default_factory=list)
    """What is wrong; empty if all that can be checked is right."""


def commitment_of(secret: str) -> str:
    """Return what is published before the game: the SHA-256 of the secret's digits.

    >>> commitment_of("00" * 32)[:16]
    '60e05bd1b195af2f'
    """
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def seed_of(secret: str, numbers: Sequence[str | None]) -> str:
    """Return the seed, as 64 hexadecimal digits, from the secret and the numbers in seat order.

    >>> seed_of("00" * 32, ["11" * 32, None])[:16]
    '067610fe569f6480'
    """
    lines = [SCHEME, secret, *(number or NO_NUMBER for number in numbers)]
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def check_deal(
    record: Mapping[str, Any],
    commitment: str | None = None,
    own: Mapping[int, str] | None = None,
) -> DealCheck:
    """Check the deal of a record that replays.

    `commitment` is the one that you saw before the game, `own` the numbers that your seats gave.
    """
    deal = record.get("deal")
    seed = f"{int(record['seed']):064x}"
    if deal is None and commitment is None:
        return DealCheck("unknown")
    if deal is None or not isinstance(deal, Mapping):
        deal = {"commitment": commitment}
    problems = []
    said = deal.get("commitment")
    if commitment is not None and commitment != said:
        problems.append(f"commitment: the record has {said}, you saw {commitment}")
    if "secret" not in deal:
        # Version 0.1: the server drew the seed, and committed to it.
        if commitment_of(seed) != said:
            problems.append("seed: its SHA-256 is not the commitment")
        if own:
            problems.append("numbers: the deal used none")
        return DealCheck("server", 0, problems)
    secret, numbers = deal.get("secret"), deal.get("numbers")
    fits = isinstance(numbers, list) and len(numbers) == record["players"]
    if not _is_hex(secret) or not fits or not all(n is None or _is_hex(n) for n in numbers or ()):
        return DealCheck("all", 0, [*problems, "deal: not a secret and a number for each seat"])
    assert isinstance(secret, str)
    assert isinstance(numbers, list)
    if commitment_of(secret) != said:
        problems.append("secret: its SHA-256 is not the commitment")
    if seed_of(secret, numbers) != seed:
        problems.append("seed: it is not made from the secret and the numbers")
    for seat, number in (own or {}).items():
        if not 0 <= seat < len(numbers) or numbers[seat] != number:
            problems.append(f"numbers: seat {seat} did not give {number}")
    given = sum(number is not None for number in numbers)
    return DealCheck("all" if given else "server", given, problems)


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None
