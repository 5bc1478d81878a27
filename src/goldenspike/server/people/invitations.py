"""Invitations: the code by which a request shows that a private table may be looked at."""

from __future__ import annotations

from typing import Annotated

from litestar.params import Parameter

Invitation = Annotated[
    str | None,
    Parameter(max_length=40, description="The short code of a private table you do not sit at."),
]
