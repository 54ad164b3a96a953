"""Every log line of a request carries the id that its answer shows."""

import logging

from django.test import Client

from config.http.tracing import TraceFilter, trace_id


def test_outside_of_a_request_there_is_no_id():
    record = logging.makeLogRecord({"msg": "x"})
    assert TraceFilter().filter(record)
    assert record.trace_id == "-"
    assert trace_id() == ""


def test_a_refused_request_is_logged_with_its_id(caplog):
    with caplog.at_level("WARNING", "django.request"):
        response = Client().get("/api/v1/nothing")
    record = caplog.records[-1]
    TraceFilter().filter(record)
    assert record.trace_id == response["X-Request-ID"]


def test_two_requests_have_two_ids():
    first, second = (Client().get("/health/live")["X-Request-ID"] for _ in range(2))
    assert first != second
