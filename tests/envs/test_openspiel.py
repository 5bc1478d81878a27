"""The OpenSpiel game: its own tests, and the laws it rests on."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

import goldenspike.envs.openspiel as ours

WIDE = pytest.mark.wide
GAMES = [
    "python_golden_spike(board=usa,players=2,derived=True)",
    "python_golden_spike(board=germany,players=3)",
    "python_golden_spike(board=nordic,players=2)",
]


def state_after(name: str, decisions: int, seed: int = 1) -> pyspiel.State:
    chance = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(ours.SEED_BYTES):
        state.apply_action(chance.randrange(256))
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    "name", [*(pytest.param(name, marks=WIDE) for name in GAMES[:2]), GAMES[2]]
)
def test_random_simulation(name: str):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_random_simulation_with_serialization():
    """Every state on the way is written and read back; one board is enough for what is shared."""
    game = pyspiel.load_game("python_golden_spike(board=nordic,players=2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "board", [pytest.param("usa", marks=WIDE), pytest.param("germany", marks=WIDE), "nordic"]
)
def test_playthrough(board: str):
    """OpenSpiel's own record of a whole game, with everything each player is told on the way."""
    name = f"python_golden_spike(board={board},players=2)"
    lines = generate_playthrough.playthrough_lines(name, seed=1)
    text = "\n".join(lines)
    for part in ("InformationStateString(0)", "PublicObservationString()", "ObservationTensor(1)"):
        assert part in text
    assert "keep " in text
    assert "IsTerminal() = True" in text


@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_is_told_does_not_change_when_what_is_hidden_is_drawn_anew(name: str):
    """The secrecy law for strings and tensors, with and without recall."""
    for decisions in (0, 3, 20, 60, 130):
        state = state_after(name, decisions)
        for player in range(state.num_players()):
            twin = state.resample_from_infostate(player, random.Random(5).random)
            for told in (
                "information_state_string", "information_state_tensor",
                "observation_string", "observation_tensor",
            ):  # fmt: skip
                assert getattr(state, told)(player) == getattr(twin, told)(player), told
            assert twin.legal_actions() == state.legal_actions() or state.current_player() != player


def test_a_resampled_state_keeps_no_secret_of_others():
    state = state_after(GAMES[0], 40)
    twin = state.resample_from_infostate(0, random.Random(5).random)
    assert str(twin) != str(state)
    for decision in twin.log:
        assert decision.event.seat == 0 or (
            not decision.event.own and not decision.event.action.text
        )
    while not twin.is_terminal():
        twin.apply_action(random.Random(len(twin.log)).choice(twin.legal_actions()))
    assert sum(twin.returns()) == 0


def test_states_survive_being_written_and_read():
    for decisions in (0, 5, 50):
        state = state_after(GAMES[2], decisions)
        _, back = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )
        assert str(back) == str(state)
        assert back.information_state_string(1) == state.information_state_string(1)
        assert back.history() == state.history()
        clone = state.clone()
        clone.apply_action(clone.legal_actions()[0])
        assert str(clone) != str(state)


def test_tensors_are_the_observation_block_by_block():
    state = state_after(GAMES[0], 30)
    player = state.current_player()
    tensor = np.array(state.observation_tensor(player))
    np.testing.assert_array_equal(tensor, state.table.observe(player))


def test_wrong_use_is_explained():
    with pytest.raises(Exception, match=r"no built-in board|no board|atlantis"):
        pyspiel.load_game("python_golden_spike(board=atlantis)")
    with pytest.raises(Exception, match="2 to 3 players"):
        pyspiel.load_game("python_golden_spike(board=nordic,players=5)")
    state = pyspiel.load_game("python_golden_spike").new_initial_state()
    with pytest.raises(Exception, match="a byte of the seed, 0 to 255, not 256"):
        state.apply_action(256)
    with pytest.raises(Exception, match="players are 0 to 1, not 5"):
        state.resample_from_infostate(5, lambda: 0.5)
