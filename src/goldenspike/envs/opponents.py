"""The bots that play the other seats of a batch: policies and networks, mixed by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots import dispatch
from goldenspike.bots.compiled_play import new_workspace, policy_of
from goldenspike.bots.networks.network_record import network_memory, network_row
from goldenspike.bots.neural_bot import NeuralBot
from goldenspike.bots.policy_record import PlainPolicy
from goldenspike.bots.registry import make_bot
from goldenspike.errors import InputError
from goldenspike.observation.write_blocks import write_observation
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.legal import legal
from goldenspike.rules.record_layout import Row

SELF_PLAY = "self"
POLICIES = "goldenspike.bots.compiled_policies"
NETWORKS = "goldenspike.bots.networks.compiled_networks"


class Opponents:
    """A bot for each seat but the learner's, in order; with "self" the caller plays all seats."""

    def __init__(self, names: str | Sequence[str], kernel_board: KernelBoard, players: int) -> None:
        self.self_play = names == SELF_PLAY
        if self.self_play:
            each = ["random"] * (players - 1)
        else:
            each = [names] * (players - 1) if isinstance(names, str) else list(names)
        if len(each) != players - 1:
            raise InputError(
                f"{players} players need {players - 1} opponents (or one name for all), not "
                f"{len(each)}"
            )
        self._kernel_board = kernel_board
        bots = [make_bot(name) for name in each]
        self._networks = [bot for bot in bots if isinstance(bot, NeuralBot)]
        self._offsets: dict[int, list[int]] = {}
        rows: list[Row] = []
        self.plain: list[Any] = []
        """By opponent: what `choose_plainly` takes for it."""
        for name, bot in zip(each, bots, strict=True):
            policy = policy_of(bot)
            if isinstance(bot, NeuralBot):
                bot.check_fits(kernel_board, players)
                self._offsets[id(bot)] = bot.layout(kernel_board.board, players).offsets.tolist()
                rows.append(network_row(bot, kernel_board.board, players))
                self.plain.append(bot)
            elif policy is not None:
                rows.append(policy)
                self.plain.append(PlainPolicy.from_row(policy))
            else:
                bot.close()
                raise InputError(
                    "the vector environment's opponents are self, or random, greedy, planner and "
                    f"neural:FILE, not {name!r}; GoldenSpikeEnv plays against any bot"
                )
        self.rows: NDArray[np.uint8] = np.zeros((players - 1, max(map(len, rows))), np.uint8)
        """By opponent: its policy record, or the row of its network."""
        for row, own in zip(self.rows, rows, strict=True):
            row[: len(own)] = own
        self.at_random = [not self.self_play and name == "random" for name in each]

    @property
    def units(self) -> tuple[str, ...]:
        """The compiled code that they need."""
        if self._networks:
            return (NETWORKS,)
        return () if self.self_play or all(self.at_random) else (POLICIES,)

    def new_workspace(self) -> Row:
        """Make the working memory of one thread."""
        if not self._networks:
            return new_workspace()
        return np.zeros(network_memory(self._networks), np.uint8)

    def chooser(self, nobody: Any) -> Any:
        """Return the compiled function that decides for them; `nobody` if none is needed."""
        from goldenspike.rules.compiled.function_argument import as_argument

        if self._networks:
            from goldenspike.bots.networks.compiled_networks import choose_any

            return as_argument(choose_any)
        if self.units:
            from goldenspike.bots.compiled_policies import choose_code

            return as_argument(choose_code)
        return as_argument(nobody)

    def choose_plainly(self, s: Any, b: Any, policy: Any, rng: Any, workspace: Any) -> int:
        """Decide for one of them in plain Python; `policy` is one of `plain`."""
        if not isinstance(policy, NeuralBot):
            choose: Any = dispatch.choose_code
            return int(choose(s, b, policy, rng, workspace))
        seen = np.zeros(policy.scale.size, np.uint8)
        write_observation(s, b, int(s.turn), self._offsets[id(policy)], workspace.scratch, seen)
        liked = policy.preferences(seen)
        n = legal(s, b, workspace.scratch, workspace.codes)
        return int(max(workspace.codes[:n], key=lambda code: float(liked[code])))
