"""Teaching a board: `goldenspike bot teach`, the file it writes, and who finds it."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.bots import make_bot
from goldenspike.bots.fingerprint import fingerprint
from goldenspike.bots.judgement.estimator import Estimator
from goldenspike.bots.value_network import network_file, perceptron, training
from goldenspike.bots.value_network.inputs import COUNT
from goldenspike.bots.value_network.network_file import Network, read_network, write_network
from goldenspike.bots.value_network.teaching import table_sizes, teach
from goldenspike.bots.value_network.trained_weights import (
    find_network,
    package_file,
    taught_file,
    trained_weights,
)
from goldenspike.errors import InputError
from goldenspike.rules.codes import RANK
from goldenspike.rules.kernel_board import kernel_board_of
from support.command import run_command
from support.example_boards import EXAMPLE_BOARDS

ISLAND = str(Path(__file__).parents[1] / "boards" / "island.toml")


@pytest.fixture
def networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of the user's networks."""
    folder = tmp_path / "networks"
    monkeypatch.setenv("GOLDENSPIKE_NETWORKS", str(folder))
    return folder


def write_taught(board: str, games: int = 40) -> Network:
    """Teach a board by a few games, so that bots find the network."""
    network = teach(gs.load_board(board), games)
    write_network(taught_file(gs.load_board(board)), network)
    return network


class TestTeaching:
    def test_the_same_seed_makes_the_same_network_in_any_number_of_threads(self):
        board = gs.load_board(ISLAND)
        one = teach(board, 40, seed=3)
        again = teach(board, 40, seed=3, threads=3)
        assert one.weights.tobytes() == again.weights.tobytes()
        assert one.training == again.training
        assert teach(board, 40, seed=4).weights.tobytes() != one.weights.tobytes()

    def test_it_learns_more_than_the_present_score_says(self):
        """On games that it has not seen."""
        result = teach(gs.load_board("nordic"), 400, players=[2]).training
        assert result is not None
        assert result.players == (2,)
        assert result.error < 0.95 * result.baseline

    def test_it_is_for_the_players_that_the_board_is_for(self):
        nordic = gs.load_board("nordic")
        assert set(table_sizes(nordic, [])) == {2, 3}
        with pytest.raises(InputError, match="Nordic Countries is for 2 to 3 players, not 4"):
            table_sizes(nordic, [2, 4])
        with pytest.raises(InputError, match="20 games or more, not 3"):
            teach(nordic, 3)


class TestTraining:
    def test_the_gradient_is_the_slope_of_the_error(self):
        rng = np.random.default_rng(1)
        inputs = rng.random((50, COUNT), np.float32)
        targets = rng.random(50, np.float32)
        weights = training.first_weights(rng).astype(np.float64)

        def error(at: np.ndarray) -> float:
            expected = training.outputs(at, inputs) / perceptron.OUTPUT_SCALE
            return float(((expected - targets) ** 2).mean())

        slope = training.gradient(weights, inputs, targets)
        n = perceptron
        layers = (0, n.FIRST_BIAS, n.SECOND_WEIGHTS, n.SECOND_BIAS, n.LAST_WEIGHTS, n.LAST_BIAS)
        for i in (*layers, *range(3, n.WEIGHTS, 701)):
            step = np.zeros_like(weights)
            step[i] = 1e-5
            numeric = (error(weights + step) - error(weights - step)) / 2e-5
            assert slope[i] == pytest.approx(numeric, rel=1e-3, abs=1e-8)

    def test_it_computes_what_the_searcher_does(self):
        weights = trained_weights(kernel_board_of(gs.load_board("usa")))
        assert weights is not None
        x = np.random.default_rng(2).random((3, COUNT), np.float32)
        for row, expected in zip(x, training.outputs(weights, x), strict=True):
            first, second = np.zeros(perceptron.FIRST), np.zeros(perceptron.SECOND)
            found = perceptron.network_output(weights, row, first, second)
            assert found == pytest.approx(float(expected), rel=1e-4)


class TestCommand:
    def test_bots_reviews_and_results_know_it_afterwards(self, networks: Path):
        board = gs.load_board(ISLAND)
        assert "has no taught network" in make_bot("expert").remark(board)
        assert not Estimator(kernel_board_of(board)).has_network
        before = fingerprint("expert", board)
        ended = run_command("bot", "teach", ISLAND, "--games", "40", "--json")
        assert ended.returncode == 0, ended.stderr
        told = json.loads(ended.stdout)
        assert told["file"] == str(networks / f"{board.play_hash}.json")
        assert (told["games"], told["seed"], told["players"]) == (40, 1, [2, 3])
        assert make_bot("expert").remark(board) == ""
        assert Estimator(kernel_board_of(board)).has_network
        assert fingerprint("expert", board) != before
        assert fingerprint("searcher:games=3", board) == fingerprint("expert", board)
        assert fingerprint("planner", board) == ""
        weights = trained_weights(kernel_board_of(board))
        assert weights is not None
        assert weights.tobytes() == teach(board, 40).weights.tobytes()

    def test_it_writes_where_it_is_told_and_says_how_good_it_is(
        self, networks: Path, tmp_path: Path
    ):
        file = tmp_path / "some" / "island.json"
        ended = run_command("bot", "teach", ISLAND, "--games", "20", "--players", "2", "-o", file)
        assert ended.returncode == 0
        assert "20 games with 2 players" in ended.stdout
        assert "is off by" in ended.stdout
        assert read_network(file, gs.load_board(ISLAND).play_hash).board == "Island"
        assert not networks.exists()

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["usa"], "has a network that came with the program"),
            (["atlantis"], "there is no board of that name"),
            ([ISLAND, "--players", "2,x"], "--players are numbers separated by commas"),
            ([ISLAND, "--players", "9"], "players, not 9"),
            ([ISLAND, "-o", "/dev/null/x"], "/dev/null/x can't be written: "),
            ([ISLAND, "-o", "/tmp"], "/tmp can't be written: it is a folder"),
        ],
    )
    def test_what_can_not_be_taught_is_explained(
        self, arguments: list[str], message: str, networks: Path
    ):
        ended = run_command("bot", "teach", *arguments)
        assert ended.returncode == 1
        assert message in ended.stderr
        assert not networks.exists()

    def test_ctrl_c_leaves_what_was_there(self, networks: Path, monkeypatch: pytest.MonkeyPatch):
        board = gs.load_board(ISLAND)
        write_taught(ISLAND)
        before = taught_file(board).read_bytes()

        def stop(*_: object) -> None:
            raise KeyboardInterrupt

        # In the middle of writing: the worst moment.
        monkeypatch.setattr(Path, "replace", stop)
        ended = run_command("bot", "teach", ISLAND, "--games", "20", "--seed", "2")
        assert ended.returncode == 130
        assert [file.read_bytes() for file in networks.iterdir()] == [before]


class TestFile:
    def test_a_network_of_another_board_is_refused(self, networks: Path):
        network = write_taught(ISLAND)
        other = gs.load_board(EXAMPLE_BOARDS[0])
        write_network(taught_file(other), network)
        with pytest.raises(InputError, match="holds a network of another board, Island"):
            find_network(other)
        assert trained_weights(kernel_board_of(other)) is None

    def test_a_damaged_file_is_explained_and_the_bot_plays_without_it(self, networks: Path):
        write_taught(ISLAND)
        board = gs.load_board(ISLAND)
        file = taught_file(board)
        whole = file.read_bytes()
        content = json.loads(whole)
        flipped = bytearray(base64.b64decode(content["weights"]))
        flipped[100] ^= 1
        spoilt = content | {"weights": base64.b64encode(flipped).decode()}
        for damaged in (
            b"",
            whole[: len(whole) // 2],
            b"\xff" + whole,
            b"[" * 100_000,
            b"[]",
            json.dumps(spoilt).encode(),
            json.dumps(content | {"training": 7}).encode(),
            json.dumps({key: content[key] for key in content if key != "weights"}).encode(),
        ):
            file.write_bytes(damaged)
            with pytest.raises(InputError, match="is damaged, or no network"):
                find_network(board)
        remark = make_bot("searcher").remark(board)
        assert "is damaged" in remark
        assert "bot teach" in remark
        outcome = play_batch(Batch(ISLAND, ("searcher:games=2", "random"), 1, 0, 1, 60.0))
        assert not outcome.troubles
        file.write_bytes(whole)
        assert find_network(board) is not None

    def test_a_network_for_other_inputs_is_refused(
        self, networks: Path, monkeypatch: pytest.MonkeyPatch
    ):
        write_taught(ISLAND)
        monkeypatch.setattr(network_file, "inputs_digest", lambda: "other inputs")
        with pytest.raises(InputError, match="of another version of Golden Spike"):
            read_network(taught_file(gs.load_board(ISLAND)), gs.load_board(ISLAND).play_hash)

    def test_the_networks_of_the_package_belong_to_its_boards(self):
        expected = {package_file(gs.load_board(name)) for name in gs.board_names()}
        assert set(package_file(gs.load_board("usa")).parent.iterdir()) == expected


class TestRemark:
    """Who has no network says so where people see it, with the command that makes one."""

    COMMAND = f"goldenspike bot teach {ISLAND}"

    @pytest.mark.parametrize(
        "command",
        [
            ("simulate", "--games", "1", "--bots", "searcher:games=1,random"),
            ("arena", "--games", "1", "--bots", "searcher:games=1,random"),
            ("play", "--seats", "me,expert"),
        ],
        ids=lambda command: command[0],
    )
    def test_commands_say_it_once(self, command: tuple[str, ...], networks: Path):
        ended = run_command(*command, "--board", ISLAND)
        assert ended.stderr.count(self.COMMAND) == 1
        assert self.COMMAND not in ended.stdout
        write_taught(ISLAND)
        assert self.COMMAND not in run_command(*command, "--board", ISLAND).stderr

    def test_the_list_of_bots_says_it(self, networks: Path):
        listed = run_command("bot", "list", "--board", ISLAND).stdout
        assert listed.count(self.COMMAND) == 1
        assert "searcher, expert: " in listed
        remarks = {
            info["name"]: info["remark"]
            for info in json.loads(run_command("bot", "list", "--board", ISLAND, "--json").stdout)
        }
        assert self.COMMAND in remarks["expert"]
        assert remarks["hard"] == ""
        assert "bot teach" not in run_command("bot", "list", "--board", "usa").stdout

    def test_reviews_say_it(self, networks: Path, tmp_path: Path):
        game = gs.Game(ISLAND, players=2, seed=1)
        while not game.over:
            game.play(game.legal()[0])
        record, page = tmp_path / "game.json", tmp_path / "review.html"
        record.write_text(json.dumps(game.record()), encoding="utf-8")
        ended = run_command("review", record, "--setting", "glance", "-o", page)
        assert ended.stderr.count(self.COMMAND) == 1
        assert "`goldenspike bot teach island.toml`" in page.read_text(encoding="utf-8")

    def test_a_searcher_that_uses_no_network_does_not_miss_it(self, networks: Path):
        assert make_bot("searcher:rounds=0").remark(gs.load_board(ISLAND)) == ""


@pytest.mark.parametrize("path", EXAMPLE_BOARDS, ids=lambda path: Path(path).stem)
def test_a_taught_searcher_plays_by_the_rules(path: str, networks: Path):
    write_taught(path)
    board = gs.load_board(path)
    assert trained_weights(kernel_board_of(board)) is not None
    for players in (board.min_players, board.max_players):
        seats = ("searcher:games=2", *("planner",) * (players - 1))
        outcome = play_batch(Batch(path, seats, 5, 0, 1, 60.0))
        assert not outcome.troubles


@pytest.mark.wide
def test_a_taught_searcher_beats_one_that_was_not_taught(networks: Path):
    """The same deals in both seats. To simulate to the end takes four times as long, so in the same
    time it sees a quarter of the worlds; their number is fixed, so games are the same everywhere.
    """
    board = next(board for board in EXAMPLE_BOARDS if "thistle_range" in board)
    write_taught(board, games=2000)
    won, deals = 0, 20
    for place in range(2):
        seats = ["searcher:games=3:rounds=0", "searcher:games=3:rounds=0"]
        seats[place] = "searcher:games=12"
        outcome = play_batch(Batch(board, tuple(seats), 21, 0, deals, 60.0))
        assert not outcome.troubles
        won += int((outcome.sheets[:, place, RANK] < outcome.sheets[:, 1 - place, RANK]).sum())
    assert won >= 22
