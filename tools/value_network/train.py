"""Train a board's value network: play games between planners, and fit a small network to them.

    make test-train                       # once: installs PyTorch
    python tools/value_network/train.py usa     # some minutes; writes weights/usa.npy

Planners with different settings, some of which take random decisions, play each other with every
number of players. At one turn in four, the network's inputs of all seats are recorded, with the
final points of those seats. One game in twenty is held out for validation: if its error is near
that of the training games, the network does not overfit.
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
from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.bots.policy_record import PLANNER, new_policy
from goldenspike.bots.value_network import inputs, perceptron, training_games
from goldenspike.bots.value_network.trained_weights import BOARDS
from goldenspike.errors import InputError
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import kernel_board_of

WEIGHTS_FOLDER = Path(__file__).parents[2] / "src/goldenspike/bots/value_network/weights"
FIRST_SEED = 10**12
"""Far from the seeds of tournaments, with which searchers are measured."""
EVERY = 4
ROWS = 600
SETTINGS = {
    "eager": (-300, 900),
    "patience": (0, 500),
    "pace": (110, 190),
    "danger": (200, 1000),
    "greed": (50, 160),
    "spare_trains": (14, 30),
}
BATCH = 4096


def random_policy(rnd: np.random.Generator) -> np.ndarray:
    """Make the policy of a planner with some settings changed at random."""
    changes = {
        name: int(rnd.integers(low, high))
        for name, (low, high) in SETTINGS.items()
        if rnd.random() < 0.3
    }
    slips = int(rnd.choice([0, 20, 60]))
    return new_policy(PLANNER, PlannerSettings(slips=slips, **changes))


def gather(board: Board, games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play games; returns rows of inputs, of scaled final points, and of game numbers."""
    kernel_board = kernel_board_of(board).row
    # More games of two, which are played most.
    sizes = [2, *range(board.min_players, board.max_players + 1), 2]
    rnd = np.random.default_rng(seed)
    planner = new_policy(PLANNER, PlannerSettings())
    memory = np.zeros(training_games.TRAINING_DTYPE.itemsize, np.uint8)
    rows = np.zeros((ROWS, inputs.COUNT), np.float32)
    seats, points = np.zeros(ROWS, np.int64), np.zeros(ROWS, np.int64)
    x, y, number = [], [], []
    for game in track(range(games), f"{board.name}: playing"):
        players = sizes[game % len(sizes)]
        policies = np.array([random_policy(rnd) for _ in range(players)] + [planner])
        key = np.array(key_words(FIRST_SEED + game), np.int64)
        n = training_games.gather(
            training_games.choose_code, kernel_board, key, policies, EVERY, memory, rows, seats,
            points,
        )  # fmt: skip
        x.append(rows[:n].copy())
        y.append(points[:n].astype(np.float32) / perceptron.OUTPUT_SCALE)
        number.append(np.full(n, game))
    return np.concatenate(x), np.concatenate(y), np.concatenate(number)


def fit(x: np.ndarray, y: np.ndarray, held_out: np.ndarray, passes: int) -> nn.Sequential:
    """Train by least squares; prints the error in training and in the games held out."""
    train_x, train_y = torch.from_numpy(x[~held_out]), torch.from_numpy(y[~held_out])
    test_x, test_y = torch.from_numpy(x[held_out]), torch.from_numpy(y[held_out])
    net = nn.Sequential(
        nn.Linear(inputs.COUNT, perceptron.FIRST), nn.ReLU(),
        nn.Linear(perceptron.FIRST, perceptron.SECOND), nn.ReLU(),
        nn.Linear(perceptron.SECOND, 1),
    )  # fmt: skip
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    batch = min(BATCH, len(train_x))
    batches = len(train_x) // batch
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=passes * batches + 1)
    for done in range(passes):
        order = torch.randperm(len(train_x))
        for i in range(batches):
            some = order[i * batch : (i + 1) * batch]
            loss = ((net(train_x[some]).squeeze(1) - train_y[some]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            rate.step()
        with torch.no_grad():
            error = ((net(test_x).squeeze(1) - test_y) ** 2).mean().sqrt().item()
        print(
            f"pass {done + 1}: off by {loss.item() ** 0.5 * perceptron.OUTPUT_SCALE:.1f} points "
            f"in training, {error * perceptron.OUTPUT_SCALE:.1f} in games held out"
        )
    return net


def weights_of(net: nn.Sequential) -> np.ndarray:
    """Return all weights in the order of `perceptron`: each layer's weights, then its biases."""
    parts = []
    for layer in net:
        if isinstance(layer, nn.Linear):
            parts += [layer.weight.detach().numpy().T.reshape(-1), layer.bias.detach().numpy()]
    return np.concatenate(parts).astype(np.float32)


def record_board(board: Board) -> None:
    """Record the hash of the board that the network was trained on, and is used on."""
    file = WEIGHTS_FOLDER / BOARDS
    others = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    networks = {play_hash: name for play_hash, name in others.items() if name != board.id}
    networks[board.play_hash] = board.id
    file.write_text(json.dumps(networks, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Train the network of one board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", help="a board's name, or the path of a board file")
    parser.add_argument("--games", type=int, default=9000)
    parser.add_argument("--passes", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path)
    args = parser.parse_args()
    if args.games < 2 or args.passes < 1:
        parser.error("--games is at least 2 (the first is held out), --passes at least 1")
    try:
        board = load_board(args.board)
    except InputError as error:
        parser.error(str(error))
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # the network is too small for more to help
    x, y, game = gather(board, args.games, args.seed)
    print(
        f"{len(x)} positions; points at the end differ by {y.std() * perceptron.OUTPUT_SCALE:.1f}"
    )
    weights = weights_of(fit(x, y, game % 20 == 0, args.passes))
    output = args.output or WEIGHTS_FOLDER / f"{board.id}.npy"
    np.save(output, weights)
    if output.parent == WEIGHTS_FOLDER:
        record_board(board)
    print(f"written to {output}")


if __name__ == "__main__":
    main()
