"""Running the command as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).parent / "goldenspike"


@pytest.fixture(scope="session")
def goldenspike_command() -> Callable[..., subprocess.CompletedProcess[str]]:
    """`goldenspike_command("replay", file, input="...")`: what it printed, and its exit code.

    `encoding` is the terminal's, for what is typed and what is printed.
    """

    def run(
        *arguments: str, input: str = "", encoding: str = "utf-8", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [COMMAND, *arguments],
            input=input,
            capture_output=True,
            text=True,
            encoding=encoding,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            cwd=cwd,
            timeout=300,
        )

    return run
