"""The metrics of one process, in the format of Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKET_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


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

    def page(self) -> bytes:
        """All of them in the text format of Prometheus."""
        return generate_latest(self.registry)
