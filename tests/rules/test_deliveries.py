"""Batches that come twice, late, in another order or not at all, from one device or two."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    RULES,
    Playthrough,
    RulesViolation,
    VersionConflict,
    microsoft_deck,
)
from tests.rules.strategies import examples

DEAL = Playthrough(RULES["bakers-game-4-cells-1"], microsoft_deck(1))


def texts(game: Playthrough) -> list[str]:
    return [op.text for op in game.log]


def next_op(game: Playthrough, chance: random.Random) -> str:
    """Any op that the game would accept now, commands among them."""
    if game.is_paused:
        return chance.choice(("r", "r", "p"))
    if chance.random() < 0.25 or not game.position.legal_moves:
        return chance.choice(("z", "p", "r") if game.can_undo else ("p", "r"))
    return str(chance.choice(game.position.legal_moves))


def script(length: int, chance: random.Random) -> list[str]:
    """Ops that are legal one after another from the deal."""
    game = DEAL
    for _ in range(length):
        game = game.append(game.version, [next_op(game, chance)], 0)
    return texts(game)


@dataclass
class Server:
    """Keeps the log, and checks that it only ever grows, by what was sent."""

    game: Playthrough = DEAL
    now_ms: int = 0

    def receive(self, base_version: int, ops: Sequence[str]) -> RulesViolation | None:
        """Answer one delivery as the service would: with what refused it, or nothing."""
        self.now_ms += 700
        before = texts(self.game)
        try:
            self.game = self.game.append(base_version, ops, self.now_ms)
        except RulesViolation as refused:
            assert texts(self.game) == before
            self.check_conflict(refused, base_version, ops)
            return refused
        after = texts(self.game)
        assert after[: len(before)] == before
        assert after[base_version : base_version + len(ops)] == list(ops)
        assert len(after) == max(len(before), base_version + len(ops))
        return None

    def check_conflict(
        self, refused: RulesViolation, base_version: int, ops: Sequence[str]
    ) -> None:
        log = texts(self.game)
        theirs = log[base_version : base_version + len(ops)]
        goes_on = base_version <= len(log) and theirs == list(ops)[: len(theirs)]
        # What a device sends is legal on what it knows, so nothing else can be wrong.
        assert isinstance(refused, VersionConflict)
        assert not goes_on
        common = refused.members["common_version"]
        assert isinstance(common, int)
        assert refused.members["current_version"] == len(log)
        assert refused.members["server_ops"] == log[common:]
        if base_version > len(log):
            assert common == len(log)
        else:
            assert log[base_version:common] == list(ops)[: common - base_version]
            assert log[common] != list(ops)[common - base_version]


@examples(100)
@given(st.integers(0, 2**32))
def test_any_order_of_deliveries_gives_one_log(seed: int) -> None:
    """A device sends batch after batch without waiting; the net repeats, delays and loses them."""
    chance = random.Random(seed)
    wanted = script(chance.randrange(1, 30), chance)
    batches, at = [], 0
    while at < len(wanted):
        size = chance.randint(1, 5)
        # A careful device may begin with ops that it has sent before.
        start = max(0, at - chance.randrange(3))
        batches.append((start, wanted[start : at + size]))
        at += size
    deliveries = [batch for batch in batches for _ in range(chance.choice((0, 1, 1, 2, 3)))]
    chance.shuffle(deliveries)
    server = Server()
    for base_version, ops in deliveries:
        refused = server.receive(base_version, ops)
        assert refused is None or isinstance(refused, VersionConflict)
        assert texts(server.game) == wanted[: server.game.version]
        # Only a batch from ahead of the log is refused: nothing that was sent contradicts itself.
        assert (refused is not None) == (base_version > server.game.version)
    # The last answer said how far the server is; the device sends what is missing.
    assert server.receive(server.game.version, wanted[server.game.version :]) is None
    assert texts(server.game) == wanted


@dataclass
class Device:
    """Plays on what it knows, sends it until an answer arrives, and gives way in a conflict."""

    chance: random.Random
    known: list[str] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)

    def play(self) -> None:
        game = DEAL.append(0, self.known + self.pending, 0)
        self.pending.append(next_op(game, self.chance))

    def message(self) -> tuple[int, list[str]]:
        return len(self.known), self.pending.copy()

    def hear(self, log: list[str], base_version: int) -> None:
        """Take an answer, which holds the server's log, unless it is an old one."""
        if base_version != len(self.known):
            return
        mine = self.known + self.pending
        self.known, agreed = log, mine[: len(log)] == log
        self.pending = mine[len(log) :] if agreed else []


@examples(80)
@given(st.integers(0, 2**32))
def test_two_devices_and_a_bad_net_give_one_log(seed: int) -> None:
    chance = random.Random(seed)
    server, devices = Server(), [Device(chance), Device(chance)]
    flying: list[tuple[Device, int, list[str]]] = []
    for _ in range(chance.randrange(10, 60)):
        device = chance.choice(devices)
        if chance.random() < 0.5:
            device.play()
        if device.pending and chance.random() < 0.7:
            flying.append((device, *device.message()))
        if flying and chance.random() < 0.7:
            sender, base_version, ops = chance.choice(flying)
            if chance.random() < 0.7:
                flying.remove((sender, base_version, ops))
            server.receive(base_version, ops)
            if chance.random() < 0.6:
                sender.hear(texts(server.game), base_version)
    for device in devices * 2:
        server.receive(*device.message())
        device.hear(texts(server.game), len(device.known))
        assert not device.pending
    assert devices[0].known == devices[1].known == texts(server.game)
    replayed = Playthrough(server.game.rules, server.game.deck, server.game.log)
    assert replayed.line == server.game.line
    assert replayed.score(10**7) == server.game.score(10**7)
