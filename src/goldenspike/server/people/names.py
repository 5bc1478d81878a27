"""Names of people: what is allowed (PRECIS, RFC 8266), and which look alike (UTS #39)."""

from __future__ import annotations

import functools
import secrets
import unicodedata

from precis_i18n import get_profile

from goldenspike.server.protocol.bodies import NAME_LIMIT
from goldenspike.server.protocol.refusals import Refusal

NICKNAME = get_profile("NicknameCasePreserved")
VARIATION_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))
"""They choose between two looks of an emoji, and are dropped."""
BLANK = {"\u2800"}
"""Looks like a space, though Unicode takes it for a symbol."""

FIRST = (
    "Amber", "Brave", "Calm", "Cedar", "Copper", "Early", "Gentle", "Golden", "Happy", "Ivory",
    "Jolly", "Keen", "Lucky", "Misty", "Nimble", "Quiet", "Rapid", "Silver", "Steady", "Sunny",
    "Swift", "Velvet", "Windy", "Witty",
)  # fmt: skip
SECOND = (
    "Badger", "Beaver", "Conductor", "Crane", "Engineer", "Falcon", "Fireman", "Fox", "Heron",
    "Lynx", "Marten", "Moose", "Otter", "Owl", "Porter", "Raven", "Robin", "Signaller", "Stoker",
    "Swallow", "Traveller", "Vixen", "Walker", "Wren",
)  # fmt: skip


def clean_name(name: str) -> str:
    """A name as it is stored; refuses empty, long, invisible and deceptive ones.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    try:
        name = NICKNAME.enforce(name.translate(VARIATION_SELECTORS))
    except (UnicodeError, ValueError):
        raise Refusal("name_bad", limit=NAME_LIMIT) from None
    # Letters, digits, punctuation and symbols can be seen; marks and spaces alone can not.
    seen = any(unicodedata.category(c)[0] in "LNPS" and c not in BLANK for c in name)
    if not seen or len(name) > NAME_LIMIT:
        raise Refusal("name_bad", limit=NAME_LIMIT)
    return name


def folded(name: str) -> str:
    """The name without case, as accounts of earlier versions are stored.

    >>> folded("Straße")
    'strasse'
    """
    return unicodedata.normalize("NFKC", name).casefold()


def account_key(name: str) -> str:
    """The name without case and look-alike letters; unique among accounts.

    >>> account_key("Ada") == account_key("\u0410d\u0430")  # two Cyrillic letters
    True
    """
    return skeleton(folded(name))


def look(name: str) -> str:
    """What a name looks like, whatever letters it is made of: also a capital I like a small l.

    >>> look("Ivy") == look("lvy"), look("Ivy") == look("Eve")
    (True, False)
    """
    return skeleton(name).casefold()


def skeleton(text: str) -> str:
    """The skeleton of UTS #39: texts that can be confused have the same one."""
    letters = _prototypes()
    plain = unicodedata.normalize("NFD", text)
    mapped = "".join(letters.get(character, character) for character in plain)
    return unicodedata.normalize("NFD", mapped).replace(" ", "").casefold()


def friendly_name() -> str:
    """A name for a guest who did not choose one."""
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"


def with_number(name: str) -> str:
    """The name with a number behind it, to tell namesakes apart."""
    number = str(secrets.randbelow(9_990) + 10)
    return f"{name[: NAME_LIMIT - len(number) - 1].rstrip()} {number}"


@functools.cache
def _prototypes() -> dict[str, str]:
    """Each confusable character and the one that stands for all that look like it.

    The library lists for each character those it is confused with, in both directions: the one that
    stands for many has many, each of the others has that one.
    """
    from confusable_homoglyphs.confusables import confusables_data

    found: dict[str, str] = {}
    for character, others in confusables_data.items():
        alike = [other["c"].strip("\u200e") for other in others]
        if len(character) != 1 or len(alike) != 1:
            continue
        mutual = len(confusables_data.get(alike[0], ())) <= 1
        found[character] = min(character, alike[0]) if mutual and alike[0] else alike[0]
    return found
