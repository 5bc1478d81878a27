"""What cards are worth to a seat, as the planner sees it."""

from __future__ import annotations

from typing import Any

import numpy as np

from goldenspike.bots import dispatch
from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.bots.policy_bot import COMPILED
from goldenspike.bots.policy_record import PLANNER, PlainPolicy, new_policy
from goldenspike.bots.stream import Stream
from goldenspike.bots.workspace import WORKSPACE_DTYPE, PlainWorkspace, new_workspace
from goldenspike.game import View
from goldenspike.rules.compiled.preparation import is_ready

_policy = new_policy(PLANNER, PlannerSettings())


def card_values(view: View, policy: Any = None) -> list[int]:
    """Return what drawing each kind of card is worth to a planner, in hundredths of a point.

    The seat of the view has to be about to draw cards or to choose what to do in its turn. The
    values depend on the view alone. `policy` is the planner's record; None: the default one.

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> for _ in range(game.players):
    ...     event = game.play(game.legal()[0])
    >>> len(card_values(game.view(0)))
    9
    """
    rng = Stream("it has no slips, so it draws nothing from this")
    if view.kernel == "compiled" and is_ready(COMPILED):
        from goldenspike.bots import compiled_policies

        row = new_workspace()
        settings = _policy if policy is None else policy
        compiled_policies.choose_code(view.raw, view.kernel_board.row, settings, rng.row, row)
        plan = np.frombuffer(row, WORKSPACE_DTYPE)[0]["plan"]
        return [int(value) for value in plan["card_value"]]
    plain: Any = dispatch.choose_code
    workspace = PlainWorkspace()
    record = PlainPolicy.from_row(_policy if policy is None else policy)
    plain(view.state, view.kernel_board.plain, record, rng.record, workspace)
    return [int(value) for value in workspace.plan.card_value]
