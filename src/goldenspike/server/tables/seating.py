"""The rules of sitting at a table: creating, joining, leaving, starting, rematch.

Each function changes the `TableRow` it is given, or raises a refusal; the caller stores it.
"""

from __future__ import annotations

import secrets
import string

import msgspec

import goldenspike as gs
from goldenspike.notation.deals import commitment_of
from goldenspike.notation.records import RULES
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.characters import CHARACTERS, bot_name
from goldenspike.server.people.names import clean_name, folded, look, with_number
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import (
    BOT_LEVELS,
    BoardSummary,
    BoardVariant,
    ChooseColour,
    Contribute,
    Join,
    NewTable,
    SetSeat,
)
from goldenspike.server.storage.stored_games import dealt_seed, game_from_seed
from goldenspike.server.storage.table_rows import Options, SeatRow, TableRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.views.board_catalogue import summary_of

ID_LETTERS = string.ascii_letters + string.digits
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No letters that are mistaken for digits when a code is read aloud."""


PUBLIC_SEATS = 2
"""Seats that one person may take at a public table of somebody else."""


def new_id() -> str:
    """A table's id, which cannot be guessed.

    Letters and digits only: on a command line, a leading dash would make it an option.
    """
    return "".join(secrets.choice(ID_LETTERS) for _ in range(12))


def new_code() -> str:
    """A short code to join by."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


def load_board(name: str, variant: BoardVariant | None = None) -> gs.Board:
    """One of the program's own boards, or a variant that it has."""
    names = list(gs.board_names())
    if name not in names:
        raise Refusal("board_unknown", board=name, boards=names)
    return gs.load_board(name, variant.id if variant else "")


def find_variant(name: str, summary: BoardSummary, wanted: str | None) -> BoardVariant | None:
    """The variant of a board with this id; None if none is wanted."""
    if wanted is None:
        return None
    for variant in summary.variants:
        if variant.id == wanted:
            return variant
    known = [variant.id for variant in summary.variants]
    raise Refusal("variant_unknown", board=name, variant=wanted, variants=known)


def new_table(wish: NewTable, owner: PersonRow, own_board: BoardSummary | None = None) -> TableRow:
    """A table as its owner asked for it; `own_board` is its board if somebody made it."""
    board = own_board or summary_of(load_board(wish.board))
    if not board.min_players <= len(wish.seats) <= board.max_players:
        raise Refusal(
            "seats_number",
            board=wish.board,
            least=board.min_players,
            most=board.max_players,
            seats=len(wish.seats),
        )
    if wish.first is not None and wish.first >= len(wish.seats):
        raise Refusal("first_bad", seat=wish.first)
    least, most = {"none": (0, 0), "seconds": (5, 3600), "days": (1, 30)}[wish.clock.kind]
    if not least <= wish.clock.amount <= most:
        raise Refusal(
            "malformed", why=f"a clock of {wish.clock.kind} has an amount from {least} to {most}"
        )
    row = TableRow(
        id=new_id(),
        code=new_code(),
        board=wish.board,
        status="waiting",
        public=wish.public,
        options=Options(
            wish.clock,
            wish.absent,
            wish.absent_after,
            wish.first,
            wish.pace,
            own_board=own_board,
            variant=find_variant(wish.board, board, wish.variant),
        ),
        owner=owner.id,
        version=1,
        created=milliseconds(),
    )
    for number, seat in enumerate(wish.seats):
        row.seats.append(SeatRow(number, seat.kind, level=_level(seat.kind, seat.level)))
    _draw_secret(row)
    _dress_bots(row)
    if wish.sit and any(seat.kind == "open" for seat in row.seats):
        join(row, owner, Join(colour=wish.colour))
    return row


def join(row: TableRow, person: PersonRow, wish: Join) -> int:
    """Take a seat; one person may take several, for several players on one device."""
    _check_waiting(row)
    if person.id in row.options.kicked:
        raise Refusal("kicked")
    if row.public and row.owner != person.id and len(row.seats_of(person.id)) >= PUBLIC_SEATS:
        raise Refusal("too_many_seats", limit=PUBLIC_SEATS)
    if wish.seat is None:
        free = [s for s in row.seats if s.kind == "open" and s.person in (None, person.id)]
        if not free:
            raise Refusal("table_full")
        seat = next((s for s in free if s.person == person.id), free[0])
    else:
        seat = _seat(row, wish.seat)
        if seat.kind != "open" or seat.person not in (None, person.id):
            raise Refusal("seat_taken", seat=wish.seat)
    name = _own_name(row, person, clean_name(wish.name) if wish.name is not None else person.name)
    colour = wish.colour
    if colour is None and seat.colour in _free_colours(row):
        colour = seat.colour
    elif colour is None:
        colour = next((c for c in _free_colours(row) if not _colour_reserved(row, c)), None)
    else:
        _check_colour(row, colour, seat)
    seat.kind, seat.person, seat.name = "person", person.id, name
    seat.colour, seat.level, seat.stand_in, seat.number = colour, None, "no", None
    seat.account = person.account is not None
    _dress_bots(row)
    return seat.seat


def leave(row: TableRow, person: PersonRow, number: int | None) -> None:
    """Free one or all of a person's seats; in a running game a bot takes them over for good.

    If the owner no longer plays, someone who does becomes the owner.
    """
    if number is not None:
        leaving = [_own_seat(row, person, number)]
    else:
        leaving = [s for s in row.seats if s.person == person.id]
        if not leaving:
            _check_owner(row, person)
    if row.status == "finished":
        raise Refusal("table_finished")
    for seat in leaving:
        if row.status == "running":
            seat.stand_in = "for_good"
        else:
            seat.empty("open")
    playing = [s.person for s in row.seats if s.kind == "person" and s.stand_in != "for_good"]
    if row.owner == person.id and playing and person.id not in playing:
        row.owner = playing[0] or person.id


def choose_colour(row: TableRow, person: PersonRow, wish: ChooseColour) -> None:
    """Change the colour of a person's seat; a bot that has it gets another."""
    _check_waiting(row)
    seat = _own_seat(row, person, wish.seat)
    _check_colour(row, wish.colour, seat)
    seat.colour = wish.colour
    _dress_bots(row)


def set_seat(row: TableRow, person: PersonRow, wish: SetSeat) -> None:
    """Open or close a seat, or give it to a bot (owner only)."""
    _check_owner(row, person)
    _check_waiting(row)
    seat = _seat(row, wish.seat)
    if seat.kind == "person" and seat.person not in (None, person.id):
        kicked = dict.fromkeys((*row.options.kicked, str(seat.person)))
        row.options = msgspec.structs.replace(row.options, kicked=tuple(kicked))
    seat.empty(wish.kind, _level(wish.kind, wish.level))
    _dress_bots(row)


def start(row: TableRow, person: PersonRow, own_board: gs.Board | None = None) -> list[SeatRow]:
    """Start the game: drop closed seats, number the players and make the seed (owner only).

    `own_board` is the table's board if somebody made it. Returns the seats that are to act: all of
    them where the game begins with first tickets, which are chosen at the same time.
    """
    _check_owner(row, person)
    _check_waiting(row)
    still_open = [s.seat for s in row.seats if s.kind == "open"]
    if still_open:
        raise Refusal("seats_open", seats=still_open)
    playing = [s for s in row.seats if s.kind in ("person", "bot")]
    board = own_board or load_board(row.board, row.options.variant)
    if len(playing) < board.min_players:
        raise Refusal("too_few_players", board=row.board, least=board.min_players)
    first = row.options.first
    if first is not None:
        # The seat that was to start may have been closed: then the next one starts.
        first = next((i for i, s in enumerate(playing) if s.seat >= first), 0)
    row.seats = playing
    for number, seat in enumerate(playing):
        seat.seat = number
    if row.secret is None and row.seed is None:
        _draw_secret(row)
    row.seed = dealt_seed(row)
    row.rules, row.board_hash = RULES, board.play_hash
    row.status, row.started = "running", milliseconds()
    game = game_from_seed(row, board, first)
    row.options = msgspec.structs.replace(row.options, first=first, first_turn=game.seat, kicked=())
    return row.seats if game.phase == "keep" else [row.seats[game.seat]]


def contribute(row: TableRow, person: PersonRow, wish: Contribute) -> None:
    """Take a seat's share of the deal."""
    _check_waiting(row)
    _own_seat(row, person, wish.seat).number = wish.number


def _draw_secret(row: TableRow) -> None:
    """Draw the server's share of the deal and commit to it, before any seat gives its own."""
    row.secret = secrets.token_hex(32)
    row.commitment = commitment_of(row.secret)


def rematch(row: TableRow, person: PersonRow) -> TableRow:
    """A new table with the same people in the same order; a fixed first seat moves on by one.

    The person who asks is seated. The others' seats are open and reserved for them, so that nobody
    is in a game without having asked; a person who left the last game gets none.
    """
    row.require_finished()
    if not row.seats_of(person.id) and row.owner != person.id:
        raise Refusal("spectator")
    options = row.options
    first = None if options.first is None else (options.first + 1) % len(row.seats)
    again = TableRow(
        id=new_id(),
        code=new_code(),
        board=row.board,
        status="waiting",
        public=row.public,
        options=Options(
            options.clock,
            options.absent,
            options.absent_after,
            first,
            options.pace,
            own_board=options.own_board,
            variant=options.variant,
        ),
        owner=person.id,
        version=1,
        created=milliseconds(),
    )
    _draw_secret(again)
    for s in row.seats:
        seat = SeatRow(s.seat, s.kind, s.person, s.name, s.colour, s.level, account=s.account)
        if s.person is not None and s.person != person.id:
            seat.kind = "open"
            if s.stand_in == "for_good":
                seat.empty("open")
        again.seats.append(seat)
    _dress_bots(again)
    return again


def take_reserved_seats(row: TableRow, person: PersonRow) -> bool:
    """Join at every seat reserved for this person; whether there was one."""
    reserved = [s for s in row.seats if s.kind == "open" and s.person == person.id]
    if row.status == "waiting":
        for seat in reserved:
            join(row, person, Join(seat=seat.seat, name=seat.name))
    return row.status == "waiting" and bool(reserved)


def _own_name(row: TableRow, person: PersonRow, name: str) -> str:
    """The name, with a number behind it if somebody else at the table looks the same."""
    taken = {look(s.name) for s in row.seats if s.name and s.person not in (None, person.id)}
    unique = name
    while look(unique) in taken:
        unique = with_number(name)
    return unique


def _seat(row: TableRow, number: int) -> SeatRow:
    if not 0 <= number < len(row.seats):
        raise Refusal("seat_unknown", seat=number)
    return row.seats[number]


def _own_seat(row: TableRow, person: PersonRow, number: int) -> SeatRow:
    seat = _seat(row, number)
    if seat.person != person.id:
        raise Refusal("not_your_seat", seat=number)
    return seat


def _check_owner(row: TableRow, person: PersonRow) -> None:
    if row.owner != person.id:
        raise Refusal("not_owner")


def _check_waiting(row: TableRow) -> None:
    if row.status == "finished":
        raise Refusal("table_finished")
    if row.status != "waiting":
        raise Refusal("table_started")


def _level(kind: str, level: str | None) -> str | None:
    if kind != "bot":
        return None
    level = level or "normal"
    if level not in BOT_LEVELS:
        raise Refusal("bot_unknown", level=level, levels=list(BOT_LEVELS))
    return level


def _name_bots(row: TableRow, bots: list[SeatRow]) -> None:
    people = [s.name for s in row.seats if s.kind != "bot" and s.name]
    alike = {*map(look, people), *map(folded, people)}
    names = {name for names in CHARACTERS.values() for name in names}
    taken = {name for name in names if not alike.isdisjoint((look(name), folded(name)))}
    for seat in bots:
        if seat.name in taken:
            seat.name = None
        elif seat.name is not None:
            taken.add(seat.name)
    for seat in bots:
        if seat.name is None:
            seat.name = bot_name(seat.level or "", row.id, seat.seat, taken)
            taken.update(filter(None, [seat.name]))


def _colours(row: TableRow) -> list[str]:
    """The player colours of the table's board."""
    return list((row.options.own_board or load_board(row.board)).player_colours)


def _free_colours(row: TableRow) -> list[str]:
    taken = {s.colour for s in row.seats if s.kind == "person"}
    return [c for c in _colours(row) if c not in taken]


def _colour_reserved(row: TableRow, colour: str) -> bool:
    """Whether a bot or a reserved seat has this colour."""
    return any(s.kind in ("bot", "open") and s.colour == colour for s in row.seats)


def _check_colour(row: TableRow, colour: str, seat: SeatRow) -> None:
    colours = _colours(row)
    if colour not in colours:
        raise Refusal("colour_unknown", board=row.board, colour=colour, colours=colours)
    if any(s.colour == colour and s.kind == "person" and s is not seat for s in row.seats):
        raise Refusal("colour_taken", colour=colour)


def _dress_bots(row: TableRow) -> None:
    """Give every bot a name and a colour that no person has; it keeps its own where it can."""
    free = _free_colours(row)
    bots = [s for s in row.seats if s.kind == "bot"]
    _name_bots(row, bots)
    for seat in bots:
        if seat.colour in free:
            free.remove(seat.colour)
        else:
            seat.colour = None
    for seat in bots:
        if seat.colour is None:
            seat.colour = free.pop(0)
