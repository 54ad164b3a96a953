"""What `make` can do once the virtual environment is there: run, demo, manage, test, bench."""

import http.client
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg

from config.launch import locks, work
from config.launch.cluster import main_cluster
from config.launch.options import CHECKOUT, GRACEFUL_SECONDS, Options, require_good_settings
from config.launch.postgres import is_running, running, running_for_tests
from config.launch.processes import StepFailed, run_in_front, run_step, say, started, watch
from config.launch.secret import secret_key
from config.launch.translations import compile_translations

_MANAGE = [sys.executable, "manage.py"]
_WEB = ["-m", "gunicorn", "-c", "python:config.launch.server", "config.wsgi:application"]
_ANSWER_SECONDS = 60


@dataclass(frozen=True)
class Surroundings:
    """What the commands' processes find in their environment, and whether their database lives."""

    environment: dict[str, str]
    has_database: Callable[[], bool]


def run(options: Options, arguments: list[str]) -> int:
    """Serve until stopped."""
    _require_free_port(options)
    with _lasting(options) as surroundings, TemporaryDirectory(prefix="patience-") as counts:
        # All in one folder, so that the web server tells what the workers have counted, too.
        surroundings.environment.update({"PROMETHEUS_MULTIPROC_DIR": counts, "METRICS_PORT": ""})
        _prepare(options, surroundings)
        with _work(options, surroundings) as workers, _web(options, surroundings) as web:
            say(f"Patience serves at {options.address} (Ctrl-C stops it)")
            watch({"The web server": web, **workers}, surroundings.has_database)
    return 0


def demo(options: Options, arguments: list[str]) -> int:
    """Play the demonstration against the server at the address, or one of its own."""
    command = [*_MANAGE, "demo", "--url", options.address, *arguments]
    with _lasting(options) as surroundings:
        if _answers(options):
            say(f"A server answers at {options.address}")
            return run_in_front(command, surroundings.environment)
        _prepare(options, surroundings)
        with _web(options, surroundings):
            return run_in_front(command, surroundings.environment)


def manage(options: Options, arguments: list[str]) -> int:
    """Run one of Django's commands on the database that `run` uses."""
    with _lasting(options) as surroundings:
        return run_in_front([*_MANAGE, *arguments], surroundings.environment)


def test(options: Options, arguments: list[str]) -> int:
    """Run the test suite."""
    _compile_translations(options)
    with _passing(options, is_durable=False) as surroundings:
        return run_in_front([sys.executable, "-m", "pytest", *arguments], surroundings.environment)


def bench(options: Options, arguments: list[str]) -> int:
    """Run the benchmarks, on a database that syncs its log as the real one does."""
    return _measure(options, "tests.bench", arguments)


def bench_load(options: Options, arguments: list[str]) -> int:
    """Let many players play at once, on such a database too."""
    return _measure(options, "tests.bench.load", arguments)


def bench_solver(options: Options, arguments: list[str]) -> int:
    """Measure the solver beside Freecell Solver; no database is needed."""
    return run_in_front([sys.executable, "-m", "tests.bench.solver", *arguments], os.environ)


def _measure(options: Options, module: str, arguments: list[str]) -> int:
    _compile_translations(options)
    with _passing(options, is_durable=True) as surroundings:
        command = [sys.executable, "-m", module, *arguments]
        return run_in_front(command, surroundings.environment)


@contextmanager
def _lasting(options: Options) -> Iterator[Surroundings]:
    """The given database, or the checkout's own one."""
    options.state.mkdir(parents=True, exist_ok=True)
    key = os.environ.get("SECRET_KEY") or secret_key(options.state)
    require_good_settings(key)
    if options.database_url:
        yield Surroundings(_environment(options.database_url, key), lambda: True)
        return
    say("Starting the embedded PostgreSQL")
    cluster = main_cluster(options.state)
    with running(cluster):
        yield Surroundings(_environment(cluster.url, key), lambda: is_running(cluster))


@contextmanager
def _passing(options: Options, *, is_durable: bool) -> Iterator[Surroundings]:
    """The given database, or one that is removed afterwards."""
    options.state.mkdir(parents=True, exist_ok=True)
    key = os.environ.get("SECRET_KEY") or secrets.token_urlsafe(50)
    require_good_settings(key)
    if options.database_url:
        say("Using the database of DATABASE_URL")
        yield Surroundings(_environment(options.database_url, key), lambda: True)
        return
    say("Starting an embedded PostgreSQL for this run")
    with running_for_tests(options.state, is_durable=is_durable) as cluster:
        yield Surroundings(_environment(cluster.url, key), lambda: is_running(cluster))


def _environment(database_url: str, key: str) -> dict[str, str]:
    return os.environ | {"DATABASE_URL": database_url, "SECRET_KEY": key}


def _prepare(options: Options, surroundings: Surroundings) -> None:
    """Bring the translations, the schema and the stock of deals up to date."""
    _require_database(surroundings.environment["DATABASE_URL"])
    with locks.held(options.state / "prepare.lock"):
        _compile_translations(options)
        environment = surroundings.environment
        migrate = [*_MANAGE, "migrate", "--no-input", "--verbosity", "0"]
        run_step("Migrating the database", migrate, environment)
        run_step("Loading the stock of proven deals", [*_MANAGE, "load_stock"], environment)


def _compile_translations(options: Options) -> None:
    count = compile_translations(CHECKOUT)
    say(f"Compiling translations: {count or 'none'} to do")


@contextmanager
def _web(options: Options, surroundings: Surroundings) -> Iterator[subprocess.Popen[bytes]]:
    """The web server, which answers from the start and finishes its requests at the end."""
    say(f"Starting {options.web_processes} web process(es), {options.web_threads} threads each")
    command = [sys.executable, *_WEB]
    seconds = GRACEFUL_SECONDS + 5
    with started(command, surroundings.environment, seconds=seconds) as process:
        deadline = time.monotonic() + _ANSWER_SECONDS
        while not _answers(options):
            if process.poll() is not None or time.monotonic() > deadline:
                raise StepFailed(f"The web server does not answer at {options.address}.")
            time.sleep(0.1)
        yield process


@contextmanager
def _work(
    options: Options, surroundings: Surroundings
) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """The worker's processes, which finish what they have begun at the end."""
    say(f"Starting the workers: {options.solve_processes} process(es) solve")
    seconds = GRACEFUL_SECONDS + 5
    with ExitStack() as stack:
        processes = {
            name: stack.enter_context(started(command, surroundings.environment, seconds=seconds))
            for name, command in work.commands(options).items()
        }
        try:
            yield processes
        finally:
            for process in processes.values():
                process.terminate()  # All of them, before any is waited for.


def _answers(options: Options) -> bool:
    """Say whether a web server answers at the address, with whatever status."""
    connection = http.client.HTTPConnection(urlsplit(options.address).netloc, timeout=10)
    try:
        connection.request("GET", "/health/live")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def _require_database(url: str) -> None:
    try:
        psycopg.connect(url, connect_timeout=10).close()
    except psycopg.Error as problem:
        words = " ".join(str(problem).split())
        raise StepFailed(f"The database of DATABASE_URL does not answer: {words}") from problem


def _require_free_port(options: Options) -> None:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    with socket.socket(family) as probe:
        # As gunicorn does: the closed connections of an earlier run do not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((options.host, options.port))
        except OSError as problem:
            raise StepFailed(
                f"Cannot serve at {options.host}, port {options.port}: {problem.strerror}. "
                f"Stop what uses it, or choose another port: make run PORT={options.port + 1}"
            ) from problem
