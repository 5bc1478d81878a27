"""Every refusal: a code with parameters for programs, a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

CODES: Mapping[str, tuple[int, str]] = {
    # Requests that cannot be read.
    "malformed": (400, "The message is not what was expected: {why}"),
    "too_large": (413, "The message is larger than {limit} bytes."),
    "unknown_message": (400, "There is no message of type {type}."),
    "hello_first": (400, "Say hello before anything else on this socket."),
    "rate_limited": (429, "Too many requests: try again in {retry_after} seconds."),
    "too_many_connections": (429, "More than {limit} open sockets from one address."),
    "server_full": (503, "The server holds as much as it can: try again later."),
    "busy": (503, "The server is busy with that: try again in a moment."),
    "origin_refused": (403, "Pages of {origin} may not talk to this server."),
    # Who is asking.
    "token_needed": (401, "This needs a token: get one as a guest or log in."),
    "token_unknown": (401, "This token is not known here (any more)."),
    "login_wrong": (401, "The name or the password is wrong."),
    "name_taken": (409, "There is already an account named {name}."),
    "name_bad": (400, "A name has 1 to {limit} printable characters."),
    "password_short": (400, "A password has {least} to {limit} characters."),
    "account_already": (409, "This person has an account already."),
    "account_needed": (403, "This needs an account."),
    "recovery_wrong": (401, "The name or the recovery code is wrong, or the code was used."),
    "other_device": (403, "This guest began on another device: do this there, or log in."),
    "banned": (403, "This person may not play here until {until} (milliseconds since 1970)."),
    "muted": (403, "You may not write here until {until} (milliseconds since 1970)."),
    "not_moderator": (403, "Only moderators may do that."),
    "subscription_bad": (400, "Messages cannot be sent to that address: {why}"),
    # Tables.
    "not_found": (404, "There is no {what} {id} here."),
    "board_unknown": (400, "There is no board {board}: choose from {boards}."),
    "variant_unknown": (400, "{board} has no variant {variant}: choose from {variants}."),
    "lesson_unknown": (404, "There is no lesson {lesson}: choose from {lessons}."),
    "board_problems": (400, "The board has {count} problems. The first: {first}"),
    "board_costly": (400, "This board asks too much of the server: {why}."),
    "board_not_drawn": (409, "{board} is not drawn yet. {why}"),
    "board_removed": (403, "This board is not shared here any more."),
    "too_many_boards": (429, "You have {limit} boards already: delete one first."),
    "seats_number": (400, "{board} has {least} to {most} seats, not {seats}."),
    "first_bad": (400, "There is no seat {seat} to move first."),
    "bot_unknown": (400, "There is no bot level {level}: choose from {levels}."),
    "colour_unknown": (400, "{board} has no colour {colour}: choose from {colours}."),
    "colour_taken": (409, "Someone at the table has {colour} already."),
    "not_owner": (403, "Only the owner of the table may do that."),
    "not_your_seat": (403, "Seat {seat} is not yours."),
    "seat_unknown": (404, "The table has no seat {seat}."),
    "seat_taken": (409, "Seat {seat} is taken."),
    "table_full": (409, "Every seat of the table is taken."),
    "table_started": (409, "The game has started."),
    "table_waiting": (409, "The game has not started."),
    "table_finished": (409, "The game is over."),
    "table_running": (409, "The game is still going on."),
    "seats_open": (409, "Seats {seats} are open: wait for players, add bots or close them."),
    "too_few_players": (409, "{board} needs at least {least} players."),
    "other_rules": (
        409,
        "This game is played by version {rules} of the rules and this server plays version "
        "{plays}: it can be neither continued nor shown here.",
    ),
    "other_board": (
        409,
        "This game is played on another version of the board {board} than this server has: it "
        "can be neither continued nor shown here.",
    ),
    "too_many_tables": (
        429,
        "You have {limit} unfinished tables already, also those left to bots.",
    ),
    "too_many_seats": (429, "You hold {limit} seats at waiting tables of others already."),
    "kicked": (403, "The owner has freed your seat: you may watch, or find another table."),
    "invitation_needed": (403, "This table is private: open it with its invite link or code."),
    # Play.
    "spectator": (403, "Spectators watch: take a seat to play or talk."),
    "seat_given_up": (409, "A bot plays seat {seat} to the end of the game."),
    "not_your_turn": (409, "It is the turn of seat {seat}."),
    "stale": (409, "The move was made on number {on}, the table is at {n}."),
    "illegal": (409, "{why}"),
    "step_unknown": (404, "The game cannot go on from step {step}: it has steps 0 to {last}."),
    "no_record": (409, "A game that went on from another one has no record of its own."),
    "ideas_refused": (403, "Ideas are for games against bots alone."),
    "chat_bad": (400, "A chat line has 1 to {limit} characters."),
    "question_bad": (400, "{why}"),
    # The server itself.
    "storage": (503, "The move could not be stored and was not made. Try again."),
    "closing": (503, "The server is going down: reconnect in a moment."),
    "conflict": (409, "Someone else changed the table at the same moment: look again."),
    "internal": (500, "Something went wrong here: see the log under {incident}."),
}
"""Code -> HTTP status and English sentence; parameters stand in braces."""


class ErrorBody(msgspec.Struct, frozen=True):
    """Why something was refused. Clients translate `code` with `params`; `text` is English."""

    code: str
    params: dict[str, Any]
    text: str


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The body of every HTTP answer that refuses."""

    error: ErrorBody


class Refusal(Exception):
    """Raised anywhere in the server to refuse a request; nothing has changed then.

    >>> Refusal("seat_taken", seat=2).body.text
    'Seat 2 is taken.'
    """

    def __init__(self, code: str, **params: Any) -> None:
        self.status, sentence = CODES[code]
        self.body = ErrorBody(code, params, sentence.format_map(params))
        super().__init__(self.body.text)

    @property
    def code(self) -> str:
        """The key in `CODES`."""
        return self.body.code
