"""`goldenspike play`: whole games typed in, saved and resumed."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from goldenspike.bots.random_bot import RandomBot
from goldenspike.cli.terminal import terminal_table
from goldenspike.cli.terminal.character_map import draw_map
from goldenspike.cli.terminal.menu import choices
from goldenspike.cli.terminal.screen import map_panel, ticket_line
from goldenspike.cli.terminal.terminal_table import PlayerLeft, TerminalTable
from goldenspike.game import Game
from support.command import run_command
from support.table import table

COMMAND = Path(sys.executable).parent / "goldenspike"
HARBOUR = str(Path(__file__).parents[2] / "examples" / "boards" / "salt_harbour.toml")
ISLAND = str(Path(__file__).parents[1] / "boards" / "island.toml")
PLAY = ("play", "--seed", "3", "--first", "0")


@pytest.mark.parametrize("board", ["usa", "germany", "nordic"])
def test_every_board_is_played_by_numbers(board: str) -> None:
    """Germany announces a mix first; then tickets are kept, and cards drawn and drawn."""
    opening = "1\n" if board == "germany" else ""
    typed = opening + "1 2\n\n" + "1\n" * 12 + "quit\n\n"
    result = run_command(*PLAY, "--board", board, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("Take your second card") == 6
    assert "Since your last turn" in result.stdout


def test_a_whole_game_ends_with_everything_counted() -> None:
    """On a small board. A claim takes a payment, where there are several, and an empty line to
    confirm; elsewhere that only asks for the menu again.
    """
    typed = "1\n\n1\n1\n\n" * 300
    result = run_command(*PLAY, "--board", ISLAND, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert "Final scores" in result.stdout
    assert "Tickets of you" in result.stdout
    assert "wins!" in result.stdout or "win!" in result.stdout or "together!" in result.stdout


def test_notation_hints_and_reasons() -> None:
    claim = "claim atlanta-miami:blue 5blue"
    typed = f"keep x\n²\n1 2\n\nhelp\nhint\n{claim}\ndraw deck\nquit\n\n"
    result = run_command(*PLAY, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert "there is no ticket 'x'" in result.stdout
    assert "help lists what you can type" in result.stdout
    assert "would:" in result.stdout
    assert "CLAIM-1: needs" in result.stdout
    assert "Take your second card" in result.stdout


def test_a_choice_is_taken_back_until_it_is_sent() -> None:
    typed = "1 2\nundo\n1 3\n\nq\n\n"
    result = run_command(*PLAY, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("Choose the tickets you keep") == 1
    assert result.stdout.count("Enter sends it, undo takes it back") == 2


def test_a_saved_game_resumes_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    run_command(*PLAY, "--seats", "me,random", input=f"1 2\n\n1\nquit\n{file}\n")
    assert "seed" not in file.read_text()
    result = run_command("play", "--resume", str(file), input="quit\n\n")
    assert result.returncode == 0, result.stderr
    assert "Take your second card" in result.stdout
    file.write_text("{}")
    result = run_command("play", "--resume", str(file))
    assert result.returncode == 1
    assert "is not a saved game" in result.stderr


def test_a_resumed_game_knows_what_has_happened(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    run_command(*PLAY, "--seats", "me,random", input=f"1 2\n\n1\n1\nquit\n{file}\n")
    result = run_command("play", "--resume", str(file), input="log\nquit\n\n")
    assert result.returncode == 0, result.stderr
    assert "you keep 2 of the tickets" in result.stdout
    news = result.stdout.partition("Since your last turn")[2].partition("Market")[0]
    assert "B random" in news
    assert "A you" not in news
    for option in (["--board", "nordic"], ["--seats", "me,random"], ["--seed", "3"]):
        result = run_command("play", "--resume", str(file), *option)
        assert result.returncode == 1
        assert f"leave {option[0]} out" in result.stderr


def test_a_board_file_is_found_from_another_folder(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    (here / "mine.toml").write_text(Path(ISLAND).read_text(encoding="utf-8"), encoding="utf-8")
    typed = "quit\n../evening.json\n"
    run_command(*PLAY, "--board", "mine.toml", "--seats", "me,random", input=typed, cwd=here)
    result = run_command("play", "--resume", "../evening.json", input="quit\n\n", cwd=there)
    assert result.returncode == 0, result.stderr


def test_a_mix_of_tickets_is_asked_for_before_tickets_are_kept() -> None:
    typed = "1\nquit\n\n"
    result = run_command(*PLAY, "--board", "germany", "--seats", "me,random", input=typed)
    first, _, then = result.stdout.partition("draw tickets:")
    assert "how many tickets of each deck" in first
    assert "Choose the tickets you keep" not in first
    assert "Choose the tickets you keep" in then


def test_quitting_without_an_answer_quits() -> None:
    """Ctrl-D at the question for a file is an answer too."""
    result = run_command(*PLAY, "--seats", "me,random", input="quit\n")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("board", ["usa", "germany", "nordic"])
@pytest.mark.parametrize("width", [20, 59, 60, 80, 200])
def test_the_map_fits_the_window_or_says_what_it_needs(board: str, width: int) -> None:
    screen = Console(file=io.StringIO(), width=width)
    screen.print(map_panel(Game(board, 2, seed=1, first=0).view(0), width))
    said = screen.file.getvalue()
    if width < 60:
        assert " ".join(said.split()) == "The map needs a window of 60 columns."
        return
    lines = said.splitlines()
    assert all(line[0] + line[-1] in ("│" * 2, "╭╮", "╰╯") for line in lines)
    # Nothing was too wide for its line: each is a line of the map.
    assert len(lines) == draw_map(Game(board, 2, seed=1).view(0), width - 4).plain.count("\n") + 3


def test_a_game_can_be_played_in_an_encoding_without_our_symbols() -> None:
    """Boards have names that it lacks, and the screen has symbols."""
    typed = "é\n1\n1 2\n\nquit\n\n"
    result = run_command(
        *PLAY, "--board", "germany", "--seats", "me,random", input=typed, encoding="latin-1"
    )
    assert result.returncode == 0, result.stderr
    assert "Köln" in result.stdout


def test_whatever_is_typed_the_game_goes_on() -> None:
    typed = "²\n①\n٣\nHELP\nKeep x\n[/bold]\n1 2\n\nDRAW deck\nQuit\n\n"
    result = run_command(*PLAY, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert "Type the number of a line" in result.stdout
    assert "there is no ticket 'x'" in result.stdout
    assert "Take your second card" in result.stdout


def test_a_bots_illegal_answer_is_printed_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # By a short name: in the table of scores a long one would be cut.
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    bot = tmp_path / "[red].py"
    bot.write_text(
        "import sys\n"
        "print('ready [/i]', flush=True)\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('go '): print('action [/bold] :smile:', flush=True)\n"
    )
    typed = "1\n\n1\n1\n\n" * 300
    seats = f"me,exec:python '{bot.name}'"
    result = run_command(*PLAY, "--board", ISLAND, "--seats", seats, input=typed, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    said = " ".join(result.stdout.split())
    assert "answered '[/bold] :smile:', which is not a legal action" in said
    assert "left alone" in said
    scores = result.stdout.partition("Final scores")[2].splitlines()
    heads = [line.split("┃")[-2].strip() for line in scores if line.startswith("┃")]
    assert "[red].py" in "".join(heads)


def test_leaving_asks_again_where_the_game_was_not_saved(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    typed = f"quit\n{tmp_path / 'nowhere' / 'x.json'}\n{file}\n"
    result = run_command(*PLAY, "--seats", "me,random", input=typed)
    assert result.returncode == 0, result.stderr
    assert "not saved" in " ".join(result.stdout.split()), "lines may break anywhere"
    assert file.exists()


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_breaking_off_at_a_terminal_offers_to_save(key: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    pid, terminal = pty.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.execv(COMMAND, [str(COMMAND), *PLAY, "--seats", "me,random"])
    said = ""
    last = b""
    for awaited, typed in (("> ", key), ("File to save", f"{file}\n"), ("Saved.", "")):
        while awaited not in said:
            if select.select([terminal], [], [], 3)[0]:
                said += os.read(terminal, 4096).decode(errors="replace")
            else:
                # What is typed before a prompt has set its terminal up may be thrown away.
                os.write(terminal, last)
        said = said.partition(awaited)[2]
        last = typed.encode()
        os.write(terminal, last)
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert file.exists()


def test_no_two_lines_of_a_menu_are_alike() -> None:
    """Parallel tracks of the same colour and length are one choice."""
    game = Game("usa", players=2, seed=3, first=0, kernel="plain")
    while sum(game.view(0).to_json()["seats"][0]["cards"].values()) < 25:
        game.play(game.legal()[0])
    while game.seat != 0 or game.phase != "turn":
        game.play(game.legal()[0])
    view = game.view(0)
    labels = [choice.label.plain for choice in choices(view)]
    assert len(set(labels)) == len(labels)
    tracks = {action.text.split()[1] for action in view.legal() if action.text.startswith("claim")}
    assert any(track.endswith("#2") for track in tracks)


def test_a_message_is_shown_while_a_bot_prepares(monkeypatch) -> None:
    said = io.StringIO()

    class Slow(RandomBot):
        def prepare(self) -> None:
            while "gets ready" not in said.getvalue():
                time.sleep(0.01)

    monkeypatch.setattr(terminal_table, "PREPARE_SECONDS", 0.01)
    monkeypatch.setattr(terminal_table, "make_bot", lambda name: Slow())
    game = Game("usa", players=2, seed=3, first=0, kernel="plain")
    seats = TerminalTable(game, ["me", "slow"], Console(file=said), 1.0)
    monkeypatch.setattr(seats, "person_acts", lambda seat: seats.leave())
    monkeypatch.setattr(terminal_table, "ask", lambda question: "")
    with pytest.raises(PlayerLeft):
        seats.run()
    assert "gets ready" in said.getvalue()


def test_people_at_one_keyboard_do_not_see_each_others_cards() -> None:
    result = run_command(*PLAY, "--seats", "me,me", input="1 2\n\n\nquit\n\n")
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
def test_wrong_options_say_what_would_be_right(options: list[str], says: str) -> None:
    result = run_command("play", *options)
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


def test_a_ticket_with_several_values_says_what_each_end_is_worth():
    ticket = "pilot_isle-chapel/old_quay/ropewalk"
    routes: dict[str, int] = {}
    for more, said in (
        ("gull_isle-pilot_isle:gray", "still 2 trains: Gull Isle–Old Quay"),
        ("gull_isle-old_quay:gray", "made for 5"),
        ("old_quay-ropewalk:black", "made for 8"),
    ):
        routes[more] = 0
        view = table(HARBOUR, tickets=[[ticket]], routes=routes).view(0)
        line = str(ticket_line(view, next(t for t in view.board.tickets if t.id == ticket)))
        assert line.startswith("Pilot Isle – Chapel Hill 10 / Old Quay 5 / Ropewalk 8  ")
        assert said in line
    offered = table(HARBOUR, phase="keep", offers=[[ticket]])
    assert "Pilot Isle – Chapel Hill 10" in str(choices(offered.view(0))[0].label)
