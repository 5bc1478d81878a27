"""Plain and compiled thinking agree, and our bots play each board as what it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.arena.batch import Batch
from goldenspike.arena.bot_games import play_by_decision
from goldenspike.arena.play_batch import play_batch
from goldenspike.bots import Stream, bot_infos, decide, make_bot, registry
from goldenspike.bots.planner.planner_bot import PlannerBot
from goldenspike.bots.planner.settings import PLANNER_SETTINGS
from goldenspike.rules.codes import ACTION_KINDS, RANK
from support.table import table

ON_EVERY_BOARD = {"draw", "tickets", "keep", "claim"}
KINDS = {
    "usa": ON_EVERY_BOARD,
    "germany": ON_EVERY_BOARD | {"take"},
    "nordic": ON_EVERY_BOARD | {"pay", "withdraw", "give"},
}


def batch(board: str, seats: tuple[str, ...], games: int) -> Batch:
    return Batch(board, seats, 3, 0, games)


@pytest.mark.parametrize("board", gs.board_names())
@pytest.mark.parametrize("seats", [("planner", "greedy"), ("random", "planner:slips=200")])
def test_plain_and_compiled_games_are_the_same(board: str, seats: tuple[str, ...]):
    """Decision by decision in plain Python, and whole games in compiled code."""
    fast = play_batch(batch(board, seats, 1))
    slow = play_by_decision(batch(board, seats, 1), [make_bot(name) for name in seats], "plain")
    assert not slow.troubles
    assert (fast.sheets == slow.sheets).all()
    assert (fast.activity.action_counts == slow.activity.action_counts).all()
    assert (fast.activity.tracks == slow.activity.tracks).all()


@pytest.mark.parametrize("board", gs.board_names())
def test_the_planner_uses_every_kind_of_action(board: str):
    outcome = play_batch(batch(board, ("planner", "planner"), 60))
    counts = outcome.activity.action_counts.sum(axis=(0, 1))
    used = {kind for kind, n in zip(ACTION_KINDS, counts, strict=True) if n > 0}
    assert used >= KINDS[board]


@pytest.mark.parametrize("board", gs.board_names())
def test_random_uses_every_kind_of_action(board: str):
    outcome = play_batch(batch(board, ("random", "random"), 200))
    counts = outcome.activity.action_counts.sum(axis=(0, 1))
    used = {kind for kind, n in zip(ACTION_KINDS, counts, strict=True) if n > 0}
    assert used >= KINDS[board]


@pytest.mark.parametrize("board", gs.board_names())
@pytest.mark.parametrize(("weaker", "least"), [("random", 0.97), ("greedy", 0.70)])
def test_the_planner_is_stronger(board: str, weaker: str, least: float):
    """Far below what is measured (docs/bots.md), so that only a broken planner fails."""
    first = play_batch(batch(board, ("planner", weaker), 50)).sheets
    second = play_batch(batch(board, (weaker, "planner"), 50)).sheets
    won = np.concatenate([first[:, 0, RANK] == 1, second[:, 1, RANK] == 1]).mean()
    assert won >= least


def test_the_planner_plays_with_every_number_of_players():
    for board in gs.board_names():
        most = gs.load_board(board).max_players
        for players in range(2, most + 1):
            outcome = play_batch(batch(board, ("planner",) * players, 3))
            assert (outcome.sheets[:, :, RANK].min(axis=1) == 1).all()


def test_the_options_of_the_planner_are_its_settings():
    """In the code, in `goldenspike bot list` and on the page about bots."""
    listed = next(info for info in bot_infos() if info.name == "planner").options
    assert [(o.name, o.default) for o in listed] == [(s.name, s.default) for s in PLANNER_SETTINGS]
    page = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")
    table = [line for line in page.splitlines() if line.startswith("| `") and line.count("|") == 6]
    assert table == [
        f"| `{s.name}` | {s.default} | {s.least} | {s.most} | {s.meaning} |"
        for s in PLANNER_SETTINGS
    ]


@pytest.mark.parametrize("setting", PLANNER_SETTINGS, ids=lambda setting: setting.name)
def test_a_setting_out_of_range_is_refused(setting):
    for end, beyond in ((setting.least, -1), (setting.most, 1)):
        make_bot(f"planner:{setting.name}={end}")
        says = f"{setting.name} goes from {setting.least} to {setting.most}, not "
        with pytest.raises(gs.InputError, match=says):
            make_bot(f"planner:{setting.name}={end + beyond}")


def test_a_subclass_of_the_planner_may_have_options_of_its_own(monkeypatch):
    class Fearful(PlannerBot):
        def __init__(self, fear: int = 3) -> None:
            super().__init__(danger=100 * fear)

    monkeypatch.setitem(registry.BUILT_IN, "fearful", "somewhere:Fearful")
    monkeypatch.setattr(registry, "_find_class", lambda name: Fearful)
    assert make_bot("fearful:fear=5").settings.danger == 500
    with pytest.raises(gs.InputError, match="fearful has no option 'danger=5'"):
        make_bot("fearful:danger=5")


ISLAND = Path(__file__).parents[1] / "boards" / "island.toml"
BRANCHES = """
"harbour-hill:red"     = { HERElength = 2 }
"harbour-market:green" = { THERElength = 2 }
"market-hill:white"    = { length = 1 }
"hill-light:blue"      = { length = 2 }
"light-market:orange"  = { length = 2 }
"market-abroad:black"  = { length = 2, end = [0.95, 0.9] }
"""
"""Two ways from Harbour to Light, alike but for what their first tracks cost."""


@pytest.mark.parametrize("cost", ["toll = 2", "extra_trains = 2"])
def test_the_planner_goes_where_tracks_cost_less(tmp_path: Path, cost: str):
    """COST-1, COST-3: of two ways that are alike otherwise."""
    text = ISLAND.read_text(encoding="utf-8").partition("[variants.")[0]
    text = text.partition("[bonuses.")[0] + "[passengers]" + text.partition("[passengers]")[2]
    before, _, rest = text.partition("[tracks]")
    after = "[tickets.near]" + rest.partition("[tickets.near]")[2]
    for here, claimed in (("", "harbour-hill:red"), (cost, "harbour-market:green")):
        tracks = BRANCHES.replace("THERE", "" if here else f"{cost}, ")
        tracks = tracks.replace("HERE", here and f"{here}, ")
        path = tmp_path / "branches.toml"
        path.write_text(f"{before}[tracks]{tracks}{after}", encoding="utf-8")
        game = table(
            str(path),
            hands=["2red+2green"],
            tickets=[["harbour-light"]],
            market=("purple", "white", "yellow", "black"),
        )
        assert decide(PlannerBot(), game.view(0), Stream("costs")).action.track == claimed


LANTERNS = Path(__file__).parents[2] / "examples" / "boards" / "lantern_city.toml"


def joined_places(board: gs.Board, seeds: range) -> float:
    """Places that planners have in their largest networks at the end, on average."""
    found = []
    for seed in seeds:
        game = gs.Game(board, 2, seed=seed)
        planner = PlannerBot()
        while not game.over:
            game.play(decide(planner, game.view(game.seat), Stream(f"{seed}")).action)
        for seat in range(2):
            routes = [t for t, owner in game.position()["routes"].items() if owner == seat]
            found.append(largest_network(board, routes))
    return sum(found) / len(found)


def largest_network(board: gs.Board, routes: list[str]) -> int:
    group = {place.id: {place.id} for place in board.places}
    for route in routes:
        a, z = route.partition(":")[0].split("-")
        union = group[a] | group[z]
        for place in union:
            group[place] = union
    return max(len(places) for places in group.values())


def test_the_planner_plays_for_the_bonuses_of_a_board(tmp_path: Path):
    """With points for places joined, its networks are larger than without."""
    text = LANTERNS.read_text(encoding="utf-8")
    rich, poor = tmp_path / "rich.toml", tmp_path / "poor.toml"
    rich.write_text(text.replace("ranks = [8, 4]", "ranks = [80, 4]", 1), encoding="utf-8")
    poor.write_text(text.replace("ranks = [8, 4]", "ranks = [0]", 1), encoding="utf-8")
    with_points = joined_places(gs.load_board(rich), range(8))
    assert with_points > joined_places(gs.load_board(poor), range(8))
