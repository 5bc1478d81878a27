"""Checking a program against the bot protocol."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from goldenspike.boards.load import board_names
from goldenspike.bots.contract import Budget
from goldenspike.bots.external.external_bot import QUIT_SECONDS, ExternalBot
from goldenspike.bots.external.program import BotProgramError
from goldenspike.bots.random_bot import RandomBot
from goldenspike.bots.safety import decide
from goldenspike.bots.stream import Stream
from goldenspike.game import Game


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check."""

    what: str
    good: bool
    detail: str = ""
    required: bool = True
    """Does the protocol ask for it? Otherwise it is only recommended."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON that `goldenspike bot check --json` prints."""
        return {
            "what": self.what,
            "good": self.good,
            "detail": self.detail,
            "required": self.required,
        }


def check_bot(command: str, games: int = 1, seconds: float = 1.0) -> list[CheckResult]:
    """Check that a bot starts, plays on every board, answers repeatably, and quits.

    Its standard error is shown, since that may say why it fails.
    """
    bot = ExternalBot(command, show_stderr=True)
    try:
        start = time.monotonic()
        bot.start()
    except BotProgramError as error:
        bot.close()
        return [CheckResult("starts and greets", False, str(error))]
    greeting = f"{bot.title or '`ready` without a name'}, after {time.monotonic() - start:.1f} s"
    findings = [CheckResult("starts and greets", bool(bot.title), greeting)]
    for board in board_names():
        findings.append(_check_play(bot, board, games, seconds))
    findings.append(check_repeatable(bot, seconds))
    findings.append(
        CheckResult(
            "speaks only when asked",
            not bot.unrequested,
            f"{bot.unrequested} lines written unasked",
        )
    )
    findings.append(_check_quit(bot))
    return findings


def _check_play(bot: ExternalBot, board: str, games: int, seconds: float) -> CheckResult:
    decisions = 0
    slowest = 0.0
    for g in range(games):
        game = Game(board, seed=g)
        streams = [Stream(f"check {g} {p}") for p in range(game.players)]
        other = RandomBot()
        while not game.over:
            seat = game.seat
            player = bot if seat == 0 else other
            decision = decide(player, game.view(seat), streams[seat], Budget(seconds))
            if decision.trouble:
                asked = f"in phase {game.phase}, decision {decisions + 1}"
                return CheckResult(f"plays {board}", False, f"{decision.trouble} ({asked})")
            if seat == 0:
                decisions += 1
                slowest = max(slowest, decision.seconds)
            game.play(decision.action)
    about = f"{decisions} decisions, the slowest in {slowest * 1000:.0f} ms"
    return CheckResult(f"plays {board}", True, about)


def check_repeatable(bot: ExternalBot, seconds: float) -> CheckResult:
    """Check that the same view and seed get the same answer, so that games can be repeated.

    The protocol recommends that, and does not ask for it: a search that uses all its time can't.
    """
    what = "answers the same question the same way"
    view = Game("usa", seed=3, first=0).view(0)
    answers = []
    for _ in range(2):
        try:
            answers.append(bot.choose(view, view.legal(), Stream("check"), Budget(seconds)))
        except BotProgramError as error:
            return CheckResult(what, False, str(error))
    if answers[0] == answers[1]:
        return CheckResult(what, True, required=False)
    detail = f"{answers[0]!r}, then {answers[1]!r}: its games can't be repeated"
    return CheckResult(what, False, detail, required=False)


def _check_quit(bot: ExternalBot) -> CheckResult:
    """Check that it ends on `quit`, while its input stays open."""
    what = "ends when told to quit"
    try:
        program = bot.start()
    except BotProgramError as error:
        return CheckResult(what, False, str(error))
    start = time.monotonic()
    program.write_line("quit")
    ended = program.wait(QUIT_SECONDS)
    bot.close()
    took = f"after {time.monotonic() - start:.1f} s"
    return CheckResult(what, ended, took if ended else f"not within {QUIT_SECONDS:g} s")
