"""R29: the OpenAPI document is true whatever is sent: every operation, tried from outside."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
import schemathesis
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck
from hypothesis import settings as trying
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from games.models import DAILY_LEVELS
from games.services.daily import lay_dailies
from tests.games.by_hand import full
from tests.games.conftest import Player, nearly_won, stock_up
from tests.servers import Server

EXAMPLES = 30
# What exists, by the names of parameters: two of three tries ask for it.
THERE: dict[str, list[str]] = {}


@schemathesis.hook
def map_case(context: Any, case: Any) -> Any:
    """Ask for what there is, or all answers would be 404; what is wrong on purpose stays so."""
    choose = Random(repr(case.path_parameters))
    if case.meta is None or case.meta.generation.mode is GenerationMode.POSITIVE:
        for name in case.path_parameters or {}:
            if name in THERE and choose.random() < 0.7:
                case.path_parameters[name] = choose.choice(THERE[name])
    return case


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[Server]:
    """The server, started once; the database is emptied after each operation."""
    plenty = ",".join(f"{name}=1000000/minute" for name in settings.RATE_LIMITS)
    with django_db_blocker.unblock(), Server(RATE_LIMITS=plenty) as server:
        yield server


@pytest.fixture
def owner(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Player:
    """A player who has something of everything."""
    for variant in set(DAILY_LEVELS) - {"bakers_game"}:
        monkeypatch.delitem(DAILY_LEVELS, variant)
    for variant in ("bakers_game", "bakers_dozen", "good_measure", "baroness"):
        stock_up(4, "easy", variant)
    stock_up(3, "medium")
    now = datetime.now(UTC)
    lay_dailies(now)
    owner = full()
    won = nearly_won(owner)
    won = owner.play(won.game, *won.last)
    practice = owner.start(deal={"scheme": "ms", "number": 1})
    solve = owner.post(f"/games/{practice['id']}/verdict", {}).json()
    shared = owner.post(f"/games/{won['id']}/share", {}).json()
    THERE.update(
        game_id=[won["id"], practice["id"], owner.start("hard")["id"]],
        deal_id=[won["deal"]["id"], practice["deal"]["id"]],
        solve_id=[solve["id"]],
        user_id=[str(owner.user.pk)],
        day=[f"{now:%Y-%m-%d}"],
        variant=["bakers_game"],
        slug=[shared.get("slug", "none")],
        key=["best_score:bakers_game:easy", f"daily:{now:%Y-%m-%d}:bakers_game", "bakers_dozen"],
    )
    return owner


schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))


@schema.parametrize()
@trying(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_r29_every_answer_is_described(case: Any, site: Server, owner: Player) -> None:
    response = case.call(
        base_url=f"http://127.0.0.1:{site.port}",
        headers={"Authorization": f"Bearer {owner.token}"},
    )
    if response.status_code == 414:
        return  # The server's own answer to a line of more than 4094 bytes, before the service.
    # A schema cannot say which cursors were ours, which moves are legal, which names are taken.
    case.validate_response(response, excluded_checks=[positive_data_acceptance])
