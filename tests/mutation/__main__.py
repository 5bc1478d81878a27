"""Break the rules one by one, and see whether the tests notice: `make mutants`.

A mutant is the project with one change; tests run against it in a copy, and one that passes them
all has survived, and is printed. There are three kinds:

    make mutants                                    # the breaks of broken_rules.py, each against
                                                    # the tests that name its rule
    make mutants ARGS="--sample 60 --seed 1"        # small changes anywhere in the kernel (a
                                                    # comparison turned, a number off by one, a
                                                    # statement left out) or in a board's file,
                                                    # against the rule tests
    make mutants ARGS=--quick                       # one thing broken in every part, against
                                                    # `make quick`
"""

from __future__ import annotations

import argparse
import ast
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mutation.broken_parts import BROKEN_PARTS, survivors
from mutation.broken_rules import BREAKS, broken
from support.rule_names import ROOT, named_by_tests

KERNEL = Path("src/goldenspike/rules")
MODULES = (
    "cards",
    "claims",
    "graph/network",
    "graph/borrowing",
    "legal",
    "scoring",
    "setup",
    "shares",
    "stations",
    "kernel_board",
    "tickets",
    "turns",
)
BOARDS = Path("src/goldenspike/boards")
TESTS = (
    "tests/rules/test_drawing_cards.py",
    "tests/rules/test_claiming.py",
    "tests/rules/test_nordic.py",
    "tests/rules/test_germany.py",
    "tests/rules/test_final_scoring.py",
    "tests/rules/test_shares.py",
    "tests/rules/test_stations.py",
    "tests/rules/test_the_end.py",
    "tests/rules/test_ticket_draws.py",
    "tests/rules/test_setting_up.py",
    "tests/rules/test_options_by_number.py",
    "tests/rules/test_networks.py::test_the_longest_path_is_that_of_an_exhaustive_search[0]",
    "tests/rules/test_conservation_laws.py",
)
TIME_LIMIT = 180
TURNED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}  # fmt: skip
SIGNS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd}


@dataclass(frozen=True)
class Mutant:
    path: Path
    line: int
    what: str
    text: str
    """The whole file, changed."""
    tests: tuple[str, ...] = TESTS


def kernel_mutants(path: Path) -> Iterator[Mutant]:
    """Every change of one place in a module; the tree is put right again after each."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    for node in ast.walk(tree):
        for what in changes(node):
            line = getattr(node, "lineno", 0)
            yield Mutant(path, line, what, ast.unparse(tree))


def changes(node: ast.AST) -> Iterator[str]:
    """Change a node in each way that makes sense, one after the other, telling what was done."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
        before = node.ops[0]
        node.ops[0] = TURNED[type(before)]()
        yield f"comparison turned: {ast.unparse(node)}"
        node.ops[0] = before
    elif isinstance(node, ast.BoolOp):
        before_op = node.op
        node.op = ast.Or() if isinstance(before_op, ast.And) else ast.And()
        yield f"and/or exchanged: {ast.unparse(node)}"
        node.op = before_op
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in SIGNS:
        sign = node.op
        node.op = SIGNS[type(sign)]()
        yield f"sign exchanged: {ast.unparse(node)}"
        node.op = sign
    elif isinstance(node, ast.Constant) and type(node.value) is int and node.value < 100:
        node.value += 1
        yield f"number raised to {node.value}"
        node.value -= 1
    body = getattr(node, "body", None)
    if isinstance(body, list) and not isinstance(node, ast.Module):
        for i, statement in enumerate(body):
            plain = isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr)
            if plain and not (
                isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            ):
                body[i] = ast.copy_location(ast.Pass(), statement)
                yield f"left out (line {statement.lineno}): {ast.unparse(statement)}"
                body[i] = statement


def board_mutants(path: Path) -> Iterator[Mutant]:
    """A switch turned or a figure raised, in the part of a board's file before its lists."""
    lines = (ROOT / path).read_text("utf-8").splitlines(keepends=True)
    for i, line in enumerate(lines):
        if line.startswith("[["):
            break
        for old, new in (("= true", "= false"), ("= false", "= true")):
            if old in line:
                yield Mutant(
                    path,
                    i + 1,
                    f"{line.strip()} turned",
                    "".join([*lines[:i], line.replace(old, new), *lines[i + 1 :]]),
                )
        found = re.match(r"(\w+ = )(\d+)(\s*(?:#.*)?)$", line.rstrip("\n"))
        if found and not re.match(r"(x|y|lat|lon|aspect|format)", line):
            raised = f"{found[1]}{int(found[2]) + 1}{found[3]}\n"
            yield Mutant(
                path, i + 1, raised.strip(), "".join([*lines[:i], raised, *lines[i + 1 :]])
            )


def all_mutants() -> list[Mutant]:
    found = [m for name in MODULES for m in kernel_mutants(KERNEL / f"{name}.py")]
    for name in ("usa", "germany", "nordic"):
        found += board_mutants(BOARDS / f"{name}.toml")
    return found


def rule_mutants() -> list[Mutant]:
    """The rules broken on purpose, each to be noticed by the tests that name the rule."""
    naming = named_by_tests()
    found = []
    for each in BREAKS:
        before = (ROOT / each.path).read_text("utf-8").split(each.old)[0]
        what = f"{each.rule}: {each.words}"
        line = before.count("\n") + 1
        found.append(Mutant(each.path, line, what, broken(ROOT, each), tuple(naming[each.rule])))
    return found


def fate(mutant: Mutant, copy: Path) -> str:
    """What its tests say of the change: "caught", "survived", or that they could not be run, which
    proves nothing. The copy is put right again.
    """
    original = (ROOT / mutant.path).read_text("utf-8")
    (copy / mutant.path).write_text(mutant.text, "utf-8")
    try:
        code = run_tests(copy, mutant.tests)
    except subprocess.TimeoutExpired:
        return "caught"
    finally:
        (copy / mutant.path).write_text(original, "utf-8")
    return {0: "survived", 1: "caught"}.get(code, "could not be tested")


def run_tests(copy: Path, tests: tuple[str, ...]) -> int:
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy / "src"),
        "GOLDENSPIKE_KERNEL": "plain",
        # No settings and no plugins: starting up is most of what a caught mutant costs.
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    done = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, timeout=TIME_LIMIT, check=False
    )
    return done.returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--by-rule", action="store_true", help="the breaks of broken_rules.py")
    parser.add_argument("--quick", action="store_true", help="the breaks of broken_parts.py")
    parser.add_argument("--sample", type=int, default=60, help="how many others, 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only those whose path or words contain this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="tested at once")
    asked = parser.parse_args()
    if asked.quick:
        return try_quick()
    made = rule_mutants() if asked.by_rule else all_mutants()
    mutants = [m for m in made if asked.only in f"{m.path} {m.what}"]
    print(f"{len(mutants)} mutants can be made", flush=True)
    if asked.sample and not asked.by_rule:
        mutants = random.Random(asked.seed).sample(mutants, min(asked.sample, len(mutants)))
    with tempfile.TemporaryDirectory() as folder:
        copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for job in range(asked.jobs):
            copies.put(copy_project(Path(folder) / str(job)))
        first = copies.get()
        asked_for = {test for mutant in mutants for test in mutant.tests}
        if run_tests(first, tuple(sorted(asked_for))) != 0:
            print("the tests fail without any change: put that right first")
            return 2
        copies.put(first)

        def try_one(mutant: Mutant) -> str:
            copy = copies.get()
            try:
                return fate(mutant, copy)
            finally:
                copies.put(copy)

        caught = 0
        start = time.monotonic()
        with ThreadPoolExecutor(asked.jobs) as pool:
            fates = zip(mutants, pool.map(try_one, mutants), strict=True)
            for n, (mutant, end) in enumerate(fates, 1):
                caught += end == "caught"
                if end != "caught":
                    where = f"{mutant.path}:{mutant.line}"
                    print(f"{end} (number {n}): {where}: {mutant.what}", flush=True)
                if sys.stderr.isatty():
                    print(f"\r{n}/{len(mutants)}", end="", file=sys.stderr, flush=True)
        seconds = time.monotonic() - start
        print(f"{caught} of {len(mutants)} broken versions caught, {seconds:.0f} s")
    # Of the breaks of the rules none may get past; of changes anywhere some mean nothing.
    return int(asked.by_rule and caught < len(mutants))


def try_quick() -> int:
    """Whether `make quick` notices that one thing is broken, whichever part it is in."""
    with tempfile.TemporaryDirectory() as folder:
        found = survivors(ROOT, Path(folder))
    print("\n".join(found) or f"{len(BROKEN_PARTS)} of {len(BROKEN_PARTS)} broken parts noticed")
    return int(bool(found))


def copy_project(to: Path) -> Path:
    """What the rule tests need of the project, in a folder of its own."""
    unneeded = shutil.ignore_patterns("__pycache__", "web", "server", "bots", "envs", "arena")
    shutil.copytree(ROOT / "src", to / "src", ignore=unneeded)
    for name in ("boards", "rules", "support"):
        shutil.copytree(ROOT / "tests" / name, to / "tests" / name)
    shutil.copy(ROOT / "tests" / "conftest.py", to / "tests")
    shutil.copytree(ROOT / "examples" / "boards", to / "examples" / "boards")
    shutil.copytree(ROOT / "docs", to / "docs", ignore=shutil.ignore_patterns("images"))
    return to


if __name__ == "__main__":
    sys.exit(main())
