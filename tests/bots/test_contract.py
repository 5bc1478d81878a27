"""The bot contract: names with options, and nothing a bot does can hurt a game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.bots import (
    Bot,
    Budget,
    Stream,
    bot_infos,
    bot_names,
    decide,
    levels,
    make_bot,
    registry,
)
from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.errors import InputError
from goldenspike.server.protocol.table_bodies import BOT_LEVELS

pytestmark = pytest.mark.quick


class Crashing(Bot):
    def choose(self, view, legal, rng, budget):
        raise RuntimeError("out of ideas")


class Babbling(Bot):
    def choose(self, view, legal, rng, budget):
        return "claim the-moon:blue 3cheese"


class Leaving(Bot):
    def choose(self, view, legal, rng, budget):
        raise SystemExit(3)


class Emptying(Bot):
    def choose(self, view, legal, rng, budget):
        legal.clear()


class Unready(Crashing):
    def __init__(self):
        raise FileNotFoundError("weights.npz")


class Point:
    """An entry point of another package."""

    name, value, dist = "theirs", "elsewhere:Theirs", None

    def __init__(self, made):
        self.made = made

    def load(self):
        return self.made


def test_a_name_with_options_makes_that_bot():
    bot = make_bot("planner:risk=0.5:eager=700")
    assert bot.name == "planner:risk=0.5:eager=700"
    assert bot.settings == PlannerSettings(risk=0.5, eager=700)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("plannr", "no bot is called 'plannr'"),
        ("planner:rsk=1", "no option 'rsk=1'"),
        ("planner:risk=high", "risk is a float, not 'high'"),
        ("planner:risk=7", "risk goes from 0 to 1"),
        ("planner:pace=0", "pace goes from 1 to 1000000, not 0"),
        ("planner:card=99999999999999999999999", "card goes from -1000000 to 1000000"),
        ("searcher:rounds=99999999999999999999999", "rounds go up to 1000"),
        ("exec:", "needs the command"),
        ("exec:no_such_program --fast", "there is no program 'no_such_program'.*PATH"),
        ("searcher:share=0", "share is the part"),
    ],
)
def test_a_wrong_name_is_answered_with_what_would_be_right(spec: str, says: str):
    with pytest.raises(gs.InputError, match=says):
        make_bot(spec)


def test_every_bot_of_ours_is_on_the_page():
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    missing = [name for name in (*registry.BUILT_IN, *registry.LEVELS) if f"`{name}" not in page]
    assert not missing, f"docs/bots.md, Opponents: a line is missing for {missing}"


def test_every_listed_bot_can_be_made():
    for name in bot_names():
        make_bot(name).close()
    assert {info.name for info in bot_infos()} == set(bot_names())


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (Unready, "can't be made: FileNotFoundError: weights.npz"),
        (lambda: 5, "makes 5; let it name a subclass"),
    ],
    ids=["fails", "is no bot"],
)
def test_somebody_else_s_bot_that_can_not_be_made_is_their_news(made, says, monkeypatch):
    monkeypatch.setattr(registry, "_entry_points", lambda: [Point(made)])
    with pytest.raises(gs.InputError, match=says):
        make_bot("theirs")


def test_a_bot_is_listed_with_its_own_words_only(monkeypatch):
    """Not with those of the class all bots are made from."""
    monkeypatch.setattr(registry, "_entry_points", lambda: [Point(Crashing)])
    assert [info.about for info in bot_infos() if info.name == "theirs"] == [""]


@pytest.mark.parametrize(
    "bot",
    [Crashing(), Babbling(), Leaving(), Emptying()],
    ids=["crashes", "babbles", "leaves", "empties the list"],
)
def test_a_failing_bot_is_replaced_and_reported(bot: Bot):
    game = gs.Game("nordic", players=2, seed=5, kernel="plain")
    streams = [Stream("a"), Stream("b")]
    for _ in range(40):
        decision = decide(bot, game.view(game.seat), streams[game.seat])
        assert decision.trouble
        game.play(decision.action)


def test_the_stream_is_reproducible_and_a_whole_random_generator():
    one, two = Stream("words"), Stream("words")
    assert [one.random() for _ in range(50)] == [two.random() for _ in range(50)]
    assert one.sample(range(100), 5) == two.sample(range(100), 5)
    assert Stream("other").getrandbits(64) != Stream("words").getrandbits(64)
    assert isinstance(one, random.Random)


def test_the_stream_is_even():
    counts = [0] * 6
    rng = Stream("dice")
    for _ in range(6000):
        counts[rng.randrange(6)] += 1
    assert max(counts) - min(counts) < 250  # five standard deviations


def test_levels_have_different_characters_in_different_games():
    from goldenspike.bots.levels import character_index

    seen = set()
    for seed in range(20):
        game = gs.Game("usa", players=2, seed=seed, first=0, kernel="plain")
        game.play(game.legal()[0])
        game.play(game.legal()[0])
        view = game.view(0)
        seen.add(character_index(view))
        assert character_index(view) == character_index(game.resample(0, seed=9).view(0))
    assert len(seen) >= 4


def test_a_level_can_be_given_a_character():
    game = gs.Game("usa", players=2, seed=3, first=0, kernel="plain")
    for name in levels.CHARACTERS:
        chosen = make_bot(f"normal:character={name}")
        assert decide(chosen, game.view(0), Stream("a test")).action in game.legal()
    with pytest.raises(InputError, match=r"character is any or one of careful, .*, not 'grumpy'"):
        make_bot("easy:character=grumpy")


def test_budget_has_sensible_defaults():
    assert Budget().seconds == 1.0
    assert Budget().cores == 1


def test_tables_of_the_server_offer_our_levels():
    """The protocol lists them itself: importing the bots would slow the start of the server."""
    assert tuple(registry.LEVELS) == BOT_LEVELS
