"""Problems of a board file: each says what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from goldenspike.errors import InputError


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a board file."""

    where: str
    """The field, for example `tracks."atlanta-miami:blue".length`; empty: the file as a whole."""
    what: str
    hint: str = ""
    """What would be right."""
    line: int | None = None

    def __str__(self) -> str:
        place = ", ".join(
            part for part in (f"line {self.line}" if self.line else "", self.where) if part
        )
        return f"{place}: {self.sentence}" if place else self.sentence

    @property
    def sentence(self) -> str:
        """What is wrong and what would be right, without the line and the field."""
        return f"{self.what}; {self.hint}" if self.hint else self.what

    def to_json(self) -> dict[str, str | int | None]:
        """Return the problem as a JSON object."""
        return {"line": self.line, "field": self.where, "what": self.what, "hint": self.hint}


class BoardError(InputError):
    """A board that can't be loaded: its file has problems, or there is no such board.

    >>> import goldenspike as gs
    >>> try:
    ...     gs.load_board("mars")
    ... except gs.BoardError as error:
    ...     print(error.problems[0].what)
    there is no board of that name
    """

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__(source, self.problems)

    def __str__(self) -> str:
        if len(self.problems) == 1:
            problem = self.problems[0]
            separator = ", " if problem.line or problem.where else ": "
            return f"{self.source}{separator}{problem}"
        lines = "".join(f"\n  {problem}" for problem in self.problems)
        return f"{self.source} has {len(self.problems)} problems:{lines}"


def board_error(source: str, problems: Iterable[Problem]) -> BoardError:
    """Make one error of all problems of a file, in the order of their lines."""
    return BoardError(source, sorted(problems, key=lambda problem: problem.line or 0))


def suggest(options: Iterable[str], given: object = None) -> str:
    """Write a hint for an invalid value: the option that was probably meant, else all of them."""
    options = list(options)
    if near := closest_match(options, given):
        return f"did you mean {near!r}?"
    if len(options) > 12:
        return ""
    return "use one of: " + ", ".join(options) if options else ""


def closest_match(options: Iterable[str], given: object) -> str | None:
    """Return the option that is most similar to what was given; None if none is similar."""
    near = get_close_matches(given, options, n=1, cutoff=0.6) if isinstance(given, str) else []
    return near[0] if near else None
