"""`goldenspike warm`: compile everything now, so that nothing has to be compiled later."""

from __future__ import annotations

import os
import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer

from goldenspike.cli.output import AsJson, print_json

if TYPE_CHECKING:
    from collections.abc import Callable

KERNEL = "goldenspike.rules.compiled.entry_points"
PARTS: dict[str, tuple[str, ...]] = {
    "simulate": (f"{KERNEL}:play_random_games",),
    "arena": ("goldenspike.bots.compiled_policies", "goldenspike.arena.compiled_games"),
    "single games": (f"{KERNEL}:single_games",),
    "searcher and expert": ("goldenspike.bots.searcher.compiled_search",),
    "teaching": ("goldenspike.bots.value_network.training_games",),
    "reviews": ("goldenspike.bots.judgement.compiled_judgement",),
    "playouts and tree search": (
        f"{KERNEL}:play_out_worlds",
        f"{KERNEL}:imagine_worlds",
        "goldenspike.bots.playouts.compiled_playouts",
        "goldenspike.bots.tree_search.compiled_tree",
    ),
    "environments": (
        "goldenspike.observation.compiled_observation",
        "goldenspike.envs.vector_kernel",
        "goldenspike.bots.networks.compiled_networks",
    ),
}
"""What is compiled for what; the first ones first."""


def warm(
    jobs: Annotated[
        int, typer.Option(min=0, help="How many processes compile; 0 is one for each core.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Compile everything for this machine now; all environments of the machine share it."""
    from goldenspike.cli.progress import notices

    screen = notices()
    done: list[dict[str, Any]] = []
    begin = time.monotonic()

    def tell(part: str, seconds: float, cached: bool) -> None:
        done.append({"part": part, "seconds": round(seconds, 1), "cached": cached})
        if not as_json:
            how = "was compiled already" if cached else f"compiled after {seconds:.0f} s"
            screen.print(f"{len(done)} of {len(PARTS)}  {part}: {how}")

    if sys.stderr.isatty():
        with screen.status("Compiling ...") as status:
            compile_parts(
                jobs or os.cpu_count() or 1,
                tell,
                lambda part: status.update(f"Compiling {part}, {time.monotonic() - begin:.0f} s"),
            )
    else:
        compile_parts(jobs or os.cpu_count() or 1, tell, lambda part: None)
    if as_json:
        from goldenspike.rules.compiled.compile_cache import cache_root

        seconds = round(time.monotonic() - begin, 1)
        print_json({"cache": str(cache_root()), "seconds": seconds, "parts": done})


def compile_parts(
    jobs: int, tell: Callable[[str, float, bool], None], busy: Callable[[str], None]
) -> None:
    """Compile all parts, several at a time; `tell` is called when one is ready."""
    from goldenspike.errors import InputError
    from goldenspike.rules.compiled import preparation

    waiting = [part for part in PARTS if part != "environments" or find_spec("gymnasium")]
    running: dict[str, Any] = {}
    begin = time.monotonic()
    while waiting or running:
        while waiting and len(running) < jobs:
            part = waiting.pop(0)
            if all(preparation.is_cached(unit) for unit in PARTS[part]):
                tell(part, 0.0, True)
            else:
                running[part] = preparation.start(*PARTS[part])
        for part, process in list(running.items()):
            busy(part)
            code = process.poll()
            if code is None:
                continue
            del running[part]
            if code:
                raise InputError(
                    f"{part} could not be compiled: python -m {preparation.__name__} "
                    f"{' '.join(PARTS[part])} says why"
                )
            tell(part, time.monotonic() - begin, False)
        time.sleep(0.1)
