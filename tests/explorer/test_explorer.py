"""What first tickets are worth."""

from __future__ import annotations

import json

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.explorer import explored_boards, load_worths
from goldenspike.explorer.keep_features import COVARIATES, KeepFeatures
from goldenspike.explorer.keep_worths import DATA, checksum
from support.command import run_command

OFFER = ["boston-miami", "denver-el_paso", "new_york-seattle"]


@pytest.mark.parametrize(("board", "keeps"), [("usa", 4), ("germany", 11), ("nordic", 26)])
def test_all_that_may_be_kept_is_ranked_with_intervals(board: str, keeps: int):
    worths = load_worths(board)
    offer = [ticket.id for ticket in worths.board.tickets[: worths.offered]]
    found = worths.keeps(offer)
    assert len(found) == keeps
    assert [keep.chance for keep in found] == sorted((k.chance for k in found), reverse=True)
    for keep in found:
        assert len(keep.tickets) >= worths.least
        assert 0 < keep.chance_low <= keep.chance <= keep.chance_high < 1
        assert keep.points_error > 0


def test_files_have_a_licence_and_a_checksum():
    assert sorted(explored_boards()) == ["germany", "nordic", "usa"]
    for board in explored_boards():
        data = json.loads((DATA / f"{board}.json").read_text(encoding="utf-8"))
        assert data["licence"] == "MIT"
        assert data["sha256"] == checksum(data)


def test_features_count_shared_tracks_once():
    board = gs.load_board("usa")
    features = KeepFeatures(board)
    number = {ticket.id: i for i, ticket in enumerate(board.tickets)}
    long, far = number["los_angeles-miami"], number["boston-miami"]
    alone, both = features.of([long]), features.of([long, far])
    spaces, saved = COVARIATES.index("spaces"), COVARIATES.index("saved")
    assert alone[saved] == 0
    assert both[spaces] + both[saved] == pytest.approx(alone[spaces] + features.of([far])[spaces])
    assert np.flatnonzero(both[len(COVARIATES) :]).tolist() == sorted([long, far])


@pytest.mark.parametrize(
    ("offer", "said"),
    [
        (OFFER[:2], "3 different"),
        ([*OFFER[:2], OFFER[0]], "3 different"),
        ([*OFFER[:2], "x"], "no ticket x"),
    ],
)
def test_what_is_no_offer_is_refused(offer: list[str], said: str):
    with pytest.raises(gs.InputError, match=said):
        load_worths("usa").keeps(offer)


def test_the_command_prints_a_table_or_json():
    told = json.loads(run_command("explorer", "usa", *OFFER, "--json").stdout)
    assert len(told["keeps"]) == 4
    assert told["games"] > 1000
    assert "95 % interval" in run_command("explorer", "usa", *OFFER).stdout
