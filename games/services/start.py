"""Starting a game: its deal, its slot, and the end of the game that held the slot."""

import secrets
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.models import Deal, Game
from games.rules import VARIANTS, Rules, Setting, numbered_deck, parse_deck, shuffled
from games.selectors import games_of, open_casual_game, open_practice_games
from games.services.play import give_up
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
    """No deal with this id that the player has finished a game on."""

    code = "not_found"
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
        variant = VARIANTS[self.variant]
        rules = variant.levels[self.level].rules
        return rules if rules is not None else variant.custom_rules(self.custom or {})

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
    too. Raises `IdReused`, `TooManyPracticeGames`, `StockEmpty`, `DealNotFound`.
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
    elif held := open_casual_game(player=player, variant=choice.variant):
        # After a game that this request has seen, no other one is given up in its place.
        if not abandon_active or seen not in (None, held.pk):
            raise ActiveGameExists(held)
        if not give_up(held, reason=Game.Reason.REPLACED, now=now):
            raise _Beaten(held.pk)
    game = Game(
        id=game_id,
        player=player,
        deal=_choose_deal(player, choice),
        variant=choice.variant,
        level=choice.level,
        rules=choice.rules.id,
        custom=choice.custom,
        mode=Game.Mode.CASUAL if choice.deal is None else Game.Mode.PRACTICE,
        request=choice.request,
        created_at=now,
        last_op_at=now,
    )
    game.save(force_insert=True)
    return game


def _require_practice_place(player: User) -> None:
    # The player's row is the lock that keeps two devices from taking the last place both.
    User.objects.select_for_update(no_key=True).get(pk=player.pk)
    if open_practice_games(player=player) >= PRACTICE_LIMIT:
        raise TooManyPracticeGames


def _choose_deal(player: User, choice: Choice) -> Deal:
    match choice.deal:
        case None if VARIANTS[choice.variant].levels[choice.level].proven:
            return claim_proven_deal(player=player, variant=choice.variant, level=choice.level)
        case None:
            return create_deal(shuffled(secrets.token_bytes(32)))
        case {"id": deal_id}:
            seen = games_of(player).exclude(status=Game.Status.ACTIVE)
            if game := seen.filter(deal_id=deal_id).first():
                return game.deal
            raise DealNotFound(deal_id)
        case {"scheme": scheme, "number": number}:
            return create_deal(numbered_deck(scheme, number), scheme=scheme, number=number)
        case given:
            return create_deal(parse_deck("".join(given["cards"])))
