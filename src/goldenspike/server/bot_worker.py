"""A process in which bots think: reads pickled views from stdin, writes action texts to stdout.

It gets a seat's `View` and nothing else, so a bot cannot know more than its seat does.
"""

from __future__ import annotations

import os
import pickle
import random
import struct
import sys
from typing import Any, BinaryIO

from .log import about

LENGTH = struct.Struct("!I")


def write_message(stream: BinaryIO, message: Any) -> None:
    """A pickled message behind its length."""
    data = pickle.dumps(message)
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


def read_message(stream: BinaryIO) -> Any:
    """The next message; raises EOFError at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return pickle.loads(stream.read(LENGTH.unpack(head)[0]))


def any_legal(view: Any, source: random.Random | None = None) -> str:
    """The simplest player: any legal action. Never fails where there is one."""
    return str((source or random.SystemRandom()).choice(view.legal()))


def main() -> None:
    """Answer until the pipe closes; or, as told, only build what takes long."""
    if sys.argv[1:] == ["prepare"]:
        from .bot_seats import prepare

        prepare()
        return
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A bot that prints must not disturb the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    from . import bot_seats

    players: dict[str, Any] = {}
    write_message(answers, "ready")
    while True:
        try:
            level, seconds, view = read_message(sys.stdin.buffer)
        except EOFError:
            return
        try:
            if level not in players:
                players[level] = bot_seats.player(level, seconds)
            answer: tuple[str, Any] = ("action", players[level](view))
        except Exception as error:
            answer = ("failed", about(error))
        write_message(answers, answer)


if __name__ == "__main__":
    main()
