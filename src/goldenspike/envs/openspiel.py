"""The game for OpenSpiel, registered as `python_golden_spike` when this module is imported.

    >>> import pyspiel
    >>> import goldenspike.envs.openspiel
    >>> game = pyspiel.load_game("python_golden_spike(board=usa,players=2)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node()
    True

With `chance=seed`, the default, chance is sampled once, at the start: eight chance nodes with 256
equally likely outcomes each give the eight bytes of the game's seed. From then on the order of the
decks is part of the hidden state. With `chance=draws`, every draw is a chance node when it happens:
the seat that starts, each card, each ticket, each passenger. That is plain Python, for algorithms
that look at every outcome, and for the tiny boards `fork` and `triangle`.

`resample_from_infostate` draws everything again that a player can't know. The history of the state
it returns is its own: the actions as that player knows them, and no draw of the game it came from.
A state's text (`str(state)`) is the whole state, hidden cards included; the strings and tensors of
a player contain what that player knows.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("the OpenSpiel game needs: pip install 'goldenspike[envs]'") from missing

from goldenspike.boards.model import CARDS
from goldenspike.envs.coded_game import CodedGame
from goldenspike.envs.explicit_chance import MAX_OUTCOMES, ExplicitChanceGame
from goldenspike.errors import InputError
from goldenspike.events import Event, describe
from goldenspike.notation.actions import Action, write_action
from goldenspike.observation.blocks import BLOCKS
from goldenspike.rules.codes import DRAW_DECK, keep_code

NAME = "python_golden_spike"
SEED_BYTES = 8
CHANCE = ("seed", "draws")
"""What chance decides: the seed, once; or every draw, when it happens."""
TINY_BOARDS = {
    name: str(Path(__file__).parent / "boards" / f"{name}.toml") for name in ("fork", "triangle")
}
"""Boards so small that exact solutions can be computed, by name: see docs/environments.md."""
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
    parameter_specification={
        "board": "usa",
        "players": 2,
        "derived": False,
        "reward": "outcome",
        "chance": "seed",
    },
)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision in the log; its event is described when it is asked for."""

    seat: int
    code: int
    event: Event

    @property
    def public_code(self) -> int:
        """The code as other players know it: without which tickets were kept."""
        return keep_code(0) if self.event.action.kind == "keep" else self.code

    def known_to(self, player: int) -> tuple[int, int]:
        """Return the code, and the number of the card drawn from the deck (from 1; 0: none), as far
        as a player knows them."""
        if player != self.seat:
            return self.public_code, 0
        card = self.event.own.get("card") if self.code == DRAW_DECK else None
        return self.code, 1 + CARDS.index(card) if card else 0

    def without_secrets(self) -> Decision:
        """Return the decision as everybody knows it."""
        code = self.public_code
        event = Event.of_parts(self.seat, Action(code, ""), self.event.public, {})
        return Decision(self.seat, code, event)


class Log(list[Decision]):
    """The decisions so far; they are immutable, so deep copies share them."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Log:
        return Log(self)


class GoldenSpikeGame(pyspiel.Game):  # type: ignore[misc]
    """The game on one board with one number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_TYPE.parameter_specification, **(params or {})}
        self.options: dict[str, Any] = {
            "board": TINY_BOARDS.get(chosen["board"], str(chosen["board"])),
            "players": int(chosen["players"]),
            "derived": bool(chosen["derived"]),
            "reward": str(chosen["reward"]),
        }
        if chosen["chance"] not in CHANCE:
            raise InputError(f"chance is one of {', '.join(CHANCE)}, not {chosen['chance']!r}")
        self.by_draws = chosen["chance"] == "draws"
        kind = ExplicitChanceGame if self.by_draws else CodedGame
        self.table: CodedGame = kind(**self.options)
        players = self.options["players"]
        most = self.table.reward_bound
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.codes,
            max_chance_outcomes=MAX_OUTCOMES if self.by_draws else 256,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> GoldenSpikeState:
        """Make a state before the deal."""
        return GoldenSpikeState(self, copy.deepcopy(self.table))

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes of a game: the bytes of the seed, or all draws."""
        return MAX_DECISIONS if self.by_draws else SEED_BYTES

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Make an observer of the current position or, with perfect recall, of the history too."""
        return Observer(
            self.table, kind or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class GoldenSpikeState(pyspiel.State):  # type: ignore[misc]
    """A game being played; OpenSpiel copies and pickles its attributes."""

    def __init__(self, game: GoldenSpikeGame, table: CodedGame) -> None:
        super().__init__(game)
        self.table = table
        self.seed_bytes: list[int] = []
        self.log = Log()
        self.remembered: int | None = None
        """While actions are only added to the history: the player of the next one."""

    # OpenSpiel's side --------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat to act, or the chance player where chance is to draw."""
        if self.remembered is not None:
            return self.remembered
        if self.chance_is_next():
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.seat

    def chance_is_next(self) -> bool:
        """Is chance to draw?"""
        if isinstance(self.table, ExplicitChanceGame):
            return self.table.waiting
        return not self.table.started

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.remembered is None and not self.chance_is_next() and self.table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node: what may be drawn, or the next byte of the seed."""
        if isinstance(self.table, ExplicitChanceGame):
            return self.table.outcomes()
        return [(byte, 1 / 256) for byte in range(256)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal()

    def _apply_action(self, action: int) -> None:
        if self.remembered is not None:
            return
        table = self.table
        if isinstance(table, ExplicitChanceGame):
            self._apply_by_draws(table, action)
        elif table.started:
            before, seat = table.state, table.seat
            table.play(action)
            event = Event(table.kernel_board, table.engine, before, (action,))
            self.log.append(Decision(seat, action, event))
        else:
            if not 0 <= action < 256:
                raise InputError(f"chance draws a byte of the seed, 0 to 255, not {action}")
            self.seed_bytes.append(action)
            if len(self.seed_bytes) == SEED_BYTES:
                table.deal(int.from_bytes(bytes(self.seed_bytes), "little"))

    def _apply_by_draws(self, table: ExplicitChanceGame, action: int) -> None:
        if table.waiting:
            table.draw(action)
        else:
            table.play(action)
        if not table.waiting and table.played is not None:
            before, code = table.before, table.played
            public, own = describe(table.kernel_board, before, code, table.state)
            text = write_action(table.kernel_board, before, code)
            event = Event.of_parts(before.turn, text, public, own)
            self.log.append(Decision(before.turn, code, event))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or not self.table.started:
            if isinstance(self.table, ExplicitChanceGame):
                return self.table.outcome_text(action)
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
        twin: GoldenSpikeState = self.get_game().new_initial_state()
        if not self.table.started:
            for _ in self.history():
                outcomes = twin.chance_outcomes()
                twin.apply_action(outcomes[int(probability_sampler() * len(outcomes))][0])
            return twin
        seed = int(probability_sampler() * (1 << 53))
        # Secrets of other players' decisions do not belong to the new state, nor what chance drew.
        twin.log = Log(
            decision if decision.seat == player_id else decision.without_secrets()
            for decision in self.log
        )
        if not isinstance(self.table, ExplicitChanceGame):
            twin.seed_bytes = list(
                (seed & (1 << 8 * SEED_BYTES) - 1).to_bytes(SEED_BYTES, "little")
            )
            twin.remember([(int(pyspiel.PlayerId.CHANCE), byte) for byte in twin.seed_bytes])
        twin.remember([(decision.seat, decision.known_to(player_id)[0]) for decision in twin.log])
        twin.table = copy.deepcopy(self.table)
        twin.table.replace(self.table.view(player_id).resample(seed))
        return twin

    def remember(self, actions: list[tuple[int, int]]) -> None:
        """Add actions to the history, each with its player, without playing them."""
        for self.remembered, action in actions:
            self.apply_action(action)
        self.remembered = None

    def __str__(self) -> str:
        if not self.table.started:
            return f"before the deal, drawn so far: {self.history()}"
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
                seat = (decision.seat - player) % state.table.players
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
            seen = [d.event.own for d in state.log if d.seat == player] if self._recall else []
        return "\n".join(json.dumps(part, separators=(",", ":")) for part in [now, *seen])


pyspiel.register_game(_TYPE, GoldenSpikeGame)
