"""A random action is drawn by its number: every number is another legal action."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.rules import claims
from goldenspike.rules import legal as legal_rules
from goldenspike.rules.codes import CLAIM, TURN_PHASE
from goldenspike.rules.record_layout import SCRATCH_SIZE, PlainScratch
from support.random_games import TABLES, TABLES_AND_PLAYERS, plain_game
from support.table import table
from support.walks import somewhere

pytestmark = pytest.mark.quick

POSITIONS = {
    "every kind of hand": lambda: table(hands=["4red+3blue+1green+2locomotive"]),
    "locomotives alone": lambda: table(hands=["3locomotive"]),
    "more locomotives than colours": lambda: table(hands=["1red+7locomotive"]),
    "taken and closed tracks": lambda: table(
        hands=["6red+6blue+4locomotive"],
        routes={"boston-montreal:gray": 1, "duluth-omaha:gray": 0, "dallas-el_paso:red": 1},
    ),
    "few trains": lambda: table("nordic", hands=["9green+4locomotive"], routes=NORTH),
    "ferries and substitutes": lambda: table("nordic", hands=["9green+6red+3locomotive+2blue"]),
    "long hands": lambda: table("nordic", hands=["11green+8red+8white+7blue+5locomotive"]),
    "germany": lambda: table("germany", hands=["7red+2blue+2locomotive"]),
    "four players": lambda: table(
        "germany", 4, hands=["3red+2locomotive"], routes={"duesseldorf-koeln:gray": 1}
    ),
    "late": lambda: somewhere("nordic", 3, 5, "hoarding", 150),
}
NORTH = {
    "lieksa-murmansk:gray": 0,
    "moirana-trondheim:red": 0,
    "kirkenes-rovaniemi:blue": 0,
    "andalsnes-bergen:black": 0,
    "stockholm-sundsvall:gray": 0,
    "kuopio-vaasa:gray": 0,
    "bergen-oslo:blue": 0,
}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_number_is_another_legal_action(name: str, monkeypatch: pytest.MonkeyPatch):
    every_number_is_a_legal_action(POSITIONS[name](), monkeypatch)


def test_gray_tunnels_beside_gray_tracks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """They are paid for alike and as long, but are not tracks of one class."""
    text = resources.files("goldenspike.boards").joinpath("usa.toml").read_text("utf-8")
    dug = text.replace("[rules]", "[rules]\ntunnel_cards = 3")
    for track in ("boston-montreal:gray", "duluth-omaha:gray"):
        before = dug
        dug = re.sub(rf'("{track}" *= ).*', r'\1{ length = 2, kind = "tunnel" }', before)
        assert dug != before
    file = tmp_path / "dug.toml"
    file.write_text(dug, "utf-8")
    game = gs.Game(str(file), 2, seed=3)
    for _ in range(2):
        game.play(game.legal()[0])
    every_number_is_a_legal_action(game, monkeypatch)


@pytest.mark.parametrize(("board", "players"), TABLES_AND_PLAYERS)
def test_claims_are_counted_as_many_as_are_listed(board: str, players: int):
    """In every turn of a game, also where counts of earlier turns are used again."""
    kernel_board = TABLES[board]
    scratch, out = used_scratch(), [0] * kernel_board.codes
    claims.invalidate_counts(scratch)
    for state, legal, _ in plain_game(kernel_board, players, 7):
        if state.phase == TURN_PHASE:
            counted = claims.count_claims(state, kernel_board.plain, state.turn, scratch)
            assert counted == sum(code >= CLAIM for code in legal)
            assert counted == claims.list_claims(
                state, kernel_board.plain, state.turn, scratch, out, 0
            )


def used_scratch() -> PlainScratch:
    """Scratch space with the traces of something else in every field."""
    row = np.full(SCRATCH_SIZE // 4, 7, np.int32)
    scratch: PlainScratch = PlainScratch.from_row(row.view(np.uint8))
    return scratch


def every_number_is_a_legal_action(game: gs.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    state, board = game.state.copy(), game.kernel_board.plain
    asked: list[int] = []

    def chosen(number: int) -> int:
        def random_below(_: object, n: int) -> int:
            asked.append(n)
            return number

        monkeypatch.setattr(legal_rules, "random_below", random_below)
        # Whatever was worked on before has left its traces.
        scratch, out = used_scratch(), [7] * game.kernel_board.codes
        return legal_rules.random_option(state, board, state, scratch, out)

    legal = game.legal_codes()
    assert [chosen(number) for number in range(len(legal))] == legal
    assert set(asked) == {len(legal)}
