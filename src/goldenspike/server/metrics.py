"""The metrics of one process, in the format of Prometheus."""

from __future__ import annotations

import msgspec
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKET_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Family(msgspec.Struct, frozen=True):
    """A metric with its samples: name, labels and value of each."""

    name: str
    documentation: str
    type: str
    samples: list[tuple[str, dict[str, str], float]]


class Metrics:
    """Counters, gauges and histograms of one server process."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.registry = registry
        self.moves = Counter(
            "goldenspike_moves", "Moves stored, by who decided", ["by"], registry=registry
        )
        self.refusals = Counter(
            "goldenspike_refusals", "Requests and messages refused", ["code"], registry=registry
        )
        self.requests = Counter(
            "goldenspike_http_requests", "HTTP answers", ["status"], registry=registry
        )
        self.move_seconds = Histogram(
            "goldenspike_move_seconds",
            "From a move's arrival to its acknowledgement",
            buckets=BUCKET_SECONDS,
            registry=registry,
        )
        self.commits = Gauge("goldenspike_commits", "Commits of moves", registry=registry)
        self.sockets = Gauge("goldenspike_sockets", "Open sockets", registry=registry)
        self.tables = Gauge("goldenspike_tables_loaded", "Tables in memory", registry=registry)
        self.bot_failures = Gauge(
            "goldenspike_bot_failures",
            "Times a bot was replaced by a simpler one",
            registry=registry,
        )

        self.storage_failures = Counter(
            "goldenspike_storage_failures", "Times the database did not write", registry=registry
        )
        self.commit_failures = Gauge(
            "goldenspike_commit_failures", "Commits of moves that failed", registry=registry
        )
        self.memory = Gauge(
            "goldenspike_memory_bytes", "Memory of the process (resident)", registry=registry
        )
        self.loop_lag = Gauge(
            "goldenspike_loop_lag_seconds",
            "How late the event loop was, at worst in the last 15 seconds",
            registry=registry,
        )
        self.bot_queue = Gauge(
            "goldenspike_bot_queue", "Decisions that wait for a bot process", registry=registry
        )
        self.bot_seconds = Gauge(
            "goldenspike_bot_seconds", "Time that bots were asked for", registry=registry
        )
        self.connections_refused = Gauge(
            "goldenspike_connections_refused",
            "Connections refused, or ended because no request came",
            registry=registry,
        )
        self.notices = Counter(
            "goldenspike_notices", "Messages that it is somebody's turn", ["how"], registry=registry
        )
        self.lease_changes = Counter(
            "goldenspike_lease_changes",
            "Leases taken over from others, and lost to others",
            ["what"],
            registry=registry,
        )

    def page(self) -> bytes:
        """All of them in the text format of Prometheus."""
        return generate_latest(self.registry)

    def samples(self) -> list[Family]:
        """All of them, to be added to those of other processes."""
        return [
            Family(
                family.name,
                family.documentation,
                family.type,
                [(s.name, s.labels, s.value) for s in family.samples],
            )
            for family in self.registry.collect()
        ]
