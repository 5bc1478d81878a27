"""What the environments promise beyond the standards: same games, same rewards, nothing told too
much."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import goldenspike as gs
from goldenspike.envs import GoldenSpikeEnv, GoldenSpikeVectorEnv, golden_spike_v1
from goldenspike.envs.rewards import KINDS
from goldenspike.observation import observe
from goldenspike.observation.observe_view import COMPILED
from goldenspike.rules import engine as engine_module
from goldenspike.rules.codes import PASS
from support.example_boards import EXAMPLE_BOARDS

TABLES = [
    *[("usa", 2), ("usa", 4), ("germany", 3), ("nordic", 3)],
    *((board, 3) for board in EXAMPLE_BOARDS),
]


@pytest.mark.parametrize(
    ("board", "players"),
    [*(pytest.param(*table, marks=pytest.mark.wide) for table in TABLES[:2]), *TABLES[2:]],
)
def test_every_game_of_a_batch_is_what_the_library_plays(board: str, players: int):
    """Observations, masks, seats and rewards of the compiled batch against single games' own."""
    envs = GoldenSpikeVectorEnv(3, board, players, shaped=True, autoreset_mode="SameStep")
    seen, infos = envs.reset(seed=11)
    games = [
        gs.Game(board, players=players, seed=envs.game_seed(i), kernel="compiled") for i in range(3)
    ]
    paid = np.zeros((3, players))
    ended = 0
    for number in range(420):
        for i, game in enumerate(games):
            view = game.view(game.seat)
            assert infos["seat"][i] == game.seat
            if number % 5 == 0:
                np.testing.assert_array_equal(seen["observation"][i], observe(view, envs.layout))
            assert np.flatnonzero(seen["action_mask"][i]).tolist() == sorted(game.legal_codes())
        actions = envs.random_actions()
        for i, game in enumerate(games):
            game.play(next(action for action in game.legal() if action.code == actions[i]))
        seen, _, over, _, infos = envs.step(actions)
        paid += infos["rewards"]
        for i, game in enumerate(games):
            assert over[i] == game.over
            if game.over:
                np.testing.assert_array_equal(paid[i], outcome(game))
                assert infos["_final_obs"][i]
                last = observe(game.view(game.seat), envs.layout)
                np.testing.assert_array_equal(infos["final_obs"]["observation"][i], last)
                games[i] = gs.Game(
                    board, players=players, seed=envs.game_seed(i), kernel="compiled"
                )
                paid[i] = 0
                ended += 1
    assert ended > 0


ISLAND = str(Path(__file__).parents[1] / "boards" / "island.toml")
EVERYWHERE = [
    (board, players)
    for board in (*gs.board_names(), ISLAND, *EXAMPLE_BOARDS)
    for players in range(gs.load_board(board).min_players, gs.load_board(board).max_players + 1)
]


@pytest.mark.parametrize("opponents", ["self", "random"])
@pytest.mark.parametrize(("board", "players"), EVERYWHERE)
def test_what_a_batch_writes_in_part_is_what_a_view_gives_whole(
    board: str, players: int, opponents: str
):
    """The law of the batch: it writes only what changed, and every number is as if written anew.

    Held to it at every step, over whole games, games dealt anew in between, and a batch restored.
    """
    envs = GoldenSpikeVectorEnv(
        3, board, players, opponents=opponents,
        derived=((players + len(Path(board).stem)) % 2 == 0) == (opponents == "self"),
        autoreset_mode=["NextStep", "SameStep"][players % 2],
    )  # fmt: skip
    seen, infos = envs.reset(seed=players)
    ended = number = 0
    while number < 150 or ended < 2:
        for i in range(3):
            game, mask = envs.game(i), seen["action_mask"][i]
            view = game.view(int(infos["seat"][i]))
            fresh = observe(view, envs.layout)
            if not np.array_equal(seen["observation"][i], fresh):
                wrong = [
                    name
                    for name in envs.layout.slices
                    if not np.array_equal(
                        envs.layout.read(seen["observation"][i], name),
                        envs.layout.read(fresh, name),
                    )
                ]
                pytest.fail(f"step {number}, game {i}: {', '.join(wrong)} differ")
            legal = [PASS] if game.over else sorted(game.legal_codes())
            assert np.flatnonzero(mask).tolist() == legal
        seen, _, over, _, infos = envs.step(envs.random_actions())
        ended += int(over.sum())
        number += 1
        if number == 60:
            seen, infos = envs.reset(options={"reset_mask": np.array([False, True, False])})
        if number == 90:
            twin = pickle.loads(pickle.dumps(envs))
            seen, _, _, _, infos = twin.step(envs.random_actions())
            envs = twin


def outcome(game: gs.Game) -> list[float]:
    """Final rank and margin by their definition, from the scores."""
    scores = game.scores()
    players = len(scores)
    rewards = []
    for own in scores:
        beaten = sum(own.rank < other.rank for other in scores)
        beaten_by = sum(own.rank > other.rank for other in scores)
        margin = sum(own.total - other.total for other in scores)
        rewards.append((beaten - beaten_by) / {2: 1, 3: 2, 4: 4, 5: 4}[players] + margin / 256)
    return rewards


@pytest.mark.parametrize("reward", KINDS)
def test_shaped_rewards_sum_to_the_final_reward_exactly(reward: str):
    plain = golden_spike_v1.env(board="germany", players=4, reward=reward)
    shaped = golden_spike_v1.env(board="germany", players=4, reward=reward, shaped=True)
    plain.reset(seed=2)
    shaped.reset(seed=2)
    sums = dict.fromkeys(shaped.agents, 0.0)
    finals = dict(sums)
    rng = np.random.default_rng(1)
    while not plain.terminations[plain.agent_selection]:
        mask = plain.observe(plain.agent_selection)["action_mask"]
        action = rng.choice(np.flatnonzero(mask))
        plain.step(action)
        shaped.step(action)
        for agent in sums:
            sums[agent] += shaped.rewards[agent]
            finals[agent] += plain.rewards[agent]
    assert sums == finals
    assert sum(finals.values()) == 0
    assert any(finals.values())


def play_some(envs: GoldenSpikeVectorEnv, steps: int) -> None:
    for _ in range(steps):
        envs.step(envs.random_actions())


def test_a_batch_goes_on_alike_after_saving_copying_and_pickling():
    envs = GoldenSpikeVectorEnv(5, "nordic", 2, opponents="random")
    envs.reset(seed=4)
    play_some(envs, 60)
    twins = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    fresh = GoldenSpikeVectorEnv(5, "nordic", 2, opponents="random")
    fresh.restore(envs.save())
    twins.append(fresh)
    for _ in range(80):
        actions = envs.random_actions()
        wanted = envs.step(actions)
        for twin in twins:
            np.testing.assert_array_equal(twin.random_actions(), actions)
            seen, reward, over, _, _ = twin.step(actions)
            np.testing.assert_array_equal(seen["observation"], wanted[0]["observation"])
            np.testing.assert_array_equal(reward, wanted[1])
            np.testing.assert_array_equal(over, wanted[2])


@pytest.mark.parametrize("make", [golden_spike_v1.env, GoldenSpikeEnv])
def test_single_environments_go_on_alike_after_saving_copying_and_pickling(make):
    env = make(board="usa")
    env.reset(seed=3)

    def step(which) -> None:
        mask = which.table.mask(which.table.seat)
        which.step(int(np.flatnonzero(mask)[0]))

    for _ in range(10):
        step(env)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    fresh = make(board="usa")
    fresh.reset(seed=9)
    fresh.restore(env.save())
    twins.append(fresh)
    for _ in range(25):
        step(env)
        for twin in twins:
            step(twin)
            assert twin.table.game() == env.table.game()
    env.reset()
    for twin in twins:
        twin.reset()
        assert twin.table.game() == env.table.game()


def test_threads_change_nothing():
    one, two = (GoldenSpikeVectorEnv(9, threads=threads) for threads in (1, 2))
    one.reset(seed=8)
    two.reset(seed=8)
    for _ in range(200):
        actions = one.random_actions()
        ours, theirs = one.step(actions), two.step(actions)
        np.testing.assert_array_equal(ours[0]["observation"], theirs[0]["observation"])
        np.testing.assert_array_equal(ours[1], theirs[1])
    two.close()


def test_the_learner_sits_where_it_is_told_and_otherwise_everywhere():
    fixed = GoldenSpikeVectorEnv(8, players=3, opponents="random", seat=2)
    _, infos = fixed.reset(seed=1)
    assert set(infos["seat"]) == {2}
    turning = GoldenSpikeVectorEnv(9, players=3, opponents="random")
    _, infos = turning.reset(seed=1)
    assert set(infos["seat"]) == {0, 1, 2}


def test_arrays_are_reused_unless_copies_are_asked_for():
    reused, copied = GoldenSpikeVectorEnv(2), GoldenSpikeVectorEnv(2, copy=True)
    before, infos = reused.reset(seed=1)
    after = reused.step(reused.random_actions())[0]
    assert before["observation"] is after["observation"]
    # Writing into them would change the next observation, or what may be played.
    for array in (after["observation"], after["action_mask"], infos["seat"]):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
    before, _ = copied.reset(seed=1)
    kept = before["observation"].copy()
    copied.step(copied.random_actions())
    np.testing.assert_array_equal(before["observation"], kept)


def test_wrong_use_of_the_batch_is_explained_and_moves_nothing():
    envs = GoldenSpikeVectorEnv(3)
    with pytest.raises(gs.InputError, match=r"call reset\(\) first"):
        envs.step(np.zeros(3, int))
    envs.reset(seed=1)
    good = envs.random_actions()
    rows = envs._arrays["states"].copy()
    for wrong, words in (
        (good[:2], "3 whole numbers"),
        (good.astype(float), "3 whole numbers"),
        (np.array([good[0], 10**6, good[2]]), "from 0 to 1169"),
        (np.array([good[0], -1, good[2]]), "from 0 to 1169"),
        (np.array([good[0], good[1], 0]), r"action 0 \(draw deck\) is masked in game 2"),
        (np.array([good[0], good[1], 109]), "action 109 is masked in game 2"),
    ):
        with pytest.raises(gs.InputError, match=words):
            envs.step(wrong)
        np.testing.assert_array_equal(envs._arrays["states"], rows)
    with pytest.raises(gs.InputError, match="no bot is called 'clever'"):
        GoldenSpikeVectorEnv(2, opponents="clever")
    with pytest.raises(gs.InputError, match="2 to 3 players"):
        GoldenSpikeVectorEnv(2, "nordic", 5)
    with pytest.raises(gs.InputError, match="array of 3 booleans"):
        envs.reset(options={"reset_mask": np.ones(2, bool)})
    with pytest.raises(gs.InputError, match="one whole number"):
        envs.reset(seed=[1, 2, 3])  # type: ignore[arg-type]
    with pytest.raises(gs.InputError, match="by their own seeds"):
        envs.reset(options={"seed": 5})
    manual = GoldenSpikeVectorEnv(2, autoreset_mode=AutoresetMode.DISABLED)
    manual.reset(seed=1)
    over = np.zeros(2, bool)
    while not over.any():
        _, _, over, _, _ = manual.step(manual.random_actions())
    with pytest.raises(gs.InputError, match="is over: deal it anew"):
        manual.step(manual.random_actions())


def test_only_what_was_saved_by_one_made_alike_is_restored():
    one, many, all_seats = GoldenSpikeEnv(), GoldenSpikeVectorEnv(2), golden_spike_v1.env()
    one.reset(seed=1)
    for env, wrong in ((one, b"junk"), (many, one.save()), (all_seats, one.save()), (one, {})):
        with pytest.raises(gs.InputError, match=r"what save\(\) of an environment made alike"):
            env.restore(wrong)


def test_wrong_use_of_single_environments_is_explained():
    env = golden_spike_v1.env(render_mode="ansi")
    single = GoldenSpikeEnv(render_mode="ansi", illegal="raise")
    for early in (
        env.last,
        env.render,
        lambda: env.observe("player_0"),
        lambda: env.step(0),
        single.action_masks,
        single.render,
        lambda: single.step(0),
    ):
        with pytest.raises(gs.InputError, match=r"call reset\(\)"):
            early()
    env.reset(seed=1)
    with pytest.raises(gs.InputError, match=r"action 0 .* is masked"):
        env.step(0)
    with pytest.raises(gs.InputError, match="action 109 is masked: it keeps a ticket beyond the 3"):
        env.step(109)
    with pytest.raises(gs.InputError, match="one whole number"):
        env.step("draw deck")
    with pytest.raises(gs.InputError, match="is to act"):
        env.step(None)
    with pytest.raises(gs.InputError, match="they are player_0, player_1"):
        env.observe("player_9")
    with pytest.raises(gs.InputError, match="2 to 5 players, not '2'"):
        golden_spike_v1.env(players="2")
    with pytest.raises(gs.InputError, match="one of rank, margin, outcome"):
        golden_spike_v1.env(reward="money")
    with pytest.raises(gs.InputError, match="render_mode is one of"):
        golden_spike_v1.env(render_mode="hologram")
    with pytest.raises(gs.InputError):
        golden_spike_v1.env(board="atlantis")
    single.reset(seed=1)
    with pytest.raises(gs.InputError, match="masked"):
        single.step(0)
    with pytest.raises(gs.InputError, match="no bot is called"):
        GoldenSpikeEnv(opponents="nobody")
    with pytest.raises(gs.InputError, match="2 opponents"):
        GoldenSpikeEnv(players=3, opponents=["random"])
    with pytest.raises(gs.InputError, match="no game on the board"):
        single.restore({**single.save(), "table": {"board": "x"}})


def test_the_learner_meets_the_bots_it_named():
    env = GoldenSpikeEnv(board="usa", players=3, opponents=["greedy", "random"], seat=1)
    seen, info = env.reset(seed=6)
    over, total = False, 0.0
    while not over:
        assert info["seat"] == 1
        np.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        seen, reward, over, _, info = env.step(action)
        total += reward
    assert total == outcome(env.table.game())[1]


def test_a_masked_action_ends_the_learner_s_episode_below_every_game():
    env = GoldenSpikeEnv()
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, cut, info = env.step(wrong)
    assert over
    assert not cut
    assert reward < -1
    assert "masked" in info["illegal"]
    with pytest.raises(gs.InputError, match=r"call reset\(\)"):
        env.step(wrong)


def test_a_masked_action_ends_the_parallel_game_below_every_game():
    env = golden_spike_v1.parallel_env()
    _, infos = env.reset(seed=1)
    (acting,) = (agent for agent, info in infos.items() if info["to_act"])
    _, rewards, terminations, _, infos = env.step({acting: PASS})
    assert all(terminations.values())
    assert rewards[acting] < -1
    assert sum(reward != 0 for reward in rewards.values()) == 1
    assert "masked" in infos[acting]["illegal"]
    assert not env.agents
    strict = golden_spike_v1.parallel_env(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(gs.InputError, match="masked"):
        strict.step({acting: PASS})


def test_the_parallel_environment_plays_the_game_with_turns():
    turns, together = golden_spike_v1.env(players=3), golden_spike_v1.parallel_env(players=3)
    turns.reset(seed=4)
    seen, infos = together.reset(seed=4)
    rng = np.random.default_rng(2)
    paid = dict.fromkeys(together.agents, 0.0)
    while together.agents:
        acting = turns.agent_selection
        assert [agent for agent, info in infos.items() if info["to_act"]] == [acting]
        for agent in together.agents:
            expected = turns.observe(agent)
            np.testing.assert_array_equal(
                seen[agent]["observation"], expected["observation"], agent
            )
            if agent == acting:
                np.testing.assert_array_equal(seen[agent]["action_mask"], expected["action_mask"])
            else:
                assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == [PASS]
        action = int(rng.choice(np.flatnonzero(seen[acting]["action_mask"])))
        turns.step(action)
        seen, rewards, terminations, truncations, infos = together.step({acting: action})
        assert rewards == turns.rewards
        assert terminations == turns.terminations
        assert not any(truncations.values())
        for agent, reward in rewards.items():
            paid[agent] += reward
    assert turns.terminations["player_0"]
    assert [paid[agent] for agent in turns.possible_agents] == outcome(turns.table.game())
    with pytest.raises(gs.InputError, match=r"call reset\(\)"):
        together.step({})
    together.reset(seed=4)
    with pytest.raises(gs.InputError, match="is to act"):
        together.step({})
    assert golden_spike_v1.parallel_env(max_cycles=3).max_cycles == 3


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_normalized_observations_are_the_same_numbers_scaled(board: str, players: int):
    raw, scaled = (
        golden_spike_v1.env(board=board, players=players, derived=True, normalize=normalize)
        for normalize in (False, True)
    )
    layout = raw.table.layout
    rng = np.random.default_rng(1)
    raw.reset(seed=1)
    scaled.reset(seed=1)
    largest = np.zeros(layout.size)
    for _ in range(150):
        agent = raw.agent_selection
        numbers, floats = (env.observe(agent)["observation"] for env in (raw, scaled))
        assert floats.dtype == np.float32
        np.testing.assert_array_equal(floats, layout.normalize(numbers))
        whole = floats < 4
        np.testing.assert_allclose((floats / layout.scales)[whole], numbers[whole], rtol=1e-6)
        largest = np.maximum(largest, floats)
        if raw.terminations[agent]:
            break
        action = int(rng.choice(np.flatnonzero(raw.observe(agent)["action_mask"])))
        raw.step(action)
        scaled.step(action)
    assert 1 <= largest.max() <= 4
    flags = layout.slices["own"]
    assert set(largest[flags]) <= {0.0, 1.0}


def test_an_observation_of_a_state_is_that_of_the_seat_s_view():
    """The environments write it from the state, without making a view."""
    env = golden_spike_v1.env(board="nordic", players=3, derived=True)
    env.reset(seed=2)
    rng = np.random.default_rng(1)
    for _ in range(120):
        if env.table.over:
            break
        for seat, agent in enumerate(env.possible_agents):
            np.testing.assert_array_equal(
                env.observe(agent)["observation"], observe(env.table.view(seat), env.table.layout)
            )
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))


def test_games_are_dealt_in_plain_python_until_code_is_compiled(monkeypatch: pytest.MonkeyPatch):
    """With the same numbers, and nobody waits for a compiler unawares."""
    ready: list[str] = []
    monkeypatch.setattr(engine_module, "is_ready", ready.count)
    env = GoldenSpikeEnv("nordic", players=2, derived=True)
    fixed = GoldenSpikeEnv("nordic", players=2, derived=True, kernel="compiled")
    for kernel in ("plain", "compiled"):
        (seen, _), (other, _) = env.reset(seed=4), fixed.reset(seed=4)
        assert env.table.engine.name == kernel
        for _ in range(15):
            np.testing.assert_array_equal(seen["observation"], other["observation"])
            code = int(np.flatnonzero(seen["action_mask"])[-1])
            (seen, *result), (other, *expected) = env.step(code), fixed.step(code)
            assert result[:3] == expected[:3]
        assert pickle.loads(pickle.dumps(env.table)).engine.name == kernel
        ready += [engine_module.SINGLE_GAMES, COMPILED]
