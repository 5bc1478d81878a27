"""Hashes and verifies passwords, a few at a time."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from goldenspike.server.protocol.person_bodies import PASSWORD_LEAST, PASSWORD_LIMIT
from goldenspike.server.protocol.refusals import Refusal

T = TypeVar("T")

AT_ONCE = 2
"""Hashing takes tens of megabytes and milliseconds on purpose."""
WAITING = 16
"""More than these wait for nobody: a log-in that can't be checked soon is refused."""


class Passwords:
    """Hashes passwords in threads; refuses when too many are waiting."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._free = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._making_dummy = asyncio.Lock()
        self._dummy_hash: str | None = None
        """Verified where there is no account, so that this takes as long as with one."""

    async def hash(self, password: str) -> str:
        """The hash to store; refuses short and long passwords."""
        if not PASSWORD_LEAST <= len(password) <= PASSWORD_LIMIT:
            raise Refusal("password_short", least=PASSWORD_LEAST, limit=PASSWORD_LIMIT)
        return await self._run(lambda: self._hasher.hash(password))

    async def verify(self, hashed: str | None, password: str) -> bool:
        """Whether the password is right; takes as long where there is no hash."""
        if hashed is None:
            async with self._making_dummy:
                if self._dummy_hash is None:
                    made = secrets.token_hex()
                    self._dummy_hash = await self._run(lambda: self._hasher.hash(made))
        given = password[: PASSWORD_LIMIT + 1]
        right = await self._run(lambda: self._verify(hashed or self._dummy_hash or "", given))
        return right and hashed is not None

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= WAITING:
            raise Refusal("busy")
        self._waiting += 1
        try:
            async with self._free:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False
