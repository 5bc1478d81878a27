"""Writes `docs/protocol.md` from the message types.

Run `python -m goldenspike.server.protocol.reference`.
"""

# ruff: noqa: E501 (prose of the page)

from __future__ import annotations

import inspect
import sys
import types
import typing
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal, Union

import msgspec

from goldenspike.server.protocol import (
    board_bodies,
    bodies,
    messages,
    person_bodies,
    puzzle_bodies,
    refusals,
    result_bodies,
    review_bodies,
    table_bodies,
)

ROUTES: tuple[tuple[str, str, str, str, str], ...] = (
    ("POST", "/api/guests", "NewGuest", "Admitted", "a nickname gets a token"),
    (
        "POST",
        "/api/accounts",
        "Credentials",
        "Admitted",
        "make an account; with a guest's token, the guest becomes it and keeps everything",
    ),
    (
        "POST",
        "/api/login",
        "Credentials",
        "Admitted",
        "log in; with the token of a guest of this device, the account takes over its seats",
    ),
    ("POST", "/api/logout", "", "Done", "forget this token; its sockets are closed"),
    ("GET", "/api/me", "", "Person", "who am I"),
    ("PATCH", "/api/me", "Rename", "Person", "change the nickname"),
    ("GET", "/api/me/games", "", "MyGames", "my waiting, running and finished games"),
    ("GET", "/api/me/waiting", "", "Waiting", "how many of my games wait for me"),
    ("POST", "/api/recover", "Recovery", "Admitted", "a recovery code in place of the password"),
    (
        "POST",
        "/api/me/password",
        "ChangePassword",
        "Admitted",
        "change the password; every device is logged out, this one gets a new token",
    ),
    ("POST", "/api/me/recovery", "Confirmation", "RecoveryCodes", "new recovery codes"),
    ("POST", "/api/logout/everywhere", "", "Done", "forget every token of mine"),
    ("DELETE", "/api/me", "Confirmation", "Done", "delete me: bots take over my seats"),
    ("GET", "/api/me/data", "", "", "all that is stored about me, as a file"),
    ("GET", "/api/me/notices", "", "Notices", "how I am told that it is my turn"),
    ("PUT", "/api/me/notices", "NoticeSettings", "Notices", "my quiet hours and my webhook"),
    ("POST", "/api/me/notices/subscribe", "PushSubscription", "Done", "Web Push to this browser"),
    ("POST", "/api/me/notices/unsubscribe", "Unsubscribe", "Done", "no more messages to it"),
    (
        "POST",
        "/api/tables/{table}/report",
        "ReportPlayer",
        "Done",
        "tell the moderators about somebody at my table",
    ),
    ("GET", "/api/moderation/reports", "", "ReportList", "moderators: open reports"),
    (
        "POST",
        "/api/moderation/reports/{number}/close",
        "",
        "Done",
        "moderators: a report is dealt with",
    ),
    (
        "POST",
        "/api/moderation/people/{person_id}",
        "Restriction",
        "Done",
        "moderators: ban or mute somebody, or end it",
    ),
    ("GET", "/api/boards", "", "BoardList", "boards and bot levels"),
    ("GET", "/api/boards/{board}", "", "BoardDetail", "one board's data, names and layout"),
    (
        "GET",
        "/api/boards/{board}/file",
        "",
        "",
        "the file of a board, to start another one from",
    ),
    (
        "POST",
        "/api/workshop/check",
        "BoardText",
        "BoardCheck",
        "everything that is wrong with a board file, or the board in it",
    ),
    (
        "POST",
        "/api/workshop/boards",
        "SaveBoard",
        "SavedBoard",
        "save a board as a new design of yours, or as the next revision of one",
    ),
    (
        "POST",
        "/api/workshop/random",
        "RandomBoard",
        "BoardFile",
        "a random board to go on from",
    ),
    (
        "POST",
        "/api/workshop/outlines",
        "EarthFrame",
        "EarthOutlines",
        "land and water of a piece of the earth",
    ),
    (
        "POST",
        "/api/workshop/boards/{board}/complaint",
        "ReportBoard",
        "Done",
        "report a board to the moderators",
    ),
    ("GET", "/api/workshop/boards", "", "MyBoards", "your designs with their revisions"),
    (
        "DELETE",
        "/api/workshop/designs/{design}",
        "",
        "Done",
        "delete a design of yours; games on its boards go on",
    ),
    (
        "GET",
        "/api/workshop/boards/{board}",
        "",
        "OwnBoard",
        "a board that somebody made: what it is, and whether it is drawn",
    ),
    (
        "POST",
        "/api/workshop/boards/{board}/report",
        "",
        "ReportStatus",
        "measure how balanced a board is, in the background",
    ),
    (
        "GET",
        "/api/workshop/boards/{board}/report",
        "",
        "ReportStatus",
        "how balanced a board is, or how far measuring that has come",
    ),
    (
        "DELETE",
        "/api/workshop/boards/{board}/report",
        "",
        "ReportStatus",
        "stop measuring a board, if you have asked for it",
    ),
    (
        "GET",
        "/api/moderation/boards",
        "",
        "OwnBoardList",
        "moderators: the boards that people saved last",
    ),
    (
        "POST",
        "/api/moderation/boards/{board}",
        "Sharing",
        "Done",
        "moderators: end the sharing of a board, or allow it again",
    ),
    ("GET", "/api/tables", "", "TableList", "the lobby; `?page=1` is the second page"),
    ("POST", "/api/tables", "NewTable", "TableForYou", "create a table"),
    (
        "GET",
        "/api/tables/{table}",
        "",
        "TableForYou",
        "one table; a private one to those who sit at it, or with `?code=`",
    ),
    ("GET", "/api/codes/{code}", "", "TableForYou", "the table with this short code"),
    ("POST", "/api/tables/{table}/join", "Join", "Joined", "take a seat"),
    (
        "POST",
        "/api/tables/{table}/leave",
        "Leave",
        "TableForYou",
        "free your seat; in a running game a bot plays on for good; the owner leaving passes the "
        "table on to someone who still plays",
    ),
    ("POST", "/api/tables/{table}/colour", "ChooseColour", "TableForYou", "choose a colour"),
    ("POST", "/api/tables/{table}/seat", "SetSeat", "TableForYou", "owner: open, close, bot"),
    ("POST", "/api/tables/{table}/number", "Contribute", "TableForYou", "your share of the deal"),
    ("POST", "/api/tables/{table}/start", "", "TableForYou", "owner: start the game"),
    (
        "POST",
        "/api/tables/{table}/rematch",
        "",
        "TableForYou",
        "your seat at a new table with the same people; theirs are reserved until they ask too",
    ),
    (
        "POST",
        "/api/lessons/{lesson}",
        "",
        "TableForYou",
        "a running table with a prepared deal, for you and a bot; your last lesson's table goes",
    ),
    ("GET", "/api/tables/{table}/result", "", "Result", "finished: scores, seed, its check"),
    ("GET", "/api/tables/{table}/record", "", "", "finished: the game record as a file"),
    (
        "GET",
        "/api/tables/{table}/replay",
        "",
        "Replay",
        "finished: step by step; `?seat=1` for a seat's eyes, without it everything is open",
    ),
    (
        "POST",
        "/api/tables/{table}/review",
        "",
        "ReviewStatus",
        "finished: review the game in the background, if that was not done yet",
    ),
    (
        "GET",
        "/api/tables/{table}/review",
        "",
        "ReviewStatus",
        "the review, or how far it is; ask again every second",
    ),
    (
        "DELETE",
        "/api/tables/{table}/review",
        "",
        "ReviewStatus",
        "stop a review that you have asked for",
    ),
    (
        "POST",
        "/api/tables/{table}/what-if",
        "WhatIf",
        "TableForYou",
        "finished: a running table of yours, with bots or at one device, that goes on from a step; never rated",
    ),
    ("GET", "/api/puzzles", "", "PuzzleList", "boards with puzzles, and the puzzle of the day"),
    (
        "GET",
        "/api/puzzles/{board}/{number}",
        "",
        "PuzzleDetail",
        "a puzzle as the seat to move sees it, with its answer",
    ),
    (
        "GET",
        "/api/first-tickets/{board}",
        "",
        "FirstTickets",
        "what first tickets are worth; `?offer=a-b,c-d,e-f` for one offer",
    ),
    ("GET", "/api/leaderboard/{board}", "", "Leaderboard", "ratings of accounts, and yours"),
    ("GET", "/api/openapi.json", "", "", "this API as OpenAPI"),
    ("GET", "/api/docs", "", "", "the same as a page"),
    ("GET", "/health", "", "Health", "for load balancers"),
    ("GET", "/metrics", "", "", "for Prometheus"),
)
"""Method, path, request body, answer, purpose. A test compares it with the OpenAPI document."""

INTRODUCTION = """# The protocol

<!-- Generated by `python -m goldenspike.server.protocol.reference`; edit the types, not this page. -->

A client talks to the server by HTTP (JSON bodies under `/api`) and by two WebSockets:
`/ws/tables/{table}` for one table and `/ws/lobby` for the list of public tables.

**Tokens.** `POST /api/guests` gives a token; send it as `Authorization: Bearer TOKEN` over HTTP and in `hello`
on a socket. A person may take several seats of a table (pass and play on one device): join once for each, and
say in `hello` which seat the socket looks from. Sending `hello` again changes the seat.

**Errors** have the same shape everywhere: `{"code": ..., "params": {...}, "text": ...}`; over HTTP inside
`{"error": ...}` with the status of the table below, on a socket inside `refused`.

**Numbers.** Every action of a table has a number, from 1 on. `snapshot` says where the table is; each `event`
is one number further. If you get an `event` whose `n` is not yours plus one, send `resync`. After a lost
connection say `hello` with `have`: you get the events you missed, or a new snapshot.

**Moves** carry `on`, the number you saw when you decided, and an `id` of your own. A move on an old number is
refused as `stale`; the same `id` from the same seat is counted once and acknowledged again with its number.
`ack` is sent after the move is on disk. Then everyone at the table gets an `event`, also the one who moved;
only the `ack` of a move sent again may come after its `event`.

**Views.** `snapshot.view` is what the seat may know. Each `event` has a `patch`: a JSON merge patch (RFC 7386)
that turns the view at n-1 into the view at n (null removes a key, arrays are replaced as a whole; a missing key
means null). `event.event` says what happened, as a code with parameters, for texts and animations.

**First tickets** (and with two ticket decks, before that, how many of each) are chosen by all seats at the same time.
While they are, `choices` tells who has still to choose. Send your `move` at once, on any number since the choice began; its
`ack` has the number it will get when the seats before you have chosen. Until then nobody else learns it.

**The deal.** When a table is made the server draws a secret; `table.commitment` is its SHA-256 (of the 64 hexadecimal digits
as ASCII text). Then each seat may give a number of its own to `/number`, and the seed is made of both at the start.
`finished` and `/result` give secret, numbers and seed, `/record` has them too: anyone can check the deal, for example with
`goldenspike verify`. Games of version 0.1 have no secret: the commitment is the SHA-256 of the seed.

**Clocks.** `deadline` belongs to the seat to act; while first tickets are chosen, to every seat that has still to choose.
Time in which the server was down does not count, nor the moment after it. When the deadline passes, a bot makes that one move (`by: stand_in`); with
`absent: bot` the bot goes on until the person sends something, with `bot_finishes` to the end. Without a clock the same
happens to a person who has been offline for `absent_after` seconds at their turn; with `wait` nothing does. Once a bot plays
a seat for good (`stand_in: for_good`, also after leaving), moves of its person are refused as `seat_given_up`.

**Limits.** A socket message has at most %(message)d bytes, a chat line %(chat)d characters. Too many requests get
`rate_limited` with `retry_after` seconds; a socket that does not slow down is closed with 1008.
Close codes: 1001 and 1012 server going down (reconnect), 1008 too many messages or a foreign origin, 1009 too large,
1013 this process cannot serve the table now, another one may (reconnect), 4401 token not known or logged out, 4404 no such
table or removed, 4409 the table cannot be opened, for the reason given in the `refused` before it.
"""

VIEW = """## A view

All counts are public; what is hidden is absent. `cards`, `tickets`, `offer` and `returned` appear only in the
viewer's own seat (in all seats once the game is over), `legal` only when the viewer is to act.

```json
{"board": "usa", "players": 3, "seat": 0, "turn": 1, "phase": "turn", "deck": 87,
 "discards": {"red": 2}, "market": ["red", null, "blue", "white", "locomotive"],
 "ticket_decks": {"main": 21}, "removed_tickets": 3,
 "routes": {"atlanta-miami:blue": 2}, "places": {"berlin": ["red", "blue"]},
 "seats": [{"card_count": 6, "known": {"red": 1}, "ticket_counts": {"main": 3},
            "offer_counts": {"main": 3}, "trains": 45, "route_points": 0, "passengers": {"red": 1},
            "cards": {"red": 2}, "tickets": ["boston-miami"], "offer": [], "returned": []}],
 "last_turns": null, "claiming": "...", "laid": {}, "revealed": [], "legal": ["draw deck"]}
```

`phase` is one of keep, turn, second_card, give, tunnel, passenger, over, share.

## What happened

`event.event` holds `seat`, `kind` and, by kind:

| kind | parameters |
|---|---|
| `draw` | `from`: market or deck; `card` (from the deck: only for the drawer) |
| `tickets` | `counts` by deck; `offer` (own seat only) |
| `keep` | `kept`, `returned`: counts by deck; `kept_tickets`, `returned_tickets` (own seat only) |
| `claim` | `track`, `laid`: cards, `substitutes`: how many any-cards are still to be given |
| `give` | `card` |
| `pay` | `paid`: cards for a tunnel's extra |
| `withdraw` | |
| `take` | `place`, `colour`: a passenger |
| `share` | `share`: the company, where there is a choice |
| `pass` | |

and, where it happened: `claimed` (track), `points`, `spent`, `revealed`, `extra`, `market_cleared`, `shuffled`, `taken` (automatic
passengers), `market` (if it changed), `turn`, `phase`, `last_round: true` (just begun), `over: true`.
"""


def spell(kind: Any) -> str:
    """A type as a reader of JSON would write it."""
    origin = typing.get_origin(kind)
    arguments = typing.get_args(kind)
    if origin is Annotated:
        return spell(arguments[0])
    if origin is Literal:
        return " or ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return " or ".join(spell(part) for part in arguments)
    if origin is list:
        return f"list of {spell(arguments[0])}"
    if origin is dict:
        return "object"
    names = {type(None): "null", str: "text", int: "number", float: "number", bool: "true/false"}
    if kind in names:
        return names[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    return "any"


def describe(kind: type[msgspec.Struct], level: str = "###") -> str:
    """One message: heading, docstring, a table of its fields."""
    hints = typing.get_type_hints(kind, include_extras=True)
    lines = [f"{level} {kind.__name__}", "", inspect.getdoc(kind) or "", ""]
    tag = kind.__struct_config__.tag
    rows = [f'| `type` | "{tag}" | |'] if tag else []
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        notes = [
            m.description or ""
            for m in getattr(hint, "__metadata__", ())
            if isinstance(m, msgspec.Meta)
        ]
        if field.default is not msgspec.NODEFAULT:
            shown = field.default
            if isinstance(shown, msgspec.Struct):
                shown = msgspec.to_builtins(shown)
            notes.append(f"Default: `{msgspec.json.encode(shown).decode()}`.")
        rows.append(f"| `{field.encode_name}` | {spell(hint)} | {' '.join(filter(None, notes))} |")
    if rows:
        lines += ["| field | type | |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def members(union: Any) -> Iterable[type[msgspec.Struct]]:
    """The message types of a union, in order."""
    return typing.get_args(union)


def page() -> str:
    """The whole page."""
    limits = {"message": messages.MESSAGE_LIMIT, "chat": messages.CHAT_LIMIT}
    parts = [
        INTRODUCTION % limits,
        "## HTTP",
        "",
        "| | path | sends | answers | |",
        "|---|---|---|---|---|",
    ]
    for method, path, sends, answers, why in ROUTES:
        links = [f"[{name}](#{name.lower()})" if name else "" for name in (sends, answers)]
        parts.append(f"| {method} | `{path}` | {links[0]} | {links[1]} | {why} |")
    parts += ["", "## `/ws/tables/{table}`: what you send", ""]
    parts += [describe(kind) for kind in members(messages.TableRequest)]
    parts += [
        "## `/ws/tables/{table}`: what you receive",
        "",
        "After `hello`: `table`, the last `said` lines, `snapshot` and `log` (or the missed "
        "`event`s) if the game has started, `finished` if it is over, and `presence`.",
        "",
    ]
    parts += [describe(kind) for kind in members(messages.TableAnswer)]
    parts += [
        "## `/ws/lobby`",
        "",
        "Needs no hello and takes only `ping`, which is answered by `pong`. `refused` and `closing` are as on a table's socket.",
        "",
    ]
    parts += [
        describe(kind)
        for kind in members(messages.LobbyAnswer)
        if kind.__name__.startswith("Lobby")
    ]
    parts += [VIEW, "## Parts", ""]
    parts += [
        describe(kind)
        for kind in (
            refusals.ErrorBody,
            messages.ClockState,
            messages.Way,
            messages.Reason,
            messages.Suggestion,
            messages.Sentence,
            messages.Hints,
            messages.Logged,
            messages.SeatPresence,
        )
    ]
    parts += ["## Bodies", ""]
    parts += [
        describe(kind)
        for module in (
            *(person_bodies, table_bodies, board_bodies, result_bodies, review_bodies),
            *(puzzle_bodies, bodies),
        )
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == module.__name__
        and kind is not bodies.Body
    ]
    parts += ["## Error codes", "", "| code | status | text |", "|---|---|---|"]
    parts += [
        f"| `{code}` | {status} | {text} |" for code, (status, text) in refusals.CODES.items()
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/protocol.md")
    target.write_text(page(), encoding="utf-8")
    print(f"wrote {target}")
