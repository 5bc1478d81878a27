"""What a messenger shows for a link to a table."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import msgspec

from goldenspike.server.http.link_previews import PICTURES, head_tags
from goldenspike.server.http.web_files import WebFiles
from goldenspike.server.protocol.table_bodies import TableInfo
from support.server.client import guest, new_table

BUILT_IN = ("germany", "nordic", "usa")


def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)" />', page))


async def test_an_invitation_says_who_invites_and_shows_the_board(base: str):
    ada = await guest(base, 'Ada "<b>')
    made = await ada.post("/api/tables", {"board": "nordic", "seats": [{}, {}, {}]})
    code = made["table"]["code"]
    async with httpx.AsyncClient(base_url=base) as client:
        answer = await client.get(f"/join/{code.lower()}")
        found = tags(answer.text)
        assert found["og:title"].startswith("Golden Spike: Nordic")
        assert "2 free seats" in found["og:description"]
        assert found["og:description"].startswith("Ada &quot;&lt;b&gt;")
        assert found["og:url"] == f"{base}/join/{code}"
        assert found["og:image"].startswith(base)


async def test_a_table_and_its_replay_are_described_too_and_nothing_else_is(base: str):
    table, _ = await new_table(base, 2)
    async with httpx.AsyncClient(base_url=base) as client:
        for path in (f"/table/{table}", f"/replay/{table}"):
            page = (await client.get(path)).text
            assert "the game is on" in tags(page)["og:description"]
        for path in ("/", "/table/nowhere", "/join/ZZZZZZ", "/lobby", f"/table/{table}/more"):
            answer = await client.get(path)
            assert answer.status_code == 200
            assert tags(answer.text) == {}


async def test_the_words_follow_the_state_of_the_table(base: str):
    ada = await guest(base, "Ada")
    made = await ada.post("/api/tables", {"board": "usa", "seats": [{}, {}]})
    info = msgspec.convert(made["table"], TableInfo)
    for status, words in (
        ("waiting", "1 free seat. Sit down and play."),
        ("running", "the game is on"),
        ("finished", "the game is over"),
    ):
        changed = msgspec.structs.replace(info, status=status)
        found = tags(head_tags(changed, "previews/usa.jpg", "http://example.org/").decode())
        assert words in found["og:description"]
        assert found["og:image"] == "http://example.org/previews/usa.jpg"


async def test_bots_are_named_behind_the_people(base: str):
    ada = await guest(base, "Zoe")
    bot = {"kind": "bot", "level": "hard"}
    made = await ada.post("/api/tables", {"board": "usa", "seats": [{}, bot, bot]})
    info = msgspec.convert(made["table"], TableInfo)
    _, one, two = (seat.name for seat in info.seats)
    found = tags(head_tags(info, "previews/usa.jpg", "http://example.org/").decode())
    assert found["og:description"].startswith(f"Zoe against {one}, {two}: 0 free seats")


def test_each_of_our_boards_has_a_picture():
    pictures = Path(__file__).parents[2] / "web" / "public" / PICTURES
    assert {path.stem for path in pictures.glob("*.jpg")} == set(BUILT_IN)


def test_the_page_with_tags_has_its_own_etag(tmp_path: Path):
    (tmp_path / "index.html").write_text("<html><head></head></html>")
    files = WebFiles(tmp_path)
    plain, tagged = files.answer("", None), files.answer("join/ABC", None, b"<meta />")
    assert tagged.content == b"<html><head><meta /></head></html>"
    etags = [answer.headers["ETag"] for answer in (plain, tagged)]
    assert etags[0] != etags[1]
    assert files.answer("join/ABC", etags[1], b"<meta />").status_code == 304
