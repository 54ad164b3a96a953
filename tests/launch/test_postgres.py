import os
import pwd
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from config.launch import locks
from config.launch.cluster import Cluster, main_cluster
from config.launch.folders import SERVICE_HOME, clusters_folder, is_root, make_socket_folder
from config.launch.options import CHECKOUT
from config.launch.postgres import is_running, running, running_for_tests
from tests.launch.conftest import Start, read_until, wait_until

USE = """
import sys, time
from pathlib import Path
from config.launch.cluster import main_cluster
from config.launch.postgres import running
with running(main_cluster(Path(sys.argv[1]))):
    print("in use", flush=True)
    time.sleep(60)
"""

USE_FOR_TESTS = """
import sys, time
from pathlib import Path
from config.launch.postgres import running_for_tests
with running_for_tests(Path(sys.argv[1])) as cluster:
    print(cluster.home, "in use", flush=True)
    time.sleep(60)
"""


def ask(cluster: Cluster, query: str) -> Any:
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        cursor = connection.execute(query)
        return cursor.fetchone()[0] if cursor.description else None  # type: ignore[index]


def server_pid(cluster: Cluster) -> int:
    return int((cluster.data / "postmaster.pid").read_text().split()[0])


def socket_folder(cluster: Cluster) -> Path:
    return Path(cluster.socket_note.read_text())


def lives(pid: int) -> bool:
    """Whether the process runs; one that only waits to be collected by init does not."""
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def keeper_of(pid: int) -> psutil.Process:
    keeper = psutil.Process(pid).parent()
    assert keeper is not None
    return keeper


def is_gone(cluster: Cluster) -> bool:
    """Neither the keeper nor any of the server's processes lives."""
    return not is_running(cluster) and not locks.is_held(cluster.lock("server"))


def test_what_was_stored_is_there_after_a_restart(state: Path) -> None:
    cluster = main_cluster(state)
    with running(cluster):
        ask(cluster, "CREATE TABLE kept AS SELECT 'ё' AS letter")
        folder = socket_folder(cluster)
    assert is_gone(cluster)
    assert not folder.exists()
    with running(cluster):
        assert ask(cluster, "SELECT letter FROM kept") == "ё"


def test_the_server_is_private_durable_and_needs_no_locale(state: Path) -> None:
    cluster = main_cluster(state)
    with running(cluster):
        for setting, value in {
            "listen_addresses": "",
            "TimeZone": "UTC",
            "fsync": "on",
            "synchronous_commit": "on",
            "server_encoding": "UTF8",
        }.items():
            assert ask(cluster, f"SHOW {setting}") == value
        assert ask(cluster, "SELECT upper('жé') || (SELECT datlocale FROM pg_database LIMIT 1)")
        assert ask(cluster, "SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user")
        account = pwd.getpwuid(cluster.data.stat().st_uid)
        for folder in (cluster.data, socket_folder(cluster)):
            assert folder.stat().st_mode & 0o777 == 0o700
            assert folder.stat().st_uid == account.pw_uid
        assert psutil.Process(server_pid(cluster)).uids().effective == account.pw_uid
        assert is_root() == (account.pw_uid != os.geteuid())


def test_starting_changes_the_mode_of_no_folder(state: Path) -> None:
    state.chmod(0o700)
    places = [state, SERVICE_HOME, CHECKOUT / ".venv", Path(tempfile.gettempdir())]
    folders = {folder for place in places for folder in (place, *place.parents)}
    before = {folder: folder.stat() for folder in folders if folder.exists()}
    with running(main_cluster(state)):
        for folder, was in before.items():
            now = folder.stat()
            assert (now.st_mode, now.st_uid) == (was.st_mode, was.st_uid), folder


def test_the_last_to_leave_ends_the_server(state: Path) -> None:
    cluster = main_cluster(state)
    with running(cluster):
        pid = server_pid(cluster)
        with running(cluster):
            assert server_pid(cluster) == pid
        assert ask(cluster, "SELECT 1") == 1
    assert is_gone(cluster)
    assert not lives(pid)


def test_many_who_come_at_once_share_one_server(state: Path) -> None:
    cluster = main_cluster(state)
    together = threading.Barrier(5)
    pids = set()

    def use() -> None:
        together.wait()
        with running(cluster):
            assert ask(cluster, "SELECT 1") == 1
            pids.add(server_pid(cluster))
            together.wait()

    threads = [threading.Thread(target=use) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pids) == 1
    assert is_gone(cluster)


def test_coming_and_going_in_any_order_finds_a_server(state: Path) -> None:
    cluster = main_cluster(state)
    answers = []

    def use() -> None:
        for _ in range(3):
            with running(cluster):
                answers.append(ask(cluster, "SELECT 1"))

    threads = [threading.Thread(target=use) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [1] * 9
    assert is_gone(cluster)


def test_a_killed_user_leaves_no_server(state: Path, start: Start) -> None:
    cluster = main_cluster(state)
    user = start("-c", USE, str(state))
    read_until(user, "in use")
    folder = socket_folder(cluster)
    user.kill()
    wait_until(lambda: is_gone(cluster) and not folder.exists())


def test_a_killed_server_is_noticed_and_comes_back_with_its_data(state: Path) -> None:
    cluster = main_cluster(state)
    with running(cluster):
        ask(cluster, "CREATE TABLE kept AS SELECT 7 AS number")
        os.kill(server_pid(cluster), signal.SIGKILL)
        wait_until(lambda: not is_running(cluster))
    assert (cluster.data / "postmaster.pid").exists()
    with running(cluster):
        assert ask(cluster, "SELECT number FROM kept") == 7


def test_a_server_whose_keeper_was_killed_is_replaced(state: Path) -> None:
    cluster = main_cluster(state)
    with running(cluster):
        ask(cluster, "CREATE TABLE kept AS SELECT 7 AS number")
        orphan, folder = server_pid(cluster), socket_folder(cluster)
        keeper_of(orphan).kill()
        wait_until(lambda: not is_running(cluster))
    assert lives(orphan)
    with running(cluster):
        assert not lives(orphan)
        assert not folder.exists()
        assert ask(cluster, "SELECT number FROM kept") == 7


def test_a_left_pid_file_that_names_a_living_process_is_no_obstacle(state: Path) -> None:
    cluster = main_cluster(state)
    with running(cluster):
        text = (cluster.data / "postmaster.pid").read_text()
    with subprocess.Popen(
        ["sleep", "60"], user=cluster.data.stat().st_uid if is_root() else None
    ) as bystander:
        lines = [str(bystander.pid), *text.splitlines()[1:]]
        (cluster.data / "postmaster.pid").write_text("\n".join(lines))
        with running(cluster):
            assert ask(cluster, "SELECT 1") == 1
        assert bystander.poll() is None
        bystander.kill()


def test_a_server_for_tests_is_alone_and_leaves_nothing(state: Path) -> None:
    with running_for_tests(state) as one, running_for_tests(state) as other:
        assert one.home != other.home
        assert ask(one, "SHOW fsync") == "off"
        assert ask(other, "SELECT 1") == 1
    assert not list(clusters_folder(state).glob("test-*"))


def test_what_killed_test_runs_left_is_swept(state: Path, start: Start) -> None:
    user = start("-c", USE_FOR_TESTS, str(state))
    left = Cluster(Path(read_until(user, "in use").split(" in use")[0]))
    orphan = server_pid(left)
    keeper_of(orphan).kill()
    user.kill()
    user.wait()
    wait_until(lambda: not is_running(left))
    empty = left.home.with_name("test-empty")
    empty.mkdir()
    with running_for_tests(state) as fresh:
        assert list(left.home.parent.glob("test-*")) == [fresh.home]
        assert not lives(orphan)


def test_the_socket_has_a_short_path_whatever_the_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("deep" * 25)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    folder = make_socket_folder(None)
    assert folder.parent == Path("/tmp")
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.rmdir()


def test_the_address_reads_the_same_for_libpq_and_for_us(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path)
    cluster.socket_note.write_text("/tmp/a b/ü&c?d%e")
    parameters = psycopg.conninfo.conninfo_to_dict(cluster.url)
    assert parameters["host"] == "/tmp/a b/ü&c?d%e"
    assert (parameters["user"], parameters["dbname"]) == ("patience", "patience")
