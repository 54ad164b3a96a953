"""R31: no read asks the database more often where there is more to read, one table for all."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.games.by_hand import full, win_by_hand
from tests.games.conftest import Player, line_of, stock_up
from tests.http.test_who_may import MORNING, TABLE, address, things

__all__ = ["things"]

pytestmark = pytest.mark.django_db

READS = [operation for operation in TABLE if operation.startswith("GET ")]


@pytest.fixture
def clock(things: dict[str, Any]) -> Iterator[Any]:
    with time_machine.travel(MORNING, tick=False) as clock:
        yield clock


def more(owner: Player, clock: Any) -> None:
    """More of everything: games of all ends, results, rows on boards, questions and replays."""
    stock_up(8)
    for player, wins in ((owner, 2), (full(), 1), (full(), 1)):
        for _ in range(wins):
            game = player.start("easy", abandon_active=True)
            won = win_by_hand(player, game, line_of(game), clock)
            player.post(f"/games/{won['id']}/share", {})
            player.get(f"/games/{won['id']}/analysis")
        for number in range(2, 5):
            practice = player.start(deal={"scheme": "ms", "number": number})
            player.post(f"/games/{practice['id']}/verdict", {})
        player.start("hard", abandon_active=True)


def statements(owner: Player, operation: str, things: dict[str, Any]) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = owner.client.get(address(operation, things))
        if answer.streaming:
            list(answer.streaming_content)
    assert answer.status_code < 500
    return [query["sql"] for query in asked]


@pytest.mark.parametrize("operation", READS)
def test_r31_a_read_takes_as_many_statements_however_much_there_is(
    operation: str, things: dict[str, Any], clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver_worker.services.WAIT_SECONDS", 0)
    owner = things["owner"]
    statements(owner, operation, things)  # What the process then knows, it need not ask again.
    few = statements(owner, operation, things)
    more(owner, clock)
    many = statements(owner, operation, things)
    assert len(many) <= max(len(few), 1), many[len(few) :]
