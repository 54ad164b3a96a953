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
worker_class = "gthread"
workers = _options.web_processes
threads = _options.web_threads
graceful_timeout = GRACEFUL_SECONDS
keepalive = 5
# Workers show that they live by touching a file, which must not wait for a slow disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
control_socket_disable = True
# So that whichever process is asked tells what all of them have counted.
_metrics = None
if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    _metrics = os.environ["PROMETHEUS_MULTIPROC_DIR"] = mkdtemp(prefix="patience-metrics-")
    count_together()  # Again: importing this module has already asked for the folder.
loglevel = "warning"
logconfig_dict = logging_settings()

# A client that stops in the middle of a request, or of reading the answer, would keep its thread
# for ever: gunicorn's own timeouts guard idle connections and the worker's heartbeat alone.
STALL_SECONDS = 5


def post_worker_init(worker: Worker) -> None:
    """Let the kernel end reads and writes that stall; accepted connections inherit it."""
    for listener in worker.sockets:
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", STALL_SECONDS, 0))


def on_exit(server: Arbiter) -> None:
    """Remove the folder of the counts, if it was made here."""
    if _metrics:
        rmtree(_metrics, ignore_errors=True)
