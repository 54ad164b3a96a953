"""Sentences that are put together of messages, as each language says them."""

import pytest
from django.utils.translation import override

from config.pages.words import word


def said(language: str, key: str, **values: object) -> str:
    """A message as a page has it."""
    with override(language):
        return str(word(key, **values))


@pytest.mark.parametrize(
    ("language", "pile", "sentence"),
    [
        ("en", "column", "Undone: A back to column 1."),
        ("fr", "column", "Annulé : A retourne vers la colonne 1."),
        ("fr", "discard", "Annulé : A retourne à la défausse."),
        ("ru", "column", "Отменено: A возвращается в столбец 1."),
        ("ru", "foundation", "Отменено: A возвращается на основание."),
    ],
)
def test_a_card_that_comes_back_goes_to_a_pile(language: str, pile: str, sentence: str) -> None:
    where = said(language, f"to.{pile}", id=1)
    assert said(language, "undone", card="A", pile=where) == sentence


@pytest.mark.parametrize(
    ("language", "count", "won", "sentence"),
    [
        ("en", 1, 1, "The latest game: 1 won"),
        ("fr", 1, 0, "Dernière partie : 0 victoire"),
        ("fr", 1, 1, "Dernière partie : 1 victoire"),
        ("fr", 2, 1, "Les 2 dernières parties, gagnées : 1"),
        ("ru", 1, 1, "Последние игры: 1, побед: 1"),
        ("ru", 21, 3, "Последние игры: 21, побед: 3"),
        ("ru", 22, 3, "Последние 22 игры, побед: 3"),
    ],
)
def test_a_picture_of_one_game_is_told_as_of_one(
    language: str, count: int, won: int, sentence: str
) -> None:
    assert said(language, "picture", n=count, won=won) == sentence


@pytest.mark.parametrize(
    ("language", "game", "stock", "key"),
    [
        ("en", "In Baroness", "stock", "D lays"),
        ("fr", "la Baronne", "pioche", "D distribue"),
        ("ru", "«Баронессе»", "колоды", "D – сдать"),
    ],
)
def test_only_of_baroness_it_is_said_that_one_lays_cards(
    language: str, game: str, stock: str, key: str
) -> None:
    """The guide of Thirteens, whose places are filled by themselves, has the same lines."""
    taps = [line for line in said(language, "guide.taps.pairing").split("\n") if stock in line]
    keys = [part for part in said(language, "guide.keyList").split(".") if key in part]
    assert len(taps) == 1
    assert len(keys) == 1
    assert game in taps[0]
    assert game.removeprefix("In ") in keys[0]


def test_nobody_is_taken_for_a_woman_by_the_settings() -> None:
    assert said("ru", "set.finish") == "Доигрывать автоматически"
