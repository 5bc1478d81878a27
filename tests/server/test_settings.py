"""Where settings come from, and what a server loads to start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from goldenspike.server.settings import Settings


def test_settings_come_from_flags_then_the_environment():
    environment = {"GOLDENSPIKE_DB": "a.sqlite", "GOLDENSPIKE_CHAT_BURST": "3"}
    assert Settings.from_environment(environment).chat_burst == 3
    assert Settings.from_environment(environment, db="b.sqlite").url.endswith("/b.sqlite")
    assert Settings(db="postgres://u:p@h/d").url == "postgresql+asyncpg://u:p@h/d"
    assert "p" not in Settings(db="postgres://u:secret@h/d").database_kind.replace("PostgreSQL", "")
    with pytest.raises(ValueError, match="CHAT_BURST='x'"):
        Settings.from_environment({"GOLDENSPIKE_CHAT_BURST": "x"})
    with pytest.raises(ValueError, match="SQLite file or a postgresql"):
        _ = Settings(db="mysql://x").url
    again = Settings.from_environment(Settings(db="c", chat_rate=0.25).as_environment())
    assert (again.db, again.chat_rate) == ("c", 0.25)


def test_the_first_page_is_served_without_compiling(tmp_path: Path):
    """The server process does not import the compiler at all."""
    code = (
        "import sys\n"
        "from goldenspike.server.app import create_app\n"
        "from goldenspike.server.settings import Settings\n"
        "create_app(Settings(db=sys.argv[1]))\n"
        "import goldenspike as gs\n"
        "game = gs.Game('usa', players=2, seed=1)\n"
        "game.play(str(game.legal()[0]))\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "g.sqlite")], capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == "False"
