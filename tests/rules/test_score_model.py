"""Score and clock of any game are those of a model that walks through time step by step."""

import random
from dataclasses import dataclass

from hypothesis import example, given
from hypothesis import strategies as st

from games.rules import Playthrough
from tests.rules.easy import EASY, MINUTE, play
from tests.rules.strategies import examples


@dataclass
class Model:
    """The score and the clock in steps of half a second, as a player would tell them."""

    ranked: bool
    points: int = 0
    home: tuple[int, ...] = (0,)
    steps: int = 0
    silent: int = 0
    paused: bool = False

    def wait(self, steps: int) -> None:
        for _ in range(steps):
            self.silent += 1
            if self.ranked or (not self.paused and self.silent <= 10 * 60):
                self.steps += 1
                if self.steps % 60 == 0:
                    self.points = max(self.points - 30, min(self.points, 0))

    def take(self, text: str) -> None:
        if text == ("p" if self.paused else "r"):
            return
        self.silent = 0
        if text == "p":
            self.paused = True
        elif text == "r":
            self.paused = False
        else:
            before = self.home[-1]
            if text == "z":
                self.home = self.home[:-1]
            else:
                cards = 52 - before if text == "x" else int(text.endswith("h"))
                self.home = (*self.home, before + cards)
            self.points += 10 * (self.home[-1] - before)


def random_ops(chance: random.Random) -> list[tuple[int, str]]:
    """Ops with the half seconds to wait before them, legal one after another."""
    game, timed = EASY, []
    for _ in range(chance.randrange(1, 70)):
        steps = chance.choice((0, 0, 1, 7, 58, 60, 61, 130, 599, 600, 601, 1500))
        home = [move for move in map(str, game.position.legal_moves) if move.endswith("h")]
        if game.is_paused:
            text = chance.choice("rrp")
        elif chance.random() < 0.7:
            text = chance.choice(home)
        else:
            text = chance.choice(["z", "p", "r", "x", *map(str, game.position.legal_moves)])
        if text == "z" and not game.can_undo:
            continue
        if text == "x" and (chance.random() < 0.8 or not game.rules.finish(game.position)):
            continue
        game = game.append(game.version, [text], 0)
        timed.append((steps, text))
        if game.is_won or not game.position.legal_moves:
            break
    return timed


@examples(100)
@given(st.integers(0, 2**32), st.booleans())
def test_score_and_clock_are_those_of_the_model(seed: int, ranked: bool) -> None:
    chance = random.Random(seed)
    game, model = Playthrough(EASY.rules, EASY.deck, ranked=ranked), Model(ranked)
    now_ms = shown_ms = 0
    for steps, text in random_ops(chance):
        model.wait(steps)
        now_ms += 500 * steps
        assert game.score(now_ms).total == max(0, model.points)
        model.take(text)
        game = game.append(game.version, [text], now_ms)
        score = game.score(now_ms)
        bonus = 600_000 // max(1, model.steps // 2) if game.is_won else 0
        assert score.cards - score.time_charge == model.points
        assert (score.total, score.bonus) == (max(0, model.points) + bonus, bonus)
        assert score.cards == 10 * model.home[-1]
        assert score.total <= score.cards + bonus
        assert game.elapsed_ms(now_ms) == 500 * model.steps >= shown_ms
        shown_ms = game.elapsed_ms(now_ms)
    assert Playthrough(game.rules, game.deck, game.log, ranked).score(now_ms) == game.score(now_ms)


@examples(100)
@given(st.integers(0, 2**32))
def test_undone_moves_never_raise_the_score(seed: int) -> None:
    """Against the same game at the same times in which they were not made at all."""
    game, line, now_ms = Playthrough(EASY.rules, EASY.deck, ranked=True), [], 0
    for steps, text in random_ops(random.Random(seed)):
        now_ms += 500 * steps
        before = game.score(now_ms).total
        game = game.append(game.version, [text], now_ms)
        if text == "z":
            line.pop()
            assert game.score(now_ms).total <= before
        elif text not in ("p", "r"):
            line.append((now_ms, text))
    straight = play(*line, ranked=True)
    assert straight.position == game.position
    assert game.score(now_ms).total <= straight.score(now_ms).total
    assert game.score(now_ms).cards == straight.score(now_ms).cards


@examples(100)
@example(5679, False)  # a moment before that of an `r` without effect
@given(st.integers(0, 2**32), st.booleans())
def test_the_official_clock_is_monotone(seed: int, ranked: bool) -> None:
    chance = random.Random(seed)
    game, shown = Playthrough(EASY.rules, EASY.deck, ranked=ranked), 0
    for _, text in random_ops(chance):
        now_ms = chance.randrange(0, 30 * MINUTE)
        game = game.append(game.version, [text], now_ms)
        assert game.elapsed_ms(now_ms) >= shown
        shown = game.elapsed_ms(now_ms)
    moments = sorted(chance.randrange(0, 90 * MINUTE) for _ in range(10))
    clock = [game.elapsed_ms(at_ms) for at_ms in moments]
    assert clock == sorted(clock)
    charges = [game.score(at_ms).time_charge for at_ms in moments]
    assert charges == sorted(charges)
