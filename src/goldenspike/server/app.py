"""The composition root: settings in, a server process and its ASGI application out."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

import goldenspike as gs
from goldenspike.server.cluster.bus import Bus
from goldenspike.server.cluster.leases import Leases
from goldenspike.server.cluster.peers import Peers
from goldenspike.server.http import (
    api_docs,
    health_routes,
    person_routes,
    sockets,
    table_routes,
    web_files,
)
from goldenspike.server.http.error_answers import BODY_LIMIT, JsonRequest, exception_handlers
from goldenspike.server.http.gate import Gate
from goldenspike.server.http.web_files import WebFiles
from goldenspike.server.log import log, set_up
from goldenspike.server.metrics import Metrics
from goldenspike.server.people.accounts import People
from goldenspike.server.people.chat import ChatStore
from goldenspike.server.people.lobby import Lobby, Watcher
from goldenspike.server.people.rate_limits import Buckets
from goldenspike.server.protocol.messages import Closing
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.journal import Journal
from goldenspike.server.tables.automation import Automation
from goldenspike.server.tables.background import Background
from goldenspike.server.tables.bot_pool import BotPool
from goldenspike.server.tables.finishing import Finishing
from goldenspike.server.tables.sweep import Sweep
from goldenspike.server.tables.table import Collaborators, Table
from goldenspike.server.tables.table_server import TableServer
from goldenspike.server.tables.table_store import TableStore
from goldenspike.server.views.board_catalogue import BoardCatalogue
from goldenspike.server.views.replays import Replays

PROVIDED = (
    "automation", "bots", "bus", "catalogue", "database", "journal", "lobby", "metrics", "people",
    "replays", "settings", "store", "tables",
)  # fmt: skip
"""Parts of the server that are injected into handlers, by the name of a parameter."""


class Server:
    """One server process: its parts, each given only what it needs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.background = Background()
        self.database = Database(settings)
        self.bus = Bus(self.database, process=secrets.token_hex(6))
        self.leases = Leases(self.bus)
        self.journal = Journal(self.database, self.bus.process, settings.group_commit)
        self.peers = Peers(self.database, self.bus, self.background.spawn)
        self.people = People(self.database)
        self.lobby = Lobby(self.database)
        self.replays = Replays(self.database)
        self.catalogue = BoardCatalogue()
        self.bots = BotPool(settings.bot_workers, settings.bot_seconds, settings.bot_budget)
        self.store = TableStore(self.database, self.bus)
        self.automation = Automation(
            self.store, self.leases, self.peers, self.bots, self.background
        )
        collaborators = Collaborators(
            journal=self.journal,
            read_row=self.store.read,
            chat=ChatStore(
                self.database, self.bus, Buckets(settings.chat_rate, settings.chat_burst)
            ),
            tell_peers=self.peers.tell_presence,
            metrics=self.metrics,
            background=self.background,
            act=self.automation.act,
            on_finished=Finishing(self.store).finish,
        )
        self.tables = TableServer(
            self.store,
            self.lobby,
            self.peers,
            self.background,
            new_table=lambda row: Table(row, collaborators),
        )
        self.store.set_observer(self.tables)
        self.sweep = Sweep(self.store, self.tables, self.leases, self.peers, settings.idle)

    async def open(self) -> None:
        """Open the database, and start the tasks that run by themselves."""
        await self.database.open()
        self.journal.start()
        self.bus.start(self.tables.receive, self.tables.connection_restored)
        self.background.spawn(self.sweep.run_for_ever())
        log.info("open", database=self.settings.database_kind, process=self.bus.process)

    async def announce_shutdown(self) -> None:
        """Take no more moves, store those under way, and tell and close every socket."""
        self.background.closing = True
        for table in self.tables.loaded.values():
            table.clock.schedule()
        everyone: list[Watcher] = [*self.lobby.watchers, *self.tables.subscribers()]
        await self.journal.flush()
        for socket in everyone:
            socket.send(Closing())
            socket.close(1001, "server going down")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(s.drained() for s in everyone)), 2)

    async def close(self) -> None:
        """Stop every task and close the database."""
        self.background.closing = True
        await self.journal.stop()
        await self.background.stop()
        self.bots.stop()
        await self.bus.stop()
        await self.database.close()
        log.info("closed", process=self.bus.process)


def create_app(settings: Settings | None = None) -> Gate:
    """The whole server as an ASGI application; without settings, from the environment."""
    settings = settings if settings is not None else Settings.from_environment()
    set_up(settings.log)
    server = Server(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await server.open()
        try:
            yield
        finally:
            await server.close()

    app = Litestar(
        route_handlers=[
            *person_routes.HANDLERS,
            *table_routes.HANDLERS,
            *health_routes.HANDLERS,
            *api_docs.HANDLERS,
            *web_files.HANDLERS,
            sockets.table_socket,
            sockets.lobby_socket,
        ],
        dependencies={
            **{name: _provide(getattr(server, name)) for name in PROVIDED},
            "maybe": Provide(person_routes.maybe_person),
            "person": Provide(person_routes.known_person),
            "web_files": _provide(WebFiles()),
        },
        lifespan=[lifespan],
        exception_handlers=exception_handlers(server.metrics),
        openapi_config=OpenAPIConfig(
            title="Golden Spike",
            version=gs.__version__,
            openapi_router=api_docs.NoPages("/api/schema", route_handlers=[]),
        ),
        # Answers that hold a token are not compressed: their length would leak information on it.
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1000,
            gzip_compress_level=6,
            exclude=["^/api/(guests|accounts|login)", "^/ws/", r"\.(png|woff2|ico|jpg|webp)$"],
        ),
        request_class=JsonRequest,
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
        debug=False,
    )
    return Gate(app, settings, server.metrics, server.announce_shutdown)


def _provide(part: object) -> Provide:
    return Provide(lambda: part, sync_to_thread=False)
