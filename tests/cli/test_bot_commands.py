"""`goldenspike bot`: lists every kind of bot, and says what is wrong with a bad one."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from goldenspike.bots import bot_names
from goldenspike.cli import app
from support.command import run_command, run_process


def test_every_kind_of_bot_is_listed() -> None:
    listed = run_command("bot", "list").stdout
    for name in (*bot_names(), "exec:COMMAND", "neural:FILE"):
        assert f"│ {name} " in listed
    as_json = json.loads(run_command("bot", "list", "--json").stdout)
    assert [info["name"] for info in as_json] == bot_names()


def test_a_program_that_is_no_bot_fails_the_check() -> None:
    result = run_process("bot", "check", "true")
    assert result.returncode == 1
    assert result.stdout.startswith("BAD starts and greets: the program has ended with exit code 0")


def test_a_bot_with_a_name_is_no_program_to_check() -> None:
    result = run_process("bot", "check", "planner:risk=0.3")
    assert result.returncode == 1
    assert "simulate --bots planner:risk=0.3,random" in result.stderr


def test_the_check_shows_what_a_bot_says_when_it_falls_over() -> None:
    result = run_process("bot", "check", "sh -c 'echo what went wrong >&2; exit 7'")
    assert "BAD starts and greets: the program has ended with exit code 7" in result.stdout
    assert "what went wrong" in result.stderr


def test_what_is_only_recommended_is_noted_and_no_failure(monkeypatch) -> None:
    from goldenspike.bots.external import conformance

    good = conformance.CheckResult("starts and greets", True)
    note = conformance.CheckResult("answers the same way", False, "once so", required=False)
    bad = conformance.CheckResult("ends when told to quit", False)
    for findings, code in (([good, note], 0), ([good, note, bad], 1)):
        monkeypatch.setattr(conformance, "check_bot", lambda *_, found=findings, **__: found)
        result = CliRunner().invoke(app, ["bot", "check", "true"])
        assert result.exit_code == code
        assert "note answers the same way: once so" in result.output
    told = json.loads(CliRunner().invoke(app, ["bot", "check", "true", "--json"]).output)
    assert [finding["required"] for finding in told] == [True, False, True]
