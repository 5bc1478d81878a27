"""One exported table: what a line of an export may hold, and whether it fits together."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from argon2 import Type, extract_parameters
from argon2.exceptions import InvalidHashError
from msgspec import Meta, Struct

import goldenspike as gs
from goldenspike.boards.load import board_names, earlier_board, load_board
from goldenspike.boards.play_hash import current_hash
from goldenspike.boards.read import variant_with_hash
from goldenspike.errors import InputError
from goldenspike.notation.records import REPLAYED
from goldenspike.server.protocol.bodies import NAME_LIMIT
from goldenspike.server.protocol.messages import ACTION_LIMIT, By
from goldenspike.server.protocol.table_bodies import SeatKind, StandIn, Status
from goldenspike.server.storage.stored_games import dealt_seed, new_game
from goldenspike.server.storage.table_rows import TableRow, UnreadableRow, table_row
from goldenspike.workshop.own_board import (
    check_own_board,
    is_own_board,
    own_board_with_hash,
    read_own_board,
)

FORMAT = "goldenspike-table-1"
LINE_LIMIT = 16_000_000
"""Bytes of one line; a long game with much chat has a hundredth of that."""
PASSWORD_MEMORY = 262_144
"""KiB that a password's hash may ask for, four times our own: each log-in takes that much."""

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Time = Annotated[int, Meta(ge=0, le=2**53)]
Name = Annotated[str, Meta(max_length=NAME_LIMIT)]
Text = Annotated[str, Meta(max_length=2000)]
Json = Annotated[str, Meta(max_length=200_000)]
Number = Annotated[int, Meta(ge=1, le=100_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of an exported table."""


class TableValues(Part, frozen=True):
    """The table's own row."""

    id: Id
    code: Annotated[str, Meta(pattern=r"^[A-Z0-9]{4,12}\Z")]
    board: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}\Z")]
    status: Status
    public: bool
    options: Json
    owner: Id
    version: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    created: Time
    secret: Hex | None = None
    seed: Hex | None = None
    commitment: Hex | None = None
    rules: int | None = None
    board_hash: Hex | None = None
    started: Time | None = None
    finished: Time | None = None
    next: Id | None = None
    scores: Json | None = None
    ratings: Json | None = None


class Seat(Part, frozen=True):
    """One seat."""

    table_id: Id
    seat: SeatNumber
    kind: SeatKind
    person: Id | None
    name: Name | None
    colour: Name | None
    level: Name | None
    stand_in: StandIn
    number: Hex | None = None


class Action(Part, frozen=True):
    """One action."""

    table_id: Id
    number: Number
    seat: SeatNumber
    action: Annotated[str, Meta(max_length=ACTION_LIMIT)]
    move_id: Annotated[str, Meta(max_length=64)] | None
    by: By
    at: Time
    turn: SeatNumber | None


class ChatLine(Part, frozen=True):
    """One chat line."""

    table_id: Id
    number: Number
    seat: SeatNumber | None
    name: Name
    text: Text
    at: Time
    person: Id | None
    move_id: Annotated[str, Meta(max_length=64)] | None


class Person(Part, frozen=True):
    """A person as a guest."""

    id: Id
    name: Name
    created: Time


class Account(Person, frozen=True):
    """A person, perhaps with an account."""

    account: Name | None = None
    account_key: Text | None = None
    password: Text | None = None


class BoardFile(Part, frozen=True):
    """The board that the game is played on."""

    hash: Hex
    board: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}\Z")]
    file: Annotated[str, Meta(max_length=1_000_000)]


class ExportedTable(Part, frozen=True):
    """A line of an export."""

    format: Literal["goldenspike-table-1"]
    table: TableValues
    seats: Annotated[list[Seat], Meta(min_length=1, max_length=8)]
    actions: Annotated[list[Action], Meta(max_length=20_000)]
    chat: Annotated[list[ChatLine], Meta(max_length=100_000)]
    people: Annotated[list[Account], Meta(max_length=20)]
    board: BoardFile | None = None

    def check(self) -> None:
        """Raise `InputError` unless the parts fit together and the game replays."""
        table_id = self.table.id
        named = {seat.table_id for seat in self.seats}
        named |= {line.table_id for line in self.actions} | {line.table_id for line in self.chat}
        if named != {table_id}:
            raise InputError("a seat, action or chat line belongs to another table")
        for what, lines in (("actions", self.actions), ("chat", self.chat)):
            if [line.number for line in lines] != list(range(1, len(lines) + 1)):
                raise InputError(f"{what}: not numbered from 1 on")
        known = {person.id for person in self.people}
        if not {self.table.owner, *(s.person for s in self.seats if s.person)} <= known:
            raise InputError("people: the owner or someone with a seat is missing")
        if any(line.seat is not None and line.seat >= len(self.seats) for line in self.chat):
            raise InputError("chat: a line of a seat that there is not")
        for person in self.people:
            check_account(person)
        values = msgspec.structs.asdict(self.table)
        seats = [msgspec.structs.asdict(seat) for seat in self.seats]
        for seat in seats:
            del seat["table_id"]
        try:
            row = table_row(values, seats)
        except UnreadableRow as error:
            raise InputError(f"table: {error}") from None
        board = self._board()
        if row.status == "waiting":
            if self.actions:
                raise InputError("actions: the game has not started")
        else:
            self._replay(row, board)

    def _board(self) -> gs.Board:
        """The board; its file has to have the hash it says."""
        name, wanted = self.table.board, self.table.board_hash
        if self.board is not None and is_own_board(name):
            checked, _ = check_own_board(self.board.file.encode())
            own = (
                read_own_board(name, self.board.file)
                if wanted is None
                else own_board_with_hash(name, self.board.file, wanted)
            )
            if checked != name or own is None:
                raise InputError("board: its file has another hash or name than the table says")
            return own
        if self.board is not None:
            board = variant_with_hash(name, self.board.file.encode(), wanted or "")
            if (self.board.hash, self.board.board) != (wanted, name) or board is None:
                raise InputError("board: its file has another hash or name than the table says")
            return board
        found = None if wanted is None else earlier_board(name, current_hash(wanted))
        if wanted is None and name in board_names():
            found = load_board(name)
        if found is None:
            raise InputError(f"board: this program does not have this version of {name!r}")
        return found

    def _replay(self, row: TableRow, board: gs.Board) -> None:
        if row.rules not in (None, *REPLAYED):
            raise InputError(f"rules: version {row.rules} is not known here")
        if row.seed != dealt_seed(row):
            raise InputError("seed: it is not made from the secret and the seats' numbers")
        game = new_game(row, board)
        for line in self.actions:
            try:
                if game.over or line.seat != game.seat:
                    raise InputError("it is not that seat's turn")
                game.play(line.action)
                if line.turn != (None if game.over else game.seat):
                    raise InputError("the next turn is another seat's")
            except InputError as error:
                raise InputError(f"action {line.number}: {error}") from None
        if row.status == "finished" and not game.over:
            raise InputError("actions: the game is finished but they do not lead to the end")


def check_account(person: Account) -> None:
    """Raise `InputError` for a password hash that would cost too much, or is not one of ours."""
    if (person.account is None) != (person.password is None):
        raise InputError(f"people: {person.id} has half an account")
    if person.password is None:
        return
    try:
        cost = extract_parameters(person.password)
    except (InvalidHashError, ValueError):
        raise InputError(f"people: the password of {person.id} is not an argon2 hash") from None
    if (
        cost.type is not Type.ID
        or cost.memory_cost > PASSWORD_MEMORY
        or cost.time_cost > 10
        or cost.parallelism > 8
        or not 16 <= cost.hash_len <= 64
        or not 8 <= cost.salt_len <= 64
    ):
        raise InputError(f"people: the hash of {person.id}'s password is beyond our limits")
