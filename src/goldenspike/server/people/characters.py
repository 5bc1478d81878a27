"""The bots' characters at tables: name, and how each plays.

Bots of the levels easy and normal have a character of `bots.levels`, so that what is said of how
they play is true. Those of a stronger level all play alike. The client has a portrait for each
name, and a line about its play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

CHARACTERS: dict[str, dict[str, str | None]] = {
    "easy": {
        "Ada": "careful",
        "Bruno": "collector",
        "Clara": "hoarder",
        "Dino": "builder",
        "Elsa": "wanderer",
    },
    "normal": {
        "Felix": "careful",
        "Greta": "collector",
        "Hugo": "hoarder",
        "Ines": "builder",
        "Jonas": "wanderer",
    },
    "hard": dict.fromkeys(("Karla", "Leo", "Mina", "Nils", "Olga")),
    "expert": dict.fromkeys(("Pavel", "Rosa", "Sven", "Tilda", "Viktor")),
}
"""By level: names, and the character that a bot of that name plays with.

There are at least as many names as a table has seats.
"""


def bot_name(level: str, table_id: str, seat: int, taken: Iterable[str]) -> str | None:
    """The name of a bot at a seat: always the same there, and none that is taken.

    >>> bot_name("hard", "abc", 1, []) == bot_name("hard", "abc", 1, [])
    True
    >>> bot_name("hard", "abc", 1, ["Karla", "Leo", "Nils", "Olga"])
    'Mina'
    """
    used = set(taken)
    names = [name for name in CHARACTERS.get(level, {}) if name not in used]
    if not names:
        return None
    digest = hashlib.sha256(f"{table_id} {seat}".encode()).digest()
    return names[int.from_bytes(digest[:4], "big") % len(names)]


def bot_spec(level: str, name: str | None) -> str:
    """What `make_bot` makes the bot of this level and name from.

    >>> bot_spec("easy", "Bruno"), bot_spec("easy", None), bot_spec("expert", "Rosa")
    ('easy:character=collector', 'easy', 'expert')
    """
    character = CHARACTERS.get(level, {}).get(name or "")
    return level if character is None else f"{level}:character={character}"
