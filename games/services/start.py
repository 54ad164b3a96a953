"""Starting a game: its deal, its slot, and the end of the game that held the slot."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.models import Deal, Game, Share
from games.rules import RULES, VARIANTS, Rules, Setting, numbered_deck, parse_deck, shuffled
from games.selectors import dailies, games_of, open_casual_game, open_practice_games
from games.services.play import end_overdue, give_up
from games.services.stock import StockEmpty, claim_proven_deal, create_deal

PRACTICE_LIMIT = 20


class ActiveGameExists(Exception):
    """A casual game of this variant is open, and a new one would give it up."""

    code = "active_game_exists"

    def __init__(self, game: Game) -> None:
        super().__init__(game.pk)
        self.members = {
            "active_game": {"id": str(game.pk), "level": game.level, "version": game.version}
        }


class IdReused(Exception):
    """The id names another game, or this game asked for differently."""

    code = "id_reused"
    pointer = "/id"


class TooManyPracticeGames(Exception):
    """As many practice games are open as may be."""

    code = "too_many_practice_games"

    def __init__(self) -> None:
        super().__init__(PRACTICE_LIMIT)
        self.members = {"limit": PRACTICE_LIMIT}


class DealNotFound(LookupError):
    """No deal with this id that the player may practise."""

    code = "not_found"
    pointer = "/deal/id"


class DealInPlay(Exception):
    """A daily that the player is playing, or whose board is open."""

    code = "deal_in_play"
    pointer = "/deal/id"


class _Beaten(Exception):
    """The game to be given up was played on or ended between two statements."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(game_id)
        self.game_id = game_id


# What a request may be refused with only because its twin was faster.
_REFUSALS = (IntegrityError, StockEmpty, _Beaten, ActiveGameExists, TooManyPracticeGames)
# The unique constraint that lets one open casual game through.
_SLOT = "game_one_open_casual"


@dataclass(frozen=True)
class Choice:
    """What a player asks for. `custom` names every switch of a custom level.

    `deal` is None for a counted game, else `{"id"}`, `{"scheme", "number"}` or `{"cards"}` for a
    practice game on these cards.
    """

    variant: str
    level: str
    custom: dict[str, Setting] | None = None
    deal: dict[str, Any] | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the level, or of the switches."""
        return VARIANTS[self.variant].rules_of(self.level, self.custom)

    @property
    def request(self) -> dict[str, Any]:
        """The choice as it is stored to be compared."""
        return {
            "variant": self.variant,
            "level": self.level,
            "custom": self.custom,
            "deal": self.deal,
        }


def start_game(
    *, player: User, choice: Choice, game_id: UUID | None = None, abandon_active: bool = False
) -> tuple[Game, bool]:
    """Start a game, or find the one that the same request started; the flag says which.

    A casual game takes the player's slot of its variant: the game that holds it is given up
    first if `abandon_active` says so, in the same transaction, else `ActiveGameExists`. A game
    that another device started meanwhile is never given up unseen: that is `ActiveGameExists`
    too. Raises `IdReused`, `TooManyPracticeGames`, `StockEmpty`, `DealNotFound`,
    `DealInPlay`.
    """
    if game_id and (known := _repeated(player, game_id, choice)):
        return known, False
    game_id = game_id or uuid4()
    seen: UUID | None = None
    while True:
        try:
            with transaction.atomic():
                return _start(player, game_id, choice, abandon_active, seen), True
        except _REFUSALS as refused:
            # Somebody was faster; if it was this same request on its other way, all is well.
            if known := _repeated(player, game_id, choice):
                return known, False
            if isinstance(refused, _Beaten):
                seen = refused.game_id
            elif isinstance(refused, IntegrityError) and _SLOT in str(refused):
                if held := open_casual_game(player=player, variant=choice.variant):
                    raise ActiveGameExists(held) from None
            else:
                raise


def _repeated(player: User, game_id: UUID, choice: Choice) -> Game | None:
    game = Game.objects.filter(pk=game_id).select_related("deal").first()
    if game and (game.player_id != player.pk or game.request != choice.request):
        raise IdReused
    return game


def _start(
    player: User, game_id: UUID, choice: Choice, abandon_active: bool, seen: UUID | None
) -> Game:
    now = timezone.now()
    if choice.deal is not None:
        _require_practice_place(player)
    else:
        _free_slot(player, choice.variant, abandon_active, seen, now)
    deal, rules = _choose_deal(player, choice)
    game = Game(
        id=game_id,
        player=player,
        deal=deal,
        variant=choice.variant,
        level=choice.level,
        rules=rules.id,
        custom=choice.custom,
        mode=Game.Mode.CASUAL if choice.deal is None else Game.Mode.PRACTICE,
        request=choice.request,
        created_at=now,
        last_op_at=now,
    )
    game.save(force_insert=True)
    return game


def _free_slot(
    player: User, variant: str, abandon_active: bool, seen: UUID | None, now: datetime
) -> None:
    held = open_casual_game(player=player, variant=variant)
    if held is None:
        return
    if held.is_overdue(now):
        is_free = end_overdue(held)
    # After a game that this request has seen, no other one is given up in its place.
    elif not abandon_active or seen not in (None, held.pk):
        raise ActiveGameExists(held)
    else:
        is_free = give_up(held, reason=Game.Reason.REPLACED, now=now)
    if not is_free:
        raise _Beaten(held.pk)


def _require_practice_place(player: User) -> None:
    # The player's row is the lock that keeps two devices from taking the last place both.
    User.objects.select_for_update(no_key=True).get(pk=player.pk)
    if open_practice_games(player=player) >= PRACTICE_LIMIT:
        raise TooManyPracticeGames


def _choose_deal(player: User, choice: Choice) -> tuple[Deal, Rules]:
    """The deal, and the rules that lay out its board: those of the choice wherever they do."""
    match choice.deal:
        case None if VARIANTS[choice.variant].levels[choice.level].proven:
            deal = claim_proven_deal(player=player, variant=choice.variant, level=choice.level)
        case None:
            deal = create_deal(shuffled(secrets.token_bytes(32)))
        case {"id": deal_id}:
            deal = _known_deal(player, UUID(deal_id))
            return deal, _known_rules(player, choice, deal)
        case {"scheme": "ms", "number": number}:
            deal = create_deal(numbered_deck("ms", number), scheme="ms", number=number)
        case {"scheme": scheme, "number": number}:
            # Another program's number means a board of that program, not a deck of its own.
            rules, deck = choice.rules.numbered(scheme, number)
            return create_deal(deck), rules
        case given:
            deal = create_deal(parse_deck("".join(given["cards"])))
    return deal, choice.rules


def _known_rules(player: User, choice: Choice, deal: Deal) -> Rules:
    # Kings that another program left where they fell must not slide when the board comes again.
    for game in games_of(player).filter(deal=deal, variant=choice.variant):
        if Choice(game.variant, game.level, game.custom).rules == choice.rules:
            return RULES[game.rules]
    return choice.rules


def _known_deal(player: User, deal_id: UUID) -> Deal:
    """A deal of a finished game of the player, a closed daily, or a shared replay."""
    own = games_of(player).filter(deal_id=deal_id)
    daily = dailies().filter(proof__deal_id=deal_id).first()
    if daily is None:
        if game := own.exclude(status=Game.Status.ACTIVE).first():
            return game.deal
        if share := Share.objects.select_related("game__deal").filter(game__deal=deal_id).first():
            return share.game.deal
        raise DealNotFound(deal_id)
    now = timezone.now()
    attempt = own.filter(mode=Game.Mode.DAILY).first()
    is_secret = now < daily.ranked_until
    if is_secret and attempt is None:
        raise DealNotFound(deal_id)
    # Nobody sees the cards of an open board but through their own attempt, not even again.
    if is_secret or (attempt and not attempt.is_over and not attempt.is_overdue(now)):
        raise DealInPlay(deal_id)
    return daily.proof.deal
