import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from config.launch import locks
from config.launch.cluster import main_cluster
from config.launch.folders import clusters_folder
from config.launch.options import CHECKOUT
from config.launch.postgres import is_running
from tests.launch.conftest import Start, family, read_until, wait_until

RUN = ("-m", "config.launch", "run")


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One for all, since what a run finds after another one's end is a part of the question."""
    folder = tmp_path_factory.mktemp("run") / "a state"
    folder.mkdir()
    yield folder
    shutil.rmtree(clusters_folder(folder), ignore_errors=True)


def get(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path)
    return connection.getresponse().status


def counts_folder(processes: list[psutil.Process]) -> Path:
    """Where the web server and the workers keep their counts: all in one place."""
    ours = [
        process
        for process in processes
        if any(part in " ".join(process.cmdline()) for part in ("gunicorn", "--queues"))
    ]
    (folder,) = {Path(each.environ()["PROMETHEUS_MULTIPROC_DIR"]) for each in ours}
    assert folder.is_dir()
    return folder


def assert_all_gone(processes: list[psutil.Process], state: Path, port: int) -> None:
    cluster = main_cluster(state)
    wait_until(lambda: not any(process.is_running() for process in processes))
    wait_until(lambda: not is_running(cluster) and not locks.is_held(cluster.lock("server")))
    with socket.create_server(("127.0.0.1", port)):
        pass


def test_run_serves_until_ctrl_c_and_a_second_time(
    start: Start, state: Path, free_port: int
) -> None:
    for stop in (signal.SIGINT, signal.SIGTERM):
        run = start(*RUN, PORT=str(free_port))
        said = read_until(run, "serves at")
        assert f"http://127.0.0.1:{free_port}" in said
        assert get(free_port, "/no-such-page") == 404
        processes = family(run.pid)
        commands = [" ".join(process.cmdline()) for process in processes]
        for part in ("gunicorn", "--queues fast", "--queues solve", " beat"):
            assert any(part in command for command in commands), part
        folder = counts_folder(processes)
        run.send_signal(stop)
        rest, _ = run.communicate(timeout=30)
        assert run.returncode == 0, rest
        assert "Traceback" not in said + rest
        assert not folder.exists()
        assert_all_gone(processes, state, free_port)
    assert (state / "secret-key").stat().st_mode & 0o777 == 0o600


def test_run_leaves_nothing_when_it_is_killed(start: Start, state: Path, free_port: int) -> None:
    run = start(*RUN, PORT=str(free_port))
    read_until(run, "serves at")
    processes = family(run.pid)
    run.kill()
    run.communicate(timeout=30)
    assert_all_gone(processes, state, free_port)


def test_run_stops_when_make_is_killed(start: Start, state: Path, free_port: int) -> None:
    # Stands for make: starts the launcher as its child and waits.
    code = "import subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]])"
    parent = start("-c", code, *RUN, PORT=str(free_port), MAKELEVEL="1")
    read_until(parent, "serves at")
    processes = family(parent.pid)
    parent.kill()
    parent.communicate(timeout=30)
    assert_all_gone(processes, state, free_port)


def test_run_says_that_the_port_is_taken(start: Start, state: Path, free_port: int) -> None:
    with socket.create_server(("127.0.0.1", free_port)):
        run = start(*RUN, PORT=str(free_port))
        said, _ = run.communicate(timeout=30)
    assert run.returncode == 1
    assert f"port {free_port}" in said
    assert "Traceback" not in said
    assert not is_running(main_cluster(state))


def test_run_stops_when_a_worker_ends(start: Start, state: Path, free_port: int) -> None:
    run = start(*RUN, PORT=str(free_port))
    read_until(run, "serves at")
    processes = family(run.pid)
    worker = next(each for each in processes if "--queues fast" in " ".join(each.cmdline()))
    worker.kill()
    said, _ = run.communicate(timeout=60)
    assert run.returncode == 1
    assert "The worker ended with status" in said
    assert_all_gone(processes, state, free_port)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "0"),
        ("WEB_THREADS", "-1"),
        ("SOLVE_PROCESSES", "0"),
        ("PORT", "٣"),
    ],
)
def test_run_names_a_variable_that_it_cannot_use(start: Start, name: str, value: str) -> None:
    run = start(*RUN, **{name: value})
    said, _ = run.communicate(timeout=30)
    assert run.returncode == 1
    assert name in said
    assert "Traceback" not in said


BAD_SETTINGS = [
    ("RATE_LIMITS", "ops=often"),
    ("RATE_LIMITS", "opps=1/minute"),
    ("DATABASE_URL", "mysql://x"),
    ("DATABASE_URL", "patience"),
    ("DATABASE_URL", "postgres://host:port/x"),
    ("DATABASE_URL", "postgres://[::1/x"),
    ("REDIS_URL", "127.0.0.1:6379"),
    ("EMAIL_PORT", "smtp"),
    ("TRUSTED_PROXY_COUNT", "-1"),
    ("LOG_LEVEL", "LOUD"),
    ("TASK_SECONDS", "225"),
    ("BROKER_URL", "amqp://x"),
]


@pytest.mark.parametrize(
    ("command", "name", "value"),
    [("run", *bad) for bad in BAD_SETTINGS]
    + [(command, "DATABASE_URL", "mysql://x") for command in ("demo", "manage", "test", "bench")],
)
def test_a_bad_setting_is_one_clear_line(
    start: Start, free_port: int, command: str, name: str, value: str
) -> None:
    process = start(*("-m", "config.launch", command), PORT=str(free_port), **{name: value})
    said, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    *before, last = said.splitlines()
    assert last.startswith("Stopped: ")
    assert name in last
    assert all(line.startswith("==> Compiling") for line in before)


def test_run_says_that_the_database_does_not_answer(start: Start, free_port: int) -> None:
    run = start(*RUN, PORT=str(free_port), DATABASE_URL="postgres:///x?host=/no/such/folder")
    said, _ = run.communicate(timeout=30)
    assert run.returncode == 1
    assert "DATABASE_URL" in said.splitlines()[-1]
    assert "Traceback" not in said


def test_a_request_in_flight_is_answered_before_the_server_stops(
    start: Start, free_port: int
) -> None:
    web = start(
        *("-m", "gunicorn", "-c", "python:config.launch.server"),
        "tests.launch.slow_app:application",
        PORT=str(free_port),
    )

    def answers() -> bool:
        try:
            return get(free_port, "/") == 200
        except OSError:
            return False

    wait_until(answers)
    statuses: list[int] = []
    client = threading.Thread(target=lambda: statuses.append(get(free_port, "/slow")))
    client.start()
    time.sleep(0.4)
    web.send_signal(signal.SIGTERM)
    client.join()
    web.communicate(timeout=30)
    assert statuses == [200]
    assert web.returncode == 0


def test_a_command_that_fails_gives_its_status(start: Start) -> None:
    manage = start("-m", "config.launch", "manage", "no_such_command")
    said, _ = manage.communicate(timeout=60)
    assert manage.returncode == 1
    assert "no_such_command" in said


def test_make_says_that_it_found_no_python(tmp_path: Path) -> None:
    for name in ("sh", "bash"):
        (tmp_path / name).symlink_to(f"/bin/{name}")
    make = subprocess.run(
        ["make", "run"],
        executable="/usr/bin/make",
        cwd=CHECKOUT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert make.returncode != 0
    assert re.search(r"No Python 3\.11 or newer found", make.stderr)


def test_the_parts_that_run_without_the_virtual_environment_need_none() -> None:
    for name in ("bootstrap", "tied"):
        imports = (
            "import runpy, sys; "
            f"runpy.run_path('config/launch/{name}.py', run_name='imported'); "
            "print(*(m for m in sys.modules if m.split('.')[0] not in sys.stdlib_module_names))"
        )
        found = subprocess.run(
            ["python3", "-ISc", imports],
            cwd=CHECKOUT,
            capture_output=True,
            text=True,
            check=True,
            env={"PATH": os.environ["PATH"]},
        )
        assert found.stdout.split() in ([], ["__main__"])
