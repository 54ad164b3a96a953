"""Celery's settings: two queues, late acknowledgement, limits, and the schedule in UTC.

Every task is level-triggered: it looks into the database for what is due, so that a lost or a
doubled message changes nothing. Tasks take ids only. Without Redis messages are files, and may be
lost; then too the rows are the truth and the sweeps the guarantee.
"""

from datetime import UTC, datetime
from hashlib import sha256
from ssl import CERT_REQUIRED
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from config.environment import folder, number, redis_address, text

REDIS = redis_address("BROKER_URL") or redis_address("REDIS_URL")

# A task is asked to stop, made to stop, and only long after that given to another worker: one that
# outlived the last of them would run several times at once.
TASK_SECONDS = number("TASK_SECONDS", 120)
VISIBILITY_SECONDS = number("VISIBILITY_SECONDS", 900)
if TASK_SECONDS * 4 >= VISIBILITY_SECONDS:
    raise ImproperlyConfigured("TASK_SECONDS must be less than a quarter of VISIBILITY_SECONDS.")
task_time_limit = TASK_SECONDS
task_soft_time_limit = TASK_SECONDS * 3 // 4
visibility_timeout = VISIBILITY_SECONDS
# A month's files take longer than all else, still less than after which others would be given them.
task_annotations = {
    "games.make_dumps": {
        "time_limit": TASK_SECONDS * 4,
        "soft_time_limit": TASK_SECONDS * 15 // 4,
    }
}
result_backend_transport_options = {"visibility_timeout": VISIBILITY_SECONDS}

# A broker that does not answer costs a request two tries of two seconds.
REDIS_OPTIONS = {
    "visibility_timeout": VISIBILITY_SECONDS,
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "socket_keepalive": True,
    "max_retries": 0,
}


def _in_folder() -> dict[str, Any]:
    # A folder for each database: a message names rows of one.
    database = sha256(text("DATABASE_URL", "").encode()).hexdigest()[:12]
    place = str(folder("DATA_DIR", "var") / "queue" / database)
    return {
        "data_folder_in": place,
        "data_folder_out": place,
        "control_folder": place,
        # With the default of a second and one message at a time the median wait is 3 s.
        "polling_interval": 0.02,
    }


# Kombu has a spelling of its own for a Unix socket, and by itself it would believe any certificate.
broker_url = REDIS or "filesystem://localhost"
if REDIS.startswith("unix://"):
    broker_url = REDIS.replace("unix://", "redis+socket://").replace("?db=", "?virtual_host=")
broker_use_ssl = {"ssl_cert_reqs": CERT_REQUIRED} if REDIS.startswith("rediss://") else None
broker_transport = "config.broker:Transport" if REDIS else "config.folder:Transport"
broker_transport_options: dict[str, Any] = REDIS_OPTIONS if REDIS else _in_folder()
broker_connection_max_retries = None
broker_connection_retry_on_startup = True

task_acks_late = bool(REDIS)
task_reject_on_worker_lost = bool(REDIS)
worker_prefetch_multiplier = 1 if REDIS else 4
task_publish_retry_policy = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
task_ignore_result = True
task_serializer = "json"
accept_content = ["json"]
worker_max_tasks_per_child = 200
worker_soft_shutdown_timeout = 20
# Every further conversation of a worker is one more that a restarted broker can leave hanging.
worker_enable_remote_control = False
worker_send_task_events = False

# `fast` for what takes milliseconds, `solve` for what may take a worker's whole attention. Both are
# reached by their names alone, through no exchange: its bindings would be kept in Redis, and with
# them lost every message would be too, until the workers are restarted.
task_queues = [Queue(name, exchange="", routing_key=name) for name in ("fast", "solve")]
task_default_queue = "fast"
task_default_exchange = ""
task_create_missing_queues = False
task_routes = {"solver_worker.solve.*": {"queue": "solve"}}

timezone = "UTC"
enable_utc = True
# In memory: what is due is asked of the database, so there is nothing to remember, and a file could
# only be damaged. The first round is due at once, or a beat that often restarts would do nothing.
beat_scheduler = "celery.beat:Scheduler"
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def _every(seconds: int, task: str, *args: str, queue: str = "fast") -> dict[str, Any]:
    # What could not be done in its time is left to the next round.
    options = {"expires": seconds, "queue": queue}
    return {
        "task": task,
        "args": args,
        "schedule": float(seconds),
        "last_run_at": _LONG_AGO,
        "options": options,
    }


beat_schedule = {
    "heartbeat-fast": _every(15, "solver_worker.heartbeat", "fast"),
    "heartbeat-solve": _every(15, "solver_worker.heartbeat", "solve", queue="solve"),
    "questions": _every(10, "solver_worker.solve.sweep", queue="solve"),
    "stock": _every(20, "solver_worker.solve.fill_stock", queue="solve"),
    "dailies": _every(20, "games.lay_dailies"),
    "closing": _every(60, "games.close_dailies"),
    "idle-games": _every(300, "games.expire_idle_games"),
    "old-questions": _every(3600, "solver_worker.prune_solves"),
    "erasure": _every(3600, "games.erase_players"),
    "open-data": _every(3600, "games.make_dumps"),
    "unused-guests": _every(3600, "games.remove_unused_guests"),
    "verification": _every(86_400, "solver_worker.verify_sample"),
}
