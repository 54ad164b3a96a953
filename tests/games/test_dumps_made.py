"""R9: open data is made once, whole and in time, whoever is killed and however many are at it."""

import gzip
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from config.queues import TASK_SECONDS, VISIBILITY_SECONDS, task_annotations
from games.models import Dump, StockDeal
from games.services import dumps, whole_files
from games.services.dumps import make_next_dump, publish_deals
from games.services.stock import StockEmpty, claim_proven_deal
from games.tasks import make_dumps
from stats.boards import month_of
from tests.games.conftest import Player, stock_up
from tests.games.dumping import (
    DAY,
    DUE,
    account,
    at,
    lay_october,
    lines_of,
    lost,
    won_daily,
    won_easy,
)
from tests.threads import at_once

KINDS = ["boards", "deals", "games"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DUMPS_DIR = tmp_path / "of the service" / "dumps"
    return Path(settings.DUMPS_DIR)


@pytest.fixture
def october(one_daily: None) -> None:
    lay_october(easy=4)
    anna = account("anna")
    won_daily(anna, DAY)
    won_easy(anna, DAY)
    lost(anna, DAY)


def require_whole(folder: Path, months: int = 1) -> None:
    """Every row has its file, as it says, and there is nothing else."""
    rows = list(Dump.objects.order_by("month", "kind"))
    assert [row.kind for row in rows] == KINDS * months
    assert {path.name for path in folder.iterdir()} == {row.name for row in rows}
    for row in rows:
        packed = (folder / row.name).read_bytes()
        assert (row.size, row.sha256) == (len(packed), hashlib.sha256(packed).hexdigest())
        assert row.lines == gzip.decompress(packed).count(b"\n")
        assert row.name.startswith(f"patience-{row.month}-{row.kind}-")
        assert (folder / row.name).stat().st_mode & 0o777 == 0o644


def test_a_month_is_told_a_week_after_its_end_and_not_before(october: None, folder: Path) -> None:
    with at(DUE - timedelta(microseconds=1)):
        make_dumps()
    assert not Dump.objects.exists()
    with at(DUE):
        make_dumps()
    require_whole(folder)
    assert [Dump.objects.get(kind=kind).lines for kind in KINDS] == [1, 18, 3]


def test_r09_again_and_late_it_is_made_once(october: None, folder: Path) -> None:
    for moment in (DUE, DUE, DUE + timedelta(days=20)):
        with at(moment):
            make_dumps()
    made = set(Dump.objects.values_list("pk", "sha256"))
    require_whole(folder)
    with at(DUE + timedelta(days=65)):
        make_dumps()
    require_whole(folder, months=3)
    assert made <= set(Dump.objects.values_list("pk", "sha256"))


def test_r09_in_four_threads_at_once(october: None, folder: Path) -> None:
    with at(DUE):
        at_once([make_dumps] * 4)
        make_dumps()
    require_whole(folder)


def test_months_without_anything_have_empty_files(october: None, folder: Path) -> None:
    with at(datetime(2026, 12, 31, tzinfo=UTC)):
        StockDeal.objects.filter(daily__date__gte="2026-11-01").update(published_in="2026-10")
        make_dumps()
    require_whole(folder, months=2)
    assert not any(lines_of(kind, "2026-11") for kind in KINDS)


def test_a_service_that_nobody_has_played_at_has_nothing_to_tell(folder: Path) -> None:
    make_dumps()
    assert not Dump.objects.exists()
    assert not folder.exists()


def test_the_same_rows_make_the_same_files(october: None, folder: Path) -> None:
    with at(DUE):
        make_dumps()
        before = set(Dump.objects.values_list("name", "sha256"))
        Dump.objects.all().delete()
        make_dumps()
    assert set(Dump.objects.values_list("name", "sha256")) == before
    require_whole(folder)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", ["lines", "fsync", "rename", "row"])
def test_r09_what_fails_at_any_step_is_made_whole_by_the_next(
    october: None, folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str, step: str
) -> None:
    def fail(*args: Any, **kwargs: Any) -> Any:
        raise OSError("no space left")

    def some_lines(period: Any, real: Any = dumps._LINES[kind]) -> Iterator[bytes]:
        yield next(real(period))
        raise OSError("no space left")

    with at(DUE), monkeypatch.context() as broken:
        while dumps._next_due(DUE)[1] != kind:  # type: ignore[index]
            make_next_dump(DUE)
        made = Dump.objects.count()
        if step == "lines":
            broken.setitem(dumps._LINES, kind, some_lines)
        elif step == "fsync":
            broken.setattr(whole_files.os, "fsync", fail)
        elif step == "rename":
            broken.setattr(whole_files.Path, "rename", fail)
        else:
            broken.setattr(Dump.objects, "create", fail)
        with pytest.raises(OSError, match="no space left"):
            make_next_dump(DUE)
        assert Dump.objects.count() == made
        assert not list(folder.glob(".*"))
    with at(DUE):
        make_dumps()
    require_whole(folder)


_KILLED = """
import os, signal, sys
import django
django.setup()
from datetime import datetime, UTC
from django.conf import settings
from games.services import dumps
settings.DATABASES["default"]["NAME"] = sys.argv[1]
real = dict(dumps._LINES)
def then_wait(period, kind):
    for line in real[kind](period):
        yield line
        if kind == sys.argv[2]:
            sys.stdout.write("half\\n"); sys.stdout.flush()
            import time; time.sleep(60)
for kind in real:
    dumps._LINES[kind] = lambda period, kind=kind: then_wait(period, kind)
while dumps.make_next_dump(datetime(2026, 11, 8, tzinfo=UTC)):
    pass
"""


@pytest.mark.parametrize("kind", KINDS)
def test_r09_who_is_killed_half_way_leaves_nothing_that_is_told(
    october: None, folder: Path, kind: str
) -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DUMPS_DIR": str(folder),
    }
    name = connection.settings_dict["NAME"]
    killed = subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(name), kind],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert killed.stdout
    try:
        assert killed.stdout.readline() == "half\n"
        with at(DUE):
            # Who comes meanwhile leaves it to the one who is at it.
            assert make_next_dump(DUE) == 0
    finally:
        killed.send_signal(signal.SIGKILL)
        killed.wait(timeout=30)
        killed.stdout.close()
    assert list(folder.glob(".*.draft"))
    assert not Dump.objects.filter(kind=kind).exists()
    with at(DUE):
        for _ in range(100):  # Until PostgreSQL has noticed.
            make_dumps()
            if Dump.objects.count() == 3:
                break
            time.sleep(0.1)
    require_whole(folder)


def test_a_deal_is_either_served_or_published_and_never_both(one_daily: None) -> None:
    october = month_of(DAY.date())
    stock_up(6)
    StockDeal.objects.update(served_at=DAY)
    players = [Player() for _ in range(3)]

    def claim(player: Player) -> str:
        try:
            with transaction.atomic():
                deal = claim_proven_deal(player=player.user, variant="bakers_game", level="easy")
                time.sleep(0.05)
                return deal.deck
        except StockEmpty:
            return ""

    calls: list[Any] = [lambda player=player: claim(player) for player in players]
    *served, number = at_once([*calls, lambda: publish_deals(october)])
    told = set(StockDeal.objects.exclude(published_in=None).values_list("deck", flat=True))
    assert len(told) == number
    assert not told & set(served)
    assert number + len({deck for deck in served if deck}) == 6


def test_it_may_take_longer_than_other_tasks_but_is_never_given_to_two() -> None:
    limits = task_annotations[make_dumps.name]
    assert TASK_SECONDS < limits["soft_time_limit"] < limits["time_limit"] < VISIBILITY_SECONDS
