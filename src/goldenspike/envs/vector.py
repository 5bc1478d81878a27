"""Thousands of games at once: a Gymnasium vector environment stepped whole by compiled code.

    >>> from goldenspike.envs import GoldenSpikeVectorEnv
    >>> envs = GoldenSpikeVectorEnv(256, board="usa", players=2)
    >>> seen, infos = envs.reset(seed=1)
    >>> seen["observation"].shape[0], seen["action_mask"].shape[0]
    (256, 256)

With `opponents="self"` every decision of every seat is yours: an observation is that of the seat to
act (`infos["seat"]`), a reward that of the seat that acted, and `infos["rewards"]` has every
seat's. With `opponents="random"` the environment plays all seats but one.

Observations, masks, rewards and flags are arrays made once and written anew by every step: copy
what you keep, or ask for `copy=True`.
"""

from __future__ import annotations

import os
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
from goldenspike.envs.playing import KEPT, NOTHING, OPPONENTS
from goldenspike.envs.rewards import kind_number
from goldenspike.envs.spaces import observation_space
from goldenspike.envs.table import board_of, check_reward, check_saved, draw_seed
from goldenspike.errors import InputError
from goldenspike.game import Game
from goldenspike.notation.actions import write_action
from goldenspike.observation import Layout, layout_of
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.engine import engine, key_words
from goldenspike.rules.records import STATE_SIZE, PlainState
from goldenspike.rules.stream import seed_stream
from goldenspike.rules.tables import tables_of
from goldenspike.whole_numbers import whole

SeenBatch = dict[str, NDArray[Any]]
SHOWN = ("seen", "masks", "seats")
"""What is shown but not to be written into."""
SHOW = 14
"""Where `advance` is told what to show."""
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)


class GoldenSpikeVectorEnv(VectorEnv[SeenBatch, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games on one board, all moved by one call.

    `seat` is the learner's when the environment plays the others: a number, or None to sit at every
    seat in turn. `threads` spreads the games over that many cores.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        board: str | os.PathLike[str] | Board = "usa",
        players: int = 2,
        opponents: str = "self",
        seat: int | None = None,
        derived: bool = False,
        reward: str = "outcome",
        shaped: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = False,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        from goldenspike.envs import compiled

        self._compiled = compiled
        if num_envs < 1 or threads < 1:
            raise InputError("num_envs and threads are at least 1")
        if opponents not in OPPONENTS:
            raise InputError(
                f"the vector environment's opponents are one of {', '.join(OPPONENTS)}, not "
                f"{opponents!r}; GoldenSpikeEnv plays against any bot"
            )
        if seat is not None and not 0 <= seat < players:
            raise InputError(
                f"the learner's seat is a number from 0 to {players - 1}, not {seat!r}"
            )
        if render_mode is not None:
            raise InputError(
                "the vector environment draws nothing; env.game(i) is one of its games"
            )
        self.layout = layout_of(board_of(board), players, derived)
        self.tables = tables_of(self.layout.board)
        self.num_envs, self.players, self.opponents = num_envs, players, opponents
        self.reward, self.shaped, self.copy = check_reward(reward), shaped, copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(self.layout, self.tables.codes)
        self.single_action_space = spaces.Discrete(self.tables.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.decisions = 0
        """Decisions made so far, opponents' included."""
        self._chooser: NDArray[np.uint8] | None = None
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._key = np.zeros(8, np.int64)
        self._started = False
        self._show = compiled.OBSERVE | compiled.MASK
        n, codes = num_envs, self.tables.codes
        self._arrays: dict[str, NDArray[Any]] = {
            "rows": np.zeros((n, STATE_SIZE), np.uint8),
            "streams": np.zeros((n, STREAM_SIZE), np.uint8),
            "numbers": np.arange(n, dtype=np.int64),
            "episodes": np.zeros(n, np.int64),
            "actions": np.full(n, NOTHING, np.int64),
            "fresh": np.zeros(n, np.bool_),
            "learners": np.full(n, players if seat is None else seat, np.int64),
            "seen": np.zeros((n, self.layout.size), np.uint8),
            "masks": np.zeros((n, codes), np.int8),
            "paid_now": np.zeros((n, players), np.float32),
            "reward": np.zeros(n, np.float32),
            "over": np.zeros(n, np.bool_),
            "seats": np.zeros(n, np.int64),
            "last_seen": np.zeros(
                (n if self.autoreset_mode == AutoresetMode.SAME_STEP else 0, self.layout.size),
                np.uint8,
            ),
            "paid": np.zeros((n, players), np.int64),
            "tickets": np.zeros((n, players), np.int64),
            "counted": np.zeros((n, players), np.int64),
            "parts": np.zeros((n, players, kept_aside(self.layout)), np.uint8),
            "kept": np.full((n, KEPT), -1, np.int64),
            "finished": np.zeros(n, np.bool_),
        }
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            self._arrays["last_seen"] = np.zeros((n, 1), np.uint8)
        self._truncated = np.zeros(n, np.bool_)
        self._parts = [self._arguments(part) for part in self._pieces()]
        # Games are not moved by writing into what is shown of them, so nobody shall: the next
        # observation is this one with what has changed, and masks decide what may be played.
        self._shown = {name: self._arrays[name].view() for name in SHOWN}
        for array in self._shown.values():
            array.flags.writeable = False

    # Gymnasium's side --------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeenBatch, dict[str, Any]]:
        """Deal anew: all games, or those of `options["reset_mask"]`.

        A seed starts the environment's generator; the 64 bits it gives at each full reset key every
        game (`game_seed` puts them together). So the same seed and actions are the same games.
        """
        if seed is not None and whole(seed) is None:
            raise InputError(f"one whole number seeds all games of the batch, not {seed!r}")
        if "seed" in (options or {}):
            raise InputError(
                "the batch deals its games by their own seeds (game_seed says them), not by "
                "options['seed']: GoldenSpikeEnv and goldenspike.Game deal a game of your choice"
            )
        super().reset(seed=None if seed is None else int(seed))
        arrays = self._arrays
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            self._key[:] = key_words(draw_seed(self.np_random))
            arrays["episodes"][:] = 0
            arrays["fresh"][:] = True
        else:
            chosen = np.asarray(chosen)
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
                raise InputError(
                    f"options['reset_mask'] is an array of {self.num_envs} booleans, not one of "
                    f"shape "
                    f"{chosen.shape} and type {chosen.dtype}"
                )
            self._must_have_started()
            arrays["fresh"][:] = chosen
        arrays["actions"][:] = NOTHING
        self._chooser = None
        over = arrays["over"].copy()
        self._advance()
        # Games that were left alone stay over if they were.
        arrays["over"][:] = False if chosen is None else over & ~chosen
        self._started = True
        return self._seen(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[SeenBatch, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Move every game by its action. A masked action anywhere moves none and is an error."""
        self._must_have_started()
        arrays = self._arrays
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise InputError(
                f"actions are {self.num_envs} whole numbers, one a game, not an array of shape "
                f"{given.shape} and type {given.dtype}"
            )
        if self.autoreset_mode == AutoresetMode.DISABLED and arrays["over"].any():
            i = int(np.argmax(arrays["over"]))
            raise InputError(
                f"game {i} is over: deal it anew with reset(options={{'reset_mask': ...}}) first"
            )
        arrays["actions"][:] = given
        bad = self._compiled.first_masked(arrays["masks"], arrays["actions"], arrays["fresh"])
        if bad >= 0:
            raise InputError(self._why_not(bad, int(given[bad])))
        self._advance()
        over, reward = arrays["over"], arrays["reward"]
        self._truncated[:] = False
        if self.copy:
            over, reward = over.copy(), reward.copy()
        return self._seen(), reward, over, self._truncated, self._infos()

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game, drawn from the environment's generator."""
        self._must_have_started()
        if self._chooser is None:
            self._chooser = np.zeros(STREAM_SIZE, np.uint8)
            record = self._chooser.view(np.dtype((np.record, STREAM_DTYPE)))[0]
            seed_stream(record, key_words(draw_seed(self.np_random)), 3)
        actions = np.empty(self.num_envs, np.int64)
        self._compiled.choose_randomly(self._arrays["masks"], actions, self._chooser)
        return actions

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    # What happens inside -----------------------------------------------------------------------

    def _advance(self) -> None:
        if len(self._parts) == 1:
            self.decisions += self._advance_part(self._parts[0])
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, "goldenspike")
        self.decisions += sum(self._pool.map(self._advance_part, self._parts))

    def _advance_part(self, arguments: list[Any]) -> int:
        arguments[SHOW] = self._show
        return int(self._compiled.advance(*arguments))

    def _pieces(self) -> list[slice]:
        threads = min(self._threads, self.num_envs)
        ends = [self.num_envs * i // threads for i in range(threads + 1)]
        return [slice(a, z) for a, z in pairwise(ends)]

    def _arguments(self, part: slice) -> list[Any]:
        """What the games of one thread are advanced with."""
        a = {name: array[part] for name, array in self._arrays.items()}
        scratch = (
            np.zeros(WORK_SIZE, np.int32),
            np.zeros(1 << 15, np.int32),
            np.zeros((5, SCORE_PARTS), np.int32),
            np.zeros(8, np.int64),
        )
        return [
            a["rows"], a["streams"], self.tables.row, self._key, a["numbers"], a["episodes"],
            self.players, a["actions"], a["fresh"], a["learners"],
            OPPONENTS.index(self.opponents), kind_number(self.reward), int(self.shaped),
            MODES.index(self.autoreset_mode), self._show, self.layout.offsets, *scratch,
            a["seen"], a["masks"], a["paid_now"], a["reward"], a["over"], a["seats"],
            a["last_seen"], a["paid"], a["tickets"], a["counted"], a["parts"], a["kept"],
            a["finished"],
        ]  # fmt: skip

    def _seen(self) -> SeenBatch:
        seen = {"observation": self._shown["seen"], "action_mask": self._shown["masks"]}
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _infos(self) -> dict[str, Any]:
        a, shown = self._arrays, self._shown
        infos: dict[str, Any] = {
            "action_mask": shown["masks"],
            "seat": shown["seats"],
            "rewards": a["paid_now"],
        }
        if self.autoreset_mode == AutoresetMode.SAME_STEP and a["finished"].any():
            infos["final_obs"] = {
                "observation": a["last_seen"],
                "action_mask": np.zeros((1, self.tables.codes), np.int8).repeat(self.num_envs, 0),
            }
            infos["_final_obs"] = a["finished"]
        if self.copy:
            infos = {
                name: value.copy() if isinstance(value, np.ndarray) else
                {key: array.copy() for key, array in value.items()}
                for name, value in infos.items()
            }  # fmt: skip
        return infos

    def _must_have_started(self) -> None:
        if not self._started:
            raise InputError("call reset() first: no game has been dealt yet")

    def _why_not(self, i: int, code: int) -> str:
        where = (
            f"game {i}, where seat {self._arrays['seats'][i]} has "
            f"{self._arrays['masks'][i].sum()} legal "
            "actions, those whose action_mask is 1; no game was moved"
        )
        if not 0 <= code < self.tables.codes:
            return (
                f"an action is a code from 0 to {self.tables.codes - 1}, not {code} as for {where}"
            )
        try:
            state = PlainState.from_row(self._arrays["rows"][i])
            text = f" ({write_action(self.tables, state, code)})"
        except (InputError, IndexError):
            text = ""
        return f"action {code}{text} is masked in {where}"

    # Looking in, saving, copying ---------------------------------------------------------------

    def game(self, i: int) -> Game:
        """Game i as the library's own object (a copy)."""
        self._must_have_started()
        return Game._of(self.tables, engine("compiled"), self._arrays["rows"][i].copy())

    def game_seed(self, i: int) -> int:
        """The seed of game i: `goldenspike.Game` dealt from it is the same game."""
        self._must_have_started()
        a = self._arrays
        base: int = sum(int(word) << 32 * k for k, word in enumerate(self._key[:2]))
        return base | int(a["numbers"][i]) << 64 | int(a["episodes"][i] - 1) << 128

    def save(self) -> dict[str, Any]:
        """Everything that decides how the games go on; `restore` takes it back."""
        return {
            "layout": self.layout.to_json(),
            "arrays": {name: array.copy() for name, array in self._arrays.items()},
            "key": self._key.copy(),
            "started": self._started,
            "decisions": self.decisions,
            "generator": self.np_random.bit_generator.state,
            "chooser": None if self._chooser is None else self._chooser.copy(),
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Go on where `save` was called, in an environment made alike."""
        check_saved(saved, "arrays")
        if saved["layout"] != self.layout.to_json():
            raise InputError(f"what was saved is {saved['layout']}, not {self.layout.to_json()}")
        if saved["arrays"]["rows"].shape != self._arrays["rows"].shape:
            raise InputError(
                f"what was saved has {len(saved['arrays']['rows'])} games, not {self.num_envs}"
            )
        for name, array in saved["arrays"].items():
            self._arrays[name][:] = array
        self._key[:] = saved["key"]
        self._started, self.decisions = saved["started"], saved["decisions"]
        self.np_random.bit_generator.state = saved["generator"]
        self._chooser = None if saved["chooser"] is None else saved["chooser"].copy()

    def __getstate__(self) -> dict[str, Any]:
        made = {
            "num_envs": self.num_envs,
            "board": self.layout.board.source,
            "players": self.players,
            "opponents": self.opponents,
            "derived": self.layout.derived,
            "reward": self.reward,
            "shaped": self.shaped,
            "autoreset_mode": self.autoreset_mode,
            "copy": self.copy,
            "threads": self._threads,
        }
        return {"made": made, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["made"])  # type: ignore[misc]
        self.restore(state["saved"])


def kept_aside(layout: Layout) -> int:
    """How many numbers of each seat's observation are kept: its tickets, and what is derived."""
    tickets: int = layout.slices["own"].start - layout.slices["held"].start
    if not layout.derived:
        return tickets
    return tickets + layout.size - int(layout.slices["made"].start)
