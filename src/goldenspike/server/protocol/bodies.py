"""What HTTP requests and answers carry: the parts that all of them share.

Field descriptions, here and in the modules for people, tables and results, become the OpenAPI page.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

NAME_LIMIT = 40

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LIMIT, description="Shown to others.")]
Seat = Annotated[int, Meta(ge=0, le=7)]
Word = Annotated[str, Meta(max_length=40)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body: unknown fields are refused, so that a misspelt one is noticed."""


class Done(Struct, frozen=True):
    """It is done."""

    done: bool = True


HealthStatus = Literal["ok", "storage_unavailable"]


class Health(Struct, frozen=True):
    """Whether the server can serve."""

    status: HealthStatus
    version: str
    database: str
    tables_loaded: int
    sockets: int
