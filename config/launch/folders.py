"""Where clusters and sockets live and which account owns them, for root and for everybody else."""

import hashlib
import os
import pwd
import tempfile
from contextlib import suppress
from pathlib import Path

# PostgreSQL refuses to run as root, and root's own folders are often closed to everybody else.
# So root keeps clusters here, where an unprivileged account can reach them.
SERVICE_HOME = Path("/var/lib/patience")
SERVICE_ACCOUNTS = ("postgres", "nobody")
SOCKET_PREFIX = "patience-"
# A socket's address holds 104 bytes on the BSDs and 108 on Linux, the closing NUL included.
SOCKET_PATH_LIMIT = 103


class NoPlace(Exception):
    """There is no account or folder in which the database server could run."""


def is_root() -> bool:
    """Say whether this process runs as root."""
    return os.geteuid() == 0


def clusters_folder(state: Path) -> Path:
    """Where the clusters of this state folder are kept."""
    if not is_root():
        return state
    return SERVICE_HOME / hashlib.sha256(os.fsencode(state)).hexdigest()[:12]


def make_folder(path: Path) -> None:
    """Make a folder and its missing parents; those that exist keep their modes.

    Root's are open for passing through whatever the umask is: the service account must get in.
    """
    for folder in (*reversed(path.parents), path):
        with suppress(FileExistsError):
            folder.mkdir()
            if is_root():
                folder.chmod(0o755)


def service_account(data: Path) -> pwd.struct_passwd | None:
    """The account for the server: the data's owner or an unprivileged one; None is oneself."""
    if not is_root():
        return None
    if data.exists():
        return pwd.getpwuid(data.stat().st_uid)
    for name in SERVICE_ACCOUNTS:
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise NoPlace(
        f"PostgreSQL does not run as root; add an account: {' or '.join(SERVICE_ACCOUNTS)}."
    )


def own(path: Path, account: pwd.struct_passwd | None) -> None:
    """Give the path to the account."""
    if account is not None:
        os.chown(path, account.pw_uid, account.pw_gid)


def is_open(folder: Path) -> bool:
    """Say whether every account may pass through the folder and its parents."""
    return all(parent.stat().st_mode & 0o001 for parent in (folder, *folder.parents))


def make_socket_folder(account: pwd.struct_passwd | None) -> Path:
    """Make a private folder for a socket, with a path short enough for one."""
    for parent in (Path(tempfile.gettempdir()).absolute(), Path("/tmp")):  # noqa: S108
        longest = parent / f"{SOCKET_PREFIX}xxxxxxxx" / ".s.PGSQL.5432"
        if len(os.fsencode(longest)) <= SOCKET_PATH_LIMIT and (account is None or is_open(parent)):
            folder = Path(tempfile.mkdtemp(prefix=SOCKET_PREFIX, dir=parent))
            own(folder, account)
            return folder
    raise NoPlace("No temporary folder has a path that is short and open enough for a socket.")
