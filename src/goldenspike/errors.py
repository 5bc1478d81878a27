"""The one root of all errors that are about what somebody gave us, not about a mistake of ours."""

from __future__ import annotations


class InputError(ValueError):
    """What was given is wrong; the message says what, where, and what would be right.

    The text is written for the person who gave it, so the command line and the server show it as
    it is. Anything else that is raised is a bug.

    >>> import goldenspike as gs
    >>> try:
    ...     gs.Game("usa", players=6)
    ... except gs.InputError as error:
    ...     print(error)
    USA is for 2 to 5 players, not 6
    """
