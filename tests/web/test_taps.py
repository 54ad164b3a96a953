"""Taps: what they move, and what they do not."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.games.conftest import Player
from tests.web.positions import FULL, View, cards_of, craft, fresh, moves_of, reach
from tests.web.screen import Screen

Open = Callable[..., Screen]


@pytest.mark.parametrize("size", ["A", "E"])
def test_w02_a_tap_makes_the_first_listed_move(
    open_screen: Open, player: Player, size: str
) -> None:
    game = fresh(player)
    screen = open_screen(size, player)
    screen.open(game)
    sent = screen.tally()
    for count, pile in enumerate(("1", "3", "8"), start=1):
        view = screen.state()
        entry = moves_of(view, pile)[0]
        card = cards_of(view, pile)[-1]
        screen.tap(card)
        screen.expect_moves(count)
        screen.settle()
        assert sent[-1] == {"base_version": count - 1, "ops": [entry["move"]]}
        home = f"h{card[1]}" if entry["to"] == "h" else entry["to"]
        assert screen.pile(home)[-1] == card
    assert len(sent) == 3


@pytest.mark.parametrize("size", ["A", "E"])
def test_w03_a_tap_inside_a_run_moves_the_run(open_screen: Open, player: Player, size: str) -> None:
    def has_run(view: View) -> object:
        return [entry for entry in view["legal_moves"] if entry["n"] > 1]

    game = reach(player, "bakers_game", "medium", has_run)
    entry = next(each for each in game["legal_moves"] if each["n"] > 1)
    run = cards_of(game, entry["from"])[-entry["n"] :]
    screen = open_screen(size, player)
    screen.open(game)
    screen.tap(run[0])
    screen.expect_moves(game["moves"] + 1)
    assert screen.pile(moves_of(game, entry["from"], entry["n"])[0]["to"])[-len(run) :] == run


def test_w04_a_tap_goes_home_then_to_the_suit_then_to_a_space_then_to_a_cell(
    open_screen: Open, player: Player
) -> None:
    """Each card could go to all that comes after the place it goes to."""
    ends = {"pile_1": "QH 6C", "pile_2": "7C", "pile_3": "9H", "pile_4": "TH", "pile_5": "JD KS"}
    ends |= {"pile_6": "2S KD", "pile_7": "4S KH", "pile_8": "5S KC", "pile_9": "QC"}
    game = craft(player, columns=10, **ends, pile_A="5C 4C 3C 2C AC")
    game = player.play(game, "Ah", "Ah", "Ah", "Ah", "Ah")
    screen = open_screen("A", player)
    screen.open(game)
    sent = screen.tally()
    moves = [
        ("6C", "1", ["h", "2", "A", "a"], "hC"),
        ("9H", "3", ["4", "A", "a"], "4"),
        ("KS", "5", ["A", "a"], "A"),
        ("KD", "6", ["a", "b", "c", "d"], "a"),
        ("KH", "7", ["b", "c", "d"], "b"),
        ("KC", "8", ["c", "d"], "c"),
        ("QC", "9", ["d"], "d"),
    ]
    for count, (card, pile, places, goal) in enumerate(moves, start=game["moves"] + 1):
        listed = [each["to"] for each in moves_of(screen.state(), pile)]
        assert listed[: len(places)] == places, card
        screen.tap(card)
        screen.expect_moves(count)
        screen.settle()
        assert screen.pile(goal)[-1] == card
    assert moves_of(screen.state(), "6") == []
    screen.tap("2S")
    expect(screen.page.get_by_role("status")).to_contain_text("Not possible.")
    expect(screen.page.locator(".refused")).to_have_count(1)
    assert len(sent) == len(moves)
    assert screen.pile("6")[-1] == "2S"


@pytest.mark.parametrize(
    ("ways", "seconds", "is_tap"),
    [
        ([5], 0.1, True),
        ([5], 0.4, True),
        ([20, 30, 40, 30, 20, 9], 0.9, False),
        ([20, 10], 0.15, True),
    ],
    ids=["jitter", "slow jitter", "drag of 12 px", "short drag of 14 px"],
)
def test_w10_a_trembling_finger_taps(
    open_screen: Open, player: Player, ways: list[float], seconds: float, is_tap: bool
) -> None:
    """A finger must have gone farther once: Chromium itself tells no page of its first 15 px."""
    game = craft(player)  # Where the card fits on no neighbour, which so short a way would reach.
    screen = open_screen("A", player)
    screen.context.add_init_script("localStorage.settings = JSON.stringify({hold: 'off'})")
    screen.open(game)
    sent = screen.tally()
    card = screen.pile("1")[-1]
    x, y = screen.spot(card)
    screen.finger((0, x, y), *((0.05, x + way, y + way) for way in ways), lift=seconds)
    if is_tap:
        screen.expect_moves(1)
    screen.settle()
    screen.page.wait_for_timeout(100)
    assert len(sent) == is_tap
    assert (card in screen.pile("1")) != is_tap


@pytest.mark.parametrize("size", ["A", "E"])
@pytest.mark.parametrize("card", ["2C", "KD"], ids=["home", "cell"])
def test_w11_a_double_tap_makes_one_move(
    open_screen: Open, player: Player, size: str, card: str
) -> None:
    """The card beneath could move too, but is not what was meant."""
    game = craft(player, pile_1="AC", pile_2="QS 3C 2C", pile_3="QC KD")
    game = player.play(game, "1h")
    pile = "2" if card == "2C" else "3"
    below = cards_of(game, pile)[-2]
    screen = open_screen(size, player)
    screen.open(game)
    sent = screen.tally()
    screen.tap_twice(card)
    screen.expect_moves(2)
    screen.page.wait_for_timeout(400)
    assert len(sent) == 1
    assert screen.pile("hC" if card == "2C" else "a")[-1] == card
    assert screen.pile(pile)[-1] == below
    assert moves_of(screen.state(), pile)


@pytest.mark.parametrize(("size", "way"), [("A", "hold"), ("E", "hold"), ("E", "right click")])
def test_w38_a_held_card_is_shown_and_not_moved(
    open_screen: Open, player: Player, size: str, way: str
) -> None:
    game = fresh(player)
    screen = open_screen(size, player)
    screen.open(game)
    sent = screen.tally()
    card = screen.pile("1")[2]
    x, y = screen.spot(card)
    shown = screen.page.locator(f".peek [data-card='{card}']")
    if size == "A":
        session = screen.context.new_cdp_session(screen.page)
        touch = "Input.dispatchTouchEvent"
        session.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(shown).to_have_count(1)
        session.send(touch, {"type": "touchEnd", "touchPoints": []})
    elif way == "hold":
        screen.page.mouse.move(x, y)
        screen.page.mouse.down()
        expect(shown).to_have_count(1)
        screen.page.mouse.up()
    else:
        screen.page.mouse.click(x, y, button="right")
        expect(shown).to_have_count(1)
    expect(shown).to_have_count(0)
    screen.page.wait_for_timeout(300)
    assert not sent
    assert screen.pile("1") == cards_of(game, "1")


@pytest.mark.parametrize("variant", ["bakers_dozen", "good_measure"])
def test_w29_the_whole_column_acts_on_its_last_card(
    open_screen: Open, player: Player, variant: str
) -> None:
    game = fresh(player, variant)
    pile = game["legal_moves"][0]["from"]
    screen = open_screen("A", player)
    screen.open(game)
    screen.tap(cards_of(game, pile)[0])
    screen.expect_moves(1)
    assert screen.pile(pile) == cards_of(game, pile)[:-1]


@pytest.mark.parametrize("size", ["A", "E"])
def test_w29_an_emptied_column_takes_nothing_and_says_so(
    open_screen: Open, player: Player, size: str
) -> None:
    """Column 1 can be emptied at once: its four cards go onto the cards above them in rank."""
    game = player.start("medium", variant="bakers_dozen", deal={"cards": dozen()})
    game = player.play(game, "12", "13", "14", "15")
    assert cards_of(game, "1") == []
    screen = open_screen(size, player)
    screen.open(game)
    sent = screen.tally()
    card = cards_of(game, "7")[-1]
    (screen.drag if size == "E" else screen.swipe)(card, *screen.middle("1"))
    expect(screen.page.get_by_role("status")).to_contain_text("Not possible.")
    screen.settle()
    assert screen.piles() == {pile["id"]: pile["cards"] for pile in game["piles"]}
    screen.tap_at(*screen.middle("1"))
    screen.page.wait_for_timeout(200)
    assert not sent


def dozen() -> list[str]:
    """A deal of Baker's Dozen: 5, 6, 7 and 8 end the columns after the one that ends 7, 6, 5, 4."""
    ends = {1: ["7S", "6S", "5S", "4S"], 2: ["5H"], 3: ["6H"], 4: ["7H"], 5: ["8H"]}
    named = {card for end in ends.values() for card in end}
    rest = iter(card for card in FULL if card not in named)
    columns = [
        [*(next(rest) for _ in range(4 - len(end))), *end]
        for end in (ends.get(at, []) for at in range(1, 14))
    ]
    return [columns[at % 13][at // 13] for at in range(52)]
