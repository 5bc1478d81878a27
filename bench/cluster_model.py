"""Simulates a cluster: what leases and the bus carry, and what the death of a process costs.

    python bench/cluster_model.py                       # 1,000, 10,000 and 100,000 players
    python bench/cluster_model.py --players 5000 --processes 8 --json

Sockets land on random processes, and a table's home is the process of the first of them. Moves come
at random moments; each is handled by the home and relayed to the processes of the other sockets.
At a third of the time one process dies: its leases expire, its clients and those relayed to it
connect again, and the tables are loaded by new homes. The costs below are measured by
`bench/load/run.py` and by the tests' servers; change them with the options.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
from dataclasses import dataclass, field

LEASE_SECONDS, RENEW_SECONDS = 5.0, 1.0


@dataclass
class Costs:
    """CPU milliseconds and bytes, by what causes them."""

    move: float = 1.0
    """A move at its home, with its events."""
    relay: float = 0.12
    """One envelope: at the sender and the receiver together."""
    hello: float = 2.0
    """A socket that connects: HTTP, token, snapshot."""
    load: float = 40.0
    """A table that is read and replayed, in the middle of its game."""
    event: int = 1300
    """Bytes of an event for one seat."""
    request: int = 250
    """Bytes of a relayed move."""


@dataclass
class Process:
    """One server process: a queue of work, done at one millisecond of CPU a millisecond."""

    alive: bool = True
    busy_until: float = 0.0
    work: float = 0.0
    longest_wait: float = 0.0

    def do(self, now: float, cost: float) -> float:
        """Queue work; returns when it is done."""
        start = max(now, self.busy_until)
        self.longest_wait = max(self.longest_wait, start - now)
        self.busy_until = start + cost / 1000
        self.work += cost / 1000
        return self.busy_until


@dataclass
class Table:
    """A table with its sockets, by the process that has each."""

    sockets: list[int]
    home: int
    loaded: bool = True
    connected: int = 0
    still_since: float | None = None


@dataclass
class Model:
    """The simulation."""

    players: int
    processes: int
    seats: int
    seconds: float
    pace: float
    costs: Costs
    seed: int
    batch: float = 0.004
    """Envelopes to one process within so many seconds travel as one."""
    counts: dict[str, float] = field(default_factory=dict)

    def run(self) -> dict[str, float]:
        """Simulate, and return the figures."""
        source = random.Random(self.seed)
        workers = [Process() for _ in range(self.processes)]
        tables = []
        for _ in range(self.players // self.seats):
            sockets = [source.randrange(self.processes) for _ in range(self.seats)]
            tables.append(Table(sockets, sockets[0], connected=self.seats))
        queue: list[tuple[float, int, str, int]] = []
        number = 0

        def at(when: float, what: str, which: int) -> None:
            nonlocal number
            number += 1
            heapq.heappush(queue, (when, number, what, which))

        for index in range(len(tables)):
            at(source.expovariate(1 / self.pace), "move", index)
        death = self.seconds / 3
        at(death, "death", 0)
        envelopes, relayed, moves, latest = 0, 0, 0, {}
        stood_still, waits = 0.0, []
        while queue:
            now, _, what, which = heapq.heappop(queue)
            if now > self.seconds:
                break
            if what == "death":
                workers[0].alive = False
                for index, table in enumerate(tables):
                    if table.home == 0 or 0 in table.sockets:
                        self._cut(table, now, source, index, at)
                continue
            table = tables[which]
            if what == "connect":
                again = self._connect(table, now, source, workers)
                if table.connected == self.seats and table.still_since is not None:
                    stood_still = max(stood_still, again - table.still_since)
                continue
            at(now + source.expovariate(1 / self.pace), "move", which)
            if table.connected < self.seats or not workers[table.home].alive:
                continue
            arrived = now
            mover = source.choice(table.sockets)
            others = {p for p in table.sockets if p != table.home and workers[p].alive}
            if mover != table.home:
                arrived = workers[mover].do(now, self.costs.relay / 2)
                envelopes += self._sent(latest, mover, table.home, now)
                relayed += self.costs.request
            done = workers[table.home].do(now, self.costs.move) + arrived - now
            moves += 1
            waits.append(done - now)
            for process in others:
                # Charged now: a queue in the future would hold up what comes before it.
                workers[table.home].do(now, self.costs.relay / 2)
                workers[process].do(now, self.costs.relay / 2)
                envelopes += self._sent(latest, table.home, process, now)
                relayed += self.costs.event * table.sockets.count(process)
        waits.sort()
        living = [worker for worker in workers if worker.alive]
        return {
            "players": self.players,
            "processes": self.processes,
            "tables": len(tables),
            "moves_per_second": round(moves / self.seconds, 1),
            "relayed_share": round(1 - 1 / self.processes, 2),
            "envelopes_per_second": round(envelopes / self.seconds, 1),
            "relay_kib_per_second": round(relayed / self.seconds / 1024, 1),
            "lease_renewals_per_second": round(self.processes / RENEW_SECONDS, 1),
            "renewals_if_each_table_had_its_own": round(len(tables) / RENEW_SECONDS, 1),
            "cpu_share_busiest": round(max(w.work for w in living) / self.seconds, 2),
            "move_ms_p50": round(waits[len(waits) // 2] * 1000, 1),
            "move_ms_p99": round(waits[int(len(waits) * 0.99)] * 1000, 1),
            "still_after_a_death_s": round(stood_still, 1),
        }

    def _cut(self, table: Table, now: float, source: random.Random, index: int, at: object) -> None:
        """The clients of a table's dead process notice, and connect again."""
        lost = self.seats if table.home == 0 else table.sockets.count(0)
        table.connected -= lost
        table.still_since = now
        if table.home == 0:
            table.loaded = False
        for _ in range(lost):
            # A lease has to expire before another process may take over.
            wait = source.uniform(LEASE_SECONDS - RENEW_SECONDS, LEASE_SECONDS + RENEW_SECONDS)
            pause = wait if table.home == 0 else 0
            at(now + pause + source.uniform(0.2, 0.5), "connect", index)  # type: ignore[operator]

    def _connect(
        self, table: Table, now: float, source: random.Random, workers: list[Process]
    ) -> float:
        """A client connects; returns when it can play."""
        process = source.randrange(1, self.processes)
        if not table.loaded:
            table.home, table.loaded = process, True
            workers[process].do(now, self.costs.load)
        done = workers[table.home].do(now, self.costs.hello)
        table.sockets = [process if p == 0 else p for p in table.sockets]
        table.connected += 1
        return done

    def _sent(self, latest: dict[tuple[int, int], float], a: int, b: int, now: float) -> int:
        """1 for an envelope of its own, 0 if it travels with one that is waiting."""
        if now - latest.get((a, b), -1.0) < self.batch:
            return 0
        latest[a, b] = now
        return 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, nargs="*", default=[1000, 10_000, 100_000])
    parser.add_argument("--processes", type=int, help="default: enough for 30 %% of a core each")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=5, help="seconds between a table's moves")
    parser.add_argument("--move", type=float, default=Costs.move, help="CPU ms of a move")
    parser.add_argument("--relay", type=float, default=Costs.relay, help="CPU ms of an envelope")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    costs = Costs(move=options.move, relay=options.relay)
    reports = []
    for players in options.players:
        rate = players / options.seats / options.pace
        need = rate * (costs.move + 3 * costs.relay) / 1000 / 0.3
        processes = options.processes or max(2, round(need) + 1)
        model = Model(
            players, processes, options.seats, options.seconds, options.pace, costs, options.seed
        )
        reports.append(model.run())
    if options.json:
        print(json.dumps(reports, indent=2))
        return
    for key in reports[0]:
        print(f"{key:<36}" + "".join(f"{report[key]!s:>12}" for report in reports))


if __name__ == "__main__":
    main()
