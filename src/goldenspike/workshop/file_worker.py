"""Checking and laying out a board file that somebody sent, each in a process with bounds.

    python -m goldenspike.workshop.file_worker check|layout|random SECONDS MEGABYTES

reads a board file from standard input and prints a `CheckedFile`, or a layout, as JSON; or reads
the `Wish` for a random board and prints its file. A file that takes more memory or time than it may
ends that process, and nothing else.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from typing import Any, Literal

import msgspec

from goldenspike.boards.board_json import board_to_json
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_engine import compute_layout
from goldenspike.boards.problems import BoardError
from goldenspike.boards.read import read_board
from goldenspike.boards.write import board_text
from goldenspike.worker_process import end_worker, start_worker
from goldenspike.workshop.own_board import check_own_board, read_own_board
from goldenspike.workshop.random_board import Recipe, make_attempt

Work = Literal["check", "layout", "random"]
CHECK_SECONDS = 10
"""Processor time that checking a file may take; an honest one takes a tenth of a second."""
WAITING = 6
"""On a busy machine, a process may take this many times its processor time."""
ANSWER_LIMIT = 8_000_000
"""Bytes of an answer; that for the largest board is a tenth of it."""
MOST_PROBLEMS = 200


class FileProblem(msgspec.Struct, frozen=True):
    """One thing that is wrong in a board file."""

    line: int | None
    field: str
    what: str
    hint: str


class CheckedFile(msgspec.Struct, frozen=True):
    """What came out: problems, or the board."""

    problems: list[FileProblem] = []
    name: str = ""
    """The name of the board, by its content."""
    file: str = ""
    """Its file, as `board_text` writes it."""
    play_hash: str = ""
    board: dict[str, Any] = {}
    """As `board_to_json` has it."""


class Wish(msgspec.Struct, frozen=True):
    """What a random board is made from."""

    seed: int
    recipe: Recipe


class FileTooCostly(Exception):
    """Checking or drawing a file took more than it may; the text says what."""


async def check_in_worker(data: bytes, megabytes: int) -> CheckedFile:
    """Check a board file; raises `FileTooCostly`."""
    answer = await _run("check", data, CHECK_SECONDS, megabytes)
    return msgspec.json.decode(answer, type=CheckedFile)


async def make_in_worker(seed: int, recipe: Recipe, megabytes: int) -> str:
    """Make a random board, and return its file; raises `FileTooCostly`."""
    wish = msgspec.json.encode(Wish(seed, recipe))
    return (await _run("random", wish, CHECK_SECONDS, megabytes)).decode()


async def lay_out_in_worker(data: bytes, seconds: int, megabytes: int) -> Layout:
    """Compute the layout of a board that `check_in_worker` found good; raises `FileTooCostly`."""
    return Layout.from_json(await _run("layout", data, seconds, megabytes))


async def _run(work: Work, data: bytes, seconds: int, megabytes: int) -> bytes:
    doing = {"check": "checking", "layout": "drawing", "random": "making"}[work]
    process = await start_worker(
        *(__name__, work, str(seconds), str(megabytes)),
        # Each thread of a linear algebra library reserves memory, which would count.
        environment={"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
    )
    try:
        async with asyncio.timeout(seconds * WAITING):
            answer, _ = await process.communicate(data)
    except TimeoutError:
        raise FileTooCostly(f"{doing} it takes more than {seconds} seconds") from None
    finally:
        await end_worker(process)
    if process.returncode in _OUT_OF_TIME:
        raise FileTooCostly(f"{doing} it takes more than {seconds} seconds")
    # Where memory ends inside compiled code, a process ends in other ways than by a MemoryError.
    if process.returncode or len(answer) > ANSWER_LIMIT:
        raise FileTooCostly(f"{doing} it takes more than {megabytes} MB of memory")
    return answer


_OUT_OF_MEMORY = 3
_OUT_OF_TIME = (-signal.SIGXCPU, -signal.SIGKILL)
"""How the system ends a process whose processor time is used up."""


def checked_file(data: bytes) -> CheckedFile:
    """Check a board file, in this process."""
    try:
        name, text = check_own_board(data)
    except BoardError as error:
        found = error.problems[:MOST_PROBLEMS]
        return CheckedFile([FileProblem(p.line, p.where, p.what, p.hint) for p in found])
    board = read_own_board(name, text)
    described = dict[str, Any](board_to_json(board))
    described.pop("source", None)
    return CheckedFile([], name, text, board.play_hash, described)


def main() -> None:
    """Answer for the file on standard input."""
    import resource

    work, seconds, megabytes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for limit, most in (
        (resource.RLIMIT_AS, megabytes * 1_000_000),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (most, most))
    os.nice(10)
    try:
        data = sys.stdin.buffer.read()
        if work == "check":
            encoded = msgspec.json.encode(checked_file(data))
        elif work == "layout":
            encoded = msgspec.json.encode(compute_layout(read_board("board", data)))
        else:
            wish = msgspec.json.decode(data, type=Wish)
            # Whether every name finds room shows when it is drawn, which takes long.
            encoded = board_text(make_attempt(wish.seed, 0, wish.recipe)).encode()
    except (MemoryError, RecursionError):
        sys.exit(_OUT_OF_MEMORY)
    sys.stdout.buffer.write(encoded)


if __name__ == "__main__":
    main()
