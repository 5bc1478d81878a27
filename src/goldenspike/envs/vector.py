"""Thousands of games at once: a Gymnasium vector environment, stepped by one compiled call.

    >>> from goldenspike.envs import GoldenSpikeVectorEnv
    >>> envs = GoldenSpikeVectorEnv(256, board="usa", players=2)
    >>> seen, infos = envs.reset(seed=1)
    >>> seen["observation"].shape[0], seen["action_mask"].shape[0]
    (256, 256)

With `opponents="self"`, the caller takes every decision of every seat: an observation is that of
the seat to act (`infos["seat"]`), a reward that of the seat that acted, and `infos["rewards"]` has
the rewards of all seats. With other opponents (`random`, `greedy`, `planner`, `neural:FILE`; one
name for all, or a list with one for each), the environment plays all seats but one, in compiled
code too.

Observations, masks, rewards and flags are arrays that every step overwrites: copy what you keep, or
pass `copy=True`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from goldenspike.boards.model import Board
from goldenspike.bots.stream import STREAM_DTYPE, STREAM_SIZE
from goldenspike.envs import plain_batch
from goldenspike.envs.batch_records import (
    ANY_SEAT,
    BOTS,
    GAME_DTYPE,
    MASK,
    NEVER_SHOWN,
    NO_ACTION,
    OBSERVE,
    SELF,
    SETTINGS_DTYPE,
    WORK_DTYPE,
)
from goldenspike.envs.coded_game import board_of, check_reward, check_saved, draw_seed
from goldenspike.envs.incremental_ways import ways_size
from goldenspike.envs.opponents import Opponents
from goldenspike.envs.rewards import kind_number
from goldenspike.envs.spaces import observation_space
from goldenspike.errors import InputError
from goldenspike.game import Game
from goldenspike.notation.actions import write_action
from goldenspike.observation import Layout, layout_of
from goldenspike.rules.chacha import seed_stream
from goldenspike.rules.compiled.preparation import is_ready
from goldenspike.rules.engine import engine, key_words
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE, PlainState
from goldenspike.whole_numbers import whole

SeenBatch = dict[str, NDArray[Any]]
COMPILED = "goldenspike.envs.vector_kernel"
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)
"""In the order of their numbers in `batch_records`."""


class GoldenSpikeVectorEnv(VectorEnv[SeenBatch, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games on one board, stepped together.

    `seat` is the learner's if the environment plays the others: a number, or None for every seat in
    turn. `threads` is the number of threads that step the games.

    >>> from goldenspike.envs import GoldenSpikeVectorEnv
    >>> envs = GoldenSpikeVectorEnv(8, board="usa", players=2, opponents="random")
    >>> seen, infos = envs.reset(seed=1)
    >>> seen, rewards, over, cut, infos = envs.step(envs.random_actions())
    >>> rewards.shape, infos["rewards"].shape
    ((8,), (8, 2))
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        board: str | os.PathLike[str] | Board = "usa",
        players: int = 2,
        opponents: str | Sequence[str] = "self",
        seat: int | None = None,
        derived: bool = False,
        reward: str = "outcome",
        shaped: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = False,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        if num_envs < 1 or threads < 1:
            raise InputError("num_envs and threads are at least 1")
        if seat is not None and not 0 <= seat < players:
            raise InputError(
                f"the learner's seat is a number from 0 to {players - 1}, not {seat!r}"
            )
        if render_mode is not None:
            raise InputError(
                "the vector environment draws nothing; env.game(i) is one of its games"
            )
        self.layout = layout_of(board_of(board), players, derived)
        self.kernel_board = kernel_board_of(self.layout.board)
        self.num_envs, self.players, self.opponents = num_envs, players, opponents
        self._opponents = Opponents(opponents, self.kernel_board, players)
        self.reward, self.shaped, self.copy = check_reward(reward), shaped, copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(self.layout, self.kernel_board.codes)
        self.single_action_space = spaces.Discrete(self.kernel_board.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.decisions = 0
        """Number of decisions so far, opponents' included."""
        self._action_stream: NDArray[np.uint8] | None = None
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._started = False
        self._learner = seat
        self._settings = np.zeros(1, SETTINGS_DTYPE)
        self._settings["players"] = players
        self._settings["opponents"] = SELF if self._opponents.self_play else BOTS
        self._settings["at_random"][0, : players - 1] = self._opponents.at_random
        self._settings["learner"] = ANY_SEAT if seat is None else seat
        self._settings["reward"] = kind_number(reward)
        self._settings["shaped"] = shaped
        self._settings["autoreset"] = MODES.index(self.autoreset_mode)
        self._settings["show"] = OBSERVE | MASK
        n, codes = num_envs, self.kernel_board.codes
        last = self.layout.size if self.autoreset_mode == AutoresetMode.SAME_STEP else 1
        self._arrays: dict[str, NDArray[Any]] = {
            "states": np.zeros((n, STATE_SIZE), np.uint8),
            "games": np.zeros((n, GAME_DTYPE.itemsize), np.uint8),
            "streams": np.zeros((n, STREAM_SIZE), np.uint8),
            "blocks": np.zeros((n, players, cached_size(self.layout)), np.uint8),
            "observations": np.zeros((n, self.layout.size), np.uint8),
            "masks": np.zeros((n, codes), np.int8),
            "final_observations": np.zeros((n, last), np.uint8),
        }
        """Arrays with an entry for each game, in the order of the parameters of `advance`."""
        self._games = self._arrays["games"].view(GAME_DTYPE)[:, 0]
        self._games["number"] = np.arange(n)
        self._games["action"] = NO_ACTION
        self._games["learner"] = seat or 0
        self._games["shown_seat"] = self._games["shown_claiming"] = NEVER_SHOWN
        self._rewards = self._games["rewards"][:, :players]
        self._truncated = np.zeros(n, np.bool_)
        self._parts = [self._arguments(part) for part in self._slices()]
        # Read-only: the next observation is an update of this one, and masks decide what is legal.
        self._observations = read_only(self._arrays["observations"])
        self._masks = read_only(self._arrays["masks"])
        self._seats = read_only(self._games["seat"])

    # Gymnasium's side --------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeenBatch, dict[str, Any]]:
        """Deal new games: all, or those of `options["reset_mask"]`.

        `seed` seeds the environment's generator, which gives 64 bits of every game's seed at each
        full reset (see `game_seed`). The same seed and actions give the same games.
        """
        if seed is not None and whole(seed) is None:
            raise InputError(f"one whole number seeds all games of the batch, not {seed!r}")
        if "seed" in (options or {}):
            raise InputError(
                "the batch deals its games by their own seeds (game_seed says them), not by "
                "options['seed']: GoldenSpikeEnv and goldenspike.Game deal a game of your choice"
            )
        super().reset(seed=None if seed is None else int(seed))
        games = self._games
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            self._settings["key"] = key_words(draw_seed(self.np_random))
            games["episode"] = 0
            games["deal_next"] = True
        else:
            chosen = np.asarray(chosen)
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
                raise InputError(
                    f"options['reset_mask'] is an array of {self.num_envs} booleans, not one of "
                    f"shape {chosen.shape} and type {chosen.dtype}"
                )
            self._check_started()
            games["deal_next"] = chosen
        games["action"] = NO_ACTION
        self._action_stream = None
        over = games["over"].copy()
        self._advance()
        # Games that are not dealt again stay over if they were.
        games["over"] = False if chosen is None else over & ~chosen
        self._started = True
        return self._seen(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[SeenBatch, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Step every game by its action; if any action is masked, raises and steps none."""
        self._check_started()
        games = self._games
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise InputError(
                f"actions are {self.num_envs} whole numbers, one a game, not an array of shape "
                f"{given.shape} and type {given.dtype}"
            )
        if self.autoreset_mode == AutoresetMode.DISABLED and games["over"].any():
            i = int(np.argmax(games["over"]))
            raise InputError(
                f"game {i} is over: deal it anew with reset(options={{'reset_mask': ...}}) first"
            )
        games["action"] = given
        bad = self._kernel().first_masked(self._arrays["masks"], self._arrays["games"])
        if bad >= 0:
            raise InputError(self._why_not(bad, int(given[bad])))
        self._advance()
        over, reward = games["over"], games["reward"]
        self._truncated[:] = False
        if self.copy:
            over, reward = over.copy(), reward.copy()
        return self._seen(), reward, over, self._truncated, self._infos()

    def random_actions(self) -> NDArray[np.int64]:
        """Return a random legal action for every game."""
        self._check_started()
        if self._action_stream is None:
            self._action_stream = np.zeros(STREAM_SIZE, np.uint8)
            record = self._action_stream.view(np.dtype((np.record, STREAM_DTYPE)))[0]
            seed_stream(record, key_words(draw_seed(self.np_random)), 3)
        actions = np.empty(self.num_envs, np.int64)
        self._kernel().choose_randomly(self._arrays["masks"], actions, self._action_stream)
        return actions

    def close_extras(self, **_: Any) -> None:
        """Shut the threads down."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    # Inside -----------------------------------------------------------------------

    def _kernel(self) -> Any:
        """Return the compiled batch; until it is ready, the plain one."""
        if all(is_ready(unit) for unit in (COMPILED, *self._opponents.units)):
            from goldenspike.envs import vector_kernel

            return vector_kernel
        return plain_batch

    def _advance(self) -> None:
        kernel = self._kernel()
        if kernel is plain_batch:
            self.decisions += plain_batch.advance(
                self._opponents,
                self.kernel_board,
                self._settings,
                self.layout.offsets,
                self._arrays,
            )
            return
        choose = self._opponents.chooser(kernel.no_choice)

        def advance(arguments: list[Any]) -> int:
            return int(kernel.advance(choose, *arguments))

        own, *others = self._parts
        if others and self._pool is None:
            self._pool = ThreadPoolExecutor(len(others), "goldenspike")
        waiting = [self._pool.submit(advance, part) for part in others] if self._pool else []
        # Instead of waiting, this thread steps games too.
        self.decisions += advance(own)
        self.decisions += sum(each.result() for each in waiting)

    def _slices(self) -> list[slice]:
        threads = min(self._threads, self.num_envs)
        ends = [self.num_envs * i // threads for i in range(threads + 1)]
        return [slice(a, z) for a, z in pairwise(ends)]

    def _arguments(self, part: slice) -> list[Any]:
        """Return the arguments of `advance` for the games of one thread."""
        return [
            self._settings.view(np.uint8),
            self.kernel_board.row,
            self._opponents.rows,
            self.layout.offsets,
            *(array[part] for array in self._arrays.values()),
            np.zeros(WORK_DTYPE.itemsize, np.uint8),
            np.zeros(SCRATCH_SIZE, np.uint8),
            self._opponents.new_workspace(),
        ]

    def _write_only(self, parts: int) -> None:
        """Write only these parts (`OBSERVE`, `MASK`) from now on, for measurements."""
        self._settings["show"] = parts

    def _seen(self) -> SeenBatch:
        seen = {"observation": self._observations, "action_mask": self._masks}
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {
            "action_mask": self._masks,
            "seat": self._seats,
            "rewards": self._rewards,
        }
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._games["finished"].any():
            infos["final_obs"] = {
                "observation": self._arrays["final_observations"],
                "action_mask": np.zeros((1, self.kernel_board.codes), np.int8).repeat(
                    self.num_envs, 0
                ),
            }
            infos["_final_obs"] = self._games["finished"]
        if self.copy:
            infos = {
                name: value.copy() if isinstance(value, np.ndarray) else
                {key: array.copy() for key, array in value.items()}
                for name, value in infos.items()
            }  # fmt: skip
        return infos

    def _check_started(self) -> None:
        if not self._started:
            raise InputError("call reset() first: no game has been dealt yet")

    def _why_not(self, i: int, code: int) -> str:
        where = (
            f"game {i}, where seat {self._seats[i]} has {self._masks[i].sum()} legal actions, "
            "those whose action_mask is 1; no game was moved"
        )
        if not 0 <= code < self.kernel_board.codes:
            most = self.kernel_board.codes - 1
            return f"an action is a code from 0 to {most}, not {code} as for {where}"
        try:
            state = PlainState.from_row(self._arrays["states"][i])
            text = f" ({write_action(self.kernel_board, state, code)})"
        except (InputError, IndexError):
            text = ""
        return f"action {code}{text} is masked in {where}"

    # Looking in, saving, copying ---------------------------------------------------------------

    def game(self, i: int) -> Game:
        """Return a copy of game i as a `Game`."""
        self._check_started()
        chosen = engine()
        row = self._arrays["states"][i].copy()
        state = row if chosen.name == "compiled" else PlainState.from_row(row)
        return Game._from_state(self.kernel_board, chosen, state)

    def game_seed(self, i: int) -> int:
        """Return the seed of game i: `goldenspike.Game` with it is the same game."""
        self._check_started()
        game, key = self._games[i], self._settings["key"][0]
        base: int = int(key[0]) | int(key[1]) << 32
        return base | int(game["number"]) << 64 | int(game["episode"] - 1) << 128

    def save(self) -> dict[str, Any]:
        """Return everything that the rest of the games depends on, for `restore`."""
        return {
            "layout": self.layout.to_json(),
            "arrays": {name: array.copy() for name, array in self._arrays.items()},
            "key": self._settings["key"].copy(),
            "started": self._started,
            "decisions": self.decisions,
            "generator": self.np_random.bit_generator.state,
            "chooser": None if self._action_stream is None else self._action_stream.copy(),
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore what `save` returned, in an environment with the same options."""
        check_saved(saved, "arrays")
        if saved["layout"] != self.layout.to_json():
            raise InputError(f"what was saved is {saved['layout']}, not {self.layout.to_json()}")
        if saved["arrays"].keys() != self._arrays.keys():
            raise InputError("what was saved is of another version of this environment")
        games = len(saved["arrays"]["states"])
        if games != self.num_envs:
            raise InputError(f"what was saved has {games} games, not {self.num_envs}")
        for name, array in saved["arrays"].items():
            self._arrays[name][:] = array
        self._settings["key"] = saved["key"]
        self._started, self.decisions = saved["started"], saved["decisions"]
        self.np_random.bit_generator.state = saved["generator"]
        self._action_stream = None if saved["chooser"] is None else saved["chooser"].copy()

    def __getstate__(self) -> dict[str, Any]:
        options = {
            "num_envs": self.num_envs,
            "board": self.layout.board.source,
            "players": self.players,
            "opponents": self.opponents,
            "seat": self._learner,
            "derived": self.layout.derived,
            "reward": self.reward,
            "shaped": self.shaped,
            "autoreset_mode": self.autoreset_mode,
            "copy": self.copy,
            "threads": self._threads,
        }
        return {"options": options, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["options"])  # type: ignore[misc]
        self.restore(state["saved"])


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view of an array."""
    view = array.view()
    view.flags.writeable = False
    return view


def cached_size(layout: Layout) -> int:
    """Return how many bytes of each seat are cached: its tickets' blocks, derived ones and ways."""
    tickets: int = layout.slices["own"].start - layout.slices["held"].start
    if not layout.derived:
        return tickets
    derived: int = layout.size - layout.slices["made"].start
    return tickets + derived + ways_size(len(layout.board.tracks), len(layout.board.tickets))
