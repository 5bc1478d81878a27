"""Bots that are programs: the protocol is kept by both sides, and a bad program hurts nobody."""

from __future__ import annotations

import copy
import pickle
import sys
import time
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena.simulation import simulate
from goldenspike.bots import Budget, SeatedBot, Stream, decide, make_bot
from goldenspike.bots.external.conformance import check_bot, check_repeatable
from goldenspike.bots.external.external_bot import ExternalBot
from goldenspike.bots.external.program import BotProgramError, Program
from goldenspike.bots.safety import MAX_FAILURES

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"

HONEST = """
import json, sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "goldenspike": print("ready tester", flush=True)
    elif word == "seed": seed = int(rest)
    elif word == "view": legal = json.loads(rest)["legal"]
    elif word == "go": {go}
    elif word == "quit": {quit}
"""


def honest(go: str, quit: str = "break") -> str:
    return HONEST.format(go=go, quit=quit)


def program(tmp_path: Path, text: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text(text, encoding="utf-8")
    return f"{sys.executable} {path}"


def test_the_example_keeps_the_protocol_on_every_board():
    findings = check_bot(f"{sys.executable} {EXAMPLE}", seconds=20)
    assert all(finding.good for finding in findings), findings
    assert {f"plays {board}" for board in gs.board_names()} <= {f.what for f in findings}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "ended"),
        ("print('hello', flush=True); input()", "expected a line 'ready'"),
        (honest("sys.exit(3)"), "ended"),
        (honest("print('action fly', flush=True)"), "not a legal action"),
        (honest("print('move draw deck', flush=True)"), "expected a line 'action'"),
        (honest("__import__('time').sleep(30)"), "no 'action' line within"),
        (honest("print('x' * 50000, flush=True)"), "expected a line 'action'"),
        (honest("[print('info\\n' * 1000) for _ in iter(int, 1)]"), "no 'action' line within"),
    ],
    ids=["ends", "no greeting", "dies", "illegal", "wrong word", "stalls", "babbles", "floods"],
)
def test_a_bad_program_is_replaced_and_reported(tmp_path: Path, text: str, says: str):
    bot = ExternalBot(program(tmp_path, text))
    game = gs.Game("usa", players=2, seed=1, kernel="plain")
    try:
        decision = decide(bot, game.view(game.seat), Stream("x"), Budget(0.2))
        assert decision.trouble is not None
        assert says in decision.trouble
        assert decision.seconds < 15
        game.play(decision.action)
    finally:
        bot.close()


@pytest.mark.parametrize("go", ["sys.exit(3)", "print('action fly', flush=True)"])
def test_a_program_that_keeps_failing_is_left_alone_for_that_game(tmp_path: Path, go: str):
    bot = ExternalBot(program(tmp_path, honest(go)))
    view = gs.Game("usa", players=2, seed=1, first=0, kernel="plain").view(0)
    for _ in range(2):
        game = SeatedBot(bot, Stream("x"), Budget(0.2))
        troubles = [str(game.decide(view).trouble) for _ in range(MAX_FAILURES + 2)]
        alone = ["left alone" in trouble for trouble in troubles]
        assert alone == [False] * MAX_FAILURES + [True] * 2
    bot.close()


def test_failures_of_one_game_make_no_difference_to_another(tmp_path: Path):
    """So it does not matter which process has played which games before."""
    last = "print('action', legal[-1], flush=True)"
    frail = program(tmp_path, honest(f"sys.exit(1) if seed % 40 == 0 else {last}"))
    bots = [f"exec:{frail}", "random"]
    board = gs.load_board("nordic")
    one, two = (simulate(board, bots, 4, jobs=jobs, fallback=True) for jobs in (1, 2))
    assert one.seats == two.seats
    assert one.decisions == two.decisions
    assert one.troubles == two.troubles
    failures = sum(n for trouble, n in one.troubles.items() if "ended" in trouble)
    assert failures > MAX_FAILURES, "it was asked again after it had been left alone"


def test_a_program_that_never_gets_ready_is_not_started_for_ever(tmp_path: Path):
    bot = ExternalBot(program(tmp_path, f"open({str(tmp_path / 'starts')!r}, 'a').write('x')"))
    view = gs.Game("usa", players=2, seed=1, first=0, kernel="plain").view(0)
    for _ in range(6):
        assert decide(bot, view, Stream("x"), Budget(0.2)).trouble
    assert (tmp_path / "starts").read_text() == "xxx"


def test_what_is_said_unasked_answers_nothing(tmp_path: Path):
    two = "__import__('os').write(1, f'action {legal[0]}\\naction fly\\n'.encode())"
    bot = ExternalBot(program(tmp_path, honest(two)))
    game = gs.Game("usa", players=2, seed=1, kernel="plain")
    for _ in range(4):
        decision = decide(bot, game.view(game.seat), Stream("x"), Budget(20.0))
        assert decision.trouble is None
        game.play(decision.action)
    assert bot.unrequested == 3
    bot.close()


def test_a_program_that_does_not_read_holds_nobody_up():
    deaf = Program([sys.executable, "-c", "import time; time.sleep(60)"])
    start = time.monotonic()
    deaf.write_line("x" * 1_000_000)
    assert deaf.read_line(start + 0.2) is None
    deaf.write_line("quit")
    deaf.stop(0.1)
    assert time.monotonic() - start < 15


@pytest.mark.parametrize("pause", [0.0, 0.2], ids=["at once", "bit by bit"])
def test_a_line_that_is_too_long_is_cut_however_it_comes(pause: float):
    """`info` and much behind it: the rest is no `info` line, and so a breach of the protocol."""
    says = "import sys, time\nfor part in ('info ' + 'x' * 9000, 'x' * 9000 + '\\n'):\n"
    says += f"    sys.stdout.write(part); {pause} and (sys.stdout.flush(), time.sleep({pause}))"
    long = Program([sys.executable, "-c", says])
    heard = [long.read_line(time.monotonic() + 20) for _ in range(2)]
    assert [len(line or "") for line in heard] == [10_000, 18_005 - 10_000]
    long.stop(1)


def test_what_a_program_has_started_ends_with_it(tmp_path: Path):
    """Its output is closed only once all who can write to it have ended."""
    child = program(tmp_path, "import time; print('here', flush=True); time.sleep(60)")
    wrapper = Program(["sh", "-c", f"{child}; true"])
    assert wrapper.read_line(time.monotonic() + 20) == "here"
    wrapper.stop(0.1)
    with pytest.raises(BotProgramError, match="ended"):
        wrapper.read_line(time.monotonic() + 20)


def test_a_copy_asks_a_program_of_its_own(tmp_path: Path):
    bot = ExternalBot(program(tmp_path, honest("print('action', legal[0], flush=True)")))
    view = gs.Game("usa", players=2, seed=1, first=0, kernel="plain").view(0)
    first = decide(bot, view, Stream("x"))
    copies = [copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    bot.close()
    for twin in copies:
        again = decide(twin, view, Stream("x"))
        assert (again.action, again.trouble) == (first.action, None)
        assert twin.name == bot.name
        twin.close()


def test_a_command_that_is_not_there_says_so():
    with pytest.raises(gs.InputError, match="there is no program '/no/such/program'"):
        make_bot("exec:/no/such/program")
    bot = ExternalBot("/no/such/program")  # as if it had gone since
    view = gs.Game("usa", players=2, seed=1, first=0, kernel="plain").view(0)
    assert "can't start" in str(decide(bot, view, Stream("x")).trouble)


def test_the_checker_notices_a_bot_that_answers_by_chance(tmp_path: Path):
    """So that the checks above are known to be able to fail."""
    text = honest("print('action', __import__('random').SystemRandom().choice(legal), flush=True)")
    bot = ExternalBot(program(tmp_path, text))
    tries = [check_repeatable(bot, 20.0) for _ in range(12)]
    bot.close()
    assert not all(finding.good for finding in tries)
    assert not any(finding.required for finding in tries), "the protocol only recommends it"


def test_the_checker_notices_a_bot_that_talks_too_much_and_does_not_quit(tmp_path: Path):
    two = "__import__('os').write(1, f'action {legal[0]}\\ninfo done\\n'.encode())"
    findings = check_bot(program(tmp_path, honest(two, quit="pass")), seconds=20)
    bad = {finding.what for finding in findings if not finding.good}
    assert bad == {"speaks only when asked", "ends when told to quit"}
