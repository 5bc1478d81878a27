"""Bots that are programs: the protocol is kept by both sides, and a bad program hurts nobody."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.bots import Budget, Stream, decide, make_bot
from goldenspike.bots.conformance import answers_alike, check_bot
from goldenspike.bots.external import ExternalBot

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"

HONEST = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "goldenspike": print("ready tester", flush=True)
    elif word == "go": {go}
    elif word == "quit": break
"""


def program(tmp_path: Path, text: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text(text, encoding="utf-8")
    return f"{sys.executable} {path}"


def test_the_example_keeps_the_protocol_on_every_board():
    findings = check_bot(f"{sys.executable} {EXAMPLE}")
    assert all(finding.good for finding in findings), findings
    assert {f"plays {board}" for board in gs.board_names()} <= {f.what for f in findings}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "ended"),
        ("print('hello', flush=True); input()", "expected a line 'ready'"),
        (HONEST.format(go="sys.exit(3)"), "ended"),
        (HONEST.format(go="print('action fly', flush=True)"), "not a legal action"),
        (HONEST.format(go="print('move draw deck', flush=True)"), "expected a line 'action'"),
        (HONEST.format(go="__import__('time').sleep(30)"), "no 'action' line within"),
        (HONEST.format(go="print('x' * 50000, flush=True)"), "expected a line 'action'"),
    ],
    ids=["ends", "no greeting", "dies", "illegal", "wrong word", "stalls", "floods"],
)
def test_a_bad_program_is_replaced_and_reported(tmp_path: Path, text: str, says: str):
    bot = ExternalBot(program(tmp_path, text))
    game = gs.Game("usa", players=2, seed=1, kernel="plain")
    try:
        decision = decide(bot, game.view(game.seat), Stream("x"), Budget(0.2))
        assert decision.trouble is not None
        assert says in decision.trouble
        game.play(decision.action)
    finally:
        bot.close()


def test_a_program_that_keeps_failing_is_left_alone(tmp_path: Path):
    bot = ExternalBot(program(tmp_path, HONEST.format(go="sys.exit(3)")))
    game = gs.Game("usa", players=2, seed=1, kernel="plain")
    troubles = [
        decide(bot, game.view(game.seat), Stream("x"), Budget(0.2)).trouble for _ in range(5)
    ]
    assert "left alone" in str(troubles[-1])


def test_a_command_that_is_not_there_says_so():
    bot = make_bot("exec:/no/such/program")
    view = gs.Game("usa", players=2, seed=1, first=0, kernel="plain").view(0)
    assert "can't start" in str(decide(bot, view, Stream("x")).trouble)


def test_the_checker_notices_a_bot_that_answers_by_chance(tmp_path: Path):
    """So that the checks above are known to be able to fail."""
    text = HONEST.replace("import sys", "import sys, json, random\nview = {{}}").format(
        go="print('action', random.SystemRandom().choice(view['legal']), flush=True)"
    )
    text = text.replace(
        '    elif word == "quit"',
        '    elif word == "view": view = json.loads(line[5:])\n    elif word == "quit"',
    )
    bot = ExternalBot(program(tmp_path, text))
    tries = [answers_alike(bot, 1.0) for _ in range(12)]
    bot.close()
    assert not all(finding.good for finding in tries)
