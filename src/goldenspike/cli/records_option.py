"""The option `--records` of commands that play many games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldenspike.cli.progress import notices
from goldenspike.errors import InputError

if TYPE_CHECKING:
    from goldenspike.arena.records.known_games import RecordFile

Records = Annotated[
    Path | None,
    typer.Option(help="Write all games to a .parquet (a row a decision) or .jsonl file."),
]
Observations = Annotated[
    bool,
    typer.Option("--observations", help="With --records FILE.parquet: what each seat observed."),
]


@contextmanager
def written_records(path: Path | None, observations: bool) -> Iterator[RecordFile | None]:
    """Open a file for games; if the command is stopped, say what is kept."""
    if path is None:
        if observations:
            raise InputError("--observations are written with --records FILE.parquet")
        yield None
        return
    from goldenspike.arena.records.record_files import open_records

    file = open_records(path, observations)
    try:
        yield file
    except BaseException as error:
        file.close(finished=False)
        if isinstance(error, KeyboardInterrupt):
            notices().print(
                f"{len(file.known)} games for {path} are kept; the same command goes on from there."
            )
        raise
    file.close(finished=True)
