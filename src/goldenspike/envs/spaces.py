"""The spaces of observations and actions, and the seats of a game as agents that have them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from goldenspike.envs.coded_game import CodedGame, check_max_cycles, draw_seed
from goldenspike.envs.rendering import check_render_mode, render_table
from goldenspike.observation import Layout
from goldenspike.observation.blocks import MAX_NORMALIZED


def observation_space(layout: Layout, codes: int, normalize: bool = False) -> spaces.Dict[Any]:
    """Return the space of an observation with its action mask."""
    size = (layout.size,)
    numbers = (
        spaces.Box(0, MAX_NORMALIZED, size, np.float32)
        if normalize
        else spaces.Box(0, 255, size, np.uint8)
    )
    return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (codes,), np.int8)})


class SeatAgents:
    """The seats of one game as PettingZoo agents: `player_0`, `player_1`, ..."""

    def __init__(self, table: CodedGame, max_cycles: int | None, render_mode: str | None) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.table = table
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self.agents: list[str] = []
        self.max_cycles = check_max_cycles(max_cycles)
        self.cycles = 0
        """Number of decisions in this game."""
        self._rng = np.random.default_rng()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {
            agent: observation_space(table.layout, table.codes, table.normalize)
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(table.codes) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: the codes of the board."""
        return self._actions[agent]

    def _deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Deal a game; `reset` of the environment with turns says how seeds work."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        exact = (options or {}).get("seed")
        self.table.deal(draw_seed(self._rng) if exact is None else exact)
        self.cycles = 0
        self.agents = self.possible_agents[:]

    def render(self) -> Any:
        """Render the table as a spectator sees it, as text or as an array of pixels."""
        return render_table(self.table, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
