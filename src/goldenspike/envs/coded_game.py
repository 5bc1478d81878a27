"""One game for environments: action codes in, observations, masks and rewards out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.load import load_board
from goldenspike.boards.model import Board
from goldenspike.envs.rewards import (
    KINDS,
    UNIT,
    current_ticket_points,
    current_units,
    final_units,
    kind_number,
)
from goldenspike.errors import InputError
from goldenspike.game import Game, View
from goldenspike.notation.actions import write_action
from goldenspike.notation.reasons import why_illegal
from goldenspike.observation import Layout, layout_of
from goldenspike.observation.observe_view import COMPILED, write_numbers
from goldenspike.rules.codes import OVER_PHASE
from goldenspike.rules.engine import Engine, engine, ready_engine
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import PlainScratch
from goldenspike.whole_numbers import read_seed, whole

Numbers = NDArray[Any]
Mask = NDArray[np.int8]
ILLEGAL = ("raise", "end")
"""What a masked action does: it is an error, or ends the episode."""


def board_of(board: str | os.PathLike[str] | Board) -> Board:
    """Return a `Board`, given by its name, its file, or itself."""
    return board if isinstance(board, Board) else load_board(board)


def check_reward(reward: str) -> str:
    """Return the name of a reward; `InputError` if there is none of that name."""
    if reward not in KINDS:
        raise InputError(f"no reward is called {reward!r}: it is one of {', '.join(KINDS)}")
    return reward


class CodedGame:
    """A game played by action codes, with observations, masks and rewards; `deal` starts it."""

    def __init__(
        self,
        board: str | os.PathLike[str] | Board = "usa",
        players: int = 2,
        derived: bool = False,
        reward: str = "outcome",
        shaped: bool = False,
        kernel: str | None = None,
        normalize: bool = False,
    ) -> None:
        self.layout: Layout = layout_of(board_of(board), players, derived)
        self.kernel_board = kernel_board_of(self.layout.board)
        self.players = players
        self.reward, self.shaped = check_reward(reward), shaped
        self._kind: int = kind_number(reward)
        self.normalize = normalize
        self._kernel = kernel
        self._engine = self._choose_engine()
        self._state: Any = None
        self._legal: list[int] | None = None
        self._paid = [0] * players
        self.rewards = [0.0] * players
        """The reward of each seat for the last decision."""

    @property
    def started(self) -> bool:
        """Has a game been dealt?"""
        return self._state is not None

    @property
    def codes(self) -> int:
        """How many action codes there are."""
        return self.kernel_board.codes

    @cached_property
    def reward_bound(self) -> float:
        """One unit more than the largest reward of a game, positive or negative.

        That is the best rank, and the margin of a seat that scores everything on the board while
        all others score nothing.
        """
        board = self.layout.board
        points = board.longest_path_bonus + board.most_tickets_bonus
        points += sum(max(b.ranks + tuple(p for _, p in b.table)) for b in board.bonuses)
        points += sum(ticket.points for ticket in board.tickets)
        points += sum(board.points_of(track) for track in board.tracks)
        points += board.tokens * board.token_points
        points += len(board.stations.costs) * board.stations.unused if board.stations else 0
        points += sum(max(company.points) for company in board.companies)
        if board.passengers:
            passengers = board.passengers
            points += len(passengers.colours) * max(passengers.first, passengers.second)
        return 1 + ((self.players - 1) * points + 1) / UNIT

    def deal(self, seed: int, first: int | None = None) -> None:
        """Deal a new game."""
        start = -1 if first is None else first
        self._engine = self._choose_engine()
        self._state = self._engine.new(self.kernel_board, self.players, read_seed(seed), start)
        self._legal = None
        self._paid = [0] * self.players
        self.rewards = [0.0] * self.players

    def _choose_engine(self) -> Engine:
        """Return the engine for the next game; unless one is named, plain until code is ready."""
        return ready_engine(COMPILED) if self._kernel is None else engine(self._kernel)

    @property
    def engine(self) -> Engine:
        """The engine that plays it."""
        return self._engine

    @property
    def state(self) -> Any:
        """The state as the engine represents it, not to be changed."""
        return self._state

    def check_started(self) -> None:
        """Raise `InputError` unless a game has been dealt."""
        if self._state is None:
            raise InputError("call reset() first: no game has been dealt yet")

    @property
    def seat(self) -> int:
        """The seat to act; after the end, the one that acted last."""
        self.check_started()
        return self._engine.seat(self._state)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        self.check_started()
        return self._engine.phase(self._state) == OVER_PHASE

    def _codes(self) -> list[int]:
        """The legal codes, in the kernel's order; not to be changed."""
        if self._legal is None:
            self.check_started()
            self._legal = self._engine.legal(self.kernel_board, self._state)
        return self._legal

    def legal(self) -> list[int]:
        """List the legal codes of the seat to act, in ascending order."""
        return sorted(self._codes())

    def play(self, code: int) -> None:
        """Play a code; `InputError` if it is not legal, and nothing changes."""
        self.check(code)
        self._state, self._legal = self._engine.advance(self.kernel_board, self._state, code)
        self._pay()

    def check(self, code: int) -> None:
        """Raise `InputError` unless the code may be played now."""
        if code not in self._codes():
            if self.over:
                raise InputError("the game is over: call reset() to deal a new one")
            raise InputError(self.why_not(code))

    def why_not(self, code: int) -> str:
        """Explain why a code is not legal."""
        where = (
            f"seat {self.seat} has {len(self.legal())} legal actions, those whose action_mask is 1"
        )
        if not 0 <= code < self.codes:
            return f"an action is a code from 0 to {self.codes - 1}, not {code}; {where}"
        s = self._engine.read(self._state)
        try:
            text = write_action(self.kernel_board, s, code).text
            reason = why_illegal(self.kernel_board, s, [code], text)
            what = f"action {code} ({text}) is masked: {reason.why} ({reason.rule})"
        except InputError as error:
            what = f"action {code} is masked: {error}"
        except IndexError:
            what = f"action {code} is masked: it does not belong to this phase"
        return f"{what}; {where}"

    def text(self, code: int) -> str:
        """Return the notation of a legal code."""
        return write_action(self.kernel_board, self._engine.read(self._state), code).text

    def view(self, seat: int) -> View:
        """Return the view of a seat; -1 is a spectator."""
        self.check_started()
        return View(
            self.kernel_board,
            self._engine,
            self._engine.view(self.kernel_board, self._state, seat),
            seat,
        )

    def observe(self, seat: int) -> Numbers:
        """Return the observation of a seat: that of its view, written from the state itself."""
        self.check_started()
        numbers = write_numbers(
            self._engine.name, self.kernel_board, self._state, seat, self.layout
        )
        return self.layout.normalize(numbers) if self.normalize else numbers

    def mask(self, seat: int) -> Mask:
        """Return a seat's action mask: 1 for each legal code; all zeros unless it is to act."""
        mask = np.zeros(self.codes, np.int8)
        if seat == self.seat:
            mask[self._codes()] = 1
        return mask

    def scores(self) -> list[list[int]]:
        """Return the score sheet as if the game ended now."""
        return self._engine.score(self.kernel_board, self._state)

    def _pay(self) -> None:
        if not self._legal:
            sheet = self.scores()
            units = [final_units(self.players, sheet, self._kind, p) for p in range(self.players)]
        elif self.shaped:
            s, scratch = self._engine.read(self._state), PlainScratch()
            units = []
            for p in range(self.players):
                points = current_ticket_points(s, self.kernel_board.plain, p, scratch)
                units.append(current_units(s, p, points))
        else:
            units = self._paid
        self.rewards = [
            (now - before) / UNIT for now, before in zip(units, self._paid, strict=True)
        ]
        self._paid = units

    def final_rewards(self) -> list[float]:
        """Return the sum of rewards of each seat so far."""
        return [units / UNIT for units in self._paid]

    # Copies and saved games --------------------------------------------------------------------

    def game(self) -> Game:
        """Return a copy of the game as a `Game`."""
        return Game._from_state(self.kernel_board, self._engine, self._state)

    def replace(self, game: Game) -> None:
        """Replace the state by that of another game; rewards paid so far are not reset."""
        if game.kernel_board is not self.kernel_board or game.players != self.players:
            raise InputError(
                f"{game!r} does not fit an environment for {self.players} players on "
                f"{self.layout.board.id}"
            )
        self._state, self._legal = self._engine.from_row(game.state.to_row()), None

    def save(self) -> dict[str, Any]:
        """Return everything that the rest of the game depends on, for `restore`."""
        row = None if self._state is None else self._engine.row(self._state).tobytes()
        return {
            "board": self.layout.board.digest,
            "players": self.players,
            "row": row,
            "paid": list(self._paid),
            "rewards": list(self.rewards),
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore what `save` returned; `InputError` if that was on another board."""
        if not isinstance(saved, dict) or saved.get("board") != self.layout.board.digest:
            raise InputError(f"what was saved is no game on the board {self.layout.board.id}")
        if saved["players"] != self.players:
            raise InputError(f"what was saved has {saved['players']} players, not {self.players}")
        row = saved["row"]
        self._state = self._legal = None
        if row is not None:
            self._state = self._engine.from_row(np.frombuffer(row, np.uint8))
        self._paid, self.rewards = list(saved["paid"]), list(saved["rewards"])

    def __getstate__(self) -> dict[str, Any]:
        return {
            "source": self.layout.board.source,
            "derived": self.layout.derived,
            "reward": self.reward,
            "shaped": self.shaped,
            "kernel": self._kernel,
            "normalize": self.normalize,
            "saved": self.save(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved = state["saved"]
        self.__init__(  # type: ignore[misc]
            board=state["source"],
            players=saved["players"],
            derived=state["derived"],
            reward=state["reward"],
            shaped=state["shaped"],
            kernel=state["kernel"],
            normalize=state["normalize"],
        )
        self.restore(saved)

    def __deepcopy__(self, memo: dict[int, Any]) -> CodedGame:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._paid, twin.rewards = list(self._paid), list(self.rewards)
        return twin


def check_illegal(name: str) -> str:
    """Return what a masked action does; `InputError` if there is no such choice."""
    if name not in ILLEGAL:
        raise InputError(f"illegal is one of {', '.join(ILLEGAL)}, not {name!r}")
    return name


def check_max_cycles(number: int | None) -> int | None:
    """Return the number of decisions after which a game is truncated; `InputError` if below 1."""
    if number is not None and number < 1:
        raise InputError(f"max_cycles is a number of decisions from 1 on, not {number!r}")
    return number


def check_saved(saved: Any, part: str) -> None:
    """Raise `InputError` unless `saved` is from an environment of the same kind."""
    if not isinstance(saved, dict) or part not in saved:
        raise InputError("restore() takes what save() of an environment made alike has returned")


def read_code(action: Any) -> int:
    """Return an action as an `int`; `InputError` if it is neither a Python nor a NumPy integer."""
    if isinstance(action, np.ndarray) and action.size == 1 and action.dtype.kind in "iu":
        return int(action.reshape(())[()])
    code = whole(action)
    if code is None:
        raise InputError(
            f"an action is one whole number (a code whose action_mask is 1), not {action!r}"
        )
    return code


def draw_seed(rng: np.random.Generator) -> int:
    """Draw the seed of the next game: 64 bits of an environment's generator."""
    words: Sequence[int] = rng.integers(0, 1 << 32, 2, dtype=np.uint64).tolist()
    return words[0] | words[1] << 32
