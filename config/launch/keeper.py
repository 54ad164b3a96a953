"""The process that runs a cluster's server for as long as somebody uses it."""

import argparse
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import BinaryIO

import psycopg

from config.launch import locks
from config.launch.binaries import find_binaries
from config.launch.cluster import DATABASE, PORT, USER, Cluster, ServerNotStarted
from config.launch.folders import (
    SOCKET_PREFIX,
    NoPlace,
    is_open,
    make_socket_folder,
    own,
    service_account,
)

READY = b"ready\n"
# Recovery after a crash replays at most a gigabyte of log, the default of `max_wal_size`.
START_SECONDS = 120
STOP_SECONDS = 60


class Keeper:
    """Starts the server, waits until nobody uses it, stops it; nothing of it stays behind."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.account = service_account(cluster.data)
        self.binaries = find_binaries(self.account)
        if self.account is not None and not is_open(cluster.home):
            raise NoPlace(f"The account {self.account.pw_name} cannot enter {cluster.home}.")

    def keep(self) -> None:
        """Serve until the last user has gone; `READY` on standard output says that it serves."""
        cluster = self.cluster
        with cluster.lock("users").open("ab") as users, cluster.lock("keeper").open("ab") as keeper:
            fcntl.flock(keeper, fcntl.LOCK_EX)
            with cluster.lock("server").open("ab") as lock:
                self._take_over(lock)
                socket = self._prepare(lock)
                server = self._start(socket, lock)
            try:
                self._await_server(server, socket)
                _report_ready()
                signal.signal(signal.SIGCHLD, _end)
                if server.poll() is None:
                    fcntl.flock(users, fcntl.LOCK_EX)
            finally:
                _stop(server)
                shutil.rmtree(socket, ignore_errors=True)
                if cluster.is_throwaway:
                    shutil.rmtree(cluster.home, ignore_errors=True)
                # Before `users`: a newcomer who gets that one must not find this one held.
                keeper.close()

    def _take_over(self, lock: BinaryIO) -> None:
        """Hold the server's lock, ending a server whose keeper was killed.

        Every process of a server inherits the lock, so whoever gets it knows that none is left,
        and that `postmaster.pid` is stale even if its number belongs to a process of today.
        """
        pid_file = self.cluster.data / "postmaster.pid"
        if not locks.take(lock):
            # Without the file or the process it is on its way out.
            with suppress(FileNotFoundError, ProcessLookupError):
                os.kill(int(pid_file.read_text().split()[0]), signal.SIGINT)
            if not locks.take(lock, seconds=STOP_SECONDS):
                raise ServerNotStarted(f"An old server still uses {self.cluster.data}.")
        pid_file.unlink(missing_ok=True)
        if self.cluster.socket_note.exists():
            old = Path(self.cluster.socket_note.read_text())
            if old.name.startswith(SOCKET_PREFIX):
                shutil.rmtree(old, ignore_errors=True)

    def _prepare(self, lock: BinaryIO) -> Path:
        """Make the cluster unless it exists, and a folder for the socket."""
        if not self.cluster.data.exists():
            draft = self.cluster.home / "data.new"
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir(mode=0o700)
            own(draft, self.account)
            command = self.cluster.init_command(self.binaries, draft)
            if self._popen(command, lock, "init.log").wait() != 0:
                raise ServerNotStarted((self.cluster.home / "init.log").read_text())
            draft.rename(self.cluster.data)
        socket = make_socket_folder(self.account)
        self.cluster.socket_note.write_text(str(socket))
        return socket

    def _start(self, socket: Path, lock: BinaryIO) -> subprocess.Popen[bytes]:
        return self._popen(self.cluster.server_command(self.binaries, socket), lock, "server.log")

    def _popen(self, command: list[str], lock: BinaryIO, log: str) -> subprocess.Popen[bytes]:
        """Run one of PostgreSQL's programs as the account, holding the server's lock."""
        account = self.account
        with (self.cluster.home / log).open("wb") as output:
            return subprocess.Popen(
                command,
                cwd=self.cluster.home,
                env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=[lock.fileno()],
                user=account and account.pw_uid,
                group=account and account.pw_gid,
                extra_groups=[] if account else None,
            )

    def _await_server(self, server: subprocess.Popen[bytes], socket: Path) -> None:
        """Return when the server answers and the database exists."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                connection = psycopg.connect(
                    host=str(socket), port=PORT, user=USER, dbname="postgres", autocommit=True
                )
            except psycopg.OperationalError as refused:
                if server.poll() is not None or time.monotonic() > deadline:
                    raise ServerNotStarted(f"PostgreSQL did not start: {refused}") from refused
                time.sleep(0.05)
            else:
                break
        with connection:
            known = "SELECT 1 FROM pg_database WHERE datname = %s"
            if connection.execute(known, [DATABASE]).fetchone() is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")


def _end(signum: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def _report_ready() -> None:
    os.write(sys.stdout.fileno(), READY)
    with Path(os.devnull).open("wb") as nothing:
        os.dup2(nothing.fileno(), sys.stdout.fileno())


def _stop(server: subprocess.Popen[bytes]) -> None:
    """End the server and wait for it: fast, which rolls back what is open, else at once."""
    for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(signum, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    server.send_signal(signal.SIGINT)
    try:
        server.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.send_signal(signal.SIGQUIT)
        server.wait()


def main() -> None:
    """Keep the cluster named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("--durable", action="store_true")
    parser.add_argument("--throwaway", action="store_true")
    arguments = parser.parse_args()
    for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(signum, _end)
    cluster = Cluster(arguments.home, arguments.durable, arguments.throwaway)
    try:
        Keeper(cluster).keep()
    except (ServerNotStarted, NoPlace, OSError) as problem:
        raise SystemExit(str(problem)) from problem


if __name__ == "__main__":
    main()
