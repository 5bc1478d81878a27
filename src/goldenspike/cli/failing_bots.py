"""Options of commands that let bots play: what happens to a bot that fails."""

from __future__ import annotations

from typing import Annotated

import typer

FAILED_BOTS = 3
"""The exit code of `--strict` if a bot failed."""

Fallback = Annotated[
    bool,
    typer.Option(
        "--fallback",
        help="Let a simple stand-in decide for a bot that fails, instead of its losing the game.",
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict", help=f"End with exit code {FAILED_BOTS} if a bot failed.")
]
