"""Policies compiled by Numba: one decision on one view, for Python and for other compiled code.

Importing this module imports Numba, and loads or compiles the entry point.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from numba import types

from goldenspike.bots import (
    dispatch,
    greedy_policy,
    mistakes,
    nested_record,
    policy_record,
    workspace,
)
from goldenspike.bots.planner import (
    card_choice,
    passengers,
    payments,
    place_bonuses,
    plan_record,
    policy,
    routes,
    settings,
    share_choice,
    station_choice,
    survey,
    ticket_choice,
    track_choice,
)
from goldenspike.bots.policy_record import POLICY_DTYPE as POLICY
from goldenspike.bots.searcher import search_record, worlds
from goldenspike.bots.stream import STREAM_DTYPE as STREAM
from goldenspike.bots.value_network import evaluation, evaluation_record, inputs, perceptron
from goldenspike.bots.workspace import WORKSPACE_DTYPE as WORKSPACE
from goldenspike.rules.compiled.compilation import INT, KERNEL_OPTIONS, ROW, entry, make_jitable
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD
from goldenspike.rules.record_layout import STATE_DTYPE as STATE

COMPILED = (
    payments,
    place_bonuses,
    routes,
    passengers,
    share_choice,
    survey,
    track_choice,
    ticket_choice,
    station_choice,
    card_choice,
    greedy_policy,
    policy,
    mistakes,
    dispatch,
    perceptron,
    evaluation,
    worlds,
)
"""The modules whose functions are compiled."""
LAYOUTS = (
    nested_record,
    plan_record,
    settings,
    policy_record,
    workspace,
    inputs,
    evaluation_record,
    search_record,
)
"""Modules with record layouts and constants that the compiled functions depend on."""


def policy_entry(
    signature: Any, sources: tuple[ModuleType, ...] = (), **options: Any
) -> Callable[[Any], Any]:
    """Decorate an entry point that runs policies: it is compiled, or loaded from the cache.

    `sources` are further modules it is compiled from.
    """
    return entry(signature, (*COMPILED, *LAYOUTS, *sources), **KERNEL_OPTIONS, **options)


make_jitable(COMPILED, **KERNEL_OPTIONS)

CHOOSE_CODE = INT(ROW, ROW, ROW, ROW, ROW)
CHOOSER = types.FunctionType(CHOOSE_CODE)
"""The type of `choose_code`. Larger entry points take it as an argument: compiled into each of
them, it would double the time to compile."""


@policy_entry(CHOOSE_CODE)
def choose_code(view, board, policy, rng, workspace):
    """Return the code of the action that a policy takes on a view; all arguments are rows."""
    return dispatch.choose_code(
        view.view(STATE)[0],
        board.view(BOARD)[0],
        policy.view(POLICY)[0],
        rng.view(STREAM)[0],
        workspace.view(WORKSPACE)[0],
    )
