"""Celery's settings: limits that fit each other, a schedule in code, and one name for each task."""

import os
import pickle
import subprocess
import sys

import pytest
from celery.schedules import schedule
from kombu.exceptions import ContentDisallowed
from kombu.serialization import loads, prepare_accept_content

from config.celery import app
from config.launch.options import CHECKOUT


def settings_with(**environment: str) -> subprocess.CompletedProcess[str]:
    """What the settings of a process with this environment are."""
    program = (
        "from config.celery import app as a; c = a.conf\n"
        "print(c.task_time_limit, c.task_soft_time_limit, c.visibility_timeout,"
        " c.broker_transport_options.get('visibility_timeout'),"
        " c.result_backend_transport_options['visibility_timeout'],"
        " c.task_acks_late, c.task_reject_on_worker_lost, c.worker_prefetch_multiplier,"
        " c.broker_url, c.broker_transport)"
    )
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=CHECKOUT,
        env={"PATH": os.defpath, "SECRET_KEY": "x", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_r10_a_task_ends_long_before_another_worker_gets_it() -> None:
    found = settings_with(REDIS_URL="redis://127.0.0.1:1/0").stdout.split()
    limit, soft, *visible = map(int, found[:5])
    assert soft < limit
    assert len(set(visible)) == 1
    assert limit * 4 < visible[0]


@pytest.mark.parametrize(("limit", "visible"), [("225", "900"), ("300", "900"), ("120", "480")])
def test_r10_limits_that_do_not_fit_stop_every_process(limit: str, visible: str) -> None:
    refused = settings_with(TASK_SECONDS=limit, VISIBILITY_SECONDS=visible)
    assert refused.returncode != 0
    assert "TASK_SECONDS" in refused.stderr.splitlines()[-1]


def test_r11_on_redis_messages_are_kept_until_the_work_is_done() -> None:
    found = settings_with(REDIS_URL="redis://127.0.0.1:1/0").stdout.split()
    assert found[5:] == ["True", "True", "1", "redis://127.0.0.1:1/0", "config.broker:Transport"]


def test_without_redis_messages_are_files() -> None:
    found = settings_with().stdout.split()
    assert found[5:] == ["False", "False", "4", "filesystem://localhost", "config.folder:Transport"]


def test_another_broker_than_the_cache_can_be_named() -> None:
    both = {"REDIS_URL": "redis://127.0.0.1:1/0", "BROKER_URL": "redis://127.0.0.1:2/1"}
    assert "redis://127.0.0.1:2/1" in settings_with(**both).stdout


def test_everything_in_the_schedule_exists_and_goes_to_a_queue_that_is_served() -> None:
    app.loader.import_default_modules()
    queues = {queue.name for queue in app.conf.task_queues}
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert entry["options"]["queue"] in queues


def test_r15_a_beat_that_was_away_sends_everything_at_once_and_fills_no_queue() -> None:
    for entry in app.conf.beat_schedule.values():
        assert entry["options"]["expires"] <= entry["schedule"]
        assert schedule(entry["schedule"]).is_due(entry["last_run_at"]).is_due
    assert (app.conf.timezone, app.conf.enable_utc) == ("UTC", True)


def test_tasks_are_named_by_their_app_and_their_names_alone_choose_the_queue() -> None:
    app.loader.import_default_modules()
    own = [name for name in app.tasks if not name.startswith(("celery.", "tests."))]
    apps = {"accounts", "stats", "games", "solver_worker"}
    assert {name.partition(".")[0] for name in own} <= apps
    for name in own:
        queue = app.amqp.router.route({}, name)["queue"].name
        assert queue == ("solve" if ".solve." in name else "fast")


def test_messages_are_read_as_json_alone() -> None:
    """Whoever can write into Redis must not be able to run what they like in a worker."""
    accepted = prepare_accept_content(app.conf.accept_content)
    message = pickle.dumps({"x": 1})
    with pytest.raises(ContentDisallowed):
        loads(message, "application/x-python-serialize", "binary", accept=accepted)
    assert loads('{"x": 1}', "application/json", "utf-8", accept=accepted) == {"x": 1}
