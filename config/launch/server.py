"""Gunicorn's settings: `gunicorn -c python:config.launch.server config.wsgi:application`."""

import os
import socket
import struct
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from config.launch.options import GRACEFUL_SECONDS, Options
from config.logs import logging_settings
from config.metrics import count_together

_options = Options.from_environment()

bind = (
    f"[{_options.host}]:{_options.port}"
    if ":" in _options.host
    else f"{_options.host}:{_options.port}"
)
worker_class = "config.launch.punctual.PunctualWorker"
workers = _options.web_processes
threads = _options.web_threads
graceful_timeout = GRACEFUL_SECONDS
keepalive = 5
# Workers show that they live by touching a file, which must not wait for a slow disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
control_socket_disable = True
loglevel = "warning"
logconfig_dict = logging_settings()

# A client that stops in the middle of a request, or of reading the answer, would keep its thread
# for ever: gunicorn's own timeouts guard idle connections and the worker's heartbeat alone. One
# that never quite stops is the business of `punctual`.
STALL_SECONDS = 5

# Folders of counts that were made here.
_made: list[str] = []


def on_starting(server: Arbiter) -> None:
    """Have all processes count in one folder, so that whichever is asked tells of all."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        _made.append(mkdtemp(prefix="patience-metrics-"))
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = _made[-1]
        count_together()


def post_worker_init(worker: Worker) -> None:
    """Let the kernel end reads and writes that stall; accepted connections inherit it."""
    for listener in worker.sockets:
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", STALL_SECONDS, 0))


def on_exit(server: Arbiter) -> None:
    """Remove the folder of the counts, if it was made here."""
    for folder in _made:
        rmtree(folder, ignore_errors=True)
