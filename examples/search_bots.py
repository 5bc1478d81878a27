"""Two bots that search, written with the search kit (docs/search.md).

    python examples/search_bots.py                      # flat against greedy, 4 games
    python examples/search_bots.py tree planner 20 0.5  # 20 games, half a second for a decision

`FlatBot` is Python on top of `view.worlds` and `game.playouts`: every promising action is played in
the same worlds, and each of these games is played to its end by a policy. `TreeBot` asks the
kernel's tree search. To use one of them everywhere (arena, server, terminal), put it into a package
with an entry point (docs/bots.md).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import goldenspike as gs
from goldenspike.bots import Bot, Budget, Stream, decide, make_bot
from goldenspike.bots.tree_search import search_tree


class FlatBot(Bot):
    """Plays every action in the same imagined worlds, and takes the one with the best margin."""

    def __init__(self, policy: str = "greedy", most: int = 12) -> None:
        self.policy, self.most = policy, most

    def choose(
        self, view: gs.View, legal: Sequence[gs.Action], rng: Stream, budget: Budget
    ) -> gs.Action:
        """Return the action with the best mean margin; more worlds as long as there is time."""
        if len(legal) == 1:
            return legal[0]
        end = time.perf_counter() + 0.8 * budget.seconds
        actions = self.promising(view, legal)
        margins = dict.fromkeys(actions, 0)
        while True:
            (world,) = view.worlds(1, seed=rng.getrandbits(64))
            seed = rng.getrandbits(64)
            for action in actions:
                game = world.copy()
                game.play(action)
                # The same seed for all actions: they differ by less chance.
                (totals,) = game.playouts(1, self.policy, seed)
                others = [points for seat, points in enumerate(totals) if seat != view.seat]
                margins[action] += int(totals[view.seat]) - max(others)
            if time.perf_counter() >= end:
                return max(actions, key=lambda action: margins[action])

    def promising(self, view: gs.View, legal: Sequence[gs.Action]) -> list[gs.Action]:
        """List what is not a claim, and the longest claims, each track once."""
        length = {track.id: track.length for track in view.board.tracks}
        claims: dict[str, gs.Action] = {}
        others = []
        for action in legal:
            words = action.text.split()
            if words[0] == "claim":
                claims.setdefault(words[1], action)
            else:
                others.append(action)
        longest = sorted(claims, key=lambda track: -length[track])
        return (others + [claims[track] for track in longest])[: self.most]


class TreeBot(Bot):
    """Searches one tree with as many iterations as there is time for."""

    def __init__(self, policy: str = "planner", iterations: int = 0) -> None:
        self.policy, self.iterations = policy, iterations

    def choose(
        self, view: gs.View, legal: Sequence[gs.Action], rng: Stream, budget: Budget
    ) -> gs.Action:
        """Return the action that the search visited most."""
        if len(legal) == 1:
            return legal[0]
        seed, first = rng.getrandbits(64), self.iterations or 16
        begin = time.perf_counter()
        tree = search_tree(view, first, self.policy, seed)
        took = time.perf_counter() - begin
        more = int(first * (0.8 * budget.seconds - took) / took)
        if not self.iterations and more > first:
            tree = search_tree(view, more, self.policy, seed + 1)
        return tree.best


BOTS = {"flat": FlatBot, "tree": TreeBot}


def match(bot: Bot, other: Bot, games: int, seconds: float, board: str = "usa") -> int:
    """Play games in alternating seats; returns how many the first bot won."""
    wins = 0
    for number in range(games):
        game = gs.Game(board, players=2, seed=number // 2)
        ours, rng = number % 2, Stream(f"match {number}")
        while not game.over:
            player = bot if game.seat == ours else other
            game.play(decide(player, game.view(game.seat), rng, Budget(seconds)).action)
        wins += game.scores()[ours].rank == 1
        print(f"game {number + 1}: {[score.total for score in game.scores()]}, won {wins}")
    return wins


def main(name: str = "flat", other: str = "greedy", games: str = "4", seconds: str = "0.2") -> None:
    """Play a match, and print its results."""
    wins = match(BOTS[name](), make_bot(other), int(games), float(seconds))
    print(f"{name} won {wins} of {games} against {other}")


if __name__ == "__main__":
    main(*sys.argv[1:])
