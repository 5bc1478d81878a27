"""Training a value network on a few games (`make test-train`: it needs PyTorch)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

from goldenspike.bots.value_network import perceptron

TRAIN = Path(__file__).with_name("train.py")


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, TRAIN, *options], capture_output=True, text=True, check=False
    )


def test_a_few_games_make_a_network_that_the_searcher_can_read(tmp_path):
    file = tmp_path / "nordic.npy"
    result = run("nordic", "--games", "40", "--passes", "30", "--output", str(file))
    assert result.returncode == 0, result.stderr
    weights = np.load(file)
    assert weights.shape == (perceptron.WEIGHTS,)
    assert np.isfinite(weights).all()
    off = [float(line.split("off by ")[1].split()[0]) for line in result.stdout.splitlines()
           if line.startswith("pass")]  # fmt: skip
    assert off[-1] < off[0], "it learns"


def test_an_unknown_board_is_explained(tmp_path):
    result = run("atlantis")
    assert result.returncode == 2
    assert "there is no board of that name" in result.stderr
    assert "Traceback" not in result.stderr


def test_too_few_games_are_explained():
    result = run("nordic", "--games", "1")
    assert result.returncode == 2
    assert "--games is at least 2" in result.stderr
    assert "Traceback" not in result.stderr
