"""A player asks over HTTP and a real worker answers, with Redis and without."""

from collections.abc import Iterator

import pytest

from solver_worker.models import Solve
from tests.games.conftest import Player, line_of, stock_up
from tests.servers import Client, Server
from tests.solver_worker.service import QUOTAS
from tests.workers import Redis, Workers, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["redis", "folder"])
def server(request, tmp_path, transactional_db: None) -> Iterator[Server]:
    """A web server, workers and a beat that reach each other so."""
    redis = Redis(str(tmp_path)) if request.param == "redis" else None
    environment = {"REDIS_URL": redis.url if redis else "", "RATE_LIMITS": QUOTAS}
    if redis:
        redis.start()
    with Server(**environment) as web, Workers(**environment) as workers:
        workers.await_life("fast", "solve")
        yield web
    if redis:
        redis.stop()


def test_a_game_with_help_from_its_deal_to_its_analysis(server: Server) -> None:
    stock_up()
    player = Player()
    client = Client(server.port, player.token)

    def call(method: str, path: str, body=None) -> dict:
        status, answer = client.call(method, f"/api/v1{path}", body)
        assert status in (200, 201), (path, status, answer)
        return dict(answer)

    def ask(kind: str) -> dict:
        """The answer; on a busy machine it may have to be fetched."""
        method = "GET" if kind == "analysis" else "POST"
        status, asked = client.call(method, f"/api/v1/games/{game['id']}/{kind}")
        assert status in (200, 202), asked
        row = Solve.objects.filter(pk=asked["id"])
        wait_until(lambda: row.get().is_over, what=f"{kind} is answered")
        return dict(call("GET", f"/solves/{asked['id']}")["answer"])

    def play(*ops: str) -> dict:
        body = {"base_version": game["version"], "ops": list(ops)}
        return call("POST", f"/games/{game['id']}/ops", body)

    game = call("POST", "/games", {"variant": "bakers_game", "level": "easy"})
    hint = ask("hint")
    assert hint["verdict"] == "winnable"
    assert hint["move"] in [each["move"] for each in game["legal_moves"]]

    # Misplayed: cards go to cells until the game is lost.
    lost_at = 0
    while not lost_at:
        to_cell = [m["move"] for m in game["legal_moves"] if m["to"] in "abcd"]
        game = play(to_cell[0] if to_cell else game["legal_moves"][0]["move"])
        if ask("verdict")["verdict"] == "unwinnable":
            lost_at = game["version"]
    back = ask("hint")
    assert (back["verdict"], back["undo"], back["move"]) == ("unwinnable", 1, None)
    game = play("z")
    assert ask("verdict")["verdict"] == "winnable"
    game = play(*["z"] * (lost_at - 1), *line_of(game))
    assert (game["status"], game["assisted"]) == ("won", True)

    found = ask("analysis")
    assert len(found["verdicts"]) == game["version"] + 1
    assert found["verdicts"][lost_at] == "unwinnable"
    assert found["verdicts"].count("unwinnable") == 1
    assert found["last_winnable_version"] == game["version"]
    assert found["moves"] - found["par"] == found["over_par"]
    assert set(Solve.objects.values_list("status", "attempts")) == {("done", 1)}
