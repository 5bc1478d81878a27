"""What is wrong with a board file: all problems at once, each with what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from goldenspike.errors import InputError


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a board file."""

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
        """What is wrong and what would be right, without the where."""
        return f"{self.what}; {self.hint}" if self.hint else self.what

    def to_json(self) -> dict[str, str | int | None]:
        """The same for programs."""
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


def in_order(source: str, problems: Iterable[Problem]) -> BoardError:
    """All problems of a file as one error, in the order of its lines."""
    return BoardError(source, sorted(problems, key=lambda problem: problem.line or 0))


def one_of(options: Iterable[str], given: object = None) -> str:
    """Say what would be right where one of a few words is; the nearest to what was given first."""
    options = list(options)
    if near := nearest(options, given):
        return f"did you mean {near!r}?"
    if len(options) > 12:
        return ""
    return "use one of: " + ", ".join(options) if options else ""


def nearest(options: Iterable[str], given: object) -> str | None:
    """The word that was probably meant, if any is near."""
    near = get_close_matches(given, options, n=1, cutoff=0.6) if isinstance(given, str) else []
    return near[0] if near else None
