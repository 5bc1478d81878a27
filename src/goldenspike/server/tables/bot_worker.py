"""A process that runs bots: reads pickled views from stdin, writes action texts to stdout.

It gets a seat's `View` and nothing else, so a bot cannot know more than its seat. No other module
of the server imports `goldenspike.bots`. In place of a level it may be asked for an idea.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import secrets
import struct
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, BinaryIO

import goldenspike as gs
from goldenspike.server.log import error_fields
from goldenspike.server.protocol.table_bodies import BOT_LEVELS

LENGTH = struct.Struct("!I")
IDEA = "idea"
"""In place of a bot's level: an idea for a person, as JSON."""


def pack(message: object) -> bytes:
    """A pickled message behind its length."""
    data = pickle.dumps(message)
    return LENGTH.pack(len(data)) + data


def write_message(stream: BinaryIO, message: object) -> None:
    """Send a message at once."""
    stream.write(pack(message))
    stream.flush()


def read_message(stream: BinaryIO) -> Any:
    """The next message; raises EOFError at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return pickle.loads(stream.read(LENGTH.unpack(head)[0]))


def any_legal(view: gs.View, source: random.Random | None = None) -> str:
    """A random legal action: the player of last resort."""
    return str((source or random.SystemRandom()).choice(view.legal()))


def player(level: str, seconds: float) -> Callable[[gs.View], str]:
    """The bot of a level, as a function from a view to an action's text."""
    if level == IDEA:
        from goldenspike.review.suggestion import suggest

        return lambda view: json.dumps(asdict(suggest(view)))
    from goldenspike.bots import Budget, Stream, make_bot

    bot, budget = make_bot(level), Budget(seconds=seconds)
    rng = Stream(secrets.randbits(128))
    return lambda view: str(bot.choose(view, view.legal(), rng, budget))


def prepare() -> None:
    """Compile what the strongest level and ideas need, so that bot processes only load it."""
    from goldenspike.bots import make_bot
    from goldenspike.review import suggestion
    from goldenspike.rules.compiled.preparation import wait_for

    os.nice(10)
    wait_for(make_bot(BOT_LEVELS[-1]).compiled_units)
    suggestion.prepare()


def main() -> None:
    """Answer until the pipe closes; with the argument `prepare`, only compile."""
    if sys.argv[1:] == ["prepare"]:
        prepare()
        return
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a bot prints goes to stderr, not between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    players: dict[str, Callable[[gs.View], str]] = {}
    write_message(answers, "ready")
    while True:
        try:
            level, seconds, view = read_message(sys.stdin.buffer)
        except EOFError:
            return
        try:
            if level not in players:
                players[level] = player(level, seconds)
            answer: tuple[str, Any] = ("action", players[level](view))
        except Exception as error:
            answer = ("failed", error_fields(error))
        write_message(answers, answer)


if __name__ == "__main__":
    main()
