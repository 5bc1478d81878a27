"""Bots that run a policy record: compiled on a compiled view once that is ready, else plainly.

Both give the same answers. Plain Python is slower, but starts at once.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from goldenspike.bots import dispatch
from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.policy_record import PlainPolicy
from goldenspike.bots.stream import Stream
from goldenspike.bots.workspace import PlainWorkspace, new_workspace
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.rules.compiled.preparation import begin, is_ready
from goldenspike.rules.record_layout import Row

COMPILED = "goldenspike.bots.compiled_policies"


class _ThreadLocal(threading.local):
    def __init__(self) -> None:
        self.workspace = new_workspace()


_local = _ThreadLocal()


def choose_code(policy: Row, view: View, rng: Stream) -> int:
    """Return the code of the action that a policy takes on a view."""
    board = view.kernel_board
    if view.kernel == "compiled" and is_ready(COMPILED):
        from goldenspike.bots import compiled_policies

        return int(
            compiled_policies.choose_code(view.raw, board.row, policy, rng.row, _local.workspace)
        )
    plain: Any = dispatch.choose_code
    record = PlainPolicy.from_row(policy)
    return int(plain(view.state, board.plain, record, rng.record, PlainWorkspace()))


def load_policies(kernel: str) -> None:
    """Load what `choose_code` needs for views of a kernel, or begin to compile it."""
    if kernel == "compiled":
        begin((COMPILED,))


def choose_action(policy: Row, view: View, legal: Sequence[Action], rng: Stream) -> Action:
    """Return the legal action that a policy takes on a view."""
    return legal_action(legal, choose_code(policy, view, rng))


def legal_action(legal: Sequence[Action], code: int) -> Action:
    """Return the legal action of a code; raise an error if a policy chose an illegal one."""
    for action in legal:
        if action.code == code:
            return action
    raise RuntimeError(
        f"the policy took code {code}, which is not legal here: it has to ask rules/legal.py"
    )


class PolicyBot(Bot):
    """A bot that is one policy record."""

    policy: Row

    def ensure_prepared(self, kernel: str) -> None:
        """Load the policies, if views are compiled; see `load_policies`."""
        load_policies(kernel)
        super().ensure_prepared(kernel)

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """Return the action that its policy takes."""
        return choose_action(self.policy, view, legal, rng)
