"""Computing a layout in a process of its own, so that the caller's event loop goes on meanwhile.

    python -m goldenspike.boards.drawing.worker NAME_OR_PATH

prints the layout as JSON. If the board can't be read, it exits with status 1 and a message on
stderr.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE

import msgspec

from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_files import layout_of
from goldenspike.boards.load import load_board
from goldenspike.boards.problems import BoardError
from goldenspike.worker_process import end_worker, start_worker

TIME_LIMIT = 60.0
"""Seconds that a layout may take; the largest possible board takes a fraction of it."""


class LayoutFailed(Exception):
    """A layout could not be computed; the text says why."""


async def compute_layout_in_worker(board: str, seconds: float = TIME_LIMIT) -> Layout:
    """Compute the layout of a board (a name or path for `load_board`); raises `LayoutFailed`."""
    process = await start_worker(__name__, board, stdout=PIPE, stderr=PIPE)
    try:
        async with asyncio.timeout(seconds):
            text, errors = await process.communicate()
    except TimeoutError:
        raise LayoutFailed(f"{board}: laying it out took more than {seconds:g} seconds") from None
    finally:
        await end_worker(process)
    if process.returncode:
        message = errors.decode(errors="replace").strip()
        raise LayoutFailed(message or f"{board}: the worker ended with status {process.returncode}")
    return Layout.from_json(text)


def main() -> None:
    """Print the layout of the board named on the command line."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m goldenspike.boards.drawing.worker NAME_OR_PATH")
    os.nice(10)
    try:
        layout = layout_of(load_board(sys.argv[1]))
    except BoardError as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(msgspec.json.encode(layout))


if __name__ == "__main__":
    main()
