"""What the editor of boards asks the server for, and complaints about boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goldenspike.boards.read import read_board
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import people
from support.server.client import Api, guest
from support.server.process import ServerProcess

ISLAND = (Path(__file__).parents[2] / "boards" / "island.toml").read_text(encoding="utf-8")
ITALY = {"west": 6, "east": 19, "south": 36, "north": 47.5}


async def test_a_random_board_is_good_and_the_same_for_a_seed(base: str):
    ada = await guest(base)
    wish = {"seed": 7, "places": 12, "ferries": 1, "tunnels": 2}
    first, second = [await ada.post("/api/workshop/random", wish) for _ in range(2)]
    assert first == second
    board = read_board("random", first["file"].encode())
    assert len(board.places) == 12
    assert (await ada.post("/api/workshop/check", {"file": first["file"]}))["problems"] == []


async def test_outlines_of_a_piece_of_the_earth(base: str):
    ada = await guest(base)
    found = await ada.post("/api/workshop/outlines", ITALY)
    assert 0.7 < found["aspect"] < 1.1
    assert {layer["kind"] for layer in found["geography"]["layers"]} >= {"home", "border"}
    wide = await ada.post("/api/workshop/outlines", {**ITALY, "aspect": 2})
    assert (wide["width"], wide["height"]) == (1000, 500)


@pytest.mark.parametrize(
    ("path", "wish"),
    [
        ("random", {"seed": -1}),
        ("random", {"seed": 1, "places": 5000}),
        ("random", {"seed": 1, "aspect": 1e9}),
        ("outlines", {**ITALY, "east": 5}),
        ("outlines", {**ITALY, "north": 36.1}),
        ("outlines", {**ITALY, "projection": "../../etc/passwd"}),
        ("outlines", {**ITALY, "aspect": 0}),
        ("outlines", {**ITALY, "west": -1e300}),
        ("outlines", {}),
    ],
)
async def test_wishes_out_of_range_are_refused(base: str, path: str, wish: dict[str, Any]):
    ada = await guest(base)
    answer = await ada.call("POST", f"/api/workshop/{path}", wish)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "malformed"


async def test_strangers_are_asked_for_a_name_first(base: str):
    for path in ("random", "outlines"):
        answer = await Api(base).call("POST", f"/api/workshop/{path}", {})
        assert answer.status_code == 401


async def test_checking_and_saving_have_limits_of_their_own(tmp_path: Path):
    settings = {"BOARD_BURST": "1", "BOARD_RATE": "0.001"}
    checks = {"BOARD_CHECK_BURST": "3", "BOARD_CHECK_RATE": "0.001"}
    with ServerProcess(str(tmp_path / "a.sqlite"), tmp_path, **settings, **checks) as server:
        ada = await guest(server.base)
        file = {"file": ISLAND}
        assert (await ada.post("/api/workshop/check", file))["problems"] == []
        await ada.post("/api/workshop/boards", file)
        refused = await ada.call("POST", "/api/workshop/boards", file)
        assert refused.json()["error"]["code"] == "rate_limited"
        assert (await ada.post("/api/workshop/check", file))["problems"] == []
        refused = await ada.call("POST", "/api/workshop/check", file)
        assert refused.json()["error"]["code"] == "rate_limited"


async def test_moderators_read_complaints_about_boards(tmp_path: Path):
    file = str(tmp_path / "games.sqlite")
    with ServerProcess(file, tmp_path) as server:
        ada, ben = await guest(server.base), await guest(server.base, "Ben")
        saved = await ada.post("/api/workshop/boards", {"file": ISLAND})
        board = saved["board"]["facts"]["summary"]["id"]
        complaint = f"/api/workshop/boards/{board}/complaint"
        for _ in range(2):
            await ben.post(complaint, {"text": "rude names\0"})
        unknown = f"/api/workshop/boards/own_{'0' * 32}/complaint"
        assert (await ben.call("POST", unknown, {})).status_code == 404
        assert (await ben.call("POST", complaint, {"text": "x" * 2000})).status_code == 400
        mod = await guest(server.base, "Mod")
        database = Database(Settings(db=file))
        await database.open()
        async with database.write() as connection:
            await connection.execute(
                people.update().where(people.c.name == "Mod").values(role="moderator")
            )
        await database.close()
        [report] = (await mod.get("/api/moderation/reports"))["reports"]
        assert (report["board"], report["reason"], report["table"]) == (board, "board", "")
        assert report["text"] == "rude names"
        assert report["person"] == (await ada.get("/api/me"))["id"]
        await mod.post(f"/api/moderation/reports/{report['id']}/close")
        assert (await mod.get("/api/moderation/reports"))["reports"] == []
