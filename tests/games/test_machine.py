"""Whatever a client does, in any order: after each step it is as a model says that is the rules."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from games.models import Game
from games.rules import RULES, VARIANTS, Playthrough, RulesViolation, parse_deck, view_of
from stats.models import GameResult, Totals
from tests.games.by_hand import confirm
from tests.games.conftest import Player, stock_up

START = datetime(2026, 11, 29, 9, tzinfo=UTC)
LEVELS = [
    (variant, level)
    for variant, offered in VARIANTS.items()
    for level in offered.levels
    if level != "custom"
]
SILENCES = st.sampled_from([0, 1, 700, 29_999, 30_000, 299_999, 300_001, 3_600_000])
INDICES = st.integers(0, 1000)


class Client(RuleBasedStateMachine):
    """One player with two devices, of which the second knows what it saw last."""

    def __init__(self) -> None:
        super().__init__()
        self.traveller = time_machine.travel(START, tick=False)
        self.clock = self.traveller.start()
        self.player = Player()
        self.devices = [self.player.client, self.player.new_client()]
        # Of each game its model, its status and the reason, by id; one a variant may be open.
        self.models: dict[str, Playthrough] = {}
        self.ends: dict[str, tuple[str, str | None]] = {}
        self.begun: dict[str, datetime] = {}
        self.open: dict[str, str] = {}
        self.stale: dict[str, Any] = {}
        self.last = ""

    def teardown(self) -> None:
        """Let time go on."""
        self.traveller.stop()

    def at_ms(self, game_id: str) -> int:
        """The milliseconds since a deal was shown."""
        return round((datetime.now(UTC) - self.begun[game_id]).total_seconds() * 1000)

    def leave(self, game_id: str, reason: str) -> None:
        """What leaving does to the model: a loss, or a win if only auto-finish was missing."""
        left = self.models[game_id].left()
        self.models[game_id] = left
        self.ends[game_id] = ("won", None) if left.is_won else ("lost", reason)
        self.open = {variant: pk for variant, pk in self.open.items() if pk != game_id}

    @initialize(which=st.sampled_from(LEVELS))
    def begin(self, which: tuple[str, str]) -> None:
        self.start(which, 0, leave=False)

    @rule(which=st.sampled_from(LEVELS), device=st.sampled_from([0, 1]), leave=st.booleans())
    def start(self, which: tuple[str, str], device: int, leave: bool) -> None:
        """A new game; refused while another of the variant is open, unless that is left."""
        variant, level = which
        body = {"id": str(uuid4()), "variant": variant, "level": level, "abandon_active": leave}
        answer = self.devices[device].post("/api/v1/games", body, format="json")
        if variant in self.open and not leave:
            assert (answer.status_code, answer.json()["code"]) == (409, "active_game_exists")
            return
        assert answer.status_code == 201, answer.content
        if variant in self.open:
            self.leave(self.open[variant], "replaced")
        game_id = answer.json()["id"]
        row = Game.objects.select_related("deal").get(pk=game_id)
        self.models[game_id] = Playthrough(RULES[row.rules], parse_deck(row.deal.deck))
        self.begun[game_id], self.open[variant], self.last = row.created_at, game_id, game_id
        again = self.devices[1 - device].post("/api/v1/games", body, format="json")
        assert (again.status_code, again.json()["id"]) == (200, game_id)
        self.stale[game_id] = again.json()

    @rule(silence=SILENCES)
    def wait(self, silence: int) -> None:
        self.clock.shift(silence / 1000)

    @rule(indices=st.lists(INDICES, min_size=1, max_size=4), device=st.sampled_from([0, 1]))
    def play(self, indices: list[int], device: int) -> None:
        """A batch of legal moves, and auto-finish as soon as it is offered."""
        model, ops = self.models[self.last], []
        for index in indices:
            moves = model.position.legal_moves
            if not moves or model.is_paused or model.is_won:
                break
            op = "x" if model.rules.finish(model.position) else str(moves[index % len(moves)])
            ops.append(op)
            model = model.append(model.version, [op], 0)
        self.send(ops or ["z"], device)

    @rule(op=st.sampled_from(["z", "p", "r", "x", "11", "1a", "a1", "n", "25", "3h", "3hS", "264"]))
    def try_op(self, op: str) -> None:
        """An op that may well be refused."""
        self.send([op], 0)

    @rule(op=st.sampled_from(["", "zz", "hh", "1", "261", "é", "🂡", "\x00", "99999"]))
    def try_no_op(self, op: str) -> None:
        """What is no op at all."""
        answer = self.post_ops(0, self.models[self.last].version, ["p", op])
        assert answer.status_code in (409, 422)

    def send(self, ops: list[str], device: int) -> None:
        """Send a batch, to the model too: both take it, or both refuse it alike."""
        game_id, model = self.last, self.models[self.last]
        answer = self.post_ops(device, model.version, ops)
        if game_id in self.ends:
            assert (answer.status_code, answer.json()["code"]) == (409, "game_finished")
            return
        try:
            after = model.append(model.version, ops, self.at_ms(game_id))
        except RulesViolation as refused:
            assert answer.json()["code"] == refused.code, answer.content
            assert answer.json()["errors"][0]["pointer"] == refused.pointer
            return
        assert answer.status_code == 200, answer.content
        self.models[game_id] = after
        if after.is_won:
            self.ends[game_id] = ("won", None)
            self.open = {variant: pk for variant, pk in self.open.items() if pk != game_id}
        repeated = self.post_ops(1 - device, model.version, ops)
        assert repeated.status_code == 200
        assert repeated.json()["version"] == after.version

    def post_ops(self, device: int, version: int, ops: list[str]) -> Any:
        body = {"base_version": version, "ops": ops}
        return self.devices[device].post(f"/api/v1/games/{self.last}/ops", body, format="json")

    @rule(back=st.integers(1, 5))
    def send_late(self, back: int) -> None:
        """A device that saw an earlier state sends something else than what came after it."""
        model = self.models[self.last]
        base = max(0, model.version - back)
        sent = "p" if base == model.version or model.log[base].text != "p" else "r"
        answer = self.post_ops(1, base, [sent])
        if self.last in self.ends:
            assert answer.status_code == 409
        elif base == model.version:
            self.models[self.last] = model.append(base, [sent], self.at_ms(self.last))
        else:
            body = answer.json()
            assert (answer.status_code, body["code"]) == (409, "version_conflict")
            assert body["current_version"] == model.version

    @rule(device=st.sampled_from([0, 1]))
    def resign(self, device: int) -> None:
        answer = self.devices[device].post(f"/api/v1/games/{self.last}/resign", {}, format="json")
        if self.last not in self.ends:
            assert answer.status_code == 200, answer.content
            self.leave(self.last, "resigned")

    @precondition(lambda self: len(self.models) > 1)
    @rule(index=INDICES)
    def turn_to(self, index: int) -> None:
        """Go on with another game."""
        self.last = sorted(self.models)[index % len(self.models)]

    @precondition(lambda self: self.player.user.is_guest)
    @rule()
    def upgrade(self) -> None:
        """The guest becomes a full account, in the middle of everything."""
        confirm(self.player)
        self.player.user.refresh_from_db()

    @invariant()
    def the_game_is_what_the_model_says(self) -> None:
        if not self.last:
            return
        model, answer = self.models[self.last], self.player.get(f"/games/{self.last}").json()
        end = self.ends.get(self.last)
        assert (answer["status"], answer["reason"]) == (end or ("active", None))
        assert answer["version"] == model.version
        row = Game.objects.get(pk=self.last)
        at_ms = row.since_deal(row.finished_at) if row.finished_at else self.at_ms(self.last)
        seen = view_of(model, at_ms, is_over=end is not None)
        told = {name: answer[name] for name in ("piles", "legal_moves", "moves", "undos", "paused")}
        assert told == {name: seen[name] for name in told}
        assert answer["clock"]["elapsed_ms"] == model.elapsed_ms(at_ms)
        score = model.score(at_ms)
        assert (answer["score"]["cards"], answer["score"]["bonus"]) == (score.cards, score.bonus)

    @invariant()
    def each_end_is_one_result(self) -> None:
        results = GameResult.objects.filter(player=self.player.user)
        assert results.count() == len(self.ends)
        assert results.filter(won=True).count() == sum(
            end[0] == "won" for end in self.ends.values()
        )
        totals = Totals.objects.filter(player=self.player.user)
        assert sum(each.won + each.lost for each in totals) == len(self.ends)


@pytest.mark.django_db
def test_r05_whatever_a_client_does_the_service_is_as_the_rules_say(settings: Any) -> None:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, "1000000/minute")
    for variant, offered in VARIANTS.items():
        for key, level in offered.levels.items():
            if level.proven:
                stock_up(48, key, variant)
    run(Client, settings=TRIES)


TRIES = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
