"""Everything that serves, killed by turns under load: `make bench-load ARGS="--kills 50"`."""

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

from django.core.management import call_command
from django.db import connection

from tests.postgres import Postgres, own_postgres
from tests.servers import Server
from tests.workers import Redis, Workers


class Victims:
    """What is killed, and how it comes back."""

    def __init__(self, postgres: Postgres, redis: Redis, server: Server, workers: Workers) -> None:
        self.postgres, self.redis, self.server, self.workers = postgres, redis, server, workers
        self.kinds = ("web server", "The worker", "The solving worker", "The beat")
        self.kinds += ("Redis", "PostgreSQL")

    def kill_one(self, choose: Random) -> str:
        """Kill one of them, leave it dead for a moment, and start it again."""
        kind = choose.choice(self.kinds)
        gone = choose.uniform(0, 1)
        if kind == "web server":
            self.server.end(signal.SIGKILL)
            time.sleep(gone)
            self.server.start()
        elif kind == "Redis":
            self.redis.stop()
            time.sleep(gone)
            self.redis.start()
        elif kind == "PostgreSQL":
            self.postgres.kill()
            time.sleep(gone)
            self.postgres.start()
            connection.close()  # This process's own died with its server.
        else:
            process = self.workers.processes[kind]
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)
            time.sleep(gone)
            self.workers.start_one(kind)
        return kind


@contextmanager
def victims(environment: dict[str, Any]) -> Iterator[Victims]:
    """The whole service, of this run's own."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        postgres = stack.enter_context(own_postgres())
        call_command("load_stock", verbosity=0)
        redis = Redis(folder)
        redis.start()
        stack.callback(redis.stop)
        environment = environment | {"REDIS_URL": redis.url}
        server = stack.enter_context(Server(**environment, WEB_PROCESSES="2"))
        workers = stack.enter_context(Workers(**environment))
        workers.await_life("fast", "solve")
        yield Victims(postgres, redis, server, workers)
