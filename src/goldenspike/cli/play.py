"""`goldenspike play`: a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldenspike.errors import InputError

if TYPE_CHECKING:
    from goldenspike.cli.terminal.terminal_table import TerminalTable


def play(
    context: typer.Context,
    board: Annotated[str, typer.Option(help="A board's name, or a board file.")] = "usa",
    variant: Annotated[str, typer.Option(help="A variant in the board's file.")] = "",
    seats: Annotated[
        str, typer.Option(help="Who has each seat: me, or a bot's name, like me,planner,expert.")
    ] = "me,normal",
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the deal; by default random.")
    ] = None,
    first: Annotated[
        int | None, typer.Option(help="The seat that starts; by default random.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    think: Annotated[
        float, typer.Option(min=0.01, help="Seconds a bot may think about a decision.")
    ] = 1.0,
    cores: Annotated[int, typer.Option(min=1, help="Cores a bot may think on.")] = 1,
) -> None:
    """Play in the terminal, against bots or people beside you.

    Type the number of what you want to do, or the action itself; help says what else there is.
    """
    from goldenspike.cli.output import console
    from goldenspike.cli.progress import print_remarks
    from goldenspike.cli.terminal.saved_games import load_game
    from goldenspike.cli.terminal.terminal_table import ME, TerminalTable
    from goldenspike.events import Event
    from goldenspike.game import Game

    events: list[Event] = []
    if resume:
        for name in ("board", "variant", "seats", "seed", "first"):
            source = context.get_parameter_source(name)
            if source is not None and source.name != "DEFAULT":
                raise InputError(
                    f"--resume goes on with a game as it was dealt: leave --{name} out"
                )
        game, events, who = load_game(resume)
    else:
        who = [seat.strip() for seat in seats.split(",")]
        game = Game(board, players=len(who), seed=seed, first=first, variant=variant)
    if ME not in who:
        raise InputError("--seats has no 'me': to watch bots play, use goldenspike simulate")
    table = TerminalTable(game, who, console(), think, events, resume, cores)
    print_remarks((seated.bot for seated in table.bots.values()), game.board)
    run(table)


def run(table: TerminalTable) -> None:
    """Play until the game is over or the player leaves; Ctrl-C and Ctrl-D offer to save it."""
    from goldenspike.cli.terminal.terminal_table import PlayerLeft

    try:
        try:
            table.run()
        except (EOFError, KeyboardInterrupt):
            if sys.stdin.isatty():
                print()
                table.leave()
            raise
    except PlayerLeft:
        return
    except EOFError:
        raise InputError("the input has ended before the game has") from None
