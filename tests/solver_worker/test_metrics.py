"""Counts of several processes are read as one, and outlive those that are replaced."""

import http.client
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from solver_worker.models import Solve
from solver_worker.tasks import hints
from solver_worker.tasks.proving import prove_one
from solver_worker.tasks.questions import question
from tests.games.conftest import Player
from tests.servers import Server, free_port
from tests.solver_worker.conftest import ask
from tests.solver_worker.service import SOLVING, Caller, Service
from tests.workers import wait_until

TOKEN = "only for whoever watches"
pytestmark = pytest.mark.django_db(transaction=True)


def read(port: int, token: str = TOKEN) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def total(text: str, name: str, **labels: str) -> float:
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


def pool(service: Service) -> list[psutil.Process]:
    """The processes that solve."""
    children = psutil.Process(service.workers.processes[SOLVING].pid).children()
    alive = [each for each in children if each.status() != psutil.STATUS_ZOMBIE]
    return [each for each in alive if "celery" in each.cmdline()]


def test_several_web_processes_tell_the_same(redis_url: str, tmp_path: Path) -> None:
    web = Server(METRICS_TOKEN=TOKEN, WEB_PROCESSES="3", REDIS_URL=redis_url, TMPDIR=str(tmp_path))
    with web:
        for number in range(1, 31):
            connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=20)
            connection.request("GET", "/api/v1/variants")
            assert connection.getresponse().status == 200
            told = total(read(web.port)[1], "patience_http_requests_total", route="api/v1/variants")
            assert told == number
        assert list(tmp_path.glob("patience-metrics-*/*.db"))
        assert read(web.port, "another one altogether")[0] == 404
    assert not list(tmp_path.glob("patience-metrics-*"))


def test_workers_have_a_port_of_their_own_and_count_on_when_a_process_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVE_PROCESSES", "1")
    counts = tmp_path / "counts"
    counts.mkdir()
    port = free_port()
    service = Service(tmp_path)
    service.workers.environment |= {
        "METRICS_TOKEN": TOKEN,
        "PROMETHEUS_MULTIPROC_DIR": str(counts),
    }
    try:
        service.redis.start()
        service.web.start()
        service.workers.start_one("The beat")
        service.workers.start_one("The worker")
        service.workers.environment["METRICS_PORT"] = str(port)
        service.workers.start_one(SOLVING)
        service.await_life()
        caller = Caller(service)

        def answered(number: int) -> None:
            caller.ask(caller.start(number), "verdict")
            wait_until(lambda: Solve.objects.filter(status="done").count() == number)

        answered(1)
        (counts / "counter_1.db").touch()  # Left by a process that was killed at its start.
        files = sorted(counts.iterdir())
        (first,) = pool(service)
        first.kill()
        wait_until(lambda: pool(service) not in ([first], []), what="it is replaced")
        answered(2)
        status, text = read(port)
        assert status == 200
        assert total(text, "patience_solves_total", kind="verdict", verdict="winnable") == 2
        assert total(text, "patience_solve_seconds_count", kind="verdict") == 2
        assert sorted(counts.iterdir()) == files
        assert read(port, "")[0] == 404
        assert "patience_stock_deals" not in text
    finally:
        service.end()


def counted(kind: str, verdict: str) -> float:
    labels = {"kind": kind, "verdict": verdict}
    return REGISTRY.get_sample_value("patience_solves_total", labels) or 0


def test_an_analysis_counts_by_the_verdict_of_its_deal() -> None:
    player = Player()
    game = player.start(deal={"scheme": "ms", "number": 1})
    player.post(f"/games/{game['id']}/resign")
    before = counted("analysis", "winnable")
    ask(player, game, "analysis")
    assert counted("analysis", "winnable") == before + 1


def test_deals_drawn_for_the_stock_count_by_their_verdict() -> None:
    won, lost = counted("stock", "winnable"), counted("stock", "unwinnable")
    tries = 1
    while not prove_one("bakers_game", "easy"):
        tries += 1
    assert counted("stock", "winnable") == won + 1
    assert counted("stock", "unwinnable") == lost + tries - 1


@pytest.mark.parametrize("is_killed", [False, True], ids=["by errors", "with its workers"])
def test_a_question_that_is_given_up_counts_once(
    monkeypatch: pytest.MonkeyPatch, is_killed: bool
) -> None:
    def refuse(*_: object) -> None:
        raise KeyboardInterrupt if is_killed else ValueError

    monkeypatch.setattr(hints, "solve", refuse)
    player = Player()
    asked = player.post(f"/games/{player.start()['id']}/hint").json()["id"]
    before = counted("hint", "failed")
    for _ in range(7):
        with suppress(KeyboardInterrupt):
            question(asked)
    assert Solve.objects.get().status == "failed"
    assert counted("hint", "failed") == before + 1
