"""All knowledge of cards, moves, undo, score and hidden cards, in plain Python.

>>> from games.rules import RULES, shuffled
>>> position = RULES["bakers-game-4-cells-1"].lay_out(shuffled(b"example"))
>>> move = position.parse_move("1a")
>>> move in position.legal_moves
True
>>> after = position.play(move)
>>> after == position, after.is_won, after.is_stuck
(False, False, False)
"""

from games.rules.advice import best_first, is_dead
from games.rules.cards import (
    Card,
    Deck,
    deck_text,
    name,
    ordered_deck,
    parse_card,
    parse_deck,
    rank,
    require_full_deck,
    suit,
)
from games.rules.errors import (
    GameFinished,
    GamePaused,
    IllegalMove,
    InvalidBoard,
    InvalidDeck,
    InvalidMove,
    LogFull,
    NothingToUndo,
    RulesViolation,
    VersionConflict,
)
from games.rules.exchange import (
    ReplayText,
    deck_of_board,
    moves_played,
    read_replay_text,
    read_standard_move,
    replay_text,
    standard_move,
)
from games.rules.families import RULES, VARIANTS
from games.rules.families.building import (
    Building,
    down_alternating,
    down_any_suit,
    down_in_suit,
)
from games.rules.families.pairing import Pairing
from games.rules.numbers import (
    LAST_NUMBERS,
    MICROSOFT_LAST,
    SCHEMES,
    microsoft_deck,
    numbered_deck,
)
from games.rules.ops import (
    AUTO_FINISH,
    BATCH_LIMIT,
    COMMANDS,
    LOG_LIMIT,
    PAUSE,
    Log,
    Op,
    log_text,
    moves_in_effect,
    parse_log,
)
from games.rules.playthrough import Playthrough
from games.rules.position import Blocked, Move, Pile, Position, Rules, Tap
from games.rules.scoring import (
    CARD_POINTS,
    SCORING_VERSION,
    TICK_MS,
    TICK_POINTS,
    Score,
    worked_score,
)
from games.rules.shuffle import shuffled
from games.rules.variants import Level, Setting, Switch, Variant
from games.rules.view import View, film_of, view_of

__all__ = [
    "AUTO_FINISH",
    "BATCH_LIMIT",
    "CARD_POINTS",
    "COMMANDS",
    "LAST_NUMBERS",
    "LOG_LIMIT",
    "MICROSOFT_LAST",
    "PAUSE",
    "RULES",
    "SCHEMES",
    "SCORING_VERSION",
    "TICK_MS",
    "TICK_POINTS",
    "VARIANTS",
    "Blocked",
    "Building",
    "Card",
    "Deck",
    "GameFinished",
    "GamePaused",
    "IllegalMove",
    "InvalidBoard",
    "InvalidDeck",
    "InvalidMove",
    "Level",
    "Log",
    "LogFull",
    "Move",
    "NothingToUndo",
    "Op",
    "Pairing",
    "Pile",
    "Playthrough",
    "Position",
    "ReplayText",
    "Rules",
    "RulesViolation",
    "Score",
    "Setting",
    "Switch",
    "Tap",
    "Variant",
    "VersionConflict",
    "View",
    "best_first",
    "deck_of_board",
    "deck_text",
    "down_alternating",
    "down_any_suit",
    "down_in_suit",
    "film_of",
    "is_dead",
    "log_text",
    "microsoft_deck",
    "moves_in_effect",
    "moves_played",
    "name",
    "numbered_deck",
    "ordered_deck",
    "parse_card",
    "parse_deck",
    "parse_log",
    "rank",
    "read_replay_text",
    "read_standard_move",
    "replay_text",
    "require_full_deck",
    "shuffled",
    "standard_move",
    "suit",
    "view_of",
    "worked_score",
]
