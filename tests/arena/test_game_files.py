"""Files of records: every game as it was played, once, whatever happened in between."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import goldenspike as gs
from goldenspike.arena import Schedule, Tournament, simulate
from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.arena.records import parquet_records
from goldenspike.arena.records.record_files import open_records
from goldenspike.arena.records.recorded_games import RecordedGame, recorded_games
from goldenspike.arena.records.replaying import check_game, read_games
from goldenspike.cli import app
from goldenspike.observation.blocks import layout_of
from goldenspike.observation.observe_view import observe


def command(*words: object, code: int = 0):
    result = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def games_of(file: Path) -> dict[str, list[tuple[int, str]]]:
    """The actions of each game, by its id."""
    return {
        record["id"]: [(entry["seat"], entry["action"]) for entry in record["actions"]]
        for _, record in read_games(file)
    }


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
@pytest.mark.parametrize(
    ("board", "bots"), [("usa", "greedy,random"), ("germany", "planner,greedy,random")]
)
def test_recorded_games_are_those_that_were_played(
    suffix: str, board: str, bots: str, tmp_path: Path
):
    file = tmp_path / f"games.{suffix}"
    options = ["simulate", "--board", board, "--bots", bots, "--games", 6, "--json"]
    told = json.loads(command(*options, "--records", file).stdout)
    plain = json.loads(command(*options).stdout)
    assert told["games"] == 6
    assert told["decisions"] == plain["decisions"]
    assert told["seats"] == plain["seats"]
    games = games_of(file)
    assert len(games) == 6
    assert sum(map(len, games.values())) == told["decisions"]
    for _, record in read_games(file):
        check_game(record)
        assert record["bots"] == bots.split(",")
    said = json.loads(command("replay", file, "--json").stdout)
    assert said == {
        "file": str(file), "games": 6, "decisions": told["decisions"], "good": 6, "failures": [],
    }  # fmt: skip


def test_a_row_has_everything_about_its_decision(tmp_path: Path):
    file = tmp_path / "games.parquet"
    command("simulate", "--board", "nordic", "--bots", "planner,random", "--games", 2,
            "--records", file, "--observations")  # fmt: skip
    rows = pq.read_table(file).to_pylist()
    assert [row["decision"] for row in rows[:3]] == [0, 1, 2]
    about = parquet_records.read_metadata(file)
    assert (about["schema"], about["rules"]) == (1, 1)
    first = rows[0]
    game = gs.Game(first["board"], first["players"], int(first["seed"]), kernel="plain")
    layout = layout_of(game.board, 2)
    mine = [row for row in rows if row["game_id"] == first["game_id"]]
    for row in mine:
        view = game.view(game.seat)
        assert row["seat"] == game.seat
        assert row["legal"] == [action.code for action in game.legal()]
        assert row["observation"] == observe(view, layout).tobytes()
        assert row["board_hash"] == game.board.digest
        action = next(action for action in game.legal() if action.code == row["code"])
        assert row["action"] == action.text
        game.play(action)
    assert game.over
    assert first["totals"] == [score.total for score in game.scores()]
    assert first["ranks"] == [score.rank for score in game.scores()]


class Stop(Exception):
    pass


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_a_stopped_run_goes_on_where_it_was(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(parquet_records, "ROWS_OF_A_PART", 300)
    board, bots = gs.load_board("usa"), ["greedy", "random"]
    whole, file = tmp_path / f"whole.{suffix}", tmp_path / f"games.{suffix}"
    records = open_records(whole)
    told = simulate(board, bots, 150, records=records)
    records.close(finished=True)

    def stop(done: int, total: int) -> None:
        raise Stop

    records = open_records(file)
    with pytest.raises(Stop):
        simulate(board, bots, 150, records=records, progress=stop)
    kept = len(records.known)
    records.close(finished=False)
    assert 0 < kept < 150
    if suffix == "jsonl":
        with file.open("ab") as half:
            half.write(b'{"format":1,"ru')
    done: list[int] = []
    records = open_records(file)
    assert len(records.known) == kept
    again = simulate(board, bots, 150, records=records, progress=lambda n, _: done.append(n))
    records.close(finished=True)
    assert done[0] > kept, "what the file had was not played again"
    assert (again.seats, again.decisions) == (told.seats, told.decisions)
    assert games_of(file) == games_of(whole)
    assert not list(tmp_path.glob("*.parts"))
    assert not list(tmp_path.glob("*.new"))


def test_only_games_that_are_kept_are_counted_when_a_run_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file, expand = tmp_path / "games.parquet", parquet_records.expand

    def stop_at_the_third(game: RecordedGame, observed: bool):
        if len(records.known) == 2:
            raise Stop
        return expand(game, observed)

    monkeypatch.setattr(parquet_records, "expand", stop_at_the_third)
    records = open_records(file)
    with pytest.raises(Stop):
        simulate(gs.load_board("usa"), ["greedy", "random"], 4, records=records)
    records.close(finished=False)
    assert len(records.known) == len(open_records(file).known) == 2


def test_parts_that_were_joined_already_are_not_joined_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The run was stopped before it removed them."""

    def stop(folder: Path) -> None:
        raise Stop

    file, board, bots = tmp_path / "games.parquet", gs.load_board("usa"), ["greedy", "random"]
    records = open_records(file)
    told = simulate(board, bots, 4, records=records)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", stop)
        with pytest.raises(Stop):
            records.close(finished=True)
    assert list(tmp_path.glob("*.parts/*"))
    records = open_records(file)
    assert simulate(board, bots, 4, records=records).decisions == told.decisions
    records.close(finished=True)
    assert pq.read_table(file).num_rows == told.decisions


def test_an_arena_records_what_results_already_have(tmp_path: Path):
    results, file = tmp_path / "results.sqlite", tmp_path / "games.parquet"
    options = ["arena", "--bots", "greedy,random", "--results", results]
    command(*options, "--games", 6)
    command(*options, "--games", 8, "--records", file)
    games = games_of(file)
    assert len(games) == 8
    seats = {tuple(record["bots"]) for _, record in read_games(file)}
    assert seats == {("greedy", "random"), ("random", "greedy")}
    command(*options, "--games", 12, "--records", file)
    longer = games_of(file)
    assert len(longer) == 12
    assert {name: longer[name] for name in games} == games


def test_forfeited_games_are_not_recorded(tmp_path: Path):
    file = tmp_path / "games.jsonl"
    command("simulate", "--bots", "exec:false,random", "--games", 2, "--records", file)
    assert file.read_text() == ""


def test_memory_does_not_grow_with_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Nothing but a part's decisions is kept, and each part has its own row group."""
    monkeypatch.setattr(parquet_records, "ROWS_OF_A_PART", 200)
    records = open_records(tmp_path / "games.parquet")
    waiting = []
    for first in range(0, 24, 4):
        outcome = play_batch(Batch("usa", ("greedy", "random"), 1, first, 4, recorded=True))
        records.write(recorded_games(outcome))
        waiting.append(sum(len(game.codes) for game, _ in records._waiting))
    records.close(finished=True)
    assert max(waiting) < 200
    assert pq.ParquetFile(tmp_path / "games.parquet").num_row_groups > 3
    assert len(games_of(tmp_path / "games.parquet")) == 24


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("games.csv", [], "to .parquet or .jsonl files"),
        ("missing/games.jsonl", [], "no folder"),
        ("games.jsonl", ["--observations"], ".parquet files only"),
    ],
)
def test_files_that_can_not_be_written_are_refused_before_playing(
    name: str, options: list[str], says: str, tmp_path: Path
):
    with pytest.raises(gs.InputError, match=says):
        command("simulate", "--games", 2, "--records", tmp_path / name, *options)


def test_a_missing_extra_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(gs.InputError, match=r"pip install 'goldenspike\[data\]'"):
        open_records(tmp_path / "games.parquet")


def test_games_of_another_version_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for suffix in ("jsonl", "parquet"):
        file = tmp_path / f"games.{suffix}"
        command("simulate", "--games", 2, "--records", file)
        with monkeypatch.context() as patch:
            patch.setattr("goldenspike.arena.records.known_games.code_version", lambda: "other")
            with pytest.raises(gs.InputError, match="another version"):
                open_records(file)


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_a_changed_record_is_found_among_many(suffix: str, tmp_path: Path):
    file = tmp_path / f"games.{suffix}"
    command("simulate", "--games", 3, "--records", file)
    if suffix == "jsonl":
        lines = file.read_text().splitlines()
        changed = json.loads(lines[1])
        changed["scores"][0]["total"] += 1
        lines[1] = json.dumps(changed)
        file.write_text("\n".join(lines) + "\n")
    else:
        table = pq.read_table(file)
        codes = table["code"].to_pylist()
        middle = table["decision"].to_pylist().index(0, 5)
        codes[middle] += 1
        place = table.schema.get_field_index("code")
        import pyarrow as pa

        pq.write_table(table.set_column(place, "code", pa.array(codes, pa.int32())), file)
    result = command("replay", file, "--json", code=1)
    said = json.loads(result.stdout)
    assert (said["games"], said["good"], len(said["failures"])) == (3, 2, 1)
    assert "2 as recorded" in command("replay", file, code=1).stdout


def test_a_tournament_without_results_also_records(tmp_path: Path):
    records = open_records(tmp_path / "games.parquet")
    schedule = Schedule(gs.load_board("usa"), 2, ("planner", "greedy"))
    standings = Tournament(schedule, records=records).play(4)
    records.close(finished=True)
    totals = np.array([record["totals"] for _, record in read_games(tmp_path / "games.parquet")])
    mean = np.mean([row.means["total"] for row in standings.rows])
    assert totals.mean() == pytest.approx(mean, abs=0.01)
