"""R22, R23: ranks are 1, 2, 2, 4 in every order, and right while entries come, go and change."""

from datetime import timedelta

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.services import update_profile
from accounts.standing import restore, suspend
from stats.boards import score_place, streak_place, time_place
from stats.models import BoardEntry
from stats.selectors.boards import ORDER, board_size, listed_entries, ranks_and_size
from stats.services.reviews import decide
from stats.services.verification import entries_that_differ, wrong_counts

from .boards import NOON, SCORE, STREAK, TIME, full_player, new_game, ranked, win
from .conftest import record

figures = st.tuples(
    st.one_of(st.integers(0, 30).map(lambda tens: tens * 10), st.integers(0, 600_520)),
    st.one_of(st.integers(0, 20_000), st.integers(0, 10**10)),
    st.one_of(st.integers(0, 3), st.integers(0, 5_000)),
)


@given(figures, figures)
def test_r22_places_are_in_the_order_that_is_promised(one, other):
    def by_score(score, time_ms, moves):
        return (-score, time_ms, moves)

    assert (score_place(*one) < score_place(*other)) == (by_score(*one) < by_score(*other))
    assert (score_place(*one) == score_place(*other)) == (one == other)
    assert (time_place(*one[1:]) < time_place(*other[1:])) == (one[1:] < other[1:])
    assert (streak_place(1 + one[2]) < streak_place(1 + other[2])) == (one[2] > other[2])


@given(figures)
def test_r23_a_place_fits_its_columns(one):
    for place in (score_place(*one), time_place(*one[1:]), streak_place(1 + one[2])):
        assert all(-(2**63) <= value < 2**63 for value in vars(place).values())


def ranks_of(key, entries):
    """The ranks of neighbouring entries; the size that comes with them is right too."""
    ranks, size = ranks_and_size(key, entries)
    assert size == board_size(key) == listed_entries(key).count()
    return ranks


def naive_ranks(keys):
    """Ranks of keys in any order: one more than there are better ones."""
    return [1 + sum(other < key for other in keys) for key in keys]


def stored_entry(player, board, score, time_ms, moves, finished_at, **flags):
    place = score_place(score, time_ms, moves)
    return BoardEntry.objects.create(
        board=board,
        player=player,
        game_id=new_game(player),
        **vars(place),
        finished_at=finished_at,
        score=score,
        time_ms=time_ms,
        moves=moves,
        undos=0,
        **flags,
    )


class TestPages(TestCase):
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        drawn=st.lists(st.tuples(*[st.integers(0, 2)] * 4), max_size=14),
        limit=st.integers(1, 5),
    )
    def test_r22_every_page_has_the_ranks_of_a_naive_sort(self, drawn, limit):
        entries = [
            stored_entry(
                full_player(), SCORE, 10 * score, 5_000 * time, moves, NOON + timedelta(seconds=sec)
            )
            for score, time, moves, sec in drawn
        ]
        entries.sort(
            key=lambda each: (
                -each.score, each.time_ms, each.moves, each.finished_at, each.player_id
            )
        )  # fmt: skip
        ranks = naive_ranks([(-each.score, each.time_ms, each.moves) for each in entries])
        shown = list(zip(ranks, [str(each.player_id) for each in entries], strict=True))
        assert ranked(self.client, SCORE, limit) == shown
        page = list(listed_entries(SCORE).order_by(*ORDER)[2:])
        assert ranks_of(SCORE, page) == ranks[2:]
        assert board_size(SCORE) == len(entries)


class Boards(RuleBasedStateMachine):
    """Four players win, lose, are suspended, hide, are doubted and are decided about."""

    def __init__(self):
        super().__init__()
        self.around = transaction.atomic()
        self.around.__enter__()
        self.players = [full_player() for _ in range(4)]
        self.results = []
        self.finished = []

    def teardown(self):
        transaction.set_rollback(True)
        self.around.__exit__(None, None, None)

    @rule(
        who=st.integers(0, 3),
        score=st.integers(0, 3),
        time=st.integers(0, 3),
        doubtful=st.sampled_from([False, False, True]),
    )
    def win(self, who, score, time, doubtful):
        result = win(
            self.players[who],
            score=score * 10,
            time_ms=time * 1_000,
            doubts=["impossible_pace"] if doubtful else [],
            finished_at=NOON + timedelta(seconds=len(self.results)),
        )
        self.results.append(result)
        self.finished.append(result)

    @rule(who=st.integers(0, 3))
    def lose(self, who):
        self.finished.append(record(self.players[who], won=False, finished_at=NOON))

    @rule(who=st.integers(0, 3), back=st.booleans())
    def suspend(self, who, back):
        (restore if back else suspend)(self.players[who])

    @rule(who=st.integers(0, 3), visibility=st.sampled_from(["public", "private"]))
    def hide(self, who, visibility):
        self.players[who] = update_profile(user=self.players[who], visibility=visibility)

    @precondition(lambda self: any(result.doubts for result in self.results))
    @rule(data=st.data(), accepted=st.booleans())
    def decide(self, data, accepted):
        doubtful = [result for result in self.results if result.doubts]
        result = data.draw(st.sampled_from(doubtful))
        decide(result, accepted=accepted, reason="looked at")
        result.verdict = accepted

    @invariant()
    def boards_are_as_a_naive_reading_of_the_ledger_has_them(self):
        # Every listed player's best of the results that are neither pending nor rejected.
        for key, order in (
            (SCORE, lambda each: (-each.score, each.time_ms, each.moves)),
            (TIME, lambda each: (each.time_ms, each.moves)),
        ):
            wanted = []
            for player in self.players:
                if not player.is_active or player.visibility == "private":
                    continue
                good = [
                    each
                    for each in self.results
                    if each.player_id == player.pk and (each.verdict or not each.doubts)
                ]
                wanted += [min(good, key=lambda each: (*order(each), each.pk))] if good else []
            wanted.sort(key=lambda each: (*order(each), each.finished_at, each.player_id))
            entries = list(listed_entries(key).order_by(*ORDER))
            assert [each.game_id for each in entries] == [each.game_id for each in wanted]
            assert ranks_of(key, entries) == naive_ranks([order(each) for each in wanted])
            assert [ranks_of(key, [each])[0] for each in entries] == ranks_of(key, entries)

    @invariant()
    def counts_are_what_is_there(self):
        for key in BoardEntry.objects.values_list("board", flat=True).distinct():
            assert board_size(key) == listed_entries(key).count()
        assert not wrong_counts()
        assert not list(entries_that_differ())

    @invariant()
    def streaks_are_those_of_what_stands(self):
        wanted = []
        for player in self.players:
            length = best = 0
            for each in self.finished:
                if each.player_id == player.pk:
                    stands = each.won and (each.verdict or not each.doubts)
                    length = (length + stands) if each.won else 0
                    best = max(best, length)
            if best and player.is_active and player.visibility == "public":
                wanted.append(best)
        entries = listed_entries(STREAK).order_by(*ORDER)
        assert [each.streak for each in entries] == sorted(wanted, reverse=True)


class TestBoards(TestCase):
    def test_r23_boards_agree_with_the_ledger_at_every_step(self):
        run_state_machine_as_test(
            Boards,
            settings=settings(
                max_examples=25,
                stateful_step_count=20,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
