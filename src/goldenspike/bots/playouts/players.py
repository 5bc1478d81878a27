"""Which player plays the playouts of a list of policies, and that of policy records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots import dispatch
from goldenspike.bots.compiled_play import policy_of
from goldenspike.bots.contract import Bot
from goldenspike.bots.neural_bot import NeuralBot
from goldenspike.bots.playouts.networks import NetworkPlayer
from goldenspike.bots.policy_record import PlainPolicy
from goldenspike.bots.registry import make_bot
from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.bots.workspace import PlainWorkspace
from goldenspike.errors import InputError
from goldenspike.playouts import Player, Start, Totals, plain_world
from goldenspike.rules.chacha import seed_stream
from goldenspike.rules.codes import OVER_PHASE, SCORE_PARTS, TOTAL
from goldenspike.rules.engine import key_words
from goldenspike.rules.playout import POLICY_STREAM
from goldenspike.rules.scoring import score
from goldenspike.rules.turns import step

COMPILED = "goldenspike.bots.playouts.compiled_playouts"


def make_player(names: tuple[str, ...], start: Start) -> Player:
    """Make the player of one policy for each seat; `InputError` if one can't play playouts."""
    bots = {name: make_bot(name) for name in set(names)}
    networks = [bot for bot in bots.values() if isinstance(bot, NeuralBot)]
    for network in networks:
        network.check_fits(start.kernel_board, start.players)
    records = {name: policy_of(bot) for name, bot in bots.items()}
    for name, bot in bots.items():
        if records[name] is None and bot not in networks:
            raise InputError(
                f"{name} can't play playouts: their policies are random, greedy, planner and "
                "neural:FILE. Any bot can play the games of view.worlds(...)"
            )
    if networks:
        seats: list[Bot] = [bots[name] for name in names]
        return NetworkPlayer(seats, [records[name] for name in names])
    return PolicyPlayer(np.array([records[name] for name in names]))


class PolicyPlayer(Player):
    """Plays by policy records, in compiled code once that is ready."""

    chunk = 8

    def __init__(self, policies: NDArray[np.uint8]) -> None:
        self._policies = policies

    def play(self, start: Start, seeds: range, totals: Totals) -> None:
        """Write the final totals of the playouts with these seeds."""
        for i, seed in enumerate(seeds):
            if start.is_ready(COMPILED):
                self._play_compiled(start, seeds[i:], totals[i:])
                return
            self._play_plain(start, seed, totals[i])

    def _play_compiled(self, start: Start, seeds: range, totals: Totals) -> None:
        from goldenspike.bots.playouts import compiled_playouts

        compiled_playouts.play_out_policies(
            compiled_playouts.choose_code,
            start.row,
            start.kernel_board.row,
            start.seat,
            np.array(key_words(seeds.start), np.int64),
            self._policies,
            compiled_playouts.new_memory(),
            totals,
        )

    def _play_plain(self, start: Start, seed: int, totals: NDArray[np.int32]) -> None:
        workspace, b = PlainWorkspace(), start.kernel_board.plain
        policies = [PlainPolicy.from_row(policy) for policy in self._policies]
        choose: Any = dispatch.choose_code
        s = plain_world(start, seed, workspace.scratch)
        rng = np.zeros(1, np.dtype((np.record, STREAM_DTYPE)))[0]
        seed_stream(rng, key_words(seed), POLICY_STREAM)
        while s.phase != OVER_PHASE:
            step(s, b, int(choose(s, b, policies[s.turn], rng, workspace)))
        sheet = [[0] * SCORE_PARTS for _ in range(start.players)]
        score(s, b, workspace.scratch, sheet)
        totals[:] = [row[TOTAL] for row in sheet]
