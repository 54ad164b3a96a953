"""One id names a request in its answer, in its problem document and in every line it logs."""

import json
import logging

import pytest
from django.test import Client

from config.logs import formatter
from config.tracing import trace_id


def line(record: logging.LogRecord) -> dict[str, str]:
    return dict(json.loads(formatter("json").format(record)))


def test_outside_of_a_request_there_is_no_id():
    assert "trace_id" not in line(logging.makeLogRecord({"msg": "x"}))
    assert trace_id() == ""


def test_a_refused_request_is_logged_with_its_id(caplog):
    with caplog.at_level("WARNING", "django.request"):
        response = Client().get("/api/v1/nothing")
    record = caplog.records[-1]
    assert line(record)["trace_id"] == response["X-Request-ID"] == response.json()["trace_id"]


def test_two_requests_have_two_ids():
    first, second = (Client().get("/health/live")["X-Request-ID"] for _ in range(2))
    assert first != second


@pytest.mark.parametrize("offered", ["a" * 15, "a" * 65, "a" * 16 + "\n", "é" * 16, ""])
def test_an_id_that_could_break_a_line_or_a_header_is_not_taken(offered):
    answer = Client().get("/health/live", headers={"X-Request-ID": offered})
    assert answer["X-Request-ID"] != offered


def test_probes_are_logged_only_when_they_fail(caplog, monkeypatch, db):
    with caplog.at_level("INFO", "patience.http"):
        Client().get("/health/live")
        assert "request" not in caplog.messages
        monkeypatch.setattr("config.http.health._database", lambda: "unreachable")
        Client().get("/health/ready")
    assert [each.status for each in caplog.records if each.msg == "request"] == [503]
