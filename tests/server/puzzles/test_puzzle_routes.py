"""Puzzles and first tickets over HTTP."""

from __future__ import annotations

import pytest

from goldenspike.puzzles import load_puzzles
from support.server.client import guest


async def test_the_puzzle_of_the_day_is_one_of_each_board(base: str):
    ada = await guest(base)
    told = await ada.get("/api/puzzles")
    assert len(told["day"]) == 10
    for board in told["boards"]:
        assert board["puzzles"] == len(load_puzzles(board["board"]))
        assert 1 <= board["today"] <= board["puzzles"]


async def test_a_puzzle_shows_what_its_seat_knows_and_nothing_else(base: str):
    ada = await guest(base)
    told = await ada.get("/api/puzzles/usa/3")
    puzzle = load_puzzles("usa")[2]
    assert told["view"] == puzzle.view().to_json()
    others = [seat for n, seat in enumerate(told["view"]["seats"]) if n != told["seat"]]
    assert not any("cards" in seat or "tickets" in seat for seat in others)
    assert told["answer"] in [option["action"] for option in told["options"]]


@pytest.mark.parametrize("address", ["/api/puzzles/usa/0", "/api/puzzles/atlantis/1"])
async def test_there_is_no_such_puzzle(base: str, address: str):
    ada = await guest(base)
    answer = await ada.call("GET", address)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


async def test_first_tickets(base: str):
    ada = await guest(base)
    about = await ada.get("/api/first-tickets/usa")
    assert (about["offered"], about["keeps"]) == (3, [])
    offer = "boston-miami,denver-el_paso,new_york-seattle"
    told = await ada.get(f"/api/first-tickets/usa?offer={offer}")
    assert len(told["keeps"]) == 4
    wrong = await ada.call("GET", "/api/first-tickets/usa?offer=boston-miami,atlantis")
    assert wrong.json()["error"]["code"] == "not_found"
