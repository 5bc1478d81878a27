"""The game as a PettingZoo parallel environment: every step takes an action of every agent.

    >>> from goldenspike.envs import golden_spike_v1
    >>> env = golden_spike_v1.parallel_env(board="usa", players=2)
    >>> seen, infos = env.reset(seed=1)
    >>> masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
    >>> actions = {agent: env.action_space(agent).sample(masks[agent]) for agent in env.agents}
    >>> seen, rewards, terminations, truncations, infos = env.step(actions)

Only one seat decides at a time. The mask of an agent that waits has one code, pass, and its action
is not looked at: it may be left out. A masked action of the seat to act ends the game with a reward
for it below that of any game, and `info["illegal"]` says why; `illegal="raise"` makes it an error.
"""

from __future__ import annotations

import os
from typing import Any

from pettingzoo import ParallelEnv

from goldenspike.boards.model import Board
from goldenspike.envs.coded_game import CodedGame, check_illegal, read_code
from goldenspike.envs.rendering import RENDER_MODES
from goldenspike.envs.spaces import SeatAgents
from goldenspike.errors import InputError
from goldenspike.observation import VERSION
from goldenspike.rules.codes import PASS

Seen = dict[str, Any]
Answer = tuple[
    dict[str, Seen],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]
"""By agent: observations, rewards, terminations, truncations, infos."""


class GoldenSpikeParallelEnv(SeatAgents, ParallelEnv[str, Seen, Any]):  # type: ignore[misc]
    """One game in which every seat is an agent that is asked at every step.

    >>> from goldenspike.envs import GoldenSpikeParallelEnv
    >>> env = GoldenSpikeParallelEnv(board="nordic", players=3)
    >>> seen, infos = env.reset(seed=1)
    >>> sorted(seen)
    ['player_0', 'player_1', 'player_2']
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": f"golden_spike_parallel_v{VERSION}",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        board: str | os.PathLike[str] | Board = "usa",
        players: int = 2,
        derived: bool = False,
        reward: str = "outcome",
        shaped: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        kernel: str | None = None,
        normalize: bool = False,
        illegal: str = "end",
    ) -> None:
        self.illegal = check_illegal(illegal)
        table = CodedGame(board, players, derived, reward, shaped, kernel, normalize)
        super().__init__(table, max_cycles, render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal a game; seeds work as in the PettingZoo environment with turns."""
        self._deal(seed, options)
        return self._seen(), self._infos()

    def step(self, actions: dict[str, Any]) -> Answer:
        """Play the code of the agent that is to act."""
        if not self.agents:
            raise InputError("no game is being played: call reset() to deal one")
        acting = self.agents[self.table.seat]
        if acting not in actions:
            raise InputError(f"{acting} is to act: give one of the codes whose action_mask is 1")
        code = read_code(actions[acting])
        try:
            self.table.check(code)
        except InputError as wrong:
            if self.illegal == "raise":
                raise
            return self._end_early(acting, str(wrong))
        self.table.play(code)
        self.cycles += 1
        over = self.table.over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        agents = self.agents
        answer = (
            self._seen(),
            dict(zip(agents, self.table.rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            self._infos(),
        )
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return answer

    def _end_early(self, acting: str, why: str) -> Answer:
        """End the game because of a masked action."""
        agents, self.agents = self.agents, []
        paid = self.table.final_rewards()[self.table.seat]
        rewards = dict.fromkeys(agents, 0.0)
        rewards[acting] = -self.table.reward_bound - paid
        infos = self._infos()
        infos[acting]["illegal"] = why
        ended, cut = dict.fromkeys(agents, True), dict.fromkeys(agents, False)
        return self._seen(), rewards, ended, cut, infos

    def _seen(self) -> dict[str, Seen]:
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.table.mask(seat)
            if seat != self.table.seat or self.table.over:
                mask[PASS] = 1
            seen[agent] = {"observation": self.table.observe(seat), "action_mask": mask}
        return seen

    def _infos(self) -> dict[str, dict[str, Any]]:
        acting = -1 if self.table.over else self.table.seat
        return {
            agent: {"seat": seat, "to_act": seat == acting}
            for seat, agent in enumerate(self.possible_agents)
        }


def parallel_env(**options: Any) -> GoldenSpikeParallelEnv:
    """Make the environment, under PettingZoo's usual name."""
    return GoldenSpikeParallelEnv(**options)
