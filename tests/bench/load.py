"""Many players at once for some minutes: `python -m tests.bench.load --seconds 300 --players 8`."""

import argparse
import os
import subprocess
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from django.core.management import CommandError, call_command

from tests.bench.kills import victims
from tests.bench.requests import cpu_seconds, own_database
from tests.bench.robots import Robot, broken_promises
from tests.servers import Server
from tests.workers import Workers

SECONDS, PLAYERS = 300, 8
PLENTY = ",".join(
    f"{name}=1000000/minute" for name in ("ops", "games", "questions", "reads", "guests")
)


def run(seconds: int = SECONDS, players: int = PLAYERS) -> int:
    """Let players play; print what they met, and tell how many promises were broken."""
    environment = {"RATE_LIMITS": PLENTY, "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
    if os.environ.get("REDIS_URL"):
        environment["WEB_PROCESSES"] = "2"
    # The deals that came with the project would not last: as in earnest, the worker makes more.
    filling = {"RATE_LIMITS": PLENTY, "STOCK_SIZE": "100"}
    with own_database():
        call_command("load_stock", verbosity=0)
        with Server(**environment) as server, Workers(**filling) as workers:
            workers.await_life("fast", "solve")
            assert server.process is not None
            used, start = cpu_seconds(server.process.pid), time.monotonic()
            with playing([server.port], players) as robots:
                end = start + seconds
                while time.monotonic() < end and any(each.is_alive() for each in robots):
                    time.sleep(0.5)
            passed = time.monotonic() - start
            used = cpu_seconds(server.process.pid) - used
        _report(robots, passed)
        requests = sum(len(taken) for robot in robots for taken in robot.times.values())
        print(f"{1e3 * used / requests:.2f} ms CPU of the server for each")
        return _faults(robots)


def run_with_kills(kills: int, players: int = PLAYERS) -> int:
    """Let stubborn players play while everything is killed by turns; print and tell the same."""
    environment = {"RATE_LIMITS": PLENTY, "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
    choose = Random(1)
    with victims(environment) as all_of_them:
        start = time.monotonic()
        killed: Counter[str] = Counter()
        with playing([all_of_them.server.port], players, is_stubborn=True) as robots:
            for _ in range(kills):
                time.sleep(choose.uniform(0.5, 2))
                killed[all_of_them.kill_one(choose)] += 1
            time.sleep(2)
        _report(robots, time.monotonic() - start)
        print("killed:", ", ".join(f"{kind} {times} times" for kind, times in killed.items()))
        return _faults(robots)


def run_beside(revision: str, seconds: int, players: int) -> int:
    """Let players meet the servers and workers of this code and of an earlier one by turns.

    As in a deploy both have the new schema and one queue.
    """
    environment = {"RATE_LIMITS": PLENTY, "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
    with TemporaryDirectory() as folder, own_database():
        old = Path(folder)
        # The command is git's own, and the revision is the developer's.
        packed = subprocess.run(["git", "archive", revision], capture_output=True, check=True)
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        call_command("load_stock", verbosity=0)
        with (
            Server(**environment) as new_server,
            Server(**environment, checkout=old) as old_server,
            Workers(**environment) as workers,
            Workers(**environment, checkout=old),
        ):
            workers.await_life("fast", "solve")
            start = time.monotonic()
            with playing([new_server.port, old_server.port], players) as robots:
                time.sleep(seconds)
            passed = time.monotonic() - start
        _report(robots, passed)
        return _faults(robots)


@contextmanager
def playing(
    ports: Sequence[int], players: int, *, is_stubborn: bool = False
) -> Iterator[list[Robot]]:
    """Robots that play until the block ends."""
    stop = threading.Event()
    robots = [Robot(ports, seed, stop, is_stubborn=is_stubborn) for seed in range(players)]
    for robot in robots:
        robot.start()
    try:
        yield robots
    finally:
        stop.set()
        for robot in robots:
            robot.join(60)


def _faults(robots: list[Robot]) -> int:
    faults = [error for robot in robots for error in robot.errors] + broken_promises(robots)
    faults += verified()
    for fault in faults:
        print(f"FAULT {fault}")
    games = sum(len(robot.logs) for robot in robots)
    ops = sum(len(log) for robot in robots for log in robot.logs.values())
    ended = sum(len(robot.ends) for robot in robots)
    print(f"{games} games, {ended} won, with {ops} acknowledged ops: {len(faults)} faults")
    return len(faults)


def verified() -> list[str]:
    """What `verify_games` has to say, which it prints."""
    try:
        call_command("verify_games")
    except CommandError as found:
        return [str(found)]
    return []


def _report(robots: list[Robot], seconds: float) -> None:
    times: dict[str, list[float]] = defaultdict(list)
    for robot in robots:
        for name, taken in robot.times.items():
            times[name] += taken
    total = sum(map(len, times.values()))
    for name, taken in sorted(times.items(), key=lambda each: -len(each[1])):
        marks = quantiles(taken, n=100) if len(taken) > 1 else taken * 99
        p50, p95, p99 = (1e3 * marks[at - 1] for at in (50, 95, 99))
        rate = len(taken) / seconds
        print(
            f"{name:9} {len(taken):7,} times {rate:6.1f}/s   "
            f"p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   p99 {p99:7.1f} ms"
        )
    print(f"all       {total:7,} times {total / seconds:6.1f}/s by {len(robots)} players")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--kills", type=int, default=0, help="play until so many were killed")
    parser.add_argument("--beside", help="an earlier revision that serves too, as in a deploy")
    options = parser.parse_args()
    if options.beside:
        raise SystemExit(min(1, run_beside(options.beside, options.seconds, options.players)))
    if options.kills:
        raise SystemExit(min(1, run_with_kills(options.kills, options.players)))
    raise SystemExit(min(1, run(options.seconds, options.players)))
