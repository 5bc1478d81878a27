"""`goldenspike review`: judge a game that is over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldenspike.cli.output import AsJson, print_json
from goldenspike.cli.replay import read_json
from goldenspike.errors import InputError

if TYPE_CHECKING:
    from goldenspike.game import Game
    from goldenspike.review import Review


def review(
    file: Annotated[Path, typer.Argument(help="A game record, or - for standard input.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write a page (.html) to this file.")
    ] = None,
    setting: Annotated[str, typer.Option(help="glance, quick or thorough.")] = "quick",
    names: Annotated[
        str | None, typer.Option(help="The players' names, separated by commas, seat 0 first.")
    ] = None,
    board: Annotated[
        Path | None, typer.Option(help="The board's file, if it is not where the record says.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show where a game was won: chances, mistakes and better ideas, luck.

    Decisions are judged by what the player knew, never by hidden cards.
    """
    from goldenspike.bots.judgement.estimator import COMPILED_UNITS, network_remark
    from goldenspike.cli.progress import compile_units, progress_bar
    from goldenspike.replay_record import replay

    if output is not None and output.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"a page's file ends in .html, not {output.name!r}")
    game = replay(read_json(file), board=board)
    called = _names(names, game.players)
    remark = network_remark(game.board)
    if remark:
        typer.echo(remark, err=True)
    compile_units(COMPILED_UNITS)
    with progress_bar(f"reviewing {file}") as update:
        found: Review = game.review(setting, update)
    if output is not None:
        from goldenspike.review.page import review_page

        output.write_text(review_page(found, game, called), encoding="utf-8", newline="\n")
    if as_json:
        print_json(found.to_json())
    elif output is not None:
        typer.echo(f"{output}: {len(found.mistakes)} of {len(found.decisions)} decisions marked.")
    else:
        _show(found, game, called)


def _names(given: str | None, players: int) -> list[str]:
    if given is None:
        return [f"Seat {seat}" for seat in range(players)]
    names = [name.strip() for name in given.split(",")]
    if len(names) != players or not all(names):
        raise InputError(f"--names are {players} names separated by commas, not {given!r}")
    return names


def _show(found: Review, game: Game, names: list[str]) -> None:
    from rich.table import Table

    from goldenspike.cli.output import console
    from goldenspike.review.words import Words

    words, screen = Words(game.board, names), console()
    for message in found.summary:
        screen.print(words.message(message))
    table = Table(title=None)
    for title in ("player", "points", "accuracy", "luck", "without luck", "lost", "marks"):
        table.add_column(title, justify="left" if title in ("player", "marks") else "right")
    for seat in found.seats:
        marks = ", ".join(f"{n} {mark}" for mark, n in seat.marks.items())
        table.add_row(
            names[seat.seat], str(seat.points), f"{seat.accuracy:.1f}", f"{seat.luck:+.1f}",
            f"{seat.adjusted_points:.0f}", f"{seat.points_lost:.0f}", marks,
        )  # fmt: skip
    screen.print(table)
    for seat in found.seats:
        for message in seat.summary:
            screen.print(f"{names[seat.seat]}: {words.message(message)}")
    for d in found.mistakes:
        assert d.best is not None
        screen.print(
            f"{d.number:4}  {d.mark}: {names[d.seat]} chose to {words.action(d.action)}; better: "
            f"{words.action(d.best.action)} (-{d.chance_lost:.0%}). "
            + " ".join(words.message(message) for message in d.reasons)
        )
