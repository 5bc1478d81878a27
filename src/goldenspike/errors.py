"""The base class of all errors about input, as opposed to bugs."""

from __future__ import annotations


class InputError(ValueError):
    """Input from a user or a caller is wrong; the message says what, where, and what would be
    right.

    The message is written for that person: the command line and the server show it unchanged. Any
    other exception is a bug.

    >>> import goldenspike as gs
    >>> try:
    ...     gs.Game("usa", players=6)
    ... except gs.InputError as error:
    ...     print(error)
    USA is for 2 to 5 players, not 6
    """
