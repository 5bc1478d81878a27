"""The `goldenspike` command.

There is a module for each group of commands. Commands import what they need when they run, so that
`--help` and usage errors answer at once.

Exit codes: 0 success, 1 wrong input or a failed check, 2 wrong usage, 3 a bot failed (with
`--strict`), 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from goldenspike.cli import admin, board, bot, puzzle, serve
from goldenspike.cli.arena import arena
from goldenspike.cli.bench import bench
from goldenspike.cli.play import play
from goldenspike.cli.replay import replay
from goldenspike.cli.review import review
from goldenspike.cli.simulate import simulate
from goldenspike.cli.verify import verify
from goldenspike.cli.warm import warm
from goldenspike.errors import InputError

TRACEBACK = "GOLDENSPIKE_TRACEBACK"
"""Set this environment variable to see where an unexpected error came from."""

COMPILER = ("numba", "llvmlite")
"""Packages that only commands with compiled rules need."""

app = typer.Typer(
    name="goldenspike",
    help="Golden Spike: an open, faithful and very fast train-route board game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(board.app, name="board")
app.add_typer(bot.app, name="bot")
app.add_typer(admin.app, name="admin")
app.add_typer(puzzle.app, name="puzzle")
app.command("arena")(arena)
app.command("play")(play)
app.command("simulate")(simulate)
app.command("replay")(replay)
app.command("review")(review)
app.command("explorer")(puzzle.explorer)
app.command("verify")(verify)
app.command("bench")(bench)
app.command("warm")(warm)
app.command("serve")(serve.serve)
app.command("export")(serve.export)
app.command("import")(serve.import_)


def _show_version(wanted: bool) -> None:
    if wanted:
        from goldenspike import __version__

        typer.echo(f"goldenspike {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; ends with an exit code, and at most one paragraph on stderr."""
    _replace_unencodable()
    try:
        app()
    except InputError as error:
        _end(str(error))
    except BrokenPipeError:
        # The reader of our output has closed it (`| head`): there is nobody to report to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _end(f"{where}{error.strerror or error}")
    except KeyboardInterrupt:
        sys.exit(130)
    except ModuleNotFoundError as error:
        if error.name not in COMPILER:
            _end_with_bug(error)
        _end(
            f"this command needs {' and '.join(COMPILER)}, but {error.name} is not installed: "
            f"pip install {' '.join(COMPILER)}. Playing works without, in plain Python."
        )
    except Exception as error:
        _end_with_bug(error)


def _replace_unencodable() -> None:
    """Replace characters that the terminal's encoding lacks, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _end_with_bug(error: Exception) -> None:
    if os.environ.get(TRACEBACK):
        raise error
    _end(
        f"this should not have happened: {type(error).__name__}: {error}. "
        f"It is a bug in Golden Spike; {TRACEBACK}=1 in the environment shows where."
    )


def _end(message: str) -> None:
    print(f"goldenspike: {message}", file=sys.stderr)
    sys.exit(1)
