"""Imports point one way and never in circles, type-only and lazy ones counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from house.import_graph import (
    FLOORS,
    SERVER_FLOORS,
    between_rooms,
    bot_internals_imported,
    crowded_folders,
    cycles,
    imports,
    order_violations,
    problems,
)
from house.picture import PICTURE, draw

pytestmark = pytest.mark.quick


def package(tmp_path: Path, **files: str) -> Path:
    """A package of these modules: `rules__cards` is `rules/cards.py`."""
    for name, text in files.items():
        path = tmp_path.joinpath(*name.split("__")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_no_module_imports_in_a_circle():
    assert cycles((edge.importer, edge.imported) for edge in imports()) == []


@pytest.mark.parametrize("inside", ["goldenspike", "goldenspike.server"])
def test_no_two_rooms_import_each_other(inside: str):
    """Also not where no module does: `a.x -> b.x` and `b.y -> a.y`."""
    assert cycles(between_rooms(imports(), inside)) == []


def test_rooms_import_only_their_own_floor_and_those_below():
    assert order_violations(imports()) == []


def test_rooms_of_the_server_import_only_their_own_floor_and_those_below():
    assert order_violations(imports(), SERVER_FLOORS, (), "goldenspike.server") == []


def test_rooms_that_let_bots_play_do_not_know_how_they_decide():
    assert bot_internals_imported(imports()) == []


def test_no_folder_is_crowded():
    assert crowded_folders() == {}


def test_the_picture_of_the_house_is_current():
    assert PICTURE.read_text(encoding="utf-8") == draw(), "run: make house"


# That each of these can fail --------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "from goldenspike.server import app\n",
        "from goldenspike.server.app import serve\n",
        "import goldenspike.server.app\n",
        "from ..server import app\n",
        "def f():\n    from goldenspike.server import app\n",
        "if TYPE_CHECKING:\n    from goldenspike.server import app\n",
        "APP = 'goldenspike.server.app:serve'\n",
        "APP = 'goldenspike.server.app'\n",
    ],
)
def test_an_import_upwards_is_found_however_it_is_written(tmp_path: Path, text: str):
    source = package(tmp_path, rules__bad=text, server__app="")
    (found,) = order_violations(imports(source))
    assert found.endswith("rules may not import goldenspike.server.app")


def test_an_import_between_rooms_that_stand_apart_is_found(tmp_path: Path):
    source = package(
        tmp_path,
        envs__a="from goldenspike.server.b import x",
        server__b="from goldenspike.bots.c import x",
        bots__c="",
    )
    (found,) = order_violations(imports(source))
    assert "envs and server stand apart" in found


@pytest.mark.parametrize("room", ["arena", "review", "envs", "server"])
@pytest.mark.parametrize("inside", ["planner.policy", "searcher", "external.external_bot"])
def test_an_import_of_how_a_bot_decides_is_found(tmp_path: Path, room: str, inside: str):
    text = f"from goldenspike.bots.{inside} import x\nimport goldenspike.bots.safety\n"
    source = package(
        tmp_path,
        **{
            f"{room}__a": text,
            f"bots__{inside.replace('.', '__')}": "",
            "bots__b": f"from goldenspike.bots.{inside} import x",
            "bots__safety": "",
        },
    )
    (found,) = bot_internals_imported(imports(source))
    assert found == f"goldenspike.{room}.a, line 1: goldenspike.bots.{inside} is for bots alone"


def test_a_circle_is_found_through_functions_and_types(tmp_path: Path):
    source = package(
        tmp_path,
        rules__a="from goldenspike.rules import b",
        rules__b="def f():\n    import goldenspike.rules.c",
        rules__c="if TYPE_CHECKING:\n    from goldenspike.rules.a import A",
        rules__d="from goldenspike.rules import a",
    )
    edges = [(edge.importer, edge.imported) for edge in imports(source)]
    assert cycles(edges) == [[f"goldenspike.rules.{name}" for name in "abc"]]


def test_rooms_that_import_each_other_are_found(tmp_path: Path):
    source = package(
        tmp_path,
        server__people__a="from goldenspike.server.cluster.a import x",
        server__people__b="",
        server__cluster__a="",
        server__cluster__b="from goldenspike.server.people.b import x",
    )
    edges = imports(source)
    assert cycles((edge.importer, edge.imported) for edge in edges) == []
    assert cycles(between_rooms(edges, "goldenspike.server")) == [["cluster", "people"]]


def test_an_import_upwards_inside_the_server_is_found(tmp_path: Path):
    source = package(
        tmp_path,
        server__tables__a="from goldenspike.server.http.b import x",
        server__http__b="",
    )
    assert order_violations(imports(source)) == []
    (found,) = order_violations(imports(source), SERVER_FLOORS, (), "goldenspike.server")
    assert found.endswith("tables may not import goldenspike.server.http.b")


def test_a_room_without_a_floor_is_found(tmp_path: Path):
    source = package(tmp_path, cellar__a="from goldenspike.rules import b", rules__b="")
    assert any("cellar has no floor" in problem for problem in problems(source))


def test_a_crowded_folder_is_found(tmp_path: Path):
    source = package(tmp_path, **{f"rules__m{n}": "" for n in range(21)})
    assert list(crowded_folders(source).values()) == [21]


def test_every_room_has_a_floor_of_its_own():
    rooms = [room for floor in FLOORS for room in floor]
    assert len(rooms) == len(set(rooms))
