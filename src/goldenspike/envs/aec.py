"""The game as a PettingZoo environment: agents `player_0`, `player_1`, ... act one at a time.

    >>> from goldenspike.envs import golden_spike_v1
    >>> env = golden_spike_v1.env(board="usa", players=2)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))

An observation is a dictionary of `observation` and `action_mask`. The mask of a seat that is not to
act is all zeros. An agent may act several times in a row, since a decision with parts is several
actions. `goldenspike.envs.parallel` has the same game with actions of all agents at every step.
"""

from __future__ import annotations

import copy
import os
from typing import Any

from pettingzoo import AECEnv

from goldenspike.boards.model import Board
from goldenspike.envs.coded_game import CodedGame, check_saved, read_code
from goldenspike.envs.rendering import RENDER_MODES
from goldenspike.envs.spaces import SeatAgents
from goldenspike.errors import InputError
from goldenspike.observation import VERSION

Seen = dict[str, Any]


class GoldenSpikeAECEnv(SeatAgents, AECEnv[str, Seen, Any]):  # type: ignore[misc]
    """One game in which every seat is an agent; docs/environments.md explains the options.

    `max_cycles` is the number of decisions after which a game is truncated.

    >>> from goldenspike.envs import GoldenSpikeAECEnv
    >>> env = GoldenSpikeAECEnv(board="usa", players=3)
    >>> env.reset(seed=1)
    >>> env.agents
    ['player_0', 'player_1', 'player_2']
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": f"golden_spike_v{VERSION}",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
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
    ) -> None:
        table = CodedGame(board, players, derived, reward, shaped, kernel, normalize)
        super().__init__(table, max_cycles, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game.

        `seed` seeds the environment's generator, from which this and later games take their seeds;
        `options={"seed": n}` deals exactly the game `goldenspike.Game(seed=n)`.
        """
        self._deal(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._new_infos()
        self.agent_selection = self.agents[self.table.seat]

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """Return the acting agent's observation, its reward since it acted last, and so on."""
        self.table.check_started()
        seen: tuple[Seen | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    def observe(self, agent: str) -> Seen:
        """Return an agent's observation and action mask."""
        seat = self._seats.get(agent)
        if seat is None:
            raise InputError(
                f"no agent is called {agent!r}: they are {', '.join(self.possible_agents)}"
            )
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: Any) -> None:
        """Play the acting agent's code; after the end, `step(None)` removes each agent."""
        if not self.agents:
            raise InputError("no game is being played: call reset() to deal one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game is over: step(None) for every agent, then reset()")
            self._was_dead_step(None)
            return
        if action is None:
            raise InputError(f"{agent} is to act: give one of the codes whose action_mask is 1")
        self.table.play(read_code(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.table.rewards, strict=True))
        self._accumulate_rewards()
        self.cycles += 1
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[self.table.seat]
        if self.render_mode == "human":
            self.render()

    def _new_infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"seat": self._seats[agent]} for agent in self.agents}

    def save(self) -> dict[str, Any]:
        """Return the state of game and generator, for `restore`."""
        names = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations")
        return {
            "table": self.table.save(),
            "generator": self._rng.bit_generator.state,
            "agents": {name: copy.copy(getattr(self, name, None)) for name in names},
            "agent": getattr(self, "agent_selection", None),
            "cycles": self.cycles,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore what `save` returned, in an environment with the same options."""
        check_saved(saved, "agents")
        self.table.restore(saved["table"])
        self._rng.bit_generator.state = saved["generator"]
        self.cycles = saved["cycles"]
        for name, value in saved["agents"].items():
            if value is not None:
                setattr(self, name, copy.copy(value))
        if saved["agent"] is not None:
            self.agent_selection = saved["agent"]
            self.infos = self._new_infos()

    def __str__(self) -> str:
        return str(self.metadata["name"])


def env(**options: Any) -> GoldenSpikeAECEnv:
    """Make the environment, under PettingZoo's usual name.

    It checks its own use, and needs no wrappers, which could not be copied in the middle of a game.
    """
    return GoldenSpikeAECEnv(**options)


raw_env = env
