"""`goldenspike board`, run as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from goldenspike import load_board
from support.command import COMMAND, run_command

ISLAND = Path(__file__).parents[1] / "boards" / "island.toml"


def test_list_shows_every_board():
    done = run_command("board", "list")
    assert done.returncode == 0
    assert all(word in done.stdout for word in ("germany", "nordic", "usa", "Nordic Countries"))


def test_list_for_programs():
    boards = json.loads(run_command("board", "list", "--json").stdout)
    assert {board["id"]: board["players"] for board in boards} == {
        "germany": [2, 5],
        "nordic": [2, 3],
        "usa": [2, 5],
    }


@pytest.mark.parametrize("name", ["usa", "germany", "nordic", ISLAND])
def test_show_names_every_track_and_ticket(name: str | Path):
    shown = run_command("board", "show", name)
    data = json.loads(run_command("board", "show", name, "--json").stdout)
    assert shown.returncode == 0
    words = set(shown.stdout.replace(",", " ").split())
    assert {track["id"] for track in data["tracks"]} <= words
    assert {ticket["id"] for ticket in data["tickets"]} <= words
    assert max(map(len, shown.stdout.splitlines())) <= 120


def test_check_a_good_board():
    done = run_command("board", "check", ISLAND)
    assert (done.returncode, done.stderr) == (0, "")
    assert "is a good board: Island, 2 to 3 players, 5 places, 8 tracks, 10 tickets" in done.stdout
    said = json.loads(run_command("board", "check", ISLAND, "--json").stdout)
    assert said == {"file": str(ISLAND), "good": True, "problems": []}


def test_a_variant_is_shown_and_played():
    shown = run_command("board", "show", ISLAND, "--variant", "short")
    assert "Island: Short" in shown.stdout
    assert "9 each" in shown.stdout
    assert "short (Short) and many_cards (Many cards)" in shown.stdout
    options = ("--games", "2", "--players", "2", "--json")
    played = run_command("simulate", "--board", ISLAND, "--variant", "short", *options)
    assert json.loads(played.stdout)["board"] == f"{ISLAND}:short"
    wrong = run_command("simulate", "--board", "usa", "--variant", "short", *options)
    assert wrong.returncode == 1
    assert "there is no variant 'short' of this board" in wrong.stderr


def test_check_takes_a_board_by_name_as_show_and_draw_do():
    done = run_command("board", "check", "usa")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usa is a good board: USA, 2 to 5 players")
    said = json.loads(run_command("board", "check", "germny", "--json").stdout)
    assert (said["file"], said["good"]) == ("germny", False)
    assert "there is no board of that name" in said["problems"][0]["what"]


def test_check_a_bad_board_says_everything_on_stderr(tmp_path: Path):
    file = tmp_path / "bad.toml"
    text = ISLAND.read_text(encoding="utf-8")
    text = text.replace("trains = 15", 'trains = "many"').replace("hand = 3", "hand = -1")
    file.write_text(text, encoding="utf-8")
    done = run_command("board", "check", file)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{file} has 2 problems:" in done.stderr
    assert "line 12, players.trains: is 'many' (text in quotes); give a whole number" in done.stderr
    assert "line 18, cards.hand: is -1" in done.stderr
    done = run_command("board", "check", file, "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, said["good"]) == (1, False)
    assert [problem["line"] for problem in said["problems"]] == [12, 18]
    assert said["problems"][0]["field"] == "players.trains"


def test_no_such_board_and_no_such_file():
    done = run_command("board", "show", "germny")
    assert done.returncode == 1
    assert done.stderr.startswith("goldenspike: 'germny': there is no board of that name; did you")
    done = run_command("board", "check", "/no/such/file.toml")
    assert done.returncode == 1
    assert "No such file" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["bored"], ["board", "list", "--jsn"], ["board", "show"]])
def test_wrong_usage_is_2(arguments: list[str]):
    done = run_command(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage" in done.stderr
    assert "Traceback" not in done.stderr


def test_help_and_version():
    assert "board" in run_command("--help").stdout
    assert run_command("--version").stdout.startswith("goldenspike ")


def test_a_closed_pipe_is_no_error():
    """`goldenspike board show usa | head -1`"""
    with subprocess.Popen(
        [COMMAND, "board", "show", "usa", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_help_loads_nothing_heavy():
    """Asking for help answers at once: no compiler, no arrays, no tables."""
    script = (
        "import sys; from goldenspike.cli import app\n"
        "heavy = {'numpy', 'numba', 'litestar', 'sqlalchemy', 'ray', 'matplotlib', 'rich.table'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_is_json_in_every_encoding(encoding: str) -> None:
    shown = run_command("board", "show", "nordic", "--json", encoding=encoding)
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout)["names"]["ko"] == load_board("nordic").names["ko"]
    for_people = run_command("board", "show", "nordic", encoding=encoding)
    assert for_people.returncode == 0, for_people.stderr


def test_new_makes_a_board_that_check_accepts(tmp_path: Path):
    file = tmp_path / "heron.toml"
    made = run_command("board", "new", "--random", 7, "--places", 12, "-o", file)
    assert (made.returncode, made.stderr) == (0, "")
    assert "12 places" in made.stdout
    assert run_command("board", "check", file).returncode == 0
    printed = run_command("board", "new", "--random", 7, "--places", 12).stdout
    assert printed == file.read_text(encoding="utf-8")


def test_new_does_not_write_over_a_file_unasked(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text("mine", encoding="utf-8")
    command = ("board", "new", "--random", 7, "--places", 12, "-o", file)
    refused = run_command(*command)
    assert refused.returncode == 1
    assert "--force" in refused.stderr
    assert file.read_text(encoding="utf-8") == "mine"
    assert run_command(*command, "--force").returncode == 0


def test_new_says_what_is_out_of_range():
    refused = run_command("board", "new", "--random", 7, "--places", 500)
    assert refused.returncode == 1
    assert "places is 500; it goes from 8 to 48" in refused.stderr
