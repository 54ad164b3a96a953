"""What the README says of the tree and of the error codes, as the sources have it.

`python -m tests.readme` writes both into the README.
"""

import ast
import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PACKAGES = ("config", "solver_worker", "games", "stats", "accounts")
SKIPPED = {"migrations", "__pycache__"}
NOTES = {
    "locale": "translations",
    "migrations": "",
    "static": "the web client's modules",
    "stock": "proven deals that come with the project",
    "templates": "pages",
}
_WIDTH = 34


def sentence_of(file: Path) -> str:
    """The first line of a module's docstring; empty when it has none."""
    return (ast.get_docstring(ast.parse(file.read_text())) or "").partition("\n")[0]


def tree_map() -> str:
    """Every folder and module of the packages, each module with its own sentence."""
    lines: list[str] = []

    def add(depth: int, name: str, text: str) -> None:
        lines.append(f"{'  ' * depth + name:{_WIDTH}}{text}".rstrip())

    def walk(folder: Path, depth: int) -> None:
        init = folder / "__init__.py"
        note = sentence_of(init) if init.exists() else ""
        add(depth, f"{folder.name}/", note or NOTES.get(folder.name, ""))
        if folder.name in {"locale", "static", "stock", "templates"}:
            return
        for entry in sorted(folder.iterdir(), key=lambda each: (each.is_dir(), each.name)):
            if entry.is_dir() and entry.name not in SKIPPED and any(entry.iterdir()):
                walk(entry, depth + 1)
            elif entry.suffix == ".py" and entry.name != "__init__.py":
                add(depth + 1, entry.name, sentence_of(entry))

    for package in PACKAGES:
        walk(ROOT / package, 0)
    return "\n".join(lines)


def code_table() -> str:
    """Every error code with its status and its detail."""
    from config.http.problems import PROBLEMS

    rows = []
    for code, kind in sorted(PROBLEMS.items(), key=lambda each: (each[1].status, each[0])):
        detail = re.sub(r"%\((\w+)\)s", r"*\1*", str(kind.detail))
        rows.append(f"| `{code}` | {kind.status} | {detail} |")
    return "\n".join(rows)


def between(text: str, start: str, end: str) -> tuple[int, int]:
    """Where a part of the README lies, from behind `start` to before `end`."""
    first = text.index(start) + len(start)
    return first, text.index(end, first)


MAP_BOUNDS = ("## How it is built\n\n```text\n", "\n```")
CODE_BOUNDS = ("| Code | Status | When |\n|---|---|---|\n", "\n\n")


def write() -> None:
    """Bring the README up to date."""
    text = README.read_text()
    for bounds, part in ((MAP_BOUNDS, tree_map()), (CODE_BOUNDS, code_table())):
        first, last = between(text, *bounds)
        text = text[:first] + part + text[last:]
    README.write_text(text)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    write()
