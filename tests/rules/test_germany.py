"""What only Germany has: passengers, two ticket decks, countries, triple tracks."""

from __future__ import annotations

from collections import Counter

import pytest

import goldenspike as gs
from support.table import legal, refusal, seat, table

pytestmark = pytest.mark.quick

SHORT = ["berlin-leipzig", "frankfurt-koeln", "berlin-chemnitz", "bremen-kassel", "berlin-bremen"]
LONG = ["berlin-koeln", "berlin-mainz", "leipzig-ulm", "berlin-schweiz", "kiel-schweiz"]


def test_g_pass_1_sixty_passengers_in_the_printed_numbers():
    """G-PASS-1: ten of each of six colours, so many at each place as printed."""
    board = gs.load_board("germany")
    printed = {place.id: place.passengers for place in board.places if place.passengers}
    arrangements = set()
    for seed in range(5):
        places = gs.Game("germany", 2, seed=seed).position()["places"]
        assert {name: len(waiting) for name, waiting in places.items()} == printed
        colours = Counter(c for waiting in places.values() for c in waiting)
        assert colours == dict.fromkeys(["blue", "red", "green", "yellow", "black", "white"], 10)
        arrangements.add(str(places))
    assert len(arrangements) == 5


def test_g_pass_1_every_colour_is_as_likely_everywhere():
    """G-PASS-1: drawn at random: over many games each colour waits in Augsburg about as often."""
    seen = Counter(
        gs.Game("germany", 2, seed=s).position()["places"]["augsburg"][0] for s in range(300)
    )
    assert all(abs(seen[c] - 50) < 30 for c in ("blue", "red", "green", "yellow", "black", "white"))


def test_g_pass_2_one_from_each_end():
    """G-PASS-2: a single colour is simply taken; what is taken is public."""
    game = table("germany", hands=["9red"], places={"erfurt": ["red"], "leipzig": ["blue", "blue"]})
    event = game.play("claim erfurt-leipzig:red 3red")
    assert event.seen_by(None)["taken"] == [
        {"place": "erfurt", "colour": "red"},
        {"place": "leipzig", "colour": "blue"},
    ]
    assert seat(game, 0)["passengers"] == {"blue": 1, "red": 1}
    assert game.view(1).to_json()["seats"][0]["passengers"] == {"blue": 1, "red": 1}
    assert "erfurt" not in game.position()["places"]
    assert game.position()["places"]["leipzig"] == ["blue"]
    assert (game.seat, game.phase) == (1, "turn")


def test_g_pass_2_the_player_chooses_where_there_are_several_colours():
    """G-PASS-2: at both ends, in either order, one each, and it is not optional."""
    waiting = {"berlin": ["red", "blue", "red"], "leipzig": ["green", "white"]}
    game = table("germany", hands=["9orange"], places=waiting)
    game.play("claim berlin-leipzig:orange 4orange")
    assert (game.seat, game.phase) == (0, "passenger")
    assert legal(game) == [
        "take blue from berlin",
        "take red from berlin",
        "take green from leipzig",
        "take white from leipzig",
    ]
    assert refusal(game, "draw deck").rule == "G-PASS-2"
    assert refusal(game, "take white from berlin").rule == "G-PASS-2"
    event = game.play("take white from leipzig")
    assert event.seen_by(1)["colour"] == "white"
    assert legal(game) == ["take blue from berlin", "take red from berlin"]
    game.play("take red from berlin")
    assert seat(game, 0)["passengers"] == {"red": 1, "white": 1}
    assert game.position()["places"]["berlin"] == ["blue", "red"]
    assert (game.seat, game.phase) == (1, "turn")


def test_g_pass_2_one_end_taken_the_other_chosen():
    """G-PASS-2"""
    waiting = {"berlin": ["red", "blue"], "leipzig": ["green"]}
    game = table("germany", hands=["9orange"], places=waiting)
    game.play("claim berlin-leipzig:orange 4orange")
    assert legal(game) == ["take blue from berlin", "take red from berlin"]
    assert seat(game, 0)["passengers"] == {"green": 1}


def test_g_pass_2_an_empty_place_gives_none():
    """G-PASS-2"""
    game = table("germany", hands=["9orange"], places={"berlin": [], "leipzig": []})
    game.play("claim berlin-leipzig:orange 4orange")
    assert seat(game, 0)["passengers"] == {}
    assert (game.seat, game.phase) == (1, "turn")


def test_g_pass_2_countries_have_passengers_too():
    """G-PASS-2: Denmark is a place."""
    game = table("germany", hands=["2red"], places={"daenemark": ["black"], "kiel": []})
    game.play("claim daenemark-kiel:gray 2red")
    assert seat(game, 0)["passengers"] == {"black": 1}


def test_g_pass_2_the_last_round_starts_after_the_passengers():
    """G-PASS-2, END-1: the turn ends when the passengers are taken."""
    routes = {
        "dresden-regensburg:red": 0,
        "erfurt-regensburg:white": 0,
        "berlin-hannover:black": 0,
        "berlin-hamburg:blue": 0,
        "berlin-rostock:purple": 0,
        "chemnitz-regensburg:purple": 0,
    }
    waiting = {"berlin": ["red", "blue"], "leipzig": ["green"]}
    game = table("germany", hands=["9orange"], places=waiting, routes=routes)
    assert seat(game, 0)["trains"] == 5
    event = game.play("claim berlin-leipzig:orange 4orange")
    assert "last_round" not in event.seen_by(None)
    event = game.play("take red from berlin")
    assert event.seen_by(None)["last_round"]


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ([3, 2, 1], [20, 10, 0]),
        ([3, 3, 2], [20, 20, 0]),
        ([4, 2, 2], [20, 10, 10]),
        ([2, 2, 2], [20, 20, 20]),
        ([5, 0, 0], [20, 0, 0]),
        ([0, 1, 0], [0, 20, 0]),
        ([0, 0, 0], [0, 0, 0]),
        ([1, 2, 3], [0, 10, 20]),
        ([2, 1, 3], [10, 0, 20]),
    ],
)
def test_g_pass_3_majorities(held: list[int], points: list[int]):
    """G-PASS-3: most 20, second 10; ties for most leave no second; none earns nothing."""
    game = table("germany", 3, passengers=[{"red": n} for n in held])
    assert [score.passenger_points for score in game.scores()] == points
    assert [score.total for score in game.scores()] == points


def test_g_pass_3_every_colour_for_itself():
    """G-PASS-3: six colours, six majorities."""
    colours = ["blue", "red", "green", "yellow", "black", "white"]
    game = table("germany", passengers=[dict.fromkeys(colours, 2), {"white": 3, "red": 1}])
    assert [score.passenger_points for score in game.scores()] == [5 * 20 + 10, 20 + 10]


def test_g_tick_1_the_mix_is_announced_first():
    """G-TICK-1: four in all, as the player says, short ones first."""
    game = table("germany", ticket_tops=[*SHORT, *LONG])
    assert legal(game, "tickets") == [
        "tickets 4long",
        "tickets 1short+3long",
        "tickets 2short+2long",
        "tickets 3short+1long",
        "tickets 4short",
    ]
    event = game.play("tickets 3short+1long")
    assert seat(game, 0)["offer"] == [*SHORT[:3], LONG[0]]
    assert event.seen_by(1)["counts"] == {"short": 3, "long": 1}
    assert "offer" not in event.seen_by(1)
    assert event.seen_by(0)["offer"] == [*SHORT[:3], LONG[0]]


@pytest.mark.parametrize("mix", ["2short+1long", "3short+2long", "5short", "1long"])
def test_g_tick_1_exactly_four(mix: str):
    """G-TICK-1"""
    game = table("germany", ticket_tops=[*SHORT, *LONG])
    assert refusal(game, f"tickets {mix}").rule == "G-TICK-1"


@pytest.mark.parametrize(
    ("tops", "mixes"),
    [
        ([*SHORT[:1], *LONG], ["4long", "1short+3long"]),
        (SHORT, ["4short"]),
        (LONG, ["4long"]),
        ([*SHORT[:2], *LONG[:2]], ["2short+2long"]),
        ([*SHORT[:2], *LONG[:1]], ["2short+1long"]),
        (SHORT[:1], ["1short"]),
        (LONG[:3], ["3long"]),
        ([], []),
    ],
)
def test_g_tick_1_no_deck_is_asked_for_more_than_it_holds(tops: list[str], mixes: list[str]):
    """G-TICK-1: one deck empty; and fewer than four in all are drawn whole."""
    game = table("germany", ticket_tops=tops, ticket_rest="removed")
    assert legal(game, "tickets") == [f"tickets {mix}" for mix in mixes]
    if len(tops) < 4 and tops:
        game.play(f"tickets {mixes[0]}")
        assert seat(game, 0)["offer"] == tops


def test_g_tick_1_returned_tickets_go_under_their_own_decks():
    """G-TICK-1, TICKET-2"""
    game = table("germany", ticket_tops=[*SHORT, *LONG], tickets=[["hamburg-kassel"], []])
    game.play("tickets 2short+2long")
    game.play(f"keep {LONG[0]}")
    decks = game.position()["ticket_decks"]
    assert decks["short"][0] == SHORT[2]
    assert decks["short"][-2:] == SHORT[:2]
    assert decks["long"][0] == LONG[2]
    assert decks["long"][-1] == LONG[1]
    assert game.view(1).to_json()["seats"][0]["ticket_counts"] == {"short": 1, "long": 1}


def test_g_tick_1_first_deal_seats_announce_in_turn_order_then_choose():
    """G-TICK-1: everybody announces before anybody chooses."""
    game = gs.Game("germany", 3, seed=1, first=1)
    for seat_to_announce in (1, 2, 0):
        assert (game.seat, game.phase) == (seat_to_announce, "keep")
        assert len(legal(game, "tickets")) == 5
        assert legal(game, "keep") == []
        game.play("tickets 3short+1long")
    for seat_to_choose in (1, 2, 0):
        assert (game.seat, game.phase) == (seat_to_choose, "keep")
        assert legal(game, "tickets") == []
        assert len(seat(game, seat_to_choose)["offer"]) == 4
        game.play(game.legal()[0])
    assert (game.seat, game.phase) == (1, "turn")


def test_g_tick_2_first_returns_are_shuffled_into_their_decks():
    """G-TICK-2: once everyone has chosen; before, they wait under the decks."""
    ends, orders = Counter(), set()
    for seed in range(12):
        game = gs.Game("germany", 2, seed=seed, first=0)
        game.play("tickets 4short")
        game.play("tickets 4long")
        offers = [seat(game, p)["offer"] for p in (0, 1)]
        game.play(f"keep {offers[0][0]} {offers[0][1]}")
        before = game.position()["ticket_decks"]
        assert before["short"][-2:] == offers[0][2:]
        game.play(f"keep {offers[1][0]} {offers[1][1]}")
        after = game.position()["ticket_decks"]
        for name in ("short", "long"):
            orders.add(tuple(after[name]) == tuple(before[name]))
        assert sorted(after["short"]) == sorted(before["short"])
        assert sorted(after["long"]) == sorted([*before["long"], *offers[1][2:]])
        assert len(after["short"]) == 53
        assert len(after["long"]) == 32
        ends[after["long"][-2:] == offers[1][2:]] += 1
        assert game.position()["removed_tickets"] == []
    assert orders == {False}
    assert ends[True] < 2


def test_g_tick_2_later_returns_are_not_shuffled():
    """G-TICK-2: only the first deal is."""
    game = table("germany", ticket_tops=[*SHORT, *LONG], tickets=[["hamburg-kassel"], []])
    before = game.position()["ticket_decks"]["short"]
    game.play("tickets 4short")
    game.play(f"keep {SHORT[3]}")
    assert game.position()["ticket_decks"]["short"] == [*before[4:], *SHORT[:3]]


def made(ticket: str, routes: list[str]) -> bool:
    game = table("germany", tickets=[[ticket], []], routes=dict.fromkeys(routes, 0))
    return game.scores()[0].tickets_made == 1


def test_g_land_1_a_country_is_reached_from_anywhere():
    """G-LAND-1: any track into France will do for a ticket to France."""
    road = ["karlsruhe-stuttgart:purple", "stuttgart-ulm:gray", "augsburg-ulm:gray"]
    road += ["augsburg-muenchen:gray"]
    assert made("frankreich-muenchen", ["frankreich-karlsruhe:black", *road])
    assert made(
        "frankreich-muenchen", ["frankreich-freiburg:yellow", "freiburg-stuttgart:gray", *road[1:]]
    )
    assert not made("frankreich-muenchen", road)


def test_g_land_1_nothing_runs_through_a_country():
    """G-LAND-1: Freiburg and Saarbruecken both reach France and are not connected by it."""
    through = ["frankreich-freiburg:yellow", "frankreich-saarbruecken:green"]
    rest = ["koblenz-saarbruecken:gray", "koblenz-koeln:gray"]
    assert not made("koeln-saarbruecken", ["frankreich-saarbruecken:green", *rest[1:]])
    assert made("koeln-saarbruecken", rest)
    # Emden-Freiburg by way of the Netherlands or France would be a run through a country.
    assert not made(
        "freiburg-muenchen",
        ["freiburg-schweiz:orange", "lindau-schweiz:blue", "lindau-muenchen:gray"],
    )
    assert made(
        "freiburg-muenchen",
        ["freiburg-konstanz:black", "konstanz-lindau:yellow", "lindau-muenchen:gray"],
    )
    assert not made("hannover-saarbruecken", [*through, "hannover-kassel:gray"])


def test_g_land_1_nor_does_the_longest_path():
    """G-LAND-1, SCORE-2: two tracks into a country are two runs."""
    routes = {"freiburg-schweiz:orange": 0, "lindau-schweiz:blue": 0}
    assert table("germany", routes=routes).scores()[0].longest == 2


def test_g_land_1_a_ticket_between_two_countries():
    """G-LAND-1: Denmark - Netherlands, by any track into each."""
    road = ["bremerhaven-daenemark:green", "bremerhaven-emden:gray", "emden-niederlande:white"]
    assert made("daenemark-niederlande", road)
    assert not made("daenemark-niederlande", road[:2])
    assert not made("daenemark-niederlande", [road[0], road[2]])
    # A second track into Denmark, from elsewhere, takes nothing away.
    assert made("daenemark-niederlande", ["daenemark-kiel:gray", *road])


@pytest.mark.parametrize("players", [4, 5])
def test_g_triple_1_every_track_of_a_triple_by_another_player(players: int):
    """G-TRIPLE-1"""
    tracks = ["duesseldorf-koeln:gray", "duesseldorf-koeln:gray#2", "duesseldorf-koeln:gray#3"]
    game = table(
        "germany",
        players,
        hands=["3red", "3blue", "3green", "3black"],
        places={"koeln": [], "duesseldorf": []},
    )
    for p, colour in enumerate(["red", "blue", "green"]):
        game.play(f"claim {tracks[p]} 1{colour}")
        if p < 2:
            assert game.is_legal(f"claim {tracks[2]} 1{['blue', 'green'][p]}")
    assert game.position()["routes"] == {tracks[0]: 0, tracks[1]: 1, tracks[2]: 2}
    game = table("germany", players, hands=["3red"], routes={tracks[1]: 0})
    for other in (tracks[0], tracks[2]):
        assert refusal(game, f"claim {other} 1red").rule == "CLAIM-5"


@pytest.mark.parametrize("players", [2, 3])
def test_g_triple_1_with_fewer_players_one_track_closes_both_others(players: int):
    """G-TRIPLE-1, CLAIM-6"""
    game = table(
        "germany", players, turn=1, hands=["", "3red"], routes={"duesseldorf-koeln:gray#2": 0}
    )
    for other in ("duesseldorf-koeln:gray", "duesseldorf-koeln:gray#3"):
        assert refusal(game, f"claim {other} 1red").rule == "CLAIM-6"


def test_g_globe_1_most_completed_tickets():
    """G-GLOBE-1: 15 points; missed ones do not count against it; all tied get it."""
    routes = {"berlin-leipzig:orange": 0, "frankfurt-koeln:gray": 1}
    game = table(
        "germany",
        3,
        tickets=[["berlin-leipzig", "berlin-schweiz", "kiel-schweiz"], [], ["berlin-koeln"]],
        routes=routes,
    )
    assert [score.bonuses["most_tickets"] for score in game.scores()] == [15, 0, 0]
    game = table("germany", 3, tickets=[["berlin-leipzig"], ["frankfurt-koeln"], []], routes=routes)
    assert [score.bonuses["most_tickets"] for score in game.scores()] == [15, 15, 0]
    assert game.scores()[0].total == 7 + 4 + 15


def test_g_globe_1_nobody_gets_it_for_nothing():
    """G-GLOBE-1: no ticket completed by anyone."""
    game = table("germany", tickets=[["berlin-leipzig"], []])
    assert [score.bonuses["most_tickets"] for score in game.scores()] == [0, 0]


def test_g_tie_1_tickets_then_passengers_then_shared():
    """G-TIE-1"""
    # Both 20 points: one of seat 0's tickets made (4 + 15 + ...) is worth more than passengers.
    by_tickets = table(
        "germany",
        tickets=[["berlin-leipzig", "leipzig-stuttgart", "bremerhaven-frankreich"], []],
        routes={"berlin-leipzig:orange": 0},
        passengers=[{"red": 1}, {"blue": 2}],
    )
    mine, other = by_tickets.scores()
    assert (mine.total, other.total) == (7 + 4 - 26 + 15 + 20, 20)
    assert (mine.rank, other.rank) == (1, 2)
    by_passengers = table("germany", passengers=[{"red": 1}, {"blue": 2}])
    assert [s.total for s in by_passengers.scores()] == [20, 20]
    assert [s.rank for s in by_passengers.scores()] == [2, 1]
    shared = table("germany", passengers=[{"red": 2}, {"blue": 2}])
    assert [s.rank for s in shared.scores()] == [1, 1]


def test_g_tie_1_the_longest_path_decides_nothing():
    """G-TIE-1: level on points, tickets and passengers."""
    game = table(
        "germany",
        routes={
            "berlin-magdeburg:red": 0,
            "erfurt-leipzig:red": 1,
            "daenemark-kiel:gray": 1,
            "leipzig-magdeburg:yellow": 0,
        },
    )
    assert [s.longest for s in game.scores()] == [5, 3]
    assert [s.total for s in game.scores()] == [6, 6]
    assert [s.rank for s in game.scores()] == [1, 1]
