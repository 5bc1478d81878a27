"""`goldenspike verify`: check that a recorded game was dealt and played fairly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldenspike.cli.output import AsJson, print_json
from goldenspike.cli.replay import read_json
from goldenspike.errors import InputError

WORDS = {
    "all": "The seed was made from the server's secret, to which it had committed before, and from "
    "the numbers of {numbers}: nobody could choose the cards.",
    "server": "The server alone drew the seed. It was fixed before the game, but the server may "
    "have tried several: that cannot be checked.",
    "unknown": "The record does not say how its seed was drawn: that cannot be checked. If you "
    "noted the commitment before the game, give it with --commitment.",
}


def verify(
    file: Annotated[Path, typer.Argument(help="A game record, or - for standard input.")],
    board: Annotated[
        Path | None, typer.Option(help="The board's file, if it is not where the record says.")
    ] = None,
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you saw before the game.")
    ] = None,
    number: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=HEX", help="A number that your seat gave; seats from 0 on."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a record: that the game replays as recorded, and that its cards were dealt fairly.

    Exit code 0: everything that can be checked is right; 1: something is wrong.
    """
    from goldenspike.notation.deals import check_deal
    from goldenspike.replay_record import replay

    own = dict(map(_numbered, number or []))
    record = read_json(file)
    problems = []
    try:
        replay(record, board=board)
    except InputError as error:
        problems.append(f"replay: {error}")
    check = None
    if not problems:
        check = check_deal(record, commitment, own)
        problems += check.problems
    if as_json:
        print_json(
            {
                "fair": not problems,
                "replays": check is not None,
                "dealt_by": check.dealt_by if check else None,
                "numbers": check.numbers if check else None,
                "problems": problems,
            }
        )
    elif check is not None and not problems:
        seats = f"{check.numbers} of {record['players']} seats"
        typer.echo("The game replays as recorded.")
        typer.echo(WORDS[check.dealt_by].format(numbers=seats))
    if problems and not as_json:
        raise InputError("\n".join(problems))
    if problems:
        raise typer.Exit(1)


def _numbered(text: str) -> tuple[int, str]:
    seat, _, number = text.partition("=")
    if not seat.isdecimal() or not number:
        raise InputError(
            f"--number {text}: a seat and its number are needed, for example 0=1f3a..."
        )
    return int(seat), number.lower()
