"""What HTTP requests and answers about boards that people made carry."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from goldenspike.server.protocol.bodies import Body, Word
from goldenspike.server.protocol.table_bodies import BoardSummary

Aspect = Annotated[float, Meta(ge=0.2, le=5)]
Drawing = Literal["waiting", "drawn", "failed"]


class OwnBoardFacts(Struct, frozen=True):
    """What a list says about a board that somebody made."""

    summary: BoardSummary
    places: int
    tracks: int
    tickets: int


class OwnBoard(Struct, frozen=True):
    """A board that somebody made. Its id is that of its content: it never changes."""

    facts: OwnBoardFacts
    drawing: Annotated[
        Drawing, Meta(description="`waiting` until it is drawn; games need the drawing.")
    ]
    why: Annotated[str | None, Meta(description="Why it could not be drawn.")]
    stored: int
    removed: Annotated[bool, Meta(description="Whether a moderator has ended its sharing.")]


class Revision(Struct, frozen=True):
    """A design as it was saved at some time."""

    number: int
    at: int
    board: OwnBoard


class Design(Struct, frozen=True):
    """A board of yours through its revisions, the newest first."""

    id: str
    revisions: list[Revision]


class MyBoards(Struct, frozen=True):
    """Your designs, the one saved last first."""

    designs: list[Design]
    limit: Annotated[int, Meta(description="How many you may have.")]


class BoardText(Body, frozen=True):
    """A board file."""

    file: Annotated[str, Meta(max_length=60_000, description="TOML, as docs/boards.md has it.")]


class SaveBoard(Body, frozen=True):
    """A board file to save, as a new design or as the next revision of one."""

    file: Annotated[str, Meta(max_length=60_000, description="TOML, as docs/boards.md has it.")]
    design: Annotated[Word | None, Meta(description="null: a new design.")] = None


class SavedBoard(Struct, frozen=True):
    """A saved board and the design that it is the newest revision of."""

    design: str
    board: OwnBoard


class BoardProblem(Struct, frozen=True):
    """One thing that is wrong in a board file."""

    line: int | None
    field: Annotated[str, Meta(description="Empty: the file as a whole.")]
    what: str
    hint: Annotated[str, Meta(description="What would be right.")]


class BoardCheck(Struct, frozen=True):
    """Everything that is wrong with a board file, or the board in it."""

    problems: list[BoardProblem]
    board: Annotated[dict[str, Any] | None, Meta(description="Null if there are problems.")]


class RandomBoard(Body, frozen=True):
    """What a random board is made from; the same wish gives the same board."""

    seed: Annotated[int, Meta(ge=0, lt=2**31)]
    places: Annotated[int, Meta(ge=8, le=48)] = 24
    ferries: Annotated[int, Meta(ge=0, le=30)] = 0
    tunnels: Annotated[int, Meta(ge=0, le=30)] = 0
    aspect: Annotated[float, Meta(ge=0.5, le=2.5)] = 1.5


class BoardFile(Struct, frozen=True):
    """A board file, to go on from."""

    file: str


class EarthFrame(Body, frozen=True):
    """A piece of the earth, in degrees; east is above 180 beyond the date line."""

    west: Annotated[float, Meta(ge=-180, le=180)]
    east: Annotated[float, Meta(ge=-180, le=540)]
    south: Annotated[float, Meta(ge=-90, le=90)]
    north: Annotated[float, Meta(ge=-90, le=90)]
    projection: Literal["conic", "mercator", "plain", "azimuthal"] = "conic"
    aspect: Annotated[
        Aspect | None, Meta(description="Of the picture; null: that of the projected piece.")
    ] = None


class EarthOutlines(Struct, frozen=True):
    """Land and water of a piece of the earth, as a board with it is drawn."""

    aspect: Annotated[float, Meta(description="Width of the picture divided by its height.")]
    width: float
    height: float
    geography: dict[str, Any]


class ReportStatus(Struct, frozen=True):
    """How balanced a board is, or how far measuring that has come."""

    state: Literal["none", "waiting", "playing", "done", "failed", "stopped"]
    done: Annotated[int, Meta(description="Games played.")]
    total: Annotated[int, Meta(description="Games in all; 0 until the first is played.")]
    report: Annotated[
        dict[str, Any] | None, Meta(description="As `goldenspike board report --json` prints it.")
    ]


class OwnBoardList(Struct, frozen=True):
    """Boards that people made, the newest first."""

    boards: list[OwnBoard]


class Sharing(Body, frozen=True):
    """Whether a board may be shared."""

    removed: bool
