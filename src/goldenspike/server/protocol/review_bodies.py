"""What HTTP requests and answers carry about reviews of finished games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from goldenspike.server.protocol.bodies import Body, Word


class WhatIf(Body, frozen=True):
    """Go on from a moment of a finished game, at a table of your own."""

    step: Annotated[int, Meta(ge=0, le=2**31, description="Actions that were played.")]
    cards: Annotated[
        Literal["known", "open"],
        Meta(
            description="known: what the seat to act could not know is drawn again; open: as it "
            "really was."
        ),
    ] = "known"
    others: Annotated[
        Literal["bots", "device"],
        Meta(description="Who plays the other seats: bots, or you at one device."),
    ] = "bots"
    level: Annotated[Word, Meta(description="Of the bots.")] = "normal"


class ReviewStatus(Struct, frozen=True):
    """The review of a finished game, or how far it is."""

    state: Literal["none", "waiting", "working", "done", "failed", "stopped"]
    done: Annotated[int, Meta(description="Decisions judged.")]
    total: Annotated[int, Meta(description="Decisions in all; 0 until the chances are known.")]
    yours: Annotated[bool, Meta(description="You have asked for it, and may stop it.")]
    chances: Annotated[
        dict[str, Any] | None,
        Meta(description="`start` and `after`: the graph, known before decisions are judged."),
    ]
    review: Annotated[
        dict[str, Any] | None, Meta(description="As `goldenspike review --json` prints it.")
    ]
