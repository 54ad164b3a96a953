"""The ledger, the totals and the boards to look at, and the reviews to decide."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest

from accounts.admin import ReadOnlyAdmin
from accounts.models import User
from stats.models import (
    BoardEntry,
    Correction,
    CountedResult,
    Decision,
    DoubtfulResult,
    GameResult,
    Totals,
)
from stats.selectors.ledger import judged
from stats.services.corrections import correct
from stats.services.reviews import decide


@admin.register(GameResult)
class GameResultAdmin(ReadOnlyAdmin):
    """The ledger, newest first."""

    list_select_related = ("player",)
    list_display = ("id", "player", "variant", "level", "won", "reason", "assisted", "score")
    search_fields = ("=game_id", "=player__id")


@admin.register(Totals)
class TotalsAdmin(ReadOnlyAdmin):
    """Totals by player, variant and level."""

    list_select_related = ("player",)
    list_display = ("id", "player", "variant", "level", "won", "lost", "best_streak")
    search_fields = ("=player__id",)


@admin.register(BoardEntry)
class BoardEntryAdmin(ReadOnlyAdmin):
    """Entries of boards by player, game or board."""

    list_select_related = ("player",)
    list_display = ("id", "board", "player", "score", "time_ms", "moves", "streak", "is_listed")
    search_fields = ("=player__id", "=game_id", "=board")


class _StateFilter(admin.SimpleListFilter):
    """What waits for a review, unless what was decided, or all that boards take, is asked for."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The other choices."""
        return [("decided", "Decided"), ("all", "All that boards take")]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Call the choice of none by what it is."""
        waiting, *others = super().choices(changelist)
        yield {**waiting, "display": "Waiting"}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Results that wait, that were decided about, or all."""
        is_decided = Exists(Decision.objects.filter(result=OuterRef("pk")))
        if self.value() == "decided":
            return queryset.filter(is_decided)
        if self.value() == "all":
            return queryset
        return queryset.exclude(doubts=[]).exclude(is_decided)


class _OpenedFormSet(BaseInlineFormSet):
    """A row that was opened is meant: one with nothing entered is refused, not passed over.

    Nothing entered is what a rejection, or a restoration, without a reason looks like.
    """

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """Say that a row may not stay empty; the template of new rows has no index."""
        kwargs = super().get_form_kwargs(index)
        return kwargs if index is None else {**kwargs, "empty_permitted": False}


class _AddedInline(admin.TabularInline):
    """What was said so far, which stays as it is, and a place for one more."""

    formset = _OpenedFormSet
    fk_name = "result"
    extra = 0
    min_num = 0
    max_num = 50
    can_delete = False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: what was wrong is followed by what is right."""
        return False


class DecisionInline(_AddedInline):
    """The decisions; an appeal ends in another one."""

    model = Decision
    fields = ("accepted", "reason", "appeal", "decided_by", "decided_at")
    readonly_fields = ("decided_by", "decided_at")


class CorrectionInline(_AddedInline):
    """The corrections."""

    model = Correction
    fields = ("annulled", "reason", "corrected_by", "corrected_at")
    readonly_fields = ("corrected_by", "corrected_at")


@admin.register(DoubtfulResult)
class DoubtfulResultAdmin(ReadOnlyAdmin):
    """Results that boards take: nothing of them changes, but a decision may be added.

    Those that wait for one are shown first; one without doubts, as others reported it, is found
    among all, and may be rejected too.
    """

    list_select_related = ("player",)
    list_display = ("id", "player", "variant", "level", "daily", "time_ms", "moves", "doubts")
    list_filter = (_StateFilter,)
    search_fields = ("=game_id", "=player__id")
    ordering = ("-pk",)
    inlines = (DecisionInline,)
    readonly_fields = tuple(field.name for field in DoubtfulResult._meta.fields)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether this member of the staff may decide; the result itself is read-only to all."""
        return request.user.has_perm("stats.add_decision")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The part of the ledger that is on boards, or was or may come there."""
        return judged(super().get_queryset(request)).filter(is_ranked=True)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Decide, so that the boards follow, instead of only storing what was entered."""
        assert isinstance(request.user, User)
        for decision in formset.save(commit=False):
            decide(
                decision.result,
                accepted=decision.accepted,
                reason=decision.reason,
                appeal=decision.appeal,
                by=request.user,
            )


@admin.register(CountedResult)
class CountedResultAdmin(ReadOnlyAdmin):
    """All of the ledger: nothing of it changes, but it may be said that a result does not count."""

    list_select_related = ("player",)
    list_display = ("id", "player", "variant", "level", "won", "reason", "finished_at")
    search_fields = ("=game_id", "=player__id")
    ordering = ("-pk",)
    inlines = (CorrectionInline,)
    readonly_fields = tuple(field.name for field in CountedResult._meta.fields)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether this member of the staff may correct; the result itself is read-only to all."""
        return request.user.has_perm("stats.add_correction")

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Correct, so that totals and boards follow, instead of only storing what was entered."""
        assert isinstance(request.user, User)
        for correction in formset.save(commit=False):
            correct(
                correction.result,
                annulled=correction.annulled,
                reason=correction.reason,
                by=request.user,
            )
