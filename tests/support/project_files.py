"""The project's own files: those of the checkout, or of an unpacked source archive."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pathspec import GitIgnoreSpec

ROOT = Path(__file__).parents[2]


def project_files(root: Path = ROOT) -> list[Path]:
    """Every file but those that `.gitignore` names; git itself is not needed for it."""
    ignored = GitIgnoreSpec.from_lines((root / ".gitignore").read_text("utf-8").splitlines())

    def walk(folder: Path) -> Iterator[Path]:
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            path = Path(entry)
            name = str(path.relative_to(root))
            # A folder that is a link (of packages that several work trees share) is a folder.
            if entry.is_dir():
                if entry.name != ".git" and not ignored.match_file(f"{name}/"):
                    yield from walk(path)
            elif entry.name != ".git" and not ignored.match_file(name):
                yield path

    return list(walk(root))
