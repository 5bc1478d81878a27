"""Cold starts: how long until the first result, on a machine that never compiled anything.

    .venv/bin/python bench/cold_start.py [--json] [--only simulate,arena] [--wheel FILE.whl]

Each part runs in a new process with an empty cache, and stops at its first result. With
`--blocking` it compiles before it plays (`GOLDENSPIKE_COMPILE=wait`), as all did before 0.2.0.
With `--wheel` the package is that of a wheel (`make dist`), installed as pip does: unpacked, and
its modules compiled to byte code.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

PARTS = {
    "simulate": """
from goldenspike.arena import simulate
import goldenspike as gs
simulate(gs.load_board("usa"), ["random", "random"], games=100000, progress=stop)
""",
    "simulate command": """
import sys
from goldenspike.cli import main
sys.argv[1:] = ["simulate", "--games", "20"]
sys.stdout, printed = sys.stderr, sys.stdout
try:
    main()
finally:
    sys.stdout = printed
    stop()
""",
    "arena": """
from goldenspike.arena import Schedule, Tournament
import goldenspike as gs
schedule = Schedule(gs.load_board("usa"), 2, ("planner", "greedy"))
Tournament(schedule).play(100000, progress=lambda done, total: done and stop(done, total))
""",
    "vector environment": """
from goldenspike.envs import GoldenSpikeVectorEnv
envs = GoldenSpikeVectorEnv(16, board="usa", players=2)
envs.reset(seed=1)
envs.step(envs.random_actions())
stop()
""",
    "expert decision": """
import goldenspike as gs
from goldenspike.bots import decide, make_bot
game = gs.Game("usa", players=2, seed=1, first=0)
decide(make_bot("expert"), game.view(0))
stop()
""",
    "view.playouts": """
import goldenspike as gs
gs.Game("usa", players=2, seed=1, first=0).view(0).playouts(20)
stop()
""",
}
STOP = """
import os, time
def stop(*_):
    print(time.time(), flush=True)
    from goldenspike.rules.compiled import preparation
    for process in preparation._processes.values():
        process.wait() if os.environ.get("WAIT") else process.kill()
    print(time.time(), flush=True)
    os._exit(0)
"""

CHECK = """
import goldenspike
assert goldenspike.__file__.startswith({!r}), "this is not the package of the wheel"
"""


def install(wheel: Path, folder: str) -> None:
    """Unpack a wheel into a folder, and compile its modules to byte code."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    compileall.compile_dir(folder, quiet=2)


def seconds(
    code: str, cache: str, blocking: bool, until_ready: bool, package: str | None
) -> list[float]:
    """Return the time until the first result, and until compiled code is ready or stopped.

    `package` is a folder with an installed wheel, if it is not to be the package of this Python.
    """
    environment = os.environ | {"GOLDENSPIKE_CACHE": cache}
    if package:
        environment["PYTHONPATH"] = package
        code = CHECK.format(package) + code
    for name in ("GOLDENSPIKE_KERNEL", "GOLDENSPIKE_COMPILE"):
        environment.pop(name, None)
    if blocking:
        environment["GOLDENSPIKE_COMPILE"] = "wait"
    if until_ready:
        environment["WAIT"] = "1"
    start = time.time()
    printed = subprocess.run(
        [sys.executable, "-c", STOP + code],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    return [round(float(line) - start, 1) for line in printed.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default=",".join(PARTS), help="which parts, with commas")
    parser.add_argument("--blocking", action="store_true", help="compile first, then play")
    parser.add_argument(
        "--until-ready", action="store_true", help="also measure until compiled code is ready"
    )
    parser.add_argument("--wheel", type=Path, metavar="FILE.whl", help="measure an installed wheel")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as package:
        if options.wheel:
            install(options.wheel, package)
        measure(options, package if options.wheel else None)


def measure(options: argparse.Namespace, package: str | None) -> None:
    figures: dict[str, list[float]] = {}
    for part in options.only.split(","):
        with tempfile.TemporaryDirectory() as cache:
            figures[part] = seconds(
                PARTS[part], cache, options.blocking, options.until_ready, package
            )
        if not options.json:
            first, ready = figures[part]
            more = f", compiled code after {ready:.1f} s" if options.until_ready else ""
            print(f"{part:30} first result after {first:6.1f} s{more}", flush=True)
    if options.json:
        print(json.dumps({"blocking": options.blocking, "seconds": figures}, indent=2))


if __name__ == "__main__":
    main()
