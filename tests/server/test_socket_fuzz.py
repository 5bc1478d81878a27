"""Random messages on a socket: the server answers, and the table does not change."""

from __future__ import annotations

import asyncio
import json
from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from goldenspike.server.protocol.messages import TableRequest
from support.server.client import Seat, new_table
from support.server.process import ServerProcess

REQUESTS = get_args(TableRequest)
KINDS = [*(str(r.__struct_config__.tag) for r in REQUESTS), "ack", "event", "", "MOVE"]
FIELDS = sorted({field for request in REQUESTS for field in request.__struct_fields__})
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=30)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
NEAR_MISSES = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional=dict.fromkeys(FIELDS, SCALARS)
    | {
        "action": st.one_of(SCALARS, st.sampled_from(["draw deck", "tickets", "pass", "keep"])),
        "what": st.sampled_from(["track", "ticket", "action", "x"]),
    },
)
MESSAGES = st.one_of(
    NEAR_MISSES.map(json.dumps),
    JSON.map(json.dumps),
    st.text(max_size=200),
    st.binary(max_size=200),
)


class Victim:
    """A table of two whose second seat, which is not to act, sends nonsense."""

    def __init__(self, base: str) -> None:
        self.base = base

    async def open(self) -> None:
        self.table, self.people = await new_table(self.base, 2, first=0)
        self.honest = await Seat(self.base, self.table, self.people[0].token, 0).open()
        await self.honest.until("presence")
        self.before = (self.honest.n, self.honest.view)

    async def attack(self, messages: list[Any]) -> None:
        thief = await Seat(self.base, self.table, self.people[1].token, 1).open()
        await thief.until("presence")
        assert thief.socket is not None
        for message in messages:
            await thief.socket.send(message)
        await thief.socket.send('{"type":"ping"}')
        answers = []
        while True:
            text = await asyncio.wait_for(thief.socket.recv(), 20)
            answer = json.loads(text)
            answers.append(answer)
            if answer["type"] == "pong" and text == '{"type":"pong"}':
                pings = sum(1 for a in answers if a["type"] == "pong")
                sent = 1 + sum(1 for m in messages if _is_ping(m))
                if pings == sent:
                    break
            if answer["type"] == "refused":
                assert answer["error"]["code"] != "internal", answer
                assert answer["error"]["text"]
        await thief.close()
        await self.honest.send({"type": "resync"})
        await self.honest.until("snapshot")
        assert (self.honest.n, self.honest.view) == self.before


def _is_ping(message: Any) -> bool:
    try:
        value = json.loads(message)
    except (ValueError, UnicodeError):
        return False
    return isinstance(value, dict) and value == {"type": "ping"}


def test_random_messages_change_nothing(server: ServerProcess):
    with asyncio.Runner() as runner:
        victim = Victim(server.base)
        runner.run(victim.open())

        @settings(max_examples=40, deadline=None)
        @given(messages=st.lists(MESSAGES, min_size=1, max_size=8))
        def attack(messages: list[Any]) -> None:
            runner.run(victim.attack(messages))

        attack()

        async def close() -> None:
            await victim.honest.close()
            for person in victim.people:
                await person.close()

        runner.run(close())
