"""`goldenspike verify`, run as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import goldenspike as gs
from goldenspike.notation.deals import commitment_of, seed_of
from support.command import run_command

SECRET, NUMBER = "5e" * 32, "a1" * 32


def record(folder: Path) -> tuple[Path, dict[str, object]]:
    game = gs.Game("usa", 2, seed=int(seed_of(SECRET, [NUMBER, None]), 16))
    deal = {"commitment": commitment_of(SECRET), "secret": SECRET, "numbers": [NUMBER, None]}
    made = game.record() | {"deal": deal}
    file = folder / "game.json"
    file.write_text(json.dumps(made))
    return file, made


def test_a_fair_game(tmp_path: Path):
    file, _ = record(tmp_path)
    done = run_command(
        "verify", file, "--commitment", commitment_of(SECRET), "--number", f"0={NUMBER}"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "numbers of 1 of 2 seats" in done.stdout
    told = json.loads(run_command("verify", file, "--json").stdout)
    assert told == {"fair": True, "replays": True, "dealt_by": "all", "numbers": 1, "problems": []}


def test_a_game_that_was_not(tmp_path: Path):
    file, made = record(tmp_path)
    done = run_command("verify", file, "--number", "1=" + NUMBER)
    assert (done.returncode, done.stdout) == (1, "")
    assert "seat 1 did not give" in done.stderr
    file.write_text(json.dumps(made | {"seed": 5}))
    done = run_command("verify", file, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["problems"] == [
        "seed: it is not made from the secret and the numbers"
    ]
    file.write_text(json.dumps(made | {"actions": [{"seat": 0, "action": "fly"}]}))
    done = run_command("verify", file)
    assert done.returncode == 1
    assert "replay: actions[0]" in done.stderr
    assert run_command("verify", file, "--number", "x").returncode == 1


def test_a_record_that_does_not_say(tmp_path: Path):
    file, made = record(tmp_path)
    del made["deal"]
    file.write_text(json.dumps(made))
    done = run_command("verify", file)
    assert done.returncode == 0
    assert "cannot be checked" in done.stdout
