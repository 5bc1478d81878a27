"""One thing broken in every part of the project: `make quick` has to notice each of them.

make mutants ARGS=--quick
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

QUICK = "quick and not laws and not compiled"
"""What `make quick` runs of the tests of Python."""
SOURCE = Path("src/goldenspike")
CLIENT = Path("web/src")
FOLDERS = (".ci", ".github", "bench", "deploy", "docs", "examples", "src", "tests", "tools", "web")
TIME_LIMIT = 600
FAILED_TESTS = re.compile(r"^\d+ failed\b", re.MULTILINE)


class BrokenPart(NamedTuple):
    part: str
    words: str
    path: Path
    old: str
    new: str

    def text(self, root: Path) -> str:
        """The whole file with the break in it."""
        whole = (root / self.path).read_text("utf-8")
        if whole.count(self.old) != 1:
            raise ValueError(
                f"the break {self.words!r} replaces a piece that {self.path} has "
                f"{whole.count(self.old)} times instead of once. If that file has changed, change "
                f"the piece in tests/mutation/broken_parts.py with it:\n{self.old}"
            )
        return whole.replace(self.old, self.new)


BROKEN_PARTS = (
    BrokenPart(
        "rule", "tickets that are not made cost nothing", SOURCE / "rules/graph/ticket_ends.py",
        "-int(b.ticket_stake[ticket])", "0",
    ),
    BrokenPart(
        "board", "a player has one train less", SOURCE / "boards/usa.toml",
        "trains = 45", "trains = 44",
    ),
    BrokenPart(
        "notation", "a ticket log forgets what belongs to the first deal",
        SOURCE / "notation/positions.py", "if i < s.log_first:", "if i > s.log_first:",
    ),
    BrokenPart(
        "record", "a record does not say who was told to start",
        SOURCE / "notation/records.py", '"options": {"first": first},', '"options": {},',
    ),
    BrokenPart(
        "view", "everybody sees every hand", SOURCE / "view_json.py",
        "    if over:\n        seats", "    if s.players:\n        seats",
    ),
    BrokenPart(
        "bot", "greedy likes cards that it lacks", SOURCE / "bots/greedy_policy.py",
        "            if have > value:\n", "            if have < value:\n",
    ),
    BrokenPart(
        "bot", "the planner never claims a track", SOURCE / "bots/planner/track_choice.py",
        "    return best, value\n", "    return -1, 0\n",
    ),
    BrokenPart(
        "message", "an acknowledgement has no number", SOURCE / "server/protocol/messages.py",
        "a reaction has been shown.\"\"\"\n\n    id: str\n    n: Annotated[",
        "a reaction has been shown.\"\"\"\n\n    id: str\n    number: Annotated[",
    ),
    BrokenPart(
        "message", "a patch removes nothing", SOURCE / "server/protocol/merge_patch.py",
        "    if not old.keys() <= new.keys():\n", "    if False:\n",
    ),
    BrokenPart(
        "client component", "a track's owner has no name", CLIENT / "board/TrackShape.svelte",
        "aria-label={label(track.id, look, owner)}", "aria-label={label(track.id, owner)}",
    ),
    BrokenPart(
        "client component", "the hand counts a card too many", CLIENT / "cards/Hand.svelte",
        "            {count}{#if", "            {count + 1}{#if",
    ),
    BrokenPart(
        "client", "seconds are rounded down", CLIENT / "game/clock.ts",
        "Math.ceil(ms / 1000)", "Math.floor(ms / 1000)",
    ),
)  # fmt: skip


def copy_parts(root: Path, to: Path) -> Path:
    """Everything that `make quick` looks at."""
    unneeded = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in FOLDERS:
        shutil.copytree(root / name, to / name, ignore=unneeded)
    (to / "web/node_modules").symlink_to(root / "web/node_modules")
    for file in root.glob("*"):
        if file.is_file() and file.name != ".git":
            shutil.copy(file, to)
    return to


def passes(copy: Path, is_client: bool) -> bool:
    """Whether the half of `make quick` that looks at a file is content with it."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy / "src"),
        "GOLDENSPIKE_KERNEL": "plain",
    }
    python = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    commands = [[*python, "-n", "auto", "-m", QUICK]]
    if is_client:
        commands = [[sys.executable, "web/build.py", script] for script in ("unit", "check")]
    for command in commands:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, timeout=TIME_LIMIT
        )
        if has_failed(done.returncode, done.stdout):
            return False
        if done.returncode:
            raise RuntimeError(done.stdout[-3000:] + done.stderr[-3000:])
    return True


def has_failed(exit_code: int, output: str) -> bool:
    """Whether a test, or the client's checker, found something wrong; other errors are not that.

    With -x and several workers, pytest ends with 1 (failed) or 2 (interrupted), whichever worker
    reports first; its last line counts the failed tests either way.
    """
    return exit_code == 1 or (exit_code == 2 and bool(FAILED_TESTS.search(output)))


def survivors(root: Path, folder: Path) -> list[str]:
    """Which breaks `make quick` does not notice."""
    copy = copy_parts(root, folder / "copy")
    for is_client in (False, True):
        if not passes(copy, is_client):
            return ["`make quick` fails without any change: put that right first"]
    found: list[str] = []
    for each in BROKEN_PARTS:
        (copy / each.path).write_text(each.text(root), "utf-8")
        if passes(copy, each.path.is_relative_to(CLIENT)):
            found.append(f"{each.path}: {each.words}")
        (copy / each.path).write_text((root / each.path).read_text("utf-8"), "utf-8")
    return found
