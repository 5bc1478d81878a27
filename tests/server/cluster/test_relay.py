"""A socket and its table may be in different processes: messages pass both ways over the bus."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from goldenspike.server.app import Server
from goldenspike.server.cluster import bus as bus_module
from goldenspike.server.http.sockets import table_socket
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol import merge_patch
from support.server.in_process import opened, started, until
from support.server.postgres import Postgres


class Client:
    """A socket of one process, without HTTP; `view` is kept up to date as a browser does."""

    def __init__(self, server: Server, table_id: str) -> None:
        self.scope: dict[str, Any] = {"client": None}
        self.received: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.closed_with: int | None = None
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        parts: Any = (server.relay, server.people, server.metrics, server.settings, server.limits)
        self.conversation = asyncio.create_task(table_socket.fn(self, table_id, *parts))

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self._said.get()

    async def send_data(self, text: str) -> None:
        self.texts.append(text)
        self.received.append(json.loads(text))

    async def close(self, code: int, _reason: str) -> None:
        self.closed_with = code
        self._said.put_nowait({"type": "websocket.disconnect"})

    def say(self, **message: Any) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def until(self, kind: str, number: int = 1) -> dict[str, Any]:
        await until(lambda: len(self.of(kind)) >= number or self.closed_with)
        assert len(self.of(kind)) >= number, f"closed with {self.closed_with}: {self.received}"
        return self.of(kind)[number - 1]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.received if message["type"] == kind]

    def view(self) -> Any:
        view = self.of("snapshot")[-1]["view"]
        for event in self.of("event"):
            view = merge_patch.apply(view, event["patch"])
        return view

    async def hang_up(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect"})
        await self.conversation


class Pair:
    """Two processes, and a table of two guests at home in the first."""

    def __init__(self, home: Server, edge: Server) -> None:
        self.home, self.edge = home, edge
        self.tokens: list[str] = []
        self.table = ""

    async def set_up(self) -> None:
        admitted = [await self.home.people.guest(name) for name in ("Ada", "Bob")]
        self.tokens = [a.token for a in admitted]
        players = [PersonRow(a.person.id, a.person.name, None) for a in admitted]
        self.table = (await started(self.home, players, public=True)).id
        await self.home.tables.load(self.table)

    async def client(self, server: Server, seat: int | None, have: int | None = None) -> Client:
        client = Client(server, self.table)
        token = None if seat is None else self.tokens[seat]
        client.say(type="hello", token=token, seat=seat, have=have)
        await client.until("presence")
        return client


@pytest.fixture
async def pair(
    postgres: Postgres, request: pytest.FixtureRequest, bus: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Pair]:
    monkeypatch.setattr(bus_module, "HEARTBEAT_SECONDS", 0.1)
    name = "".join(c if c.isalnum() else "_" for c in request.node.name)
    db = postgres.fresh(name)
    async with opened(db, bus=bus) as home, opened(db, bus=bus) as edge:
        await until(lambda: home.bus.connected and edge.bus.connected)
        pair = Pair(home, edge)
        await pair.set_up()
        yield pair


async def test_people_of_two_processes_play_one_game(pair: Pair):
    here, there = await pair.client(pair.home, 0), await pair.client(pair.edge, 1)
    watcher = await pair.client(pair.edge, None)
    assert pair.edge.tables.loaded == {}, "only the home replays"
    clients = [here, there]
    for n in range(12):
        mover = clients[pair.home.tables.loaded[pair.table].turn or 0]
        mover.say(type="move", id=f"{n}", on=n, action=mover.view()["legal"][0])
        for client in (*clients, watcher):
            await client.until("event", n + 1)
    for client, viewer in ((here, 0), (there, 1), (watcher, None)):
        game = pair.home.tables.loaded[pair.table].started_game
        shown = game.view(viewer).to_json()
        assert merge_patch.diff(client.view(), shown) == {}
    there.say(type="chat", id="c", text="hello over there")
    assert (await here.until("said"))["text"] == "hello over there"
    there.say(type="react", id="r", reaction="thanks")
    for client in (here, there, watcher):
        assert (await client.until("reacted"))["seat"] == 1
    there.say(type="ask", id="a", what="track", track="atlanta-miami:blue")
    await there.until("answer")
    there.say(type="move", id="x", on=3, action="draw deck")
    assert (await there.until("refused"))["error"]["code"] == "stale"
    there.say(type="ping")
    await there.until("pong")
    await there.hang_up()
    await until(lambda: not here.of("presence")[-1]["seats"][1]["connected"])


async def test_a_relayed_socket_is_told_no_more_than_one_at_home(pair: Pair):
    """Byte for byte the same, and nothing that crosses the bus is meant for another seat."""
    local, away = await pair.client(pair.home, 1), await pair.client(pair.edge, 1)
    mover = await pair.client(pair.home, 0)
    for n in range(8):
        player = mover if pair.home.tables.loaded[pair.table].turn == 0 else local
        player.say(type="move", id=f"{n}", on=n, action=player.view()["legal"][0])
        for client in (mover, local, away):
            await client.until("event", n + 1)
    for kind in ("snapshot", "event", "log"):
        start = f'{{"type":"{kind}"'
        here, there = ([t for t in c.texts if t.startswith(start)] for c in (local, away))
        assert here == there


async def test_what_nobody_elsewhere_may_know_does_not_cross_the_bus(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
):
    """The tickets of a seat whose socket is at home, the seed, and the secret it is made of."""
    crossed: list[str] = []
    for server in (pair.home, pair.edge):
        transport: Any = server.bus._transport

        async def publish(messages: Any, send: Any = transport.publish) -> None:
            crossed.extend(text for _, text in messages)
            await send(messages)

        monkeypatch.setattr(transport, "publish", publish)
    here, there = await pair.client(pair.home, 0), await pair.client(pair.edge, 1)
    watcher = await pair.client(pair.edge, None)
    table = pair.home.tables.loaded[pair.table]
    secrets, theirs = {str(table.row.seed), str(table.row.secret)}, set()
    for n in range(14):
        position = table.started_game.position()["seats"]
        secrets |= {*position[0]["tickets"], *position[0]["offer"]}
        theirs |= {*position[1]["tickets"], *position[1]["offer"]}
        mover = (here, there)[table.turn or 0]
        mover.say(type="move", id=f"{n}", on=n, action=mover.view()["legal"][-1])
        for client in (here, there, watcher):
            await client.until("event", n + 1)
    everything = "".join(crossed)
    assert not [word for word in secrets - theirs if word in everything]
    assert [word for word in theirs if word in everything], "they are found where they may be"


async def test_tokens_do_not_cross_the_bus(pair: Pair, monkeypatch: pytest.MonkeyPatch):
    sent: list[str] = []
    transport: Any = pair.edge.bus._transport
    publish = transport.publish

    async def kept(messages: list[tuple[str, str]]) -> None:
        sent.extend(text for _, text in messages)
        await publish(messages)

    monkeypatch.setattr(transport, "publish", kept)
    await pair.client(pair.edge, 1)
    assert any("Greeting" in text for text in sent)
    for half in pair.tokens[1].split("."):
        assert not any(half in text for text in sent)


async def test_a_lost_message_closes_the_socket_which_then_catches_up(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
):
    """The numbers of envelopes show the gap, also if nothing follows but a heartbeat."""
    here, there = await pair.client(pair.home, 0), await pair.client(pair.edge, 1)
    transport: Any = pair.home.bus._transport
    publish, lost = transport.publish, []

    async def lossy(messages: list[tuple[str, str]]) -> None:
        kept = []
        for channel, text in messages:
            if "Deliver" in text and not lost:
                lost.append(text)
            else:
                kept.append((channel, text))
        if kept:
            await publish(kept)

    monkeypatch.setattr(transport, "publish", lossy)
    here.say(type="move", id="1", on=0, action=here.view()["legal"][0])
    await here.until("event")
    await until(lambda: there.closed_with == 1013)
    assert lost
    again = await pair.client(pair.edge, 1, have=0)
    assert (await again.until("event"))["n"] == 1


async def test_logging_out_is_noticed_after_the_bus_was_down(pair: Pair):
    """attack 9: the log-out comes while the other process's listener is cut."""
    there = await pair.client(pair.edge, 1)
    # As if the notification had been lost with the connection.
    await pair.home.people.logout(pair.tokens[1])
    assert there.closed_with is None
    await pair.edge.tables.compare_with_database()
    await until(lambda: there.closed_with == 4401)


async def test_a_connection_that_was_cut_is_made_again(pair: Pair):
    """Sockets that were relayed over it start anew; a log-out meanwhile is not missed."""
    there, local = await pair.client(pair.edge, 1), await pair.client(pair.home, 0)
    await pair.home.people.logout(pair.tokens[1])
    listening = next(t for t in pair.edge.bus._tasks if t.get_name() == "bus")
    cut = asyncio.Event()
    transport: Any = pair.edge.bus._transport
    listen = transport.listen

    async def again(*arguments: Any) -> None:
        cut.set()
        await listen(*arguments)

    transport.listen = again
    # Its own heartbeats do not come back any more.
    async with asyncio.timeout(20):
        while not cut.is_set():
            pair.edge.bus._unheard = 1000
            await asyncio.sleep(0.01)
    await until(lambda: there.closed_with is not None)
    assert not listening.done()
    assert local.closed_with is None
    await until(lambda: pair.edge.bus.connected)
    late = Client(pair.edge, pair.table)
    late.say(type="hello", token=pair.tokens[1])
    assert (await late.until("refused"))["error"]["code"] == "token_unknown"
    watching = await pair.client(pair.edge, None)
    assert watching.of("snapshot")


async def test_seats_that_change_through_another_process_reach_the_home(pair: Pair):
    """A change is published after its commit; one that was not heard of is found by comparing."""
    here = await pair.client(pair.home, 0)
    bob = await pair.edge.people.by_token(pair.tokens[1])
    await pair.edge.store.leave(pair.table, bob, 1)
    await until(
        lambda: any(m["table"]["seats"][1]["stand_in"] == "for_good" for m in here.of("table"))
    )
