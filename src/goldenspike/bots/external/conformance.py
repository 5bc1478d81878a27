"""Does a program speak the bot protocol? Each rule of it is tried, and what fails is said."""

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
class Finding:
    """One thing that was tried."""

    what: str
    good: bool
    detail: str = ""

    def to_json(self) -> dict[str, Any]:
        """As `goldenspike bot check --json` prints it."""
        return {"what": self.what, "good": self.good, "detail": self.detail}


def check_bot(command: str, games: int = 1, seconds: float = 1.0) -> list[Finding]:
    """Greet it, play it on every board, ask it twice, stop it.

    What it writes to standard error is shown: who tries a bot wants to see why it fell over.
    """
    bot = ExternalBot(command, errors_shown=True)
    try:
        start = time.monotonic()
        bot.start()
    except BotProgramError as error:
        bot.close()
        return [Finding("starts and greets", False, str(error))]
    greeting = f"{bot.title or '`ready` without a name'}, after {time.monotonic() - start:.1f} s"
    findings = [Finding("starts and greets", bool(bot.title), greeting)]
    for board in board_names():
        findings.append(_plays(bot, board, games, seconds))
    findings.append(answers_alike(bot, seconds))
    findings.append(
        Finding("speaks only when asked", not bot.unasked, f"{bot.unasked} lines said unasked")
    )
    findings.append(_stops(bot))
    return findings


def _plays(bot: ExternalBot, board: str, games: int, seconds: float) -> Finding:
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
                return Finding(f"plays {board}", False, f"{decision.trouble} ({asked})")
            if seat == 0:
                decisions += 1
                slowest = max(slowest, decision.seconds)
            game.play(decision.action)
    about = f"{decisions} decisions, the slowest in {slowest * 1000:.0f} ms"
    return Finding(f"plays {board}", True, about)


def answers_alike(bot: ExternalBot, seconds: float) -> Finding:
    """The same view and the same seed: a bot should answer the same, or games can't be repeated."""
    what = "answers the same question the same way"
    view = Game("usa", seed=3, first=0).view(0)
    answers = []
    for _ in range(2):
        try:
            answers.append(bot.choose(view, view.legal(), Stream("check"), Budget(seconds)))
        except BotProgramError as error:
            return Finding(what, False, str(error))
    return Finding(what, answers[0] == answers[1], "" if answers[0] == answers[1] else str(answers))


def _stops(bot: ExternalBot) -> Finding:
    """Its input stays open here, so that the word alone must do."""
    what = "ends when told to quit"
    try:
        program = bot.start()
    except BotProgramError as error:
        return Finding(what, False, str(error))
    start = time.monotonic()
    program.say("quit")
    ended = program.ends_within(QUIT_SECONDS)
    bot.close()
    took = f"after {time.monotonic() - start:.1f} s"
    return Finding(what, ended, took if ended else f"not within {QUIT_SECONDS:g} s")
