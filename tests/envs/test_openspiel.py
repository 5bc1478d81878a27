"""The OpenSpiel game: its own tests, and the laws it rests on."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

import goldenspike as gs
import goldenspike.envs.openspiel as ours
from goldenspike.boards.model import CARDS
from goldenspike.rules.codes import CLAIM, DRAW_DECK, keep_code
from support.conservation import check_conservation
from support.example_boards import EXAMPLE_BOARDS

WIDE = pytest.mark.wide
ISLAND = str(Path(__file__).parents[1] / "boards" / "island.toml")
GAMES = [
    "python_golden_spike(board=usa,players=2,derived=True)",
    "python_golden_spike(board=germany,players=3)",
    "python_golden_spike(board=nordic,players=2)",
    f"python_golden_spike(board={ISLAND},players=3)",
]
QUICK = [
    ("nordic", 3, "seed"),
    (ISLAND, 2, "draws"),
    *((board, 2, "draws") for board in EXAMPLE_BOARDS),
]
BY_DRAWS = [name.replace(")", ",chance=draws)") for name in GAMES]
EVERYWHERE = [
    pytest.param(
        f"python_golden_spike(board={board},players={players},chance={chance})",
        marks=[] if (board, players, chance) in QUICK else WIDE,
    )
    for board in (*gs.board_names(), ISLAND, *EXAMPLE_BOARDS)
    for players in range(gs.load_board(board).min_players, gs.load_board(board).max_players + 1)
    for chance in ours.CHANCE
]

PLAYTHROUGHS = [
    "python_golden_spike(board=fork,chance=draws)",
    *(
        pytest.param(
            f"python_golden_spike(board={board},players={players},chance={chance})",
            marks=[] if (board, players, chance) == ("nordic", 2, "seed") else WIDE,
        )
        for board in (*gs.board_names(), ISLAND)
        for players in range(gs.load_board(board).min_players, gs.load_board(board).max_players + 1)
        for chance in ours.CHANCE
        if chance == "seed" or board == ISLAND
    ),
]
"""With chance by draws on the small boards only: elsewhere, all that is told at every draw is long.
"""


def state_after(name: str, decisions: int, seed: int = 1) -> pyspiel.State:
    chance = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    made = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, chances)[0])
        elif made < decisions:
            state.apply_action(chance.choice(state.legal_actions()))
            made += 1
        else:
            break
    return state


@pytest.mark.parametrize("name", EVERYWHERE)
def test_random_simulation(name: str):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_random_simulation_with_serialization():
    """Every state on the way is written and read back; one board is enough for what is shared."""
    game = pyspiel.load_game("python_golden_spike(board=nordic,players=2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name: str):
    """OpenSpiel's own record of a whole game, with everything each player is told on the way."""
    lines = generate_playthrough.playthrough_lines(name, seed=1)
    text = "\n".join(lines)
    for part in ("InformationStateString(0)", "PublicObservationString()", "ObservationTensor(1)"):
        assert part in text
    assert "keep " in text
    assert "IsTerminal() = True" in text


@pytest.mark.parametrize("name", [*GAMES, *BY_DRAWS])
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
            assert twin.current_player() == state.current_player()
            assert twin.legal_actions() == state.legal_actions() or state.current_player() != player


@pytest.mark.parametrize("name", [GAMES[0], BY_DRAWS[0]])
def test_a_resampled_state_keeps_no_secret_of_others(name: str):
    state = state_after(name, 40)
    twin = state.resample_from_infostate(0, random.Random(5).random)
    assert str(twin) != str(state)
    for decision in twin.log:
        assert decision.seat == 0 or (not decision.event.own and not decision.event.action.text)
    while not twin.is_terminal():
        if twin.is_chance_node():
            twin.apply_action(random.Random(len(twin.log)).choice(twin.chance_outcomes())[0])
        else:
            twin.apply_action(random.Random(len(twin.log)).choice(twin.legal_actions()))
    assert sum(twin.returns()) == 0


@pytest.mark.parametrize("name", [GAMES[1], BY_DRAWS[1], *EVERYWHERE])
@pytest.mark.parametrize("decisions", [0, 30])
def test_the_history_of_a_resampled_state_is_its_own(name: str, decisions: int):
    """It has the actions as the player knows them, and nothing that chance drew before."""
    chance = int(pyspiel.PlayerId.CHANCE)
    state = state_after(name, decisions)
    true = state.full_history()
    for player in range(state.num_players()):
        twin = state.resample_from_infostate(player, random.Random(player).random)
        own = twin.full_history()
        drawn = [pair.action for pair in own if pair.player == chance]
        assert not drawn or drawn != [pair.action for pair in true if pair.player == chance]
        assert len(drawn) == (0 if "draws" in name else ours.SEED_BYTES)
        played = [pair for pair in true if pair.player != chance]
        known = [pair for pair in own if pair.player != chance]
        assert [pair.player for pair in known] == [pair.player for pair in played]
        for mine, real in zip(known, played, strict=True):
            if real.player == player or not keep_code(0) <= real.action < CLAIM:
                assert mine.action == real.action
            else:
                assert mine.action == keep_code(0)
        _, back = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(twin.get_game(), twin)
        )
        assert str(back) == str(twin)
        assert back.history() == twin.history()


def test_before_the_deal_is_complete_all_of_it_is_drawn_anew():
    for name, drawn in ((GAMES[0], 5), (BY_DRAWS[0], 12)):
        state = pyspiel.load_game(name).new_initial_state()
        for _ in range(drawn):
            state.apply_action(state.chance_outcomes()[0][0])
        twin = state.resample_from_infostate(1, random.Random(1).random)
        assert len(twin.history()) == drawn
        assert twin.history() != state.history()


@pytest.mark.parametrize("name", BY_DRAWS)
def test_every_draw_is_a_chance_node_with_the_deck_s_odds(name: str):
    """At each one, the probabilities are those of the cards that are left, and sum to one."""
    chance, state = random.Random(3), pyspiel.load_game(name).new_initial_state()
    asked = 0
    while not state.is_terminal() and asked < 120:
        if not state.is_chance_node():
            before = state.table.game()
            check_conservation(before)
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            if action == DRAW_DECK:
                deck = before.position()["deck"]
                kinds = {CARDS[card]: odds for card, odds in state.chance_outcomes()}
                if len(set(deck)) > 1:
                    assert kinds == {card: deck.count(card) / len(deck) for card in set(deck)}
                    asked += 1
            continue
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        assert sum(odds) == pytest.approx(1)
        assert len(set(outcomes)) == len(outcomes)
        drawn = chance.choices(outcomes, odds)[0]
        assert state.action_to_string(pyspiel.PlayerId.CHANCE, drawn)
        state.apply_action(drawn)
    assert asked > 5 or state.is_terminal()


def test_what_is_drawn_is_what_the_player_gets():
    state = state_after(BY_DRAWS[0], 2)
    player = state.current_player()
    had = state.table.game().position()["seats"][player]["cards"]
    state.apply_action(DRAW_DECK)
    assert state.is_chance_node()
    card = state.chance_outcomes()[-1][0]
    state.apply_action(card)
    has = state.table.game().position()["seats"][player]["cards"]
    assert has == had | {CARDS[card]: had.get(CARDS[card], 0) + 1}
    assert state.log[-1].event.own["card"] == CARDS[card]


def test_states_survive_being_written_and_read():
    for name, decisions in ((GAMES[2], 0), (GAMES[2], 5), (GAMES[2], 50), (BY_DRAWS[3], 20)):
        state = state_after(name, decisions)
        _, back = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )
        assert str(back) == str(state)
        assert back.information_state_string(1) == state.information_state_string(1)
        assert back.history() == state.history()
        clone = state.clone()
        clone.apply_action(clone.legal_actions()[0])
        assert clone.history() != state.history()


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
    with pytest.raises(Exception, match="chance is one of seed, draws, not 'luck'"):
        pyspiel.load_game("python_golden_spike(chance=luck)")
    drawn = pyspiel.load_game("python_golden_spike(chance=draws)").new_initial_state()
    with pytest.raises(Exception, match="chance can't draw 99 here"):
        drawn.apply_action(99)
    with pytest.raises(Exception, match="players are 0 to 1, not 5"):
        state.resample_from_infostate(5, lambda: 0.5)
