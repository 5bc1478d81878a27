"""Whatever a board file holds, it is either a board or a `BoardError` with something to say."""

from __future__ import annotations

import json
import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goldenspike import BoardError
from goldenspike.boards.model import Board
from goldenspike.boards.read import read_board
from support.walks import examples

ISLAND = (Path(__file__).parent / "island.toml").read_text(encoding="utf-8")
LINES = ISLAND.split("\n")

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.integers(),
        st.integers(-3, 12),
        st.floats(),
        st.booleans(),
        st.text(),
        st.sampled_from(["red", "gray", "harbour", "hill", "ferry", "tickets", "bottom", ""]),
        st.just(date(1869, 5, 10)),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=6,
)


def read(text: str | bytes) -> Board | None:
    """The board, or None after making sure that what is said about it can be shown to somebody."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    try:
        return read_board("fuzz.toml", data)
    except BoardError as caught:
        error = caught
    assert error.problems
    assert str(error).startswith("fuzz.toml")
    for problem in error.problems:
        assert problem.what
        json.dumps(problem.to_json())
    return None


def spell(value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(spell, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{spell(k)} = {spell(v)}' for k, v in value.items())} }}"
    return str(value)


def test_the_spelling_used_here_is_toml():
    value = {"a b": [1, "x\n", True, 0.5, {"c": date(1869, 5, 10)}]}
    assert tomllib.loads(f"v = {spell(value)}")["v"] == value


@given(st.binary(max_size=200))
def test_random_bytes(data: bytes):
    assert read(data) is None


@given(st.text(max_size=200))
def test_random_text(text: str):
    assert read(text) is None


@given(st.integers(0, len(ISLAND)), st.integers(0, 30), st.text(max_size=5))
@examples(100)
def test_a_piece_of_the_file_replaced(start: int, length: int, text: str):
    read(ISLAND[:start] + text + ISLAND[start + length :])


@given(st.lists(st.integers(0, len(LINES) - 1), min_size=1, max_size=5, unique=True))
@examples(100)
def test_lines_left_out(numbers: list[int]):
    read("\n".join(line for number, line in enumerate(LINES) if number not in numbers))


@given(st.permutations(LINES))
def test_lines_in_any_order(lines: list[str]):
    read("\n".join(lines))


PLAIN_VALUE = re.compile(r"= (\S.*)$", re.MULTILINE)
SPOTS = [match.span(1) for match in PLAIN_VALUE.finditer(ISLAND)]
INNER = [match.span(1) for match in re.finditer(r"= ([^ {},=\n]+)[ ,}\n]", ISLAND)]


@given(st.lists(st.tuples(st.sampled_from(SPOTS + INNER), VALUES), min_size=1, max_size=3))
@examples(200)
def test_values_of_another_kind(changes: list[tuple[tuple[int, int], Any]]):
    text = ISLAND
    end = len(text) + 1
    for (start, stop), value in sorted(changes, key=lambda change: change[0], reverse=True):
        if stop <= end:
            text = text[:start] + spell(value) + text[stop:]
            end = start
    read(text)


KEYS = [match.span(1) for match in re.finditer(r"^(\S+)\s*=", ISLAND, re.MULTILINE)]


@given(st.sampled_from(KEYS), st.text(min_size=1, max_size=12))
@examples(100)
def test_keys_renamed(spot: tuple[int, int], name: str):
    """No key of the file may be called something else without a word about it."""
    old = ISLAND[spot[0] : spot[1]]
    if name in (old, old.strip('"')):
        return
    assert read(ISLAND[: spot[0]] + spell(name) + ISLAND[spot[1] :]) is None
