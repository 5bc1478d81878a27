"""Reading what the player types: numbers, notation, or a command."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

COMMANDS = ("help", "hint", "map", "log", "save", "undo", "quit")

HELP = """\
Type the number of a line, or an action in notation (Tab completes it), or:
  hint        what a good bot would do here
  map         the table once more
  log         everything that has happened
  undo        take back a choice you have not sent yet
  save FILE   put the game aside; go on with: goldenspike play --resume FILE
  quit, q     end the game (you are asked for a file to save it in; so with Ctrl-C or Ctrl-D)"""


class _Completer:
    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def __call__(self, text: str, state: int) -> str | None:
        import readline

        line = readline.get_line_buffer().lstrip()
        begun = len(line) - len(text)
        fits = sorted({w[begun:] for w in self.words if w.startswith(line)})
        return fits[state] if state < len(fits) else None


def ask(question: str, completions: Sequence[str] = ()) -> str:
    """Read a line from the player; raises `EOFError` at the end of the input."""
    with contextlib.suppress(ImportError):
        import readline

        readline.set_completer(_Completer([*completions, *COMMANDS]))
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
    return input(question).strip()
