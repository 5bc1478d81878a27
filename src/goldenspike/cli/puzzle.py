"""`goldenspike puzzle` lists, shows, makes and checks puzzles; `explorer` ranks first tickets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldenspike.cli.output import AsJson, print_json
from goldenspike.errors import InputError

if TYPE_CHECKING:
    from goldenspike.puzzles import Puzzle

app = typer.Typer(
    help="Positions in which one idea is clearly best (docs/puzzles.md).", no_args_is_help=True
)

LEAST = 0.95
"""The part of puzzles that have to keep their answers."""

MaybeBoard = Annotated[str | None, typer.Argument(help="A board; all if it is not given.")]


@app.command("list")
def list_(
    board: MaybeBoard = None,
    theme: Annotated[str | None, typer.Option(help="Only those with this word.")] = None,
    as_json: AsJson = False,
) -> None:
    """List puzzles, without their answers."""
    from rich.table import Table

    from goldenspike.cli.output import console
    from goldenspike.puzzles.themes import THEMES

    if theme is not None and theme not in THEMES:
        raise InputError(f"a theme is {', '.join(THEMES)}, not {theme!r}")
    found = [one for one in _puzzles(board) if theme is None or theme in one.themes]
    rows = [
        {
            "id": one.id,
            "board": one.position["board"],
            "players": one.position["players"],
            "options": len(one.options),
            "themes": list(one.themes),
        }
        for one in found
    ]
    if as_json:
        print_json(rows)
        return
    table = Table(title=None)
    for title in ("id", "board", "players", "themes"):
        table.add_column(title)
    for row in rows:
        table.add_row(row["id"], row["board"], str(row["players"]), " ".join(row["themes"]))
    console().print(table)


@app.command("show")
def show(
    puzzle: Annotated[str, typer.Argument(help="A puzzle's id, or how it begins.")],
    answer: Annotated[bool, typer.Option("--answer", help="Print the answer too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a puzzle as the seat to move sees it; the JSON has its answer."""
    one = _find(puzzle)
    if as_json:
        print_json(one.to_json() | {"view": one.view().to_json()})
        return
    from goldenspike.review.words import Words

    view = one.view().to_json()
    board = one.view().board
    words = Words(board, [f"Seat {seat}" for seat in range(view["players"])])
    own = view["seats"][one.seat]
    typer.echo(f"{one.id} on {board.name}, {view['players']} players, seat {one.seat} to move.")
    typer.echo(f"cards    {_counts(own['cards'])}")
    typer.echo(f"market   {' '.join(card or '-' for card in view['market'])}")
    typer.echo(f"tickets  {words.pairs(own['tickets']) if own['tickets'] else 'none'}")
    for seat, seen in enumerate(view["seats"]):
        tracks = [track for track, owner in view["routes"].items() if owner == seat]
        typer.echo(
            f"seat {seat}   {seen['trains']} trains, {seen['card_count']} cards, "
            f"{seen['route_points']} points: {' '.join(tracks)}"
        )
    for letter, option in zip("abcdef", one.options, strict=False):
        lost = ""
        if answer:
            right = option == one.answer
            why = " ".join(words.message(message) for message in option.reasons)
            lost = "  right" if right else f"  -{option.chance_lost:.0%}"
            lost += f"  {why}" if right else ""
        typer.echo(f"  {letter})  {words.action(option.action)}{lost}")


@app.command("make")
def make(
    board: Annotated[str, typer.Argument(help="A built-in board.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file; it is added to.")],
    count: Annotated[int, typer.Option(min=1, help="Puzzles that the file should have.")] = 100,
) -> None:
    """Find puzzles in games of bots; stopped by Ctrl-C, it goes on the next time."""
    from goldenspike.bots.judgement.estimator import COMPILED_UNITS
    from goldenspike.cli.progress import compile_units, progress_bar
    from goldenspike.puzzles.making import make_puzzles

    compile_units(COMPILED_UNITS)
    with progress_bar(f"puzzles on {board}") as update:
        make_puzzles(board, output, count, update)


@app.command("check")
def check(
    board: MaybeBoard = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many of each board.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare the options of puzzles again, in ten times the worlds that find a puzzle.

    Exit code 1 if fewer than 95 % keep their answers.
    """
    from goldenspike.bots.judgement.estimator import COMPILED_UNITS
    from goldenspike.cli.progress import compile_units, progress_bar
    from goldenspike.puzzles import load_puzzles, puzzle_boards
    from goldenspike.puzzles.making import check_puzzles

    boards = puzzle_boards() if board is None else [board]
    puzzles = [one for name in boards for one in load_puzzles(name)[:limit]]
    compile_units(COMPILED_UNITS)
    with progress_bar("checking") as update:
        checked = check_puzzles(puzzles, update)
    held = sum(one.holds for one in checked)
    wrong = [one for one in checked if not one.holds]
    others = [
        {"id": one.puzzle.id, "best": one.best, "points_lost": round(one.points_lost, 2)}
        for one in wrong
    ]
    if as_json:
        print_json({"puzzles": len(checked), "held": held, "other_answers": others})
    else:
        for one in wrong:
            typer.echo(
                f"{one.puzzle.id}: {one.best} is better than {one.puzzle.answer.action} "
                f"by {one.points_lost:.1f} points"
            )
        typer.echo(f"{held} of {len(checked)} puzzles keep their answers.")
    if held < LEAST * len(checked):
        raise typer.Exit(1)


def explorer(
    board: Annotated[str, typer.Argument(help="A built-in board.")],
    tickets: Annotated[list[str], typer.Argument(help="The tickets of the first offer.")],
    as_json: AsJson = False,
) -> None:
    """Show what each choice of first tickets is worth, with 95 % intervals (docs/puzzles.md)."""
    from dataclasses import asdict

    from rich.table import Table

    from goldenspike.cli.output import console
    from goldenspike.explorer import load_worths

    worths = load_worths(board)
    keeps = worths.keeps(tickets)
    if as_json:
        print_json({"board": board, "games": worths.games, "keeps": [asdict(k) for k in keeps]})
        return
    table = Table(title=None)
    for title in ("keep", "chance", "95 % interval", "points", ""):
        table.add_column(title, justify="left" if title == "keep" else "right")
    for keep in keeps:
        table.add_row(
            ", ".join(keep.tickets),
            f"{keep.chance:.1%}",
            f"{keep.chance_low:.1%} to {keep.chance_high:.1%}",
            f"{keep.points:.1f}",
            f"± {keep.points_error:.1f}",
        )
    console().print(table)
    typer.echo(f"Estimated from {worths.games} games of two planners.")


def _puzzles(board: str | None) -> list[Puzzle]:
    from goldenspike.puzzles import load_puzzles, puzzle_boards

    boards = puzzle_boards() if board is None else [board]
    return [one for name in boards for one in load_puzzles(name)]


def _find(beginning: str) -> Puzzle:
    found = [one for one in _puzzles(None) if one.id.startswith(beginning)]
    if len(found) != 1:
        many = "several puzzles begin" if found else "no puzzle begins"
        raise InputError(f"{many} with {beginning!r}; `goldenspike puzzle list` lists all")
    return found[0]


def _counts(cards: dict[str, int]) -> str:
    return " ".join(f"{n} {card}" for card, n in cards.items()) or "none"
