"""A process that measures a board: the command `goldenspike`, at low priority and with an end.

    python -m goldenspike.server.workshop.report_worker SECONDS board report FILE ...

SECONDS is the processor time that the command may take.
"""

from __future__ import annotations

import os
import resource
import sys

NICE = 10


def main() -> None:
    """Become the command with these arguments."""
    seconds = int(sys.argv[1])
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    os.execv(sys.executable, [sys.executable, "-m", "goldenspike", *sys.argv[2:]])


if __name__ == "__main__":
    main()
