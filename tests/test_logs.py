"""Logs are lines of JSON that name their request, and have no cards and no secrets in them."""

import http.client
import json
import logging
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError

from accounts.hiding import HIDDEN, told, without_secrets
from config.logs import formatter, logging_settings
from games.models import Deal
from games.rules import RULES, Position, deck_text, shuffled
from solver_worker import services
from solver_worker.models import Solve
from solver_worker.solver import WrongProof
from solver_worker.tasks import hints
from solver_worker.tasks.questions import question
from tests.games.conftest import Player, stored
from tests.solver_worker.service import Caller, Service
from tests.workers import wait_until

DECK = shuffled(b"logs")


def lines(log: Path) -> list[dict[str, Any]]:
    """What was logged until now; every line of it must be an object of JSON."""
    return [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.django_db(transaction=True)
def test_a_request_id_reaches_log_lines_problem_documents_and_tasks(tmp_path: Path) -> None:
    log = tmp_path / "log"
    service = Service(tmp_path, log=log, LOG_FORMAT="json")
    ours = "0123456789abcdef-ours"
    try:
        service.start()
        service.await_life()
        caller = Caller(service)
        game = caller.start(1)
        headers = {"Authorization": f"Bearer {caller.token}", "X-Request-ID": ours}
        connection = http.client.HTTPConnection("127.0.0.1", service.web.port, timeout=20)
        connection.request("POST", f"/api/v1/games/{game['id']}/hint", headers=headers)
        assert connection.getresponse().read()
        connection.request("GET", "/api/v1/games/none?cursor=private", headers=headers)
        problem = json.loads(connection.getresponse().read())
        with socket.create_connection(("127.0.0.1", service.web.port)) as broken:
            broken.sendall(b"NONSENSE\r\n\r\n")
            broken.recv(1000)
        answered = "question worked on"
        wait_until(lambda: answered in log.read_text(), what="the task has told")
    finally:
        service.end()
    assert problem["trace_id"] == ours
    told_of_it = [line for line in lines(log) if line.get("trace_id") == ours]
    requests = [line for line in told_of_it if line["event"] == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("POST", f"/api/v1/games/{game['id']}/hint", requests[0]["status"]),
        ("GET", "/api/v1/games/none", 404),
    ]
    (task,) = [line for line in told_of_it if line["event"] == answered]
    assert (task["task"], task["kind"]) == ("solver_worker.solve.question", "hint")
    assert {"timestamp", "level", "logger", "task_id", "solve", "seconds"} <= task.keys()
    assert "gunicorn.error" in {line["logger"] for line in lines(log)}
    for secret in (caller.token, "private", stored(game).deal.deck, stored(game).deal.salt):
        assert secret not in log.read_text()


def formatted(problem: Exception, style: str = "json") -> str:
    """The line of an error that was raised where the deck is a local variable."""
    try:
        deck = DECK
        assert deck
        raise problem
    except type(problem) as raised:
        info = (type(raised), raised, raised.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "x", 1, "failed", (), info)
    return formatter(style).format(record)


@pytest.mark.parametrize("style", ["json", "console"])
@pytest.mark.parametrize(
    "text",
    [str(RULES["bakers-game-4-cells-1"].lay_out(DECK)), deck_text(DECK), repr(DECK)],
    ids=["position", "deck", "numbers"],
)
def test_a_traceback_has_no_cards_in_it(style: str, text: str) -> None:
    shown = formatted(ValueError(f"wrong:\n{text}"), style)
    assert "Traceback" in shown
    assert "ValueError: wrong" in shown
    assert HIDDEN in shown
    for start in range(0, 104, 8):
        assert deck_text(DECK)[start : start + 8] not in shown
    assert str(DECK[10:20])[1:-1] not in shown
    assert not re.search(r"[CDHS] ..? ?[2-9TJQKA][CDHS]", shown)


@pytest.mark.django_db
def test_a_row_that_the_database_refuses_is_not_repeated() -> None:
    deal = Deal(deck=deck_text(DECK), salt="ab" * 32, number=1)
    with pytest.raises(IntegrityError) as refused:
        deal.save()
    assert deal.salt in str(refused.value)
    for shown in (formatted(refused.value), told(refused.value)):
        assert "deal_number_has_scheme" in shown
        assert deal.salt not in shown
        assert deal.deck not in shown


@pytest.mark.django_db(transaction=True)
def test_a_question_that_fails_over_a_position_does_not_tell_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(position: Position, *_: object) -> None:
        raise WrongProof(f"does not win:\n{position}")

    monkeypatch.setattr(hints, "solve", refuse)
    monkeypatch.setattr(services, "WAIT_SECONDS", 0)
    player = Player()
    game = player.start()
    question(player.post(f"/games/{game['id']}/hint").json()["id"])
    failed = Solve.objects.get()
    row = str(stored(game).playthrough.position).splitlines()[-1]
    assert row.count(" ") > 4
    assert failed.error.startswith("WrongProof: does not win")
    assert row not in failed.error
    (record,) = [record for record in caplog.records if "failed, try 1" in record.getMessage()]
    line = formatter("json").format(record)
    assert "WrongProof" in line
    assert row not in line


def test_a_move_and_a_few_cards_may_be_told() -> None:
    assert without_secrets("26 is illegal: 4C goes on 5C or 5S") == (
        "26 is illegal: 4C goes on 5C or 5S"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{'anna.b+x@a-b.example.org': (550, b'no')}", "{'(hidden)': (550, b'no')}"),
        ("<анна@example.org> is no address", "<(hidden)> is no address"),
        (
            "cannot reach redis://user:word@cache:6379/0",
            "cannot reach redis://user:(hidden):6379/0",
        ),
        (
            "Invalid request from ip=::1: Invalid HTTP Header: 'Authorization Bearer abc'",
            "Invalid request from ip=::1: Invalid HTTP Header: (hidden)",
        ),
        (
            "Invalid request from ip=127.0.0.1: Request Line is too large (8192 > 4094)",
            "Invalid request from ip=127.0.0.1: Request Line is too large (8192 > 4094) (hidden)",
        ),
        ("Error handling request GET /x?cursor=abc", "Error handling request GET /x? (hidden)"),
        ("Error handling request GET /x", "Error handling request GET /x"),
    ],
)
def test_addresses_and_broken_requests_are_hidden(text: str, shown: str) -> None:
    assert without_secrets(text) == shown


def test_the_console_is_for_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    record = logging.makeLogRecord({"msg": "request", "levelname": "INFO", "path": "/x"})
    shown = formatter("console").format(record)
    assert "request" in shown
    assert "path=/x" in shown
    assert not shown.startswith("{")
    for style in ("console", "json"):
        monkeypatch.setenv("LOG_FORMAT", style)
        assert logging_settings()["formatters"]["lines"]["style"] == style


def test_statements_are_never_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    assert logging_settings()["loggers"]["django.db.backends"]["level"] == "INFO"
