"""Teach the searcher how games end: games between planners, and a small network fitted to them.

    make test-train                       # once: installs PyTorch
    python tools/outlook/teach.py usa     # some minutes; writes bots/outlooks/usa.npy

Planners of many characters, some of them slipping now and then, play each other at every size of
table. At one turn in four the figures of all seats are kept (`bots.thinking.outlook`), together
with the points those seats had at the end. One game in twenty is held back to see how far off the
network is; a mean error near that of the training games says that it learned and did not memorise.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from rich.progress import track
from torch import nn

from goldenspike.boards.load import load_board
from goldenspike.boards.model import Board
from goldenspike.bots import teaching
from goldenspike.bots.planner import planner_settings
from goldenspike.bots.searcher import DIGESTS, Scratch, digest_of
from goldenspike.bots.thinking import outlook
from goldenspike.errors import InputError
from goldenspike.rules.engine import key_words
from goldenspike.rules.tables import tables_of

OUTLOOKS = Path(__file__).parents[2] / "src" / "goldenspike" / "bots" / "outlooks"
FIRST_SEED = 10**12
"""Far from the deals of any arena series that a searcher is measured with."""
EVERY = 4
ROWS = 600
CHARACTERS = {
    "eager": (-300, 900),
    "patience": (0, 500),
    "pace": (110, 190),
    "danger": (200, 1000),
    "greed": (50, 160),
    "spare_trains": (14, 30),
}
BATCH = 4096


def a_planner(rnd: np.random.Generator) -> np.ndarray:
    """Settings of a planner that is not quite like the others."""
    changes = {
        name: int(rnd.integers(low, high))
        for name, (low, high) in CHARACTERS.items()
        if rnd.random() < 0.3
    }
    return planner_settings(slips=int(rnd.choice([0, 20, 60])), **changes)


def gather(board: Board, games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Figures, points at the end, and the number of the game, a row each."""
    tables = tables_of(board).row
    # Half the games are for two: that is what is played most.
    sizes = [2, *range(board.min_players, board.max_players + 1), 2]
    rnd = np.random.default_rng(seed)
    hand = Scratch()
    figures = np.zeros((ROWS, outlook.FIGURES), np.float32)
    seats, ends = np.zeros(ROWS, np.int64), np.zeros(ROWS, np.int64)
    x, y, number = [], [], []
    for game in track(range(games), f"{board.name}: playing"):
        players = sizes[game % len(sizes)]
        policies = np.array([a_planner(rnd) for _ in range(players)] + [planner_settings()])
        key = np.array(key_words(FIRST_SEED + game), np.int64)
        n = teaching.gather(
            teaching.option, hand.row, tables, players, key, policies, EVERY, hand.rng, hand.memory,
            hand.work, hand.out, hand.sheet, figures, seats, ends,
        )  # fmt: skip
        x.append(figures[:n].copy())
        y.append(ends[:n].astype(np.float32) / outlook.SCALE)
        number.append(np.full(n, game))
    return np.concatenate(x), np.concatenate(y), np.concatenate(number)


def fit(x: np.ndarray, y: np.ndarray, held_back: np.ndarray, passes: int) -> nn.Sequential:
    """The network that misses the points at the end least."""
    figures, ends = torch.from_numpy(x[~held_back]), torch.from_numpy(y[~held_back])
    unseen, unseen_ends = torch.from_numpy(x[held_back]), torch.from_numpy(y[held_back])
    net = nn.Sequential(
        nn.Linear(outlook.FIGURES, outlook.FIRST), nn.ReLU(),
        nn.Linear(outlook.FIRST, outlook.SECOND), nn.ReLU(),
        nn.Linear(outlook.SECOND, 1),
    )  # fmt: skip
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    batch = min(BATCH, len(figures))
    batches = len(figures) // batch
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=passes * batches + 1)
    for done in range(passes):
        order = torch.randperm(len(figures))
        for i in range(batches):
            some = order[i * batch : (i + 1) * batch]
            loss = ((net(figures[some]).squeeze(1) - ends[some]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            rate.step()
        with torch.no_grad():
            off = ((net(unseen).squeeze(1) - unseen_ends) ** 2).mean().sqrt().item()
        print(
            f"pass {done + 1}: off by {loss.item() ** 0.5 * outlook.SCALE:.1f} points "
            f"in training, {off * outlook.SCALE:.1f} in games held back"
        )
    return net


def weights_of(net: nn.Sequential) -> np.ndarray:
    """A network as the searcher reads it: each layer's weights by input, then its biases."""
    parts = []
    for layer in net:
        if isinstance(layer, nn.Linear):
            parts += [layer.weight.detach().numpy().T.reshape(-1), layer.bias.detach().numpy()]
    return np.concatenate(parts).astype(np.float32)


def name_the_board(board: Board) -> None:
    """Write down which board exactly the network was taught on: the searcher uses it on no other.

    A board that differs in nothing but names or drawing is the same.
    """
    file = OUTLOOKS / DIGESTS
    others = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    digests = {digest: name for digest, name in others.items() if name != board.id}
    digests[digest_of(tables_of(board))] = board.id
    file.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Teach one board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", help="a board's name, or the path of a board file")
    parser.add_argument("--games", type=int, default=9000)
    parser.add_argument("--passes", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path)
    args = parser.parse_args()
    if args.games < 2 or args.passes < 1:
        parser.error("--games is at least 2 (the first is held back), --passes at least 1")
    try:
        board = load_board(args.board)
    except InputError as error:
        parser.error(str(error))
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # the network is too small for more to help
    x, y, game = gather(board, args.games, args.seed)
    print(f"{len(x)} positions; points at the end differ by {y.std() * outlook.SCALE:.1f}")
    weights = weights_of(fit(x, y, game % 20 == 0, args.passes))
    output = args.output or OUTLOOKS / f"{board.id}.npy"
    np.save(output, weights)
    if output.parent == OUTLOOKS:
        name_the_board(board)
    print(f"written to {output}")


if __name__ == "__main__":
    main()
