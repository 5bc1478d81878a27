"""The one root of all errors that are about what somebody gave us, not about a mistake of ours."""

from __future__ import annotations


class InputError(ValueError):
    """What was given is wrong; the message says what, where, and what would be right.

    The text is written for the person who gave it, so the command line and the server show it as
    it is. Anything else that is raised is a bug.
    """
