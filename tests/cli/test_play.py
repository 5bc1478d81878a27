"""`goldenspike play`: whole games typed in, put aside and gone on with."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).parent / "goldenspike"
ISLAND = str(Path(__file__).parents[1] / "boards" / "island.toml")
PLAY = ("play", "--seed", "3", "--first", "0")


@pytest.mark.parametrize("board", ["usa", "germany", "nordic"])
def test_every_board_is_played_by_numbers(board: str, goldenspike_command) -> None:
    """Germany announces a mix first; then tickets are kept, and cards drawn and drawn."""
    opening = "1\n" if board == "germany" else ""
    typed = opening + "1 2\n\n" + "1\n" * 12 + "quit\n\n"
    result = goldenspike_command(*PLAY, "--board", board, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("Take your second card") == 6
    assert "Since your last turn" in result.stdout


def test_a_whole_game_ends_with_everything_counted(goldenspike_command) -> None:
    """On a small board. A claim takes a payment, where there are several, and an empty line to
    confirm; elsewhere that only asks for the menu again.
    """
    typed = "1\n\n1\n1\n\n" * 300
    result = goldenspike_command(*PLAY, "--board", ISLAND, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert "Final scores" in result.stdout
    assert "Tickets of you" in result.stdout
    assert "wins!" in result.stdout or "win!" in result.stdout or "together!" in result.stdout


def test_notation_hints_and_reasons(goldenspike_command) -> None:
    claim = "claim atlanta-miami:blue 5blue"
    typed = f"keep x\n²\n1 2\n\nhelp\nhint\n{claim}\ndraw deck\nquit\n\n"
    result = goldenspike_command(*PLAY, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert "there is no ticket 'x'" in result.stdout
    assert "help lists what you can type" in result.stdout
    assert "would:" in result.stdout
    assert "CLAIM-1: needs" in result.stdout
    assert "Take your second card" in result.stdout


def test_a_choice_is_taken_back_until_it_is_sent(goldenspike_command) -> None:
    typed = "1 2\nundo\n1 3\n\nquit\n\n"
    result = goldenspike_command(*PLAY, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("Choose the tickets you keep") == 1
    assert result.stdout.count("Enter sends it, undo takes it back") == 2


def test_a_game_put_aside_goes_on_where_it_was(tmp_path: Path, goldenspike_command) -> None:
    file = tmp_path / "evening.json"
    goldenspike_command(*PLAY, "--seats", "me,random", input=f"1 2\n\n1\nquit\n{file}\n")
    assert "seed" not in file.read_text()
    result = goldenspike_command("play", "--resume", str(file), input="quit\n\n")
    assert result.returncode == 0, result.stderr
    assert "Take your second card" in result.stdout
    file.write_text("{}")
    result = goldenspike_command("play", "--resume", str(file))
    assert result.returncode == 1
    assert "is not a saved game" in result.stderr


def test_people_at_one_keyboard_do_not_see_each_others_cards(goldenspike_command) -> None:
    result = goldenspike_command(*PLAY, "--seats", "me,me", input="1 2\n\n\nquit\n\n")
    assert "player 2: your turn. Press Enter" in result.stdout


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--seats", "random,random"], "has no 'me'"),
        (["--seats", "me,nobody"], "nobody"),
        (["--seats", "me"], "2 to 5 players"),
        (["--board", "atlantis"], "no board of that name"),
        (["--first", "7"], "first seat"),
    ],
)
def test_wrong_options_say_what_would_be_right(
    options: list[str], says: str, goldenspike_command
) -> None:
    result = goldenspike_command("play", *options)
    assert result.returncode == 1
    assert says in result.stderr


def test_ctrl_c_ends_it_cleanly() -> None:
    command = [COMMAND, *PLAY, "--seats", "me,random"]
    player = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests started in the background ignore Ctrl-C, and what they start would do so too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert player.stdout is not None
    while "Choose the tickets" not in player.stdout.readline():
        time.sleep(0)
    player.send_signal(signal.SIGINT)
    _, errors = player.communicate(timeout=30)
    assert player.returncode == 130
    assert "Traceback" not in errors
