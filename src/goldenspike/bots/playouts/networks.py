"""Playouts by trained networks: many games in step, so that the network sees them as one batch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from goldenspike.bots import dispatch
from goldenspike.bots.contract import Bot
from goldenspike.bots.neural_bot import NeuralBot
from goldenspike.bots.policy_record import PlainPolicy
from goldenspike.bots.stream import STREAM_DTYPE, STREAM_SIZE
from goldenspike.bots.workspace import PlainWorkspace, new_workspace
from goldenspike.game import View
from goldenspike.observation import observe
from goldenspike.playouts import Player, Start, Totals, compiled_worlds, plain_world
from goldenspike.rules.chacha import seed_stream
from goldenspike.rules.codes import OVER_PHASE, TOTAL
from goldenspike.rules.engine import Engine, State, engine, key_words
from goldenspike.rules.playout import POLICY_STREAM
from goldenspike.rules.record_layout import STATE_DTYPE, PlainScratch, Row


class NetworkPlayer(Player):
    """Plays by networks, and by policy records in other seats.

    Chunks always have the same size, so that a network's sums are rounded in the same way on any
    number of threads.
    """

    chunk = 64

    def __init__(self, bots: Sequence[Bot], policies: Sequence[Row | None]) -> None:
        self._bots = bots
        self._policies = policies

    def play(self, start: Start, seeds: range, totals: Totals) -> None:
        """Write the final totals of the playouts with these seeds."""
        chosen = engine("compiled" if start.compiled else None)
        compiled = chosen.name == "compiled"
        if compiled:
            states: list[State] = list(compiled_worlds(start, seeds))
        else:
            states = [plain_world(start, seed, PlainScratch()) for seed in seeds]
        streams = np.zeros((len(seeds), STREAM_SIZE), np.uint8)
        for stream, seed in zip(streams, seeds, strict=True):
            seed_stream(_record(stream), key_words(seed), POLICY_STREAM)
        workspace = new_workspace() if compiled else PlainWorkspace()
        alive = list(range(len(seeds)))
        while alive:
            waiting: defaultdict[int, list[int]] = defaultdict(list)
            for i in alive:
                seat = _field(states[i], "turn")
                if _field(states[i], "phase") == OVER_PHASE:
                    totals[i] = [row[TOTAL] for row in chosen.score(start.kernel_board, states[i])]
                else:
                    waiting[seat].append(i)
            alive = sorted(i for group in waiting.values() for i in group)
            for seat, group in sorted(waiting.items()):
                policy, bot = self._policies[seat], self._bots[seat]
                if policy is not None:
                    codes = [
                        _choose(start, chosen, states[i], policy, streams[i], workspace)
                        for i in group
                    ]
                else:
                    assert isinstance(bot, NeuralBot)
                    codes = _prefer(bot, start, chosen, [states[i] for i in group], seat)
                for i, code in zip(group, codes, strict=True):
                    chosen.step(start.kernel_board, states[i], code)


def _prefer(
    bot: NeuralBot, start: Start, chosen: Engine, states: list[State], seat: int
) -> list[int]:
    """Return the legal action that a network prefers in each state, from what `seat` knows."""
    layout = bot.layout(start.kernel_board.board, start.players)
    seen = [
        observe(
            View(start.kernel_board, chosen, chosen.view(start.kernel_board, s, seat), seat), layout
        )
        for s in states
    ]
    preferences = bot.preferences(np.array(seen))
    legal = [chosen.legal(start.kernel_board, s) for s in states]
    return [
        codes[int(np.argmax(row[codes]))] for row, codes in zip(preferences, legal, strict=True)
    ]


def _choose(
    start: Start, chosen: Engine, state: State, policy: Row, stream: Row, workspace: Any
) -> int:
    """Return the action that a policy record takes in a state."""
    if chosen.name == "compiled":
        from goldenspike.bots import compiled_policies

        return int(
            compiled_policies.choose_code(state, start.kernel_board.row, policy, stream, workspace)
        )
    choose: Any = dispatch.choose_code
    record = PlainPolicy.from_row(policy)
    return int(choose(state, start.kernel_board.plain, record, _record(stream), workspace))


def _record(stream: Row) -> Any:
    return stream.view(np.dtype((np.record, STREAM_DTYPE)))[0]


def _field(state: State, name: str) -> int:
    if isinstance(state, np.ndarray):
        return int(state.view(STATE_DTYPE)[name][0])
    return int(getattr(state, name))
