"""One learner against named bots: a Gymnasium environment.

>>> import gymnasium as gym
>>> import goldenspike.envs
>>> env = gym.make("GoldenSpike/USA-v1", opponents=["random"])
>>> seen, info = env.reset(seed=1)
>>> seen, reward, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from __future__ import annotations

import copy
import os
import warnings
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from goldenspike.boards.model import Board
from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.registry import make_bot
from goldenspike.bots.safety import SeatedBot
from goldenspike.bots.stream import Stream
from goldenspike.envs.coded_game import (
    CodedGame,
    Mask,
    check_illegal,
    check_saved,
    draw_seed,
    read_code,
)
from goldenspike.envs.rendering import RENDER_MODES, check_render_mode, render_table
from goldenspike.envs.spaces import observation_space
from goldenspike.errors import InputError

Seen = dict[str, Any]


class GoldenSpikeEnv(gymnasium.Env[Seen, Any]):
    """One seat of a game; bots play the other seats.

    `opponents` names one bot for all other seats, or one for each. `seat` is the learner's; None
    draws one for every game. `illegal` says what a masked action does: "end" the episode with a sum
    of rewards below that of any game, and say why in `info["illegal"]`; or "raise" an error, and
    change nothing.

    If a bot fails, a fallback takes its decision; there is a warning, and `info["troubles"]`.

    >>> from goldenspike.envs import GoldenSpikeEnv
    >>> env = GoldenSpikeEnv(board="nordic", players=3, opponents=["greedy", "random"], seat=1)
    >>> seen, info = env.reset(seed=1)
    >>> info["seat"], sorted(seen)
    (1, ['action_mask', 'observation'])
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        board: str | os.PathLike[str] | Board = "usa",
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        derived: bool = False,
        reward: str = "outcome",
        shaped: bool = False,
        illegal: str = "end",
        seconds: float = 1.0,
        render_mode: str | None = None,
        kernel: str | None = None,
        normalize: bool = False,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.table = CodedGame(board, players, derived, reward, shaped, kernel, normalize)
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise InputError(
                f"{players} players need {players - 1} opponents (or one name for all), not "
                f"{len(names)}"
            )
        if seat is not None and not 0 <= seat < players:
            raise InputError(
                f"the learner's seat is a number from 0 to {players - 1}, not {seat!r}"
            )
        self.opponents = names
        self._bots: list[Bot] = [make_bot(name) for name in names]
        for bot in self._bots:
            bot.ensure_prepared(self.table.engine.name)
        self._seated_bots: list[SeatedBot] = []
        self._troubles: list[str] = []
        self._budget = Budget(seconds)
        self._chosen_seat, self.seat = seat, seat or 0
        self.illegal = check_illegal(illegal)
        self.observation_space = observation_space(self.table.layout, self.table.codes, normalize)
        self.action_space = spaces.Discrete(self.table.codes)
        self._ended = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a game and let the bots play until the learner is to act.

        The environment's generator (`np_random`) gives each game's seed, the learner's seat where
        it is drawn, and each bot's stream. `options={"seed": n}` deals the game `Game(seed=n)`.
        """
        super().reset(seed=seed)
        exact = (options or {}).get("seed")
        drawn = draw_seed(self.np_random)
        self.table.deal(drawn if exact is None else exact)
        if self._chosen_seat is None:
            self.seat = int(self.np_random.integers(self.table.players))
        words = draw_seed(self.np_random)
        self._seated_bots = [
            SeatedBot(bot, Stream(f"{words} bot {i}"), self._budget)
            for i, bot in enumerate(self._bots)
        ]
        self._ended = False
        self._play_bots()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play the learner's code, then the bots, until it is to act again or the game is over."""
        if not self.table.started or self._ended:
            raise InputError("no game is being played: call reset() to deal one")
        code = read_code(action)
        try:
            self.table.check(code)
        except InputError as wrong:
            if self.illegal == "raise":
                raise
            self._ended = True
            info = {**self._info(), "illegal": str(wrong)}
            paid = self.table.final_rewards()[self.seat]
            return self._seen(), -self.table.reward_bound - paid, True, False, info
        self.table.play(code)
        reward = self.table.rewards[self.seat] + self._play_bots()
        self._ended = self.table.over
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self._ended, False, self._info()

    def _play_bots(self) -> float:
        """Let the bots act; returns the learner's reward meanwhile."""
        paid = 0.0
        self._troubles = []
        while not self.table.over and self.table.seat != self.seat:
            acting = self.table.seat
            number = acting if acting < self.seat else acting - 1
            decision = self._seated_bots[number].decide(self.table.view(acting))
            if decision.trouble:
                trouble = f"{self.opponents[number]}: {decision.trouble}"
                self._troubles.append(trouble)
                warnings.warn(trouble, RuntimeWarning, stacklevel=3)
            self.table.play(decision.action.code)
            paid += self.table.rewards[self.seat]
        return paid

    def _seen(self) -> Seen:
        return {"observation": self.table.observe(self.seat), "action_mask": self.action_masks()}

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.action_masks(), "seat": self.seat}
        return {**info, "troubles": self._troubles} if self._troubles else info

    def action_masks(self) -> Mask:
        """Return the learner's action mask, under the name that sb3-contrib and others use."""
        return self.table.mask(self.seat)

    def render(self) -> Any:
        """Render the table as a spectator sees it, as text or as an array of pixels."""
        return render_table(self.table, self.render_mode)

    def close(self) -> None:
        """Close the bots."""
        for bot in self._bots:
            bot.close()

    def save(self) -> dict[str, Any]:
        """Return the state of the game and of all generators, for `restore`."""
        return {
            "table": self.table.save(),
            "seat": self.seat,
            "ended": self._ended,
            "streams": copy.deepcopy([seated.rng for seated in self._seated_bots]),
            "failures": [seated.failures for seated in self._seated_bots],
            "generator": self.np_random.bit_generator.state,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore what `save` returned, in an environment with the same options."""
        check_saved(saved, "streams")
        self.table.restore(saved["table"])
        self.seat, self._ended = saved["seat"], saved["ended"]
        asked = zip(self._bots, copy.deepcopy(saved["streams"]), saved["failures"], strict=False)
        self._seated_bots = [
            SeatedBot(bot, rng, self._budget, failed) for bot, rng, failed in asked
        ]
        self.np_random = np.random.default_rng()
        self.np_random.bit_generator.state = saved["generator"]
