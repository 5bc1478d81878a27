"""Whatever a board file may say is tried, explained and shown: no switch is forgotten somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from goldenspike.boards.board_json import board_to_json
from goldenspike.boards.document import Table
from goldenspike.boards.model import BONUS_TIES, COUNTED
from goldenspike.boards.read import read_board

pytestmark = pytest.mark.quick

ISLAND = (Path(__file__).parent / "island.toml").read_text(encoding="utf-8")
PAGE = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
VARIANT = {"name", "names", "players", "cards", "deals", "points", "stations", "bonuses", "rules"}
VARIANT |= {"tickets", "companies"}
SECTIONS = ["players", "cards", "deals", "points", "passengers", "stations", "rules"]


class Asking(dict[str, set[str]]):
    """Every key that `boards/read.py` asks for, by section, whether the file has it or not."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        get = Table._get

        def remember(table: Table, key: str, kind: type, optional: bool) -> Any:
            self.setdefault(".".join(table.path), set()).add(key)
            return get(table, key, kind, optional)

        patch.setattr(Table, "_get", remember)
        self.board = read_board("island", ISLAND.encode())


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Asking:
    return Asking(monkeypatch)


@pytest.mark.parametrize("section", SECTIONS)
def test_the_island_uses_every_switch(asking: Asking, section: str):
    missing = asking[section] - set(tomllib.loads(ISLAND)[section])
    assert not missing, (
        f"tests/boards/island.toml is the board that uses every switch: in [{section}] it lacks "
        f"{sorted(missing)}"
    )


@pytest.mark.parametrize("section", SECTIONS)
def test_every_switch_is_explained(asking: Asking, section: str):
    (table,) = re.findall(rf"^### `\[{section}\]`\n(.*?)^### ", PAGE, re.MULTILINE | re.DOTALL)
    missing = asking[section] - set(re.findall(r"`(\w+)`", table))
    assert not missing, f"docs/boards.md, [{section}], does not explain {sorted(missing)}"


@pytest.mark.parametrize("section", SECTIONS)
def test_every_switch_is_shown(asking: Asking, section: str):
    shown: Any = board_to_json(asking.board)
    missing = asking[section] - set(shown[section])
    assert not missing, (
        f"`board show --json` and the server do not tell {sorted(missing)}: add them to "
        f"boards/board_json.py, in {section}"
    )


BONUS = {"name", "names", "counts", "ranks", "table", "ties"}
REGION = {"name", "names", "places"}
COMPANY = {"name", "names", "shares", "points"}


def keys_of(section: str) -> set[str]:
    return {key for row in tomllib.loads(ISLAND)[section].values() for key in row}


def explained(heading: str) -> set[str]:
    (table,) = re.findall(
        rf"^### `\[{re.escape(heading)}\]`\n(.*?)^###? ", PAGE, re.MULTILINE | re.DOTALL
    )
    return set(re.findall(r"`(\w+)`", table))


def test_the_companies_of_the_island_use_all_they_may(asking: Asking):
    assert keys_of("companies") == COMPANY <= explained("companies.north")
    board: Any = board_to_json(asking.board)
    assert set(board["companies"][0]) == COMPANY | {"id"}


def test_the_bonuses_and_regions_of_the_island_use_all_they_may(asking: Asking):
    assert keys_of("bonuses") == BONUS <= explained("bonuses.builders")
    assert keys_of("regions") == REGION <= explained("regions.north")
    board: Any = board_to_json(asking.board)
    assert {row["counts"] for row in board["bonuses"]} == set(COUNTED)
    assert {row["ties"] for row in board["bonuses"] if row["ranks"]} == set(BONUS_TIES)


def test_the_variants_of_the_island_change_all_that_one_may():
    variants = tomllib.loads(ISLAND)["variants"]
    assert {key for variant in variants.values() for key in variant} == VARIANT
    (table,) = re.findall(r"^### `\[variants\.quick\]`\n(.*?)^## ", PAGE, re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"`(\w+)`", table)) >= VARIANT


def test_a_switch_that_is_nowhere_else_is_found(asking: Asking):
    assert "last_turn_trains" in asking["rules"]
    assert "draw" in asking["deals.first"]
    assert "last_turn_trains" not in asking["players"]
