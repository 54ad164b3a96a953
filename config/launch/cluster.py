"""One PostgreSQL cluster: its folder, its files and its settings."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from config.launch.binaries import MAJOR
from config.launch.folders import clusters_folder

USER = DATABASE = "patience"
PORT = "5432"


class ServerNotStarted(Exception):
    """The embedded database server did not come up; the text says why."""


@dataclass(frozen=True)
class Cluster:
    """A cluster in the folder `home`, reached through a Unix socket only.

    Without `is_durable` it survives the death of its processes but not of the machine.
    With `is_throwaway` its folder is removed when the last user leaves.
    """

    home: Path
    is_durable: bool = True
    is_throwaway: bool = False

    @property
    def data(self) -> Path:
        """PostgreSQL's own folder."""
        return self.home / "data"

    @property
    def socket_note(self) -> Path:
        """The file that names the folder of the running server's socket."""
        return self.home / "socket"

    def lock(self, name: str) -> Path:
        """The lock file of this name.

        `start`: held by one who comes or goes. `keeper`: held by the living keeper. `users` and
        `presence`: shared by all users; the keeper waits to hold the first alone, and a user who
        can hold the second alone is the last. `server`: held by the server's processes.
        """
        return self.home / f"{name}.lock"

    @property
    def url(self) -> str:
        """The address for `DATABASE_URL` while the server runs."""
        socket = quote(self.socket_note.read_text(), safe="/")
        return f"postgres://{USER}@/{DATABASE}?host={socket}&port={PORT}"

    def init_command(self, binaries: Path, data: Path) -> list[str]:
        """How a new cluster is made in `data`; its locale needs nothing from the system."""
        command = [str(binaries / "initdb"), "-D", str(data), "-U", USER, "--auth=trust"]
        command += ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin"]
        command += ["--builtin-locale=C.UTF-8"]
        return command if self.is_durable else [*command, "--no-sync"]

    def server_command(self, binaries: Path, socket: Path) -> list[str]:
        """How the server is run in the foreground."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": '"{}"'.format(str(socket).replace('"', '""')),
            "timezone": "UTC",
            "log_timezone": "UTC",
        }
        if not self.is_durable:
            settings |= dict.fromkeys(("fsync", "synchronous_commit", "full_page_writes"), "off")
        command = [str(binaries / "postgres"), "-D", str(self.data), "-p", PORT]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        return command

    def log_tail(self) -> str:
        """The last lines that the server and its keeper wrote."""
        lines: list[str] = []
        for name in ("keeper.log", "server.log"):
            path = self.home / name
            if path.exists():
                lines += path.read_text(errors="replace").splitlines()[-15:]
        return "\n".join(lines)


def main_cluster(state: Path) -> Cluster:
    """The lasting cluster of a state folder."""
    return Cluster(clusters_folder(state) / f"postgres-{MAJOR}")
