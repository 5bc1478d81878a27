"""Boards that people made, at online tables: from a pasted file to the replay."""

from __future__ import annotations

import asyncio
import io
import json
import random
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

import goldenspike as gs
from support.server.client import Api, Seat, guest, hasty
from support.server.process import ServerProcess

BOARDS = Path(__file__).parents[2] / "boards"
ISLAND = (BOARDS / "island.toml").read_text(encoding="utf-8")
LAKES = re.search(
    r"```toml\n(\[board\]\nid = \"lakes\".*?)```",
    (BOARDS.parents[1] / "docs" / "boards.md").read_text(encoding="utf-8"),
    re.DOTALL,
)[1]  # type: ignore[index]


async def drawn(api: Api, board: str) -> dict[str, Any]:
    """The board once its drawing is there."""
    for _ in range(600):
        found: dict[str, Any] = await api.get(f"/api/workshop/boards/{board}")
        if found["drawing"] != "waiting":
            assert found["drawing"] == "drawn", found
            return found
        await asyncio.sleep(0.2)
    raise AssertionError("it was not drawn")


async def saved(api: Api, file: str = LAKES, design: str | None = None) -> tuple[str, str]:
    """Save a board and wait for its drawing; returns its id and its design."""
    answer = await api.post("/api/workshop/boards", {"file": file, "design": design})
    board: str = answer["board"]["facts"]["summary"]["id"]
    await drawn(api, board)
    return board, answer["design"]


async def table_on(board: str, ada: Api, ben: Api, variant: str | None = None) -> str:
    """A running table of two."""
    wish = {"board": board, "seats": [{}, {}], "variant": variant}
    table: str = (await ada.post("/api/tables", wish))["table"]["id"]
    code = (await ada.get(f"/api/tables/{table}"))["table"]["code"]
    assert (await ben.get(f"/api/codes/{code}"))["table"]["board"] == board
    await ben.post(f"/api/tables/{table}/join?code={code}", {})
    await ada.post(f"/api/tables/{table}/start")
    return table


async def played(base: str, table: str, ada: Api, ben: Api) -> None:
    """Play the game to its end."""
    seats = [await Seat(base, table, api.token, n).open() for n, api in enumerate((ada, ben))]
    source = random.Random(1)
    await asyncio.gather(*(seat.play_on(source, choose=hasty) for seat in seats))


async def test_a_pasted_board_is_played_replayed_and_revised(db: str, tmp_path: Path):
    with ServerProcess(db, tmp_path) as server:
        ada, ben = await guest(server.base), await guest(server.base, "Ben")
        board, design = await saved(ada)
        detail = await ben.get(f"/api/boards/{board}")
        assert (detail["board"]["id"], detail["board"]["name"]) == (board, "Lakes")
        assert len(detail["layout"]["tracks"]) == 8
        table = await table_on(board, ada, ben)
        await played(server.base, table, ada, ben)
        revised, again = await saved(ada, LAKES.replace("Birch", "Alder"), design)
        assert again == design
        assert revised != board
        revisions = (await ada.get("/api/workshop/boards"))["designs"][0]["revisions"]
        assert [r["number"] for r in revisions] == [2, 1]
        shown = await ada.get(f"/api/tables/{table}/replay")
        assert shown["table"]["board"] == board
        assert shown["table"]["board_name"] == "Lakes"
        assert shown["steps"]
        record = await ada.get(f"/api/tables/{table}/record")
        file = tmp_path / "lakes.toml"
        file.write_text((await ben.call("GET", f"/api/boards/{board}/file")).text, "utf-8")
        assert gs.replay(record, board=file).over
        # Without the designs, the game keeps its board.
        assert (await ada.call("DELETE", f"/api/workshop/designs/{design}")).status_code == 200
        gone = await ada.call("GET", f"/api/workshop/boards/{revised}")
        assert gone.json()["error"]["code"] == "not_found"
        assert (await ben.get(f"/api/boards/{board}"))["board"]["name"] == "Lakes"
        server.kill()
        server.start()
        assert (await ada.get(f"/api/tables/{table}/replay"))["steps"] == shown["steps"]


async def test_a_variant_is_chosen_for_a_table_and_stays_its_own(db: str, tmp_path: Path):
    with ServerProcess(db, tmp_path) as server:
        ada, ben = await guest(server.base), await guest(server.base, "Ben")
        board, _ = await saved(ada, ISLAND)
        found = await ada.get(f"/api/workshop/boards/{board}")
        offered = found["facts"]["summary"]["variants"]
        assert [variant["id"] for variant in offered] == ["short", "many_cards"]
        unknown = await ada.call(
            "POST", "/api/tables", {"board": board, "seats": [{}, {}], "variant": "long"}
        )
        assert unknown.json()["error"]["code"] == "variant_unknown"
        assert unknown.json()["error"]["params"]["variants"] == ["short", "many_cards"]
        elsewhere = await ada.call(
            "POST", "/api/tables", {"board": "usa", "seats": [{}, {}], "variant": "short"}
        )
        assert elsewhere.json()["error"]["code"] == "variant_unknown"
        table = await table_on(board, ada, ben, "short")
        info = (await ben.get(f"/api/tables/{table}"))["table"]
        assert info["variant"] == offered[0]
        detail = await ben.get(f"/api/boards/{board}?hash={info['board_hash']}")
        assert detail["board"]["variant"] == "short"
        assert detail["board"]["players"]["trains"] == 9
        assert (await ben.get(f"/api/boards/{board}"))["board"]["players"]["trains"] == 15
        await played(server.base, table, ada, ben)
        server.kill()
        server.start()
        shown = await ada.get(f"/api/tables/{table}/replay")
        assert shown["steps"]
        record = await ada.get(f"/api/tables/{table}/record")
        file = tmp_path / "island.toml"
        file.write_text((await ben.call("GET", f"/api/boards/{board}/file")).text, "utf-8")
        assert gs.replay(record, board=file).board.variant == "short"
        again = (await ada.post(f"/api/tables/{table}/rematch"))["table"]
        assert again["variant"] == offered[0]


async def test_all_levels_of_bots_play_it(base: str):
    ada = await guest(base)
    board, _ = await saved(ada)
    for levels in (("easy", "normal"), ("hard", "expert")):
        bots = [{"kind": "bot", "level": level} for level in levels]
        wish = {"board": board, "seats": bots, "pace": 0, "sit": False, "public": True}
        table = (await ada.post("/api/tables", wish))["table"]["id"]
        await ada.post(f"/api/tables/{table}/start")
        seat = await Seat(base, table, ada.token, None).open()
        result = (await seat.until("finished", 120))["result"]
        assert len(result["scores"]) == 2
        assert result["ratings"] == []


async def test_every_mistake_is_reported_at_once(base: str):
    ada = await guest(base)
    bad = LAKES.replace("x = 0.9", "x = 1.9").replace("mill-shore", "mill-shoer")
    found = await ada.post("/api/workshop/check", {"file": bad})
    assert found["board"] is None
    assert [p["field"] for p in found["problems"]] == ["places.shore.x", "tickets.main.mill-shoer"]
    assert found["problems"][0]["line"] == LAKES[: LAKES.index("shore =")].count("\n") + 1
    assert "shore" in found["problems"][1]["hint"]
    refused = await ada.call("POST", "/api/workshop/boards", {"file": bad})
    assert refused.status_code == 400
    error = refused.json()["error"]
    assert error["code"] == "board_problems"
    assert len(error["params"]["problems"]) == 2
    good = await ada.post("/api/workshop/check", {"file": ISLAND})
    assert good["problems"] == []
    assert len(good["board"]["tracks"]) > 5
    assert (await ada.get("/api/workshop/boards"))["designs"] == []


async def test_a_board_needs_its_drawing_and_its_players(base: str):
    ada = await guest(base)
    answer = await ada.post("/api/workshop/boards", {"file": LAKES.replace("Lakes", "Ponds")})
    board = answer["board"]["facts"]["summary"]["id"]
    wish = {"board": board, "seats": [{}, {}]}
    early = await ada.call("POST", "/api/tables", wish)
    assert early.json()["error"]["code"] == "board_not_drawn"
    await drawn(ada, board)
    crowd = await ada.call("POST", "/api/tables", {**wish, "seats": [{}] * 4})
    assert crowd.json()["error"]["code"] == "seats_number"
    colour = await ada.call("POST", "/api/tables", {**wish, "colour": "purple"})
    assert colour.json()["error"]["code"] == "colour_unknown"
    other = await ada.call("POST", "/api/tables", {**wish, "board": "own_" + "0" * 32})
    assert other.json()["error"]["code"] == "not_found"


async def test_nobody_revises_or_deletes_what_others_made(base: str):
    ada, eve = await guest(base), await guest(base, "Eve")
    _, design = await saved(ada)
    for method, path, body in (
        ("POST", "/api/workshop/boards", {"file": LAKES, "design": design}),
        ("DELETE", f"/api/workshop/designs/{design}", None),
        ("DELETE", "/api/workshop/designs/a%00b", None),
    ):
        answer = await eve.call(method, path, body)
        assert answer.json()["error"]["code"] == "not_found", path
    assert (await Api(base).call("GET", "/api/workshop/boards")).status_code == 401
    assert len((await ada.get("/api/workshop/boards"))["designs"]) == 1


async def test_the_same_board_of_two_people_is_stored_once(base: str):
    ada, ben = await guest(base), await guest(base, "Ben")
    first, design = await saved(ada)
    second, _ = await saved(ben, "# mine\n" + LAKES)
    assert first == second
    await ada.call("DELETE", f"/api/workshop/designs/{design}")
    assert (await ben.get(f"/api/workshop/boards/{first}"))["drawing"] == "drawn"


async def test_limits_for_people_addresses_and_the_server(tmp_path: Path):
    settings = {"BOARD_BURST": "5", "BOARD_RATE": "0.001", "BOARDS_PER_PERSON": "2"}
    with ServerProcess(str(tmp_path / "a.sqlite"), tmp_path, OWN_BOARDS="3", **settings) as server:
        ada, ben = await guest(server.base), await guest(server.base, "Ben")
        names = [LAKES.replace("Lakes", f"Lakes {n}") for n in range(6)]
        answers = [
            (await api.call("POST", "/api/workshop/boards", {"file": name})).json()
            for api, name in ((ada, names[0]), (ada, names[1]), (ada, names[2]), (ben, names[3]),
                              (ben, names[4]), (ben, names[5]))
        ]  # fmt: skip
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == [None, None, "too_many_boards", None, "server_full", "rate_limited"]


async def test_moderators_end_sharing_and_running_games_go_on(tmp_path: Path):
    from goldenspike.server.settings import Settings
    from goldenspike.server.storage.database import Database
    from goldenspike.server.storage.schema import people

    file = str(tmp_path / "games.sqlite")
    with ServerProcess(file, tmp_path) as server:
        ada, ben = await guest(server.base), await guest(server.base, "Ben")
        board, _ = await saved(ada)
        table = await table_on(board, ada, ben)
        refused = await ben.call("POST", f"/api/moderation/boards/{board}", {"removed": True})
        assert refused.json()["error"]["code"] == "not_moderator"
        mod = await guest(server.base, "Mod")
        database = Database(Settings(db=file))
        await database.open()
        async with database.write() as connection:
            await connection.execute(
                people.update().where(people.c.name == "Mod").values(role="moderator")
            )
        await database.close()
        assert (await mod.get("/api/moderation/boards"))["boards"][0]["removed"] is False
        await mod.post(f"/api/moderation/boards/{board}", {"removed": True})
        for path in (f"/api/workshop/boards/{board}", f"/api/boards/{board}",
                     f"/api/boards/{board}/file"):  # fmt: skip
            answer = await ben.call("GET", path)
            assert answer.json()["error"]["code"] == "board_removed", path
        wish = {"board": board, "seats": [{}, {}]}
        again = await ada.call("POST", "/api/tables", wish)
        assert again.json()["error"]["code"] == "board_removed"
        known = (await ada.get(f"/api/tables/{table}"))["table"]["board_hash"]
        assert (await ben.get(f"/api/boards/{board}?hash={known}"))["layout"]
        await played(server.base, table, ada, ben)
        rematch = await ada.call("POST", f"/api/tables/{table}/rematch")
        assert rematch.json()["error"]["code"] == "board_removed"
        await mod.post(f"/api/moderation/boards/{board}", {"removed": False})
        await ada.post(f"/api/tables/{table}/rematch")


async def test_a_club_offers_the_boards_of_a_folder(tmp_path: Path):
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "lakes.toml").write_text(LAKES, "utf-8")
    (folder / "read.me").write_text("not a board", "utf-8")
    file = str(tmp_path / "games.sqlite")
    with ServerProcess(file, tmp_path, BOARDS=str(folder)) as server:
        ada, ben = await guest(server.base), await guest(server.base, "Ben")
        offered = {b["name"]: b["id"] for b in (await ada.get("/api/boards"))["boards"]}
        assert set(offered) == {"USA", "Germany", "Nordic Countries", "Lakes"}
        await drawn(ada, offered["Lakes"])
        table = await table_on(offered["Lakes"], ada, ben)
        await played(server.base, table, ada, ben)
    # The folder has another board now: the game keeps its own.
    (folder / "lakes.toml").write_text(LAKES.replace("Lakes", "Ponds"), "utf-8")
    with ServerProcess(file, tmp_path, BOARDS=str(folder)) as server:
        ada = Api(server.base, ada.token)
        assert "Ponds" in {b["name"] for b in (await ada.get("/api/boards"))["boards"]}
        assert (await ada.get(f"/api/tables/{table}/replay"))["steps"]


def test_a_server_does_not_start_with_a_bad_board_in_the_folder(tmp_path: Path):
    (tmp_path / "bad.toml").write_text("[board]\n", "utf-8")
    server = ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, BOARDS=str(tmp_path))
    server.start(wait=False)
    assert server.process is not None
    assert server.process.wait(60) != 0
    assert "bad.toml: line 1, board.id: is missing" in server.log()


async def test_names_on_a_board_are_text_wherever_they_are_shown(base: str):
    evil = '</title><script>alert(1)</script>\\" onload=\\"x'
    ada = await guest(base)
    board, _ = await saved(ada, LAKES.replace('"Lakes"', f'"{evil[:58]}"'))
    table = await table_on(board, ada, await guest(base, "Ben"))
    code = (await ada.get(f"/api/tables/{table}"))["table"]["code"]
    async with httpx.AsyncClient(base_url=base) as client:
        for path in (f"/board/{board}", f"/join/{code}"):
            page = await client.get(path)
            assert "<script>alert" not in page.text
            assert "script-src 'self'" in page.headers["content-security-policy"]
        file = await client.get(f"/api/boards/{board}/file")
    assert file.headers["content-type"] == "application/toml; charset=utf-8"
    assert file.headers["content-disposition"] == f'attachment; filename="{board}.toml"'
    assert file.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["own_" + "0" * 32, "own_x", "own_%00" + "0" * 31, "..%2fusa", "own_" + "Z" * 32]
)
async def test_names_of_no_board_are_not_found(base: str, path: str):
    for address in (f"/api/boards/{path}", f"/api/boards/{path}/file",
                    f"/api/workshop/boards/{path}"):  # fmt: skip
        answer = await Api(base).call("GET", address)
        assert answer.status_code == 404, address
        assert json.loads(answer.text)["error"]["code"] == "not_found"


async def test_a_report_is_made_in_the_background_and_can_be_stopped(tmp_path: Path):
    file = str(tmp_path / "games.sqlite")
    with ServerProcess(file, tmp_path, REPORT_GAMES="10") as server:
        ada, eve = await guest(server.base), await guest(server.base, "Eve")
        board, _ = await saved(ada)
        path = f"/api/workshop/boards/{board}/report"
        assert (await ada.get(path))["state"] == "none"
        assert (await ada.post(path))["state"] == "waiting"
        # Whoever has not asked for it does not stop it.
        assert (await eve.call("DELETE", path)).json()["state"] in ("waiting", "playing")
        assert (await ada.call("DELETE", path)).json()["state"] == "stopped"
        assert (await eve.post(path))["state"] == "waiting"
        for _ in range(1200):
            status = await eve.get(path)
            if status["state"] not in ("waiting", "playing"):
                break
            await asyncio.sleep(0.2)
        assert status["state"] == "done", (status, server.log()[-2000:])
        assert status["report"]["games"] == 20
        assert (await ada.post(path)) == status


async def test_exports_carry_the_boards_of_their_games(tmp_path: Path):
    from goldenspike.server.settings import Settings
    from goldenspike.server.storage.database import Database
    from goldenspike.server.storage.table_import import import_tables
    from goldenspike.server.storage.transfer import export_tables

    with ServerProcess(str(tmp_path / "one.sqlite"), tmp_path) as server:
        ada, ben = await guest(server.base), await guest(server.base, "Ben")
        board, _ = await saved(ada)
        table = await table_on(board, ada, ben)
        await played(server.base, table, ada, ben)
        await ada.post("/api/tables", {"board": board, "seats": [{}, {}]})
    one, other = (Database(Settings(db=str(tmp_path / f"{n}.sqlite"))) for n in ("one", "other"))
    for database in (one, other):
        await database.open()
    lines = [line async for line in export_tables(one, [])]
    done = await import_tables(other, io.BytesIO(b"".join(lines)), "a file")
    assert done.tables == 2
    for database in (one, other):
        await database.close()
    with ServerProcess(str(tmp_path / "other.sqlite"), tmp_path) as server:
        api = await guest(server.base)
        code = json.loads(lines[0])["table"]["code"]
        assert (await api.get(f"/api/tables/{table}/replay?code={code}"))["steps"]
        await drawn(api, board)
