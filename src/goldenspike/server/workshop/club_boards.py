"""The boards of a club: files in a folder that everybody at this server can choose."""

from __future__ import annotations

from pathlib import Path

from goldenspike.boards.problems import Problem
from goldenspike.errors import InputError
from goldenspike.server.protocol.table_bodies import BoardSummary
from goldenspike.server.storage import own_boards
from goldenspike.server.storage.database import Database
from goldenspike.workshop.file_worker import CheckedFile, checked_file

MOST = 200
"""Files of a folder; more are probably not boards of a club."""


class ClubBoards:
    """The boards of a folder, read when the server starts."""

    def __init__(self, folder: str) -> None:
        self._files = _read(Path(folder).expanduser()) if folder else []
        self.summaries: list[BoardSummary] = [own_boards.facts_of(f).summary for f in self._files]

    async def store(self, database: Database) -> None:
        """Store them, so that games on them go on when the folder has others."""
        if self._files:
            async with database.write() as connection:
                for file in self._files:
                    await own_boards.store(connection, file, kept=True)


def _read(folder: Path) -> list[CheckedFile]:
    """The boards in a folder; `InputError` lists everything that is wrong in all of them."""
    if not folder.is_dir():
        raise InputError(f"--boards {folder}: there is no such folder")
    paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    if not paths:
        raise InputError(f"--boards {folder}: there is no board file (*.toml) in it")
    if len(paths) > MOST:
        raise InputError(f"--boards {folder}: {len(paths)} board files; at most {MOST} are offered")
    good: list[CheckedFile] = []
    wrong: list[str] = []
    for path in paths:
        checked = checked_file(path.read_bytes())
        wrong += [f"{path}: {Problem(p.field, p.what, p.hint, p.line)}" for p in checked.problems]
        if not checked.problems and checked.name not in {other.name for other in good}:
            good.append(checked)
    if wrong:
        raise InputError("\n".join(wrong))
    return good
