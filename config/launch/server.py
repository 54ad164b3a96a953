"""Gunicorn's settings: `gunicorn -c python:config.launch.server config.wsgi:application`."""

from pathlib import Path

from config.launch.options import GRACEFUL_SECONDS, Options

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
loglevel = "warning"
