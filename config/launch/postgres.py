"""Use of the embedded PostgreSQL: start it or join its users, and leave it."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from config.launch import locks
from config.launch.cluster import Cluster, ServerNotStarted
from config.launch.folders import clusters_folder, make_folder
from config.launch.keeper import READY, STOP_SECONDS
from config.launch.options import CHECKOUT

_THROWAWAY_PREFIX = "test-"


@contextmanager
def running(cluster: Cluster) -> Iterator[Cluster]:
    """Give a cluster whose server runs; it stops when its last user leaves or dies.

    Leaving as the last user returns only when no process is left.
    """
    make_folder(cluster.home)
    with ExitStack() as files:
        users, presence, keeper = (
            files.enter_context(cluster.lock(name).open("ab"))
            for name in ("users", "presence", "keeper")
        )
        start = files.enter_context(cluster.lock("start").open("ab"))
        with locks.alone(start):
            locks.share(users)
            locks.share(presence)
            started = None if is_running(cluster) else _start_keeper(cluster)
        try:
            yield cluster
        finally:
            # Under the lock nobody joins between the question and the wait.
            with locks.alone(start):
                is_last = locks.take(presence)
                users.close()
                if is_last:
                    locks.take(keeper, seconds=2 * STOP_SECONDS)
                    if started is not None:
                        started.wait()


@contextmanager
def running_for_tests(state: Path, *, is_durable: bool = False) -> Iterator[Cluster]:
    """Give a cluster of one's own whose server runs, and remove it afterwards."""
    folder = clusters_folder(state)
    make_folder(folder)
    with ExitStack() as stack:
        # One at a time, so that the sweep does not take another's fresh folder for a left one.
        with locks.held(folder / "tests.lock"):
            _sweep(folder)
            home = Path(tempfile.mkdtemp(prefix=_THROWAWAY_PREFIX, dir=folder))
            home.chmod(0o755)
            cluster = Cluster(home, is_durable=is_durable, is_throwaway=True)
            stack.enter_context(running(cluster))
        yield cluster


def is_running(cluster: Cluster) -> bool:
    """Say whether the cluster's server runs and will go on while it is used."""
    return locks.is_held(cluster.lock("keeper"))


def _start_keeper(cluster: Cluster) -> subprocess.Popen[bytes]:
    """Start the keeper in a session of its own, where the terminal's Ctrl-C does not reach it."""
    command = [sys.executable, "-m", "config.launch.keeper", str(cluster.home)]
    command += ["--durable"] * cluster.is_durable + ["--throwaway"] * cluster.is_throwaway
    with (cluster.home / "keeper.log").open("wb") as log:
        keeper = subprocess.Popen(
            command,
            cwd=CHECKOUT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        )
    assert keeper.stdout is not None
    with keeper.stdout as report:
        if report.readline() != READY:
            keeper.wait()
            raise ServerNotStarted(f"The database did not start.\n{cluster.log_tail()}")
    return keeper


def _sweep(folder: Path) -> None:
    """Remove the clusters of runs that were killed together with their keepers."""
    for home in folder.glob(f"{_THROWAWAY_PREFIX}*"):
        cluster = Cluster(home, is_durable=False, is_throwaway=True)
        if is_running(cluster):
            continue
        if locks.is_held(cluster.lock("server")):
            with running(cluster):
                pass  # A new keeper ends the server it finds, and removes the folder after this.
        else:
            shutil.rmtree(home, ignore_errors=True)
