"""`goldenspike replay`: replay a game record, check it, and show the scores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from goldenspike.cli.output import AsJson, print_json
from goldenspike.errors import InputError

if TYPE_CHECKING:
    from goldenspike.game import Game

LIMIT = 50_000_000
"""The largest size of a record, in bytes."""
MAX_SHOWN = 10
"""Failures of a file of many games that are printed; --json has all."""


def replay(
    file: Annotated[
        Path, typer.Argument(help="A game record, a file of many, or - for standard input.")
    ],
    board: Annotated[
        Path | None, typer.Option(help="The board's file, if it is not where the record says.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Show every action.")] = False,
    as_json: AsJson = False,
) -> None:
    """Replay game records, and check that they come out as recorded.

    Of one record (.json) the scores are shown. A .jsonl or .parquet file, or what `goldenspike
    export` wrote, has many: all are replayed and counted.
    """
    from goldenspike.replay_record import replay as play_again

    if is_collection(file):
        _replay_all(file, board, as_json)
        return
    record = read_json(file)
    game = play_again(record, board=board)
    if as_json:
        # `play_again` has compared the scores, if the record has any.
        result = {
            "board": game.board.source,
            "players": game.players,
            "actions": len(game.actions),
            "over": game.over,
            "scores": [score.to_json() for score in game.scores()],
            "matches": None if record["scores"] is None else True,
        }
        if log:
            result["log"] = [{"seat": seat, "action": action} for seat, action in game.actions]
        print_json(result)
        return
    show_replay(game, record, log)


def is_collection(file: Path) -> bool:
    """Is it a file of many games: by its name, or because its first line is a whole table?"""
    if file.suffix in (".parquet", ".jsonl"):
        return True
    if str(file) == "-":
        return False
    with file.open("rb") as stream:
        return stream.read(64).startswith(b'{"format":"goldenspike-table-')


def _replay_all(file: Path, board: Path | None, as_json: bool) -> None:
    from goldenspike.arena.records.replaying import check_game, read_games
    from goldenspike.cli.progress import progress_bar

    games = decisions = 0
    failures: list[dict[str, str]] = []
    with progress_bar(f"replaying {file}") as update:
        for where, record in read_games(file):
            games += 1
            try:
                decisions += check_game(record, board)
            except InputError as error:
                failures.append({"where": where, "error": str(error)})
            update(games, 0)
    if as_json:
        print_json({"file": str(file), "games": games, "decisions": decisions,
                    "good": games - len(failures), "failures": failures})  # fmt: skip
    else:
        for failure in failures[:MAX_SHOWN]:
            typer.echo(f"{failure['where']}: {failure['error']}")
        if len(failures) > MAX_SHOWN:
            typer.echo(f"... and {len(failures) - MAX_SHOWN} more")
        good = games - len(failures)
        typer.echo(f"{games} games with {decisions} decisions replayed: {good} as recorded.")
    if failures:
        raise typer.Exit(1)


def read_json(file: Path) -> Any:
    """Read JSON from a file or standard input; `InputError` if it is not JSON."""
    import json
    import sys

    if str(file) == "-":
        data = sys.stdin.buffer.read(LIMIT + 1)
    else:
        with file.open("rb") as stream:
            data = stream.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise InputError(f"{file}: is too large to be a game record")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: is not JSON: {error}") from None


def show_replay(game: Game, record: Any, log: bool) -> None:
    """Print the actions if `log` is set, and the table of scores."""
    from goldenspike.boards.variants import title
    from goldenspike.cli.output import console
    from goldenspike.cli.score_table import score_table

    screen = console()
    if log:
        for number, (seat, action) in enumerate(game.actions, start=1):
            screen.print(f"{number:4}  seat {seat}  {action}")
    standing = "final scores" if game.over else "scores if it ended here"
    screen.print(score_table(game.board, game.scores(), f"{title(game.board)}: {standing}"))
    count = len(game.actions)
    if record["scores"] is not None:
        screen.print(f"{count} actions replayed; the scores are those of the record.")
    elif game.over:
        screen.print(f"{count} actions replayed; the record has no scores to compare with.")
    else:
        screen.print(f"{count} actions replayed; the game is not over.")
