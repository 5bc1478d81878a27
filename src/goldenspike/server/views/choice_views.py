"""First tickets, chosen by all seats at the same time: what a seat chooses from, and is told."""

from __future__ import annotations

import goldenspike as gs
from goldenspike.server.protocol.messages import Choices
from goldenspike.server.views.answers import illegal_action
from goldenspike.server.views.past_events import Viewer


def choosing_view(game: gs.Game, seat: int) -> gs.View:
    """What a seat chooses from when the round of choices begins, as if it were its turn."""
    return game.view(seat).as_if_to_act()


def check_choice(game: gs.Game, seat: int, action: str) -> None:
    """Refuse an action that the seat may not choose."""
    try:
        reason = choosing_view(game, seat).why_not(action)
    except gs.InputError as error:
        raise illegal_action(error) from None
    if reason is not None:
        raise illegal_action(gs.IllegalAction(action, reason))


def choices_message(
    game: gs.Game,
    viewer: Viewer,
    left: list[int],
    chosen: str | None,
    known: dict[int, list[str]] | None = None,
) -> Choices:
    """What a seat or a spectator is told: who has to choose, and all about its own choice.

    `known` keeps what each seat may choose, for the other messages of the same round.
    """
    legal: list[str] = []
    if viewer is not None and viewer in left:
        known = {} if known is None else known
        if viewer not in known:
            known[viewer] = [str(action) for action in choosing_view(game, viewer).legal()]
        legal = known[viewer]
    return Choices(left, legal, chosen)
