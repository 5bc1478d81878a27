"""The composition root: settings in, a server process and its ASGI application out."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

import goldenspike as gs
from goldenspike.server.cluster.bus import Bus, Transport
from goldenspike.server.cluster.handover import Handover
from goldenspike.server.cluster.leases import Leases
from goldenspike.server.cluster.postgres_transport import PostgresTransport
from goldenspike.server.cluster.redis_transport import RedisTransport
from goldenspike.server.http import (
    account_routes,
    api_docs,
    health_routes,
    moderation_routes,
    notice_routes,
    person_routes,
    sockets,
    table_routes,
    web_files,
)
from goldenspike.server.http.error_answers import BODY_LIMIT, JsonRequest, exception_handlers
from goldenspike.server.http.gate import Gate
from goldenspike.server.http.relay import Relay
from goldenspike.server.http.request_limits import Limits
from goldenspike.server.http.revocation import Revocation
from goldenspike.server.http.web_files import WebFiles
from goldenspike.server.log import log, set_up
from goldenspike.server.metrics import Metrics
from goldenspike.server.people.accounts import People
from goldenspike.server.people.chat import ChatStore
from goldenspike.server.people.lobby import Lobby, Watcher
from goldenspike.server.people.notices import NoticeService
from goldenspike.server.people.rate_limits import Buckets
from goldenspike.server.protocol.messages import Closing
from goldenspike.server.puzzles import routes as puzzle_routes
from goldenspike.server.reviews import routes as review_routes
from goldenspike.server.reviews.review_queue import ReviewQueue
from goldenspike.server.settings import Settings
from goldenspike.server.shared_metrics import SharedMetrics
from goldenspike.server.storage.choices import ChoiceStore
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.health_check import HealthCheck
from goldenspike.server.storage.journal import Journal
from goldenspike.server.storage.stored_boards import StoredBoards, store_built_in
from goldenspike.server.storage.uptime import Uptime
from goldenspike.server.tables.automation import Automation
from goldenspike.server.tables.background import Background
from goldenspike.server.tables.bot_pool import BotPool
from goldenspike.server.tables.collaborators import Collaborators
from goldenspike.server.tables.finishing import Finishing
from goldenspike.server.tables.sweep import Sweep
from goldenspike.server.tables.table import Table
from goldenspike.server.tables.table_server import TableServer
from goldenspike.server.tables.table_store import TableStore
from goldenspike.server.views.board_catalogue import BoardCatalogue
from goldenspike.server.views.replays import Replays
from goldenspike.server.workshop import routes as workshop_routes
from goldenspike.server.workshop.club_boards import ClubBoards
from goldenspike.server.workshop.drawings import Drawings
from goldenspike.server.workshop.reports import Reports
from goldenspike.server.workshop.workbench import Workbench

PROVIDED = (
    "automation", "bots", "bus", "catalogue", "club_boards", "database", "health_check", "journal",
    "limits", "lobby", "metrics", "notices", "people", "relay", "replays", "reports",
    "review_queue", "revocation", "settings", "shared_metrics", "store", "stored_boards", "tables",
    "workbench",
)  # fmt: skip
"""Parts of the server that are injected into handlers, by the name of a parameter."""


class Server:
    """One server process: its parts, each given only what it needs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.background = Background()
        self.database = Database(settings)
        process = secrets.token_hex(6)
        self.bus = Bus(process, _transport(settings, self.database, process))
        self.leases = Leases(self.database, process)
        self._leases_counted: dict[str, int] = {}
        """Changes of leases that are in the metrics already."""
        self.journal = Journal(self.database, self.leases.fence, settings.group_commit)
        self.limits = Limits(settings)
        self.people = People(
            self.database,
            settings.token_days,
            Buckets(settings.account_rate, settings.account_burst),
        )
        self.lobby = Lobby(self.database)
        self.stored_boards = StoredBoards(self.database)
        self.replays = Replays(self.database, self.stored_boards)
        self.catalogue = BoardCatalogue(self.stored_boards)
        self.club_boards = ClubBoards(settings.boards)
        self.drawings = Drawings(self.database, settings, self.background)
        self.workbench = Workbench(self.database, settings, self.drawings)
        self.reports = Reports(self.database, settings, self.background)
        self.review_queue = ReviewQueue(
            self.database, self.stored_boards, settings, self.background
        )
        self.bots = BotPool(settings.bot_workers, settings.bot_seconds, settings.bot_budget)
        self.store = TableStore(self.database, self.bus, self.leases)
        self.uptime = Uptime(self.database)
        self.automation = Automation(
            self.store,
            self.leases,
            self.bots,
            self.uptime,
            self.background,
            self.people.origin_of,
        )
        self.notices = NoticeService(
            self.database,
            settings,
            self.metrics,
            self.background.spawn,
            self.people.origin_of,
            lambda table_id, person: self.tables.is_there(table_id, person),
        )
        collaborators = Collaborators(
            journal=self.journal,
            read_row=self.store.read,
            board_of=self.stored_boards.board_of,
            choices=ChoiceStore(self.database, self.leases.check),
            uptime=self.uptime,
            chat=ChatStore(
                self.database, self.leases, Buckets(settings.chat_rate, settings.chat_burst)
            ),
            still_home=lambda table_id: self.tables.still_home(table_id),
            metrics=self.metrics,
            background=self.background,
            act=self.automation.act,
            on_finished=Finishing(self.store).finish,
            on_turn=self.notices.turn,
        )
        self.tables = TableServer(
            self.store,
            self.lobby,
            self.leases,
            self.background,
            new_table=lambda row: Table(row, collaborators),
            valid_tokens=self.people.valid_tokens,
            check_playable=self.stored_boards.check_playable,
            most=settings.tables_in_memory,
        )
        self.store.set_observer(self.tables)
        self.health_check = HealthCheck(self.database, self.metrics)
        self.shared_metrics = SharedMetrics(
            self.metrics, settings.metrics_folder, self._refresh_metrics
        )
        self.connections_refused: Callable[[], int] = lambda: 0
        """Counted outside of the application, by the protocol of each connection."""
        self.revocation = Revocation(self.store, self.tables, self.bus)
        self.sweep = Sweep(
            self.store,
            self.stored_boards,
            self.tables,
            self.leases,
            settings.idle,
            self.drawings.take_up,
        )
        self.handover = Handover(settings.metrics_folder, process, self.background.spawn)
        self.relay = Relay(
            self.bus,
            self.leases,
            self.tables,
            self.automation,
            self.metrics,
            self.background,
            self.handover,
        )

    async def open(self) -> None:
        """Open the database, and start the tasks that run by themselves."""
        await self.database.open_when_up(self._prepare_database)
        self.journal.start()
        if self.bus.shared:
            self.background.spawn(
                self.leases.renew_for_ever(
                    self.tables.leases_lost, self._processes_died, self.tables.leases_lapsed
                )
            )
        self.bus.start(self.relay.receive, self.relay.restored, self.relay.missed, self.relay.lost)
        self.background.spawn(self.uptime.beat_for_ever())
        self.background.spawn(self.sweep.run_for_ever())
        self.background.spawn(self.shared_metrics.run_for_ever())
        log.info("open", database=self.settings.database_kind, process=self.bus.process)

    async def _prepare_database(self) -> None:
        await store_built_in(self.database)
        await self.club_boards.store(self.database)
        await self.uptime.start()
        await self.people.open()
        await self.notices.open()
        if self.bus.shared:
            # Held from the start: a table acquired before that would be anybody's.
            await self.leases.renew()

    async def _processes_died(self, processes: set[str]) -> None:
        """Leases have expired: let the clients of these processes come back, and drive tables."""
        await self.relay.died(processes)
        await self.sweep.load_due()

    def _refresh_metrics(self) -> None:
        metrics = self.metrics
        metrics.tables.set(len(self.tables.loaded))
        metrics.commits.set(self.journal.commits)
        metrics.commit_failures.set(self.journal.failures)
        metrics.bot_failures.set(self.bots.failures)
        metrics.bot_queue.set(self.bots.waiting)
        metrics.bot_seconds.set(self.bots.seconds)
        metrics.connections_refused.set(self.connections_refused())
        for what, total in (("taken_over", self.leases.taken_over), ("lost", self.leases.lost)):
            metrics.lease_changes.labels(what).inc(total - self._leases_counted.get(what, 0))
            self._leases_counted[what] = total

    async def announce_shutdown(self) -> None:
        """Take no more moves, store those under way, and tell and close every socket."""
        self.background.closing = True
        for table in self.tables.loaded.values():
            table.clock.schedule()
        everyone: list[Watcher] = [
            *self.lobby.watchers,
            *{*self.tables.sockets, *self.tables.subscribers()},
        ]
        await self.journal.flush()
        for socket in everyone:
            socket.send(Closing())
            socket.close(1001, "server going down")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(s.drained() for s in everyone)), 2)
        # The clients come back at once, to other processes.
        await self.leases.stop()

    async def close(self) -> None:
        """Stop every task and close the database."""
        self.background.closing = True
        await self.journal.stop()
        await self.background.stop()
        self.bots.stop()
        self.review_queue.stop()
        await self.leases.stop()
        await self.bus.stop()
        await self.database.close()
        log.info("closed", process=self.bus.process)


def _transport(settings: Settings, database: Database, process: str) -> Transport | None:
    """How processes reach each other; None for SQLite, which one process serves."""
    if not settings.postgres:
        return None
    if settings.bus:
        return RedisTransport(settings.bus)
    return PostgresTransport(database, process)


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
            *account_routes.HANDLERS,
            *moderation_routes.HANDLERS,
            *notice_routes.HANDLERS,
            *table_routes.HANDLERS,
            *workshop_routes.HANDLERS,
            *review_routes.HANDLERS,
            *puzzle_routes.HANDLERS,
            *health_routes.HANDLERS,
            *api_docs.HANDLERS,
            *web_files.HANDLERS,
            sockets.table_socket,
            sockets.lobby_socket,
        ],
        dependencies={
            **{name: _provide(getattr(server, name)) for name in PROVIDED},
            "mine": Provide(person_routes.maybe_token),
            "client": Provide(person_routes.client_of),
            "moderator": Provide(moderation_routes.moderator),
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
            exclude=[
                "^/api/(guests|accounts|login|recover|me/)",
                "^/ws/",
                r"\.(png|woff2|ico|jpg|webp)$",
            ],
        ),
        request_class=JsonRequest,
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
        debug=False,
    )
    gate = Gate(
        app, settings, server.metrics, server.limits, server.announce_shutdown, server.handover
    )
    server.connections_refused = lambda: gate.connections.refused
    return gate


def _provide(part: object) -> Provide:
    return Provide(lambda: part, sync_to_thread=False)
