"""The game for OpenSpiel, registered as `python_golden_spike` when this module is imported.

    >>> import pyspiel
    >>> import goldenspike.envs.openspiel
    >>> game = pyspiel.load_game("python_golden_spike(board=usa,players=2)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node()
    True

Chance is sampled once, at the start: eight chance nodes with 256 equally likely outcomes each give
the eight bytes of the game's seed. From then on the order of the decks is part of the hidden state;
`resample_from_infostate` draws it again, with everything else that a player can't know. A state's
text (`str(state)`) is the whole state, hidden cards included; the strings and tensors of a player
contain what that player knows.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("the OpenSpiel game needs: pip install 'goldenspike[envs]'") from missing

from goldenspike.boards.model import CARDS
from goldenspike.envs.coded_game import CodedGame
from goldenspike.errors import InputError
from goldenspike.events import Event, describe
from goldenspike.notation.actions import Action, write_action
from goldenspike.observation.blocks import BLOCKS
from goldenspike.rules.codes import DRAWING, FROM_DECK, KEEPING, decode, keep_code

NAME = "python_golden_spike"
SEED_BYTES = 8
RECENT = 64
"""Decisions in the information state's tensor, the last ones; its string has all."""
MAX_DECISIONS = 10_000
PRIVATE_KEYS = ("cards", "tickets", "offer", "returned")
"""Keys of a seat in a view that only the seat itself sees."""

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Golden Spike",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"board": "usa", "players": 2, "derived": False, "reward": "outcome"},
)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision in the log."""

    event: Event
    code: int
    public_code: int
    """The code as other players know it: without which tickets were kept."""
    card: int
    """Number of the card drawn from the deck, counted from 1; 0: none."""

    def known_to(self, player: int) -> tuple[int, int]:
        """Return the code and the card, as far as a player knows them."""
        return (self.code, self.card) if player == self.event.seat else (self.public_code, 0)

    def without_secrets(self) -> Decision:
        """Return the decision as everybody knows it."""
        action = Action(self.public_code, "")
        event = replace(self.event, own={}, action=action)
        return Decision(event, self.public_code, self.public_code, 0)


class Log(list[Decision]):
    """The decisions so far; they are immutable, so deep copies share them."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Log:
        return Log(self)


class GoldenSpikeGame(pyspiel.Game):  # type: ignore[misc]
    """The game on one board with one number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_TYPE.parameter_specification, **(params or {})}
        self.options: dict[str, Any] = {
            "board": str(chosen["board"]),
            "players": int(chosen["players"]),
            "derived": bool(chosen["derived"]),
            "reward": str(chosen["reward"]),
        }
        self.table = CodedGame(**self.options)
        players = self.options["players"]
        most = self.table.reward_bound
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.codes,
            max_chance_outcomes=256,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> GoldenSpikeState:
        """Make a state before the deal."""
        return GoldenSpikeState(self, self.options)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes: the bytes of the seed."""
        return SEED_BYTES

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Make an observer of the current position or, with perfect recall, of the history too."""
        return Observer(
            self.table, kind or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class GoldenSpikeState(pyspiel.State):  # type: ignore[misc]
    """A game being played; OpenSpiel copies and pickles its attributes."""

    def __init__(self, game: GoldenSpikeGame, options: dict[str, Any]) -> None:
        super().__init__(game)
        self.table = CodedGame(**options)
        self.seed_bytes: list[int] = []
        self.log = Log()

    # OpenSpiel's side --------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat to act, or the chance player until the seed is complete."""
        if len(self.seed_bytes) < SEED_BYTES:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.seat

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.table.started and self.table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node: the next byte of the seed."""
        return [(byte, 1 / 256) for byte in range(256)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal()

    def _apply_action(self, action: int) -> None:
        if len(self.seed_bytes) < SEED_BYTES:
            if not 0 <= action < 256:
                raise InputError(f"chance draws a byte of the seed, 0 to 255, not {action}")
            self.seed_bytes.append(action)
            if len(self.seed_bytes) == SEED_BYTES:
                self.table.deal(int.from_bytes(bytes(self.seed_bytes), "little"))
            return
        before = self.table.game().state
        self.table.play(action)
        after = self.table.game().state
        event = describe(
            self.table.kernel_board,
            before,
            write_action(self.table.kernel_board, before, action),
            after,
        )
        card = 0
        kind, argument = decode(action)
        if kind == DRAWING and argument == FROM_DECK:
            card = 1 + CARDS.index(event.own["card"])
        public = keep_code(0) if kind == KEEPING else action
        self.log.append(Decision(event, action, public, card))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or not self.table.started:
            return f"seed byte {action}"
        try:
            return self.table.text(action)
        except (InputError, IndexError):
            return f"code {action}"

    def returns(self) -> list[float]:
        """Return the final rewards; zeros before the end."""
        if not self.is_terminal():
            return [0.0] * self.table.players
        return self.table.final_rewards()

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> GoldenSpikeState:
        """Return a random state that looks the same to a player: hidden cards are drawn again."""
        if not 0 <= player_id < self.table.players:
            raise InputError(f"players are 0 to {self.table.players - 1}, not {player_id}")
        twin: GoldenSpikeState = self.clone()
        if self.table.started:
            seed = int(probability_sampler() * (1 << 53))
            state = self.table.view(player_id).resample(seed)
            twin.table.replace(state)
            # Secrets of other players' decisions do not belong to the new state.
            twin.log = Log(
                decision if decision.event.seat == player_id else decision.without_secrets()
                for decision in self.log
            )
        return twin

    def __str__(self) -> str:
        if not self.table.started:
            return f"before the deal, seed bytes {self.seed_bytes}"
        return json.dumps(self.table.game().position(), separators=(",", ":"))


class Observer:
    """Observes what a player knows, as text and as tensors, one for each block of the observation.

    As text, public and private information can also be observed separately.
    """

    def __init__(self, table: CodedGame, kind: Any, params: Any) -> None:
        if params:
            raise InputError(f"observers of {NAME} have no parameters, not {params!r}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise InputError(f"{NAME} shows nobody all hands; str(state) is the whole state")
        self._layout, self._recall = table.layout, kind.perfect_recall
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._public and self._private:
            self._make_tensors()

    def _make_tensors(self) -> None:
        size = self._layout.size + (RECENT * 3 if self._recall else 0)
        self.tensor = np.zeros(size, np.float32)
        for block in BLOCKS:
            part = self._layout.slices.get(block.name)
            if part is not None and part.stop > part.start:
                shape = block.shape(self._layout.board, self._layout.players)
                self.dict[block.name] = self.tensor[part].reshape(shape)
        if self._recall:
            self.dict["recent"] = self.tensor[self._layout.size :].reshape(RECENT, 3)

    def set_from(self, state: GoldenSpikeState, player: int) -> None:
        """Fill the tensors for a player; before the deal they are zeros."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if not state.table.started:
            return
        player = max(player, 0)
        self.tensor[: self._layout.size] = state.table.observe(player)
        if self._recall:
            # Latest first: seat relative to this one, code, and own card, each counted from 1.
            for i, decision in enumerate(reversed(state.log[-RECENT:])):
                code, card = decision.known_to(player)
                seat = (decision.event.seat - player) % state.table.players
                self.dict["recent"][i] = seat + 1, code + 1, card

    def string_from(self, state: GoldenSpikeState, player: int) -> str:
        """Return what a player knows, with perfect recall also everything it has seen, as text."""
        if not state.table.started:
            return "before the deal"
        viewer = player if self._private else -1
        now = state.table.view(viewer).to_json()
        seen = [decision.event.seen_by(viewer) for decision in state.log] if self._recall else []
        if not self._public:
            now = {name: now["seats"][player][name] for name in PRIVATE_KEYS if self._private}
            seen = (
                [d.event.own for d in state.log if d.event.seat == player] if self._recall else []
            )
        return "\n".join(json.dumps(part, separators=(",", ":")) for part in [now, *seen])


pyspiel.register_game(_TYPE, GoldenSpikeGame)
