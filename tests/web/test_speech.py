"""W34: what the table is called and what is read out, in three languages."""

import re
from collections.abc import Callable

import pytest

from tests.games.conftest import Player, nearly_won, stock_up
from tests.web.positions import FULL, craft, fresh, reach
from tests.web.questions import answer
from tests.web.screen import Screen

Open = Callable[..., Screen]

LISTEN = """() => {
  window.heard = [];
  const region = document.querySelector('[role=status]');
  new MutationObserver(() => region.textContent && window.heard.push(region.textContent))
    .observe(region, { childList: true });
}"""


def listen(screen: Screen) -> None:
    """Note from now on what is read out."""
    screen.page.wait_for_timeout(400)  # The keyboard and the words are loaded after the deal.
    screen.page.evaluate(LISTEN)


def heard(screen: Screen) -> str:
    """What was read out next."""
    screen.page.wait_for_function("() => window.heard.length > 0")
    return str(screen.page.evaluate("window.heard.shift()"))


SAID = {
    "en": {
        "home": "Ace of clubs to the foundation. Then Queen of diamonds.",
        "run": "2 cards from Six of hearts to Five of hearts to column 5. Then King of clubs.",
        "cell": "Queen of diamonds to free cell 1. Then Four of diamonds.",
        "undo": "Undone: Queen of diamonds back to column 3.",
        "long": "Only 4 cards can be moved there now.",
        "no": "Not possible.",
        "up": "Nine of spades picked up. 3 places possible.",
        "down": "Put back.",
        "pause": ("Paused", "Continued."),
        "lost": ("No connection. Your game is safe.", "Connected again."),
    },
    "ru": {
        "home": "Туз треф на основание. Теперь Дама бубен.",
        "run": "2 карты: Шестёрка червей – Пятёрка червей в столбец 5. Теперь Король треф.",
        "cell": "Дама бубен в ячейку 1. Теперь Четвёрка бубен.",
        "undo": "Отменено: Дама бубен возвращается в столбец 3.",
        "long": "Сейчас туда можно перенести только 4 карты.",
        "no": "Так ходить нельзя.",
        "up": "Взято: Девятка пик. Доступно 3 места.",
        "down": "Возвращено.",
        "pause": ("Пауза", "Игра продолжена."),
        "lost": ("Нет связи. Игра сохранена.", "Связь восстановлена."),
    },
    "fr": {
        "home": "As de trèfle sur la fondation. Ensuite : Dame de carreau.",
        "run": "2 cartes, Six de cœur à Cinq de cœur vers la colonne 5. Ensuite : Roi de trèfle.",
        "cell": "Dame de carreau vers la cellule 1. Ensuite : Quatre de carreau.",
        "undo": "Annulé : Dame de carreau retourne vers la colonne 3.",
        "long": "Seulement 4 cartes peuvent y aller maintenant.",
        "no": "Coup impossible.",
        "up": "Carte prise : Neuf de pique. 3 places possibles.",
        "down": "Remis en place.",
        "pause": ("Pause", "Reprise."),
        "lost": ("Hors ligne. Votre partie est conservée.", "Reconnecté."),
    },
}


@pytest.mark.parametrize("language", SAID)
def test_w34_moves_and_refusals_are_read_out(
    open_screen: Open, player: Player, language: str
) -> None:
    said = SAID[language]
    ends = {"pile_1": "8S 7S 6S 5S 4S 3S", "pile_2": "9S", "pile_3": "QD AC", "pile_4": "KC 6H 5H"}
    screen = open_screen("E", player, language)
    screen.open(craft(player, **ends, pile_5="7H"))
    listen(screen)
    for card, text in (("AC", said["home"]), ("6H", said["run"]), ("QD", said["cell"])):
        screen.tap(card)
        assert heard(screen) == text
        screen.settle()
    screen.drag("8S", *screen.middle("2"))
    assert heard(screen) == said["long"]
    # The same once more is read out once more.
    for _ in range(2):
        screen.tap(screen.pile("6")[0])
        assert heard(screen) == said["no"]
    screen.page.locator("[data-card='9S']").focus()
    for key, text in (("Space", said["up"]), ("Escape", said["down"]), ("u", said["undo"])):
        screen.page.keyboard.press(key)
        assert heard(screen) == text


@pytest.mark.parametrize("language", SAID)
def test_w34_a_pause_and_a_lost_network_are_read_out(
    open_screen: Open, player: Player, language: str
) -> None:
    screen = open_screen("E", player, language)
    screen.expected = ("Failed to load resource",)
    screen.open(fresh(player))
    listen(screen)
    screen.page.keyboard.press("p")
    screen.page.locator("dialog .item").first.click()
    assert heard(screen) == SAID[language]["pause"][0]
    screen.page.locator(".cover button").click()
    assert heard(screen) == SAID[language]["pause"][1]
    screen.context.set_offline(True)
    screen.tap(screen.pile("1")[-1])
    told = heard(screen)
    while SAID[language]["lost"][0] not in told:
        told = heard(screen)
    screen.context.set_offline(False)
    assert heard(screen) == SAID[language]["lost"][1]


PAIRS = {
    "en": (
        "King of clubs discarded.",
        "and Four of diamonds discarded.",
        "The next cards are laid.",
    ),
    "ru": ("В сброс: Король треф.", "и Четвёрка бубен.", "Сданы следующие карты."),
    "fr": ("Défausse : Roi de trèfle.", "et Quatre de carreau.", "La suite est distribuée."),
}


@pytest.mark.parametrize("language", PAIRS)
def test_w34_discards_and_deals_are_read_out(
    open_screen: Open, player: Player, language: str
) -> None:
    king, pair, deal = PAIRS[language]
    first = ["KC", "4D", "9S", "2H", "5H"]
    cards = [*first, *(card for card in FULL if card not in first)]
    screen = open_screen("E", player, language)
    screen.open(player.start("medium", variant="baroness", deal={"cards": cards}))
    listen(screen)
    screen.tap("KC")
    assert heard(screen) == king
    screen.tap("9S")
    assert heard(screen).endswith(pair)
    screen.tap_at(*screen.middle("stock"))
    assert heard(screen) == deal


ENDS = {
    "en": ("Playing the rest to the foundations.", r"You won: \d+ moves, [\d:]+, [\d,]+ points\."),
    "ru": (
        "Остальные карты поднимаются на основания.",
        r"Победа: \d+ ход(а|ов|), [\d:]+, очки: [\d\s]+\.",
    ),
    "fr": ("Le reste monte sur les fondations.", r"Gagné : \d+ coups, [\d:]+, [\d\s]+ points\."),
}


@pytest.mark.parametrize("language", ENDS)
def test_w34_the_end_is_read_out(open_screen: Open, player: Player, language: str) -> None:
    finishing, won = ENDS[language]
    game = reach(player, "bakers_game", "easy", lambda view: view["auto_finish"])
    screen = open_screen("E", player, language)
    screen.context.add_init_script("localStorage.settings = JSON.stringify({finish: 'off'})")
    screen.open(game)
    listen(screen)
    screen.page.keyboard.press("a")
    told = heard(screen)
    assert told.startswith(finishing)
    # What comes soon after is read as one.
    assert re.fullmatch(won, told.removeprefix(finishing).strip() or heard(screen))


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Try: "), ("ru", "Попробуйте: "), ("fr", "Essayez : ")]
)
def test_w34_a_hint_is_read_out(
    open_screen: Open, player: Player, language: str, text: str
) -> None:
    stock_up()
    screen = open_screen("E", player, language)
    screen.open(nearly_won(player, keep=30).game)
    listen(screen)
    screen.page.keyboard.press("h")
    screen.page.locator("dialog button.bad").click()
    answer(screen)
    told = heard(screen)
    while text not in told:
        told = heard(screen)


NAMES = {
    "en": ("Baker's Game, table", "Column 1, 7 cards", "Free cell 1, empty", r"\w+ of \w+"),
    "ru": ("Игра Бейкера, стол", "Столбец 1, 7 карт", "Ячейка 1, пусто", r"\w+ \w+"),
    "fr": ("Jeu de Baker, table", "Colonne 1, 7 cartes", "Cellule 1, vide", r"\w+ de \w+"),
}


@pytest.mark.parametrize("language", NAMES)
def test_w34_the_table_has_names(open_screen: Open, player: Player, language: str) -> None:
    game = fresh(player)
    table, column, cell, card = NAMES[language]
    screen = open_screen("E", player, language)
    screen.open(game)
    snapshot = screen.page.get_by_role("main", name=table).aria_snapshot()
    assert f'list "{column}"' in snapshot
    assert f'button "{cell}"' in snapshot
    assert len(re.findall(rf'button "{card}"', snapshot)) == 52


TABLES = {
    "bakers_game": ["Column 8, 6 cards", "Free cell 4, empty", "Foundation of spades, empty"],
    "bakers_dozen": ["Column 13, 4 cards", "Foundation of hearts, empty"],
    "good_measure": ["Column 10, 5 cards", "Foundation of clubs"],
    "spanish_patience": ["Column 13, 4 cards", "Foundation of diamonds, empty"],
    "baroness": ["Column 5, 1 card", "Stock, 47 cards", "Discard, empty"],
    "thirteens": ["Column 10, 1 card", "Stock, 42 cards", "Discard, empty"],
}


@pytest.mark.parametrize("variant", TABLES)
def test_w34_every_table_is_lists_of_cards(open_screen: Open, player: Player, variant: str) -> None:
    game = player.start("medium", variant=variant)
    screen = open_screen("E", player)
    screen.open(game)
    snapshot = screen.page.get_by_role("main").aria_snapshot()
    lists = re.findall(r'list "(.+?)"', snapshot)
    assert len(lists) == sum(pile["kind"] != "grace" for pile in game["piles"])
    for name in TABLES[variant]:
        assert any(each.startswith(name) for each in lists), name
    cards = re.findall(r'button "(\w+ of \w+)"', snapshot)
    seen = [card for pile in game["piles"] for card in pile.get("cards", [])]
    assert len(set(cards)) == len(cards) == len(seen)
