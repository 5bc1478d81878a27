"""Bots by name: `planner`, `planner:risk=0.3:pace=2`, `easy`, or `exec:COMMAND` for a program.

Other packages add theirs through the entry point group `goldenspike.bots`: the entry's name is the
bot's, and it points at a `Bot` subclass whose keyword arguments are the bot's options.
"""

from __future__ import annotations

import inspect
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from goldenspike.bots.contract import Bot
from goldenspike.errors import InputError

GROUP = "goldenspike.bots"
SEARCHER = "searcher"
BUILT_IN = {
    "random": "goldenspike.bots.random_bot:RandomBot",
    "greedy": "goldenspike.bots.greedy_bot:GreedyBot",
    "planner": "goldenspike.bots.planner.planner_bot:PlannerBot",
    SEARCHER: "goldenspike.bots.searcher.searcher_bot:SearcherBot",
    "level": "goldenspike.bots.levels:LevelBot",
}
LEVELS: dict[str, str] = {
    "easy": "level:level=easy",
    "normal": "level:level=normal",
    "hard": "planner",
    "expert": SEARCHER,
}
"""Levels for people to choose from, and the bot that each is."""
EXTERNAL = "exec"
NETWORK = "neural"


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a bot."""

    name: str
    type: str
    default: Any


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot that `make_bot` knows.

    >>> from goldenspike.bots import bot_infos
    >>> info = next(info for info in bot_infos() if info.name == "random")
    >>> info.source, info.options
    ('built-in', ())
    """

    name: str
    about: str
    options: tuple[Option, ...]
    source: str
    """`built-in`, `level`, or the name of the package it comes from."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON that `goldenspike bot list --json` prints."""
        return {
            "name": self.name,
            "about": self.about,
            "source": self.source,
            "options": [
                {"name": o.name, "type": o.type, "default": o.default} for o in self.options
            ],
        }


def make_bot(spec: str) -> Bot:
    """Make a bot from its name and options; `InputError` says what would be right.

    >>> from goldenspike.bots import make_bot
    >>> make_bot("planner:risk=0.3")
    <Bot planner:risk=0.3>
    >>> make_bot("wizard")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    goldenspike.errors.InputError: no bot is called 'wizard'; there are random, greedy, planner, ...
    """
    name, _, rest = spec.strip().partition(":")
    if name == EXTERNAL:
        from goldenspike.bots.external.external_bot import ExternalBot

        if not rest:
            raise InputError("exec: needs the command of a bot behind it, as in exec:./my_bot")
        bot: Bot = ExternalBot(rest)
        _check_program(shlex.split(rest)[0])
        return bot
    if name == NETWORK:
        from goldenspike.bots.neural_bot import NeuralBot

        return NeuralBot(rest)
    if name in LEVELS:
        bot = make_bot(":".join(filter(None, [LEVELS[name], rest])))
        bot.name = spec
        return bot
    make = _find_class(name)
    options = _read_options(name, rest, _options(make))
    try:
        bot = make(**options)
    except (TypeError, ValueError) as error:
        raise InputError(f"{spec}: {error}") from None
    except Exception as error:
        if name in BUILT_IN:
            raise
        # A bot from another package failed, perhaps for want of a file: not a bug of ours.
        raise InputError(f"{spec} can't be made: {type(error).__name__}: {error}") from None
    if not isinstance(bot, Bot):
        raise InputError(
            f"{spec}: its entry point makes {bot!r}; let it name a subclass of goldenspike.bots.Bot"
        )
    bot.name = spec
    return bot


def _check_program(program: str) -> None:
    """Refuse a mistyped command: otherwise all decisions of that bot would be fallbacks."""
    if shutil.which(program) is None:
        raise InputError(
            f"there is no program {program!r} to start: name one on your PATH or the path of an "
            f"executable file, as in exec:./my_bot"
        )


def bot_names() -> list[str]:
    """List every name `make_bot` knows: built-in bots, levels, and bots of other packages.

    >>> from goldenspike.bots import bot_names
    >>> bot_names()[:4]
    ['random', 'greedy', 'planner', 'searcher']
    """
    return [*BUILT_IN, *LEVELS, *sorted(point.name for point in _entry_points())]


def bot_infos() -> list[BotInfo]:
    """Describe every bot that `make_bot` knows, for `goldenspike bot list`.

    >>> from goldenspike.bots import bot_infos
    >>> [info.name for info in bot_infos() if info.source == "level"]
    ['easy', 'normal', 'hard', 'expert']
    """
    infos = []
    for name in BUILT_IN:
        make = _find_class(name)
        infos.append(BotInfo(name, _summary(make), _options(make), "built-in"))
    for name, spec in LEVELS.items():
        infos.append(BotInfo(name, f"A level for people, made of {spec}", (), "level"))
    for point in sorted(_entry_points(), key=lambda p: p.name):
        package = point.dist.name if point.dist else point.value
        try:
            make = point.load()
            infos.append(BotInfo(point.name, _summary(make), _options(make), package))
        except Exception as error:
            infos.append(BotInfo(point.name, f"can't be loaded: {error}", (), package))
    return infos


def entry_point(name: str) -> EntryPoint | None:
    """Return the entry point of another package's bot; None for ours, or an unknown name."""
    return next((point for point in _entry_points() if point.name == name), None)


def _entry_points() -> list[EntryPoint]:
    taken = {*BUILT_IN, *LEVELS, EXTERNAL, NETWORK}
    return [point for point in entry_points(group=GROUP) if point.name not in taken]


def _find_class(name: str) -> Callable[..., Bot]:
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found: Callable[..., Bot] = getattr(import_module(module), attribute)
        return found
    point = entry_point(name)
    if point is not None:
        try:
            loaded: Callable[..., Bot] = point.load()
        except Exception as error:
            raise InputError(f"the bot {name!r} can't be loaded: {error}") from None
        return loaded
    known = ", ".join([*bot_names(), "exec:COMMAND", "neural:FILE"])
    raise InputError(f"no bot is called {name!r}; there are {known}")


def _summary(make: Callable[..., Bot]) -> str:
    # `inspect.getdoc` would return the docstring of `Bot` for a class without one.
    return inspect.cleandoc(make.__doc__ or "").partition("\n")[0]


def _options(make: Callable[..., Bot]) -> tuple[Option, ...]:
    found = []
    for parameter in inspect.signature(make).parameters.values():
        if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            default = None if parameter.default is parameter.empty else parameter.default
            found.append(Option(parameter.name, type(default).__name__, default))
    return tuple(found)


def _read_options(name: str, text: str, known: tuple[Option, ...]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    by_name = {option.name: option for option in known}
    for part in filter(None, text.split(":")):
        key, equals, value = part.partition("=")
        if not equals or key not in by_name:
            there_are = ", ".join(by_name) or "none"
            raise InputError(
                f"{name} has no option {part!r}: options are key=value, and there are {there_are}"
            )
        options[key] = _read_value(name, by_name[key], value)
    return options


def _read_value(name: str, option: Option, value: str) -> Any:
    try:
        if option.type == "bool":
            return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[
                value.lower()
            ]
        if option.type == "int":
            return int(value)
        if option.type == "float":
            return float(value)
    except (KeyError, ValueError):
        raise InputError(f"{name}: {option.name} is a {option.type}, not {value!r}") from None
    return value
