"""A PostgreSQL server of the tests' own, which may be killed, starved and filled up."""

import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections

from config.launch.binaries import find_binaries
from config.launch.cluster import USER, Cluster
from config.launch.folders import clusters_folder, make_folder, own, service_account
from tests.servers import free_port
from tests.workers import wait_until


class Postgres:
    """A PostgreSQL server of this run's own, durable, always at the same address."""

    def __init__(self, home: Path | None = None, **options: str) -> None:
        folder = clusters_folder(Path(settings.DATA_DIR))
        make_folder(folder)
        self.home = home or Path(tempfile.mkdtemp(prefix="tests-own-", dir=folder))
        self.home.chmod(0o755)
        self.options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", **options}
        self.cluster = Cluster(self.home)
        self.account = service_account(self.cluster.data)
        self.binaries = find_binaries(self.account)
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        data = self.cluster.data
        data.mkdir(mode=0o700)
        own(data, self.account)
        self._popen(self.cluster.init_command(self.binaries, data)).wait()

    def _popen(self, command: list[str]) -> subprocess.Popen[bytes]:
        with (self.home / "server.log").open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self.home,
                stdout=log,
                stderr=log,
                user=self.account and self.account.pw_uid,
                group=self.account and self.account.pw_gid,
                extra_groups=[] if self.account else None,
                start_new_session=True,
            )

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [str(self.binaries / "postgres"), "-D", str(self.cluster.data)]
        command += ["-p", str(self.port)]
        for name, value in self.options.items():
            command += ["-c", f"{name}={value}"]

        def answers() -> bool:
            if self.process is None or self.process.poll() is not None:
                # Until the last process of the one that was killed has gone, a new one will not.
                self.process = self._popen(command)
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=1).close()
            except psycopg.OperationalError:
                return False
            return True

        wait_until(answers, what="PostgreSQL answers")

    def address(self, name: str) -> str:
        """Where a database of this server is."""
        return f"postgres://{USER}@127.0.0.1:{self.port}/{name}"

    def kill(self) -> None:
        """End its first process at once, as a crash would; the others follow by themselves."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    def remove(self) -> None:
        """End it for good, with its files."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)
        shutil.rmtree(self.home, ignore_errors=True)


@contextmanager
def own_postgres(home: Path | None = None, **options: str) -> Iterator[Postgres]:
    """A server of one's own, with the service's tables, to which Django is connected."""
    postgres = Postgres(home, **options)
    place = connection.settings_dict
    before = dict(place)
    try:
        postgres.start()
        with psycopg.connect(postgres.address("postgres"), autocommit=True) as there:
            there.execute("CREATE DATABASE patience")
        connections.close_all()
        place |= {"NAME": "patience", "HOST": "127.0.0.1", "PORT": str(postgres.port)}
        place |= {"USER": USER, "PASSWORD": ""}
        call_command("migrate", verbosity=0)
        yield postgres
    finally:
        connections.close_all()
        place |= before
        postgres.remove()
