"""Finding the definition of a class, function or method in a Python or TypeScript file."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def line_of(path: Path, name: str) -> int | None:
    """Return the line that defines a function, class, `Class.method` or top-level name."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tree = ast.parse(text)
        node = python_definition(tree, name) or _assignment(tree, name)
        return None if node is None else node.lineno
    if path.suffix in {".ts", ".svelte"}:
        return _line_in_typescript(text.splitlines(), name)
    return None


def python_definition(
    tree: ast.Module, name: str
) -> ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Return the class, function or method of this name."""
    body = tree.body
    found = None
    for part in name.split("."):
        named = (
            node
            for node in body
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name == part
        )
        found = next(named, None)
        if found is None:
            return None
        body = found.body
    return found


def _assignment(tree: ast.Module, name: str) -> ast.Assign | ast.AnnAssign | None:
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return node
    return None


def _line_in_typescript(lines: list[str], name: str) -> int | None:
    owner, _, member = name.rpartition(".")
    start = 0
    if owner:
        start = next(
            (n for n, line in enumerate(lines) if re.search(rf"\bclass {owner}\b", line)), -1
        )
        if start < 0:
            return None
        pattern = rf"\s+(?:async |readonly |static )*{re.escape(member)}(?:\(|<| = \()"
    else:
        name = re.escape(member)
        pattern = rf"\s*(?:export )?(?:(?:async )?function {name}\b|class {name}\b|const {name} = )"
    for number, line in enumerate(lines[start:], start + 1):
        if re.match(pattern, line):
            return number
    return None
