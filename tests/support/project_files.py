"""The files of the project, wherever it is unpacked: a git checkout, a source archive, a copy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pathspec import GitIgnoreSpec

ROOT = Path(__file__).parents[2]


@cache
def project_files() -> tuple[str, ...]:
    """Every file but those that `.gitignore` names, relative to the root."""
    ignored = GitIgnoreSpec.from_lines((ROOT / ".gitignore").read_text("utf-8").splitlines())
    return tuple(sorted(_walk(ROOT, ignored)))


def _walk(folder: Path, ignored: GitIgnoreSpec) -> Iterator[str]:
    for entry in os.scandir(folder):
        name = Path(entry.path).relative_to(ROOT).as_posix()
        # In a worktree, .git is a file. Links lead out of the project.
        if entry.name == ".git" or entry.is_symlink():
            continue
        if entry.is_dir():
            if not ignored.match_file(f"{name}/"):
                yield from _walk(Path(entry.path), ignored)
        elif not ignored.match_file(name):
            yield name
