"""Train a network by self-play: masked PPO in one file, with PyTorch on the CPU.

    pip install 'goldenspike[envs,train,plots]'
    python examples/train_ppo.py --minutes 60

Thousands of games run at once in the vector environment with `opponents="self"`: one network plays
every seat and learns from all of them. Every few minutes it is saved to a file for the bot
`neural:FILE` (which needs only NumPy), plays against `greedy` and `planner`, and the learning curve
is drawn. One folder gets `latest.npz`, `best.npz`, `checkpoint.pt`, `curve.json` and `curve.png`;
`--resume` continues from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.bots import make_bot
from goldenspike.envs import GoldenSpikeVectorEnv
from goldenspike.errors import InputError
from goldenspike.observation import Layout
from goldenspike.observation.blocks import MAX_NORMALIZED
from goldenspike.rules.codes import RANK

CHECKPOINT = "checkpoint.pt"


class Network(nn.Module):
    """Two hidden layers, with an output for each action and a separate head for the value."""

    def __init__(self, layout: Layout, codes: int, width: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(layout.scales.copy()))
        self.layers = nn.ModuleList(
            [nn.Linear(layout.size, width), nn.Linear(width, width), nn.Linear(width, codes)]
        )
        self.value = nn.Sequential(
            nn.Linear(width, width // 2), nn.ReLU(), nn.Linear(width // 2, 1)
        )
        for layer, gain in zip(self.layers, (2**0.5, 2**0.5, 0.01), strict=True):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return log-probabilities of all actions (masked ones: almost none), and the value."""
        x = torch.clamp(seen.float() * self.scale, max=MAX_NORMALIZED)
        x = torch.relu(self.layers[0](x))
        x = torch.relu(self.layers[1](x))
        logits = self.layers[2](x).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(logits, 1), self.value(x).squeeze(1)

    def save_as_bot(self, path: Path, layout: Layout) -> None:
        """Write the file for the bot `neural:FILE`, atomically."""
        arrays = {"layout": np.array(json.dumps(layout.to_json())), "scale": self.scale.numpy()}
        for i, layer in enumerate(self.layers):
            arrays[f"w{i}"] = layer.weight.detach().numpy().T.astype(np.float32)
            arrays[f"b{i}"] = layer.bias.detach().numpy().astype(np.float32)
        temporary = path.with_suffix(".new.npz")
        np.savez(temporary, **arrays)
        temporary.replace(path)


def sample(chances: torch.Tensor, masks: np.ndarray) -> torch.Tensor:
    """Sample an action from each row of log-probabilities, by the cumulative distribution."""
    heights = torch.exp(chances).cumsum(1)
    marks = torch.rand(len(chances), 1) * heights[:, -1:]
    actions = torch.searchsorted(heights, marks, right=True).squeeze(1)
    # Rounding may hit a masked action: then the most likely one is taken.
    wrong = (actions >= chances.shape[1]) | (
        torch.from_numpy(masks)
        .gather(1, actions.clamp(max=chances.shape[1] - 1)[:, None])
        .squeeze(1)
        == 0
    )
    return torch.where(wrong, chances.argmax(1), actions)


class Rollout:
    """`steps` decisions of every game, with what is needed to learn from them."""

    def __init__(self, envs: GoldenSpikeVectorEnv, steps: int) -> None:
        n, codes = envs.num_envs, envs.kernel_board.codes
        self.seen = np.zeros((steps, n, envs.layout.size), np.uint8)
        self.masks = np.zeros((steps, n, codes), np.int8)
        self.actions = np.zeros((steps, n), np.int64)
        self.chances = np.zeros((steps, n), np.float32)
        self.values = np.zeros((steps, n), np.float32)
        self.seats = np.zeros((steps, n), np.int64)
        self.rewards = np.zeros((steps, n, envs.players), np.float32)
        self.over = np.zeros((steps, n), bool)

    @torch.no_grad()
    def play(self, envs: GoldenSpikeVectorEnv, network: Network, now: dict, seats: np.ndarray):
        """Play from `now` on; returns the last observations, seats to act, and their values."""
        for t in range(len(self.actions)):
            self.seen[t], self.masks[t] = now["observation"], now["action_mask"]
            self.seats[t] = seats
            chances, values = network(
                torch.from_numpy(self.seen[t]), torch.from_numpy(self.masks[t])
            )
            actions = sample(chances, self.masks[t])
            self.actions[t] = actions.numpy()
            self.chances[t] = chances.gather(1, actions[:, None]).squeeze(1).numpy()
            self.values[t] = values.numpy()
            now, _, over, _, infos = envs.step(self.actions[t])
            self.rewards[t], self.over[t], seats = infos["rewards"], over, infos["seat"]
        mask = torch.tensor(now["action_mask"])
        _, values = network(torch.tensor(now["observation"]), mask)
        return now, seats.copy(), values.numpy()

    def advantages(self, last_seats: np.ndarray, last_values: np.ndarray, trace: float):
        """Return generalised advantages, and which of them are usable.

        Each decision is followed by the next one of the same seat. If that is beyond the end of the
        rollout, and another seat is to act there, the advantage is not usable.
        """
        steps, n = self.actions.shape
        players, games = self.rewards.shape[2], np.arange(n)
        value = np.zeros((n, players), np.float32)
        value[games, last_seats] = last_values
        known = np.zeros((n, players), bool)
        known[games, last_seats] = True
        ahead = np.zeros((n, players), np.float32)
        paid = np.zeros((n, players), np.float32)
        result = np.zeros((steps, n), np.float32)
        usable = np.zeros((steps, n), bool)
        for t in range(steps - 1, -1, -1):
            ended = self.over[t]
            value[ended], ahead[ended], paid[ended], known[ended] = 0, 0, 0, True
            paid += self.rewards[t]
            who = (games, self.seats[t])
            error = paid[who] + value[who] - self.values[t]
            result[t] = error + trace * ahead[who]
            usable[t] = known[who]
            value[who], ahead[who], paid[who], known[who] = self.values[t], result[t], 0, True
        return result, usable


def learn(network: Network, optimizer, rollout: Rollout, last, options) -> dict[str, float]:
    """Run some epochs of PPO on a rollout; returns the mean losses."""
    advantages, usable = rollout.advantages(*last, options.trace)
    chosen = np.flatnonzero(usable.reshape(-1))
    flat = lambda array: array.reshape(-1, *array.shape[2:])  # noqa: E731
    seen, masks, actions = flat(rollout.seen), flat(rollout.masks), flat(rollout.actions)
    chances, values, gains = flat(rollout.chances), flat(rollout.values), flat(advantages)
    targets = gains + values
    gains = (gains - gains[chosen].mean()) / (gains[chosen].std() + 1e-6)
    losses = {"policy": 0.0, "value": 0.0, "entropy": 0.0}
    rounds = 0
    for _ in range(options.passes):
        np.random.shuffle(chosen)
        for at in range(0, len(chosen) - options.batch + 1, options.batch):
            part = chosen[at : at + options.batch]
            likely, value = network(torch.from_numpy(seen[part]), torch.from_numpy(masks[part]))
            now = likely.gather(1, torch.from_numpy(actions[part])[:, None]).squeeze(1)
            ratio = torch.exp(now - torch.from_numpy(chances[part]))
            gain = torch.from_numpy(gains[part])
            policy = -torch.min(ratio * gain, torch.clamp(ratio, 0.8, 1.2) * gain).mean()
            error = nn.functional.smooth_l1_loss(value, torch.from_numpy(targets[part]))
            entropy = -(torch.exp(likely) * torch.clamp(likely, min=-30)).sum(1).mean()
            loss = policy + 0.5 * error - options.entropy * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            rounds += 1
            for name, number in (("policy", policy), ("value", error), ("entropy", entropy)):
                losses[name] += number.item()
    return {name: number / max(1, rounds) for name, number in losses.items()}


def evaluate(path: Path, options) -> dict[str, float]:
    """Return the share of games won against each opponent, from both seats; a tie is half."""
    unique = path.with_name(f"at-{time.time_ns()}.npz")  # the arena caches bots by name
    path.replace(unique)
    shares = {}
    for opponent in options.against.split(","):
        half, points = max(1, options.games // 2), 0.0
        for seat, bots in enumerate(
            ((f"neural:{unique}", opponent), (opponent, f"neural:{unique}"))
        ):
            batch = Batch(options.board, bots, seed=1, first_deal=0, games=half)
            first = play_batch(batch).sheets[:, :2, RANK] == 1
            points += (first[:, seat] / first.sum(1)).sum()
        shares[opponent] = float(points / (2 * half))
    unique.replace(path)
    return shares


def draw_curve(curve: list[dict], folder: Path) -> None:
    """Write the learning curve as JSON, and as a picture if matplotlib is installed."""
    (folder / "curve.json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return
    figure, axes = pyplot.subplots(figsize=(8, 5))
    for opponent in curve[-1]["won"]:
        points = [(row["minutes"], 100 * row["won"][opponent]) for row in curve]
        axes.plot(*zip(*points, strict=True), marker="o", label=f"against {opponent}")
    axes.axhline(50, color="gray", linewidth=0.8)
    axes.set(xlabel="minutes of training", ylabel="games won, %", ylim=(0, 100))
    axes.legend()
    figure.tight_layout()
    figure.savefig(folder / "curve.png", dpi=120)
    pyplot.close(figure)


def read_options(words: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="usa")
    parser.add_argument(
        "--minutes", type=float, default=60, help="minutes of training, without evaluation"
    )
    parser.add_argument("--folder", type=Path, default=Path("ppo"), help="folder for all files")
    parser.add_argument(
        "--resume", action="store_true", help="continue from the folder's checkpoint"
    )
    parser.add_argument("--envs", type=int, default=256, help="games at once")
    parser.add_argument(
        "--steps", type=int, default=128, help="decisions of each game in a rollout"
    )
    parser.add_argument("--width", type=int, default=256, help="units of the hidden layers")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--trace", type=float, default=0.95)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, default=10, help="minutes between evaluations")
    parser.add_argument("--games", type=int, default=100, help="games in each evaluation")
    parser.add_argument("--against", default="greedy,planner")
    options = parser.parse_args(words)
    try:
        for opponent in options.against.split(","):
            make_bot(opponent).close()
    except InputError as error:
        parser.error(f"--against: {error}")
    if options.resume and not (options.folder / CHECKPOINT).exists():
        parser.error(f"--resume: there is no {CHECKPOINT} in {options.folder} to go on from")
    return options


def main() -> None:
    """Train until the time is up, with an evaluation every few minutes."""
    options = read_options()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    options.folder.mkdir(parents=True, exist_ok=True)
    envs = GoldenSpikeVectorEnv(
        options.envs, options.board, players=2, opponents="self", derived=True,
        shaped=True, autoreset_mode="SameStep", threads=options.threads,
    )  # fmt: skip
    network = Network(envs.layout, envs.kernel_board.codes, options.width)
    optimizer = torch.optim.Adam(network.parameters(), options.rate, eps=1e-5)
    curve: list[dict] = []
    checkpoint = options.folder / CHECKPOINT
    if options.resume:
        kept = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(kept["network"])
        optimizer.load_state_dict(kept["optimizer"])
        curve = json.loads((options.folder / "curve.json").read_text(encoding="utf-8"))
    before = curve[-1]["minutes"] if curve else 0.0
    decisions = curve[-1]["decisions"] if curve else 0
    rollout = Rollout(envs, options.steps)
    now, infos = envs.reset(seed=options.seed)
    seats, trained, evaluated = infos["seat"].copy(), 0.0, 0.0
    while trained < 60 * options.minutes:
        start = time.perf_counter()
        now, seats, values = rollout.play(envs, network, now, seats)
        played = time.perf_counter()
        # The learning rate decays linearly.
        for group in optimizer.param_groups:
            group["lr"] = options.rate * max(0.1, 1 - trained / (60 * options.minutes))
        losses = learn(network, optimizer, rollout, (seats, values), options)
        end = time.perf_counter()
        trained += end - start
        decisions += rollout.actions.size
        if sys.stderr.isatty():
            print(
                f"\r{trained / 60:6.1f} min  {decisions / 1e6:7.2f} M decisions  "
                f"{rollout.actions.size / (end - start):7.0f}/s (playing "
                f"{(played - start) / (end - start):.0%})  value loss {losses['value']:.3f}  "
                f"entropy {losses['entropy']:.2f} ",
                end="", file=sys.stderr, flush=True,
            )  # fmt: skip
        if trained - evaluated >= 60 * options.every or trained >= 60 * options.minutes:
            evaluated = trained
            network.save_as_bot(options.folder / "latest.npz", envs.layout)
            won = evaluate(options.folder / "latest.npz", options)
            best = max((row["won"][options.against.split(",")[0]] for row in curve), default=-1.0)
            if next(iter(won.values())) > best:
                network.save_as_bot(options.folder / "best.npz", envs.layout)
            curve.append(
                {"minutes": before + trained / 60, "decisions": decisions, "won": won, **losses}
            )
            kept = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
            torch.save(kept, checkpoint.with_suffix(".new"))
            checkpoint.with_suffix(".new").replace(checkpoint)
            draw_curve(curve, options.folder)
            shares = ", ".join(f"{share:.0%} against {name}" for name, share in won.items())
            print(
                f"\n{curve[-1]['minutes']:.1f} min, {decisions / 1e6:.2f} M decisions: won {shares}"
            )


if __name__ == "__main__":
    main()
