"""Plays with the client that openapi-python-client makes: `play.py ADDRESS LINE`.

Checked by `mypy --strict` against that client. Prints what the tests look up in the database.
"""

import json
import sys
from uuid import uuid4

from patience_client import AuthenticatedClient, Client
from patience_client.api.games import (
    games_append_ops,
    games_list,
    games_read,
    games_replay,
    games_start,
)
from patience_client.api.guests import create_guest
from patience_client.api.leaderboards import leaderboards_read
from patience_client.api.me import get_me, me_export, me_stats
from patience_client.api.variants import variants_list
from patience_client.models import (
    BoardPage,
    ClientEnum,
    Game,
    GameStatus,
    GuestRequestRequest,
    GuestShape,
    LevelEnum,
    OpsRequest,
    PaginatedGameList,
    Problem,
    ProfileShape,
    Replay,
    StartGameRequest,
    Stats,
    VariantEnum,
    VariantList,
)

BATCH = 20


def play(address: str, line: list[str]) -> dict[str, str]:
    """Become a guest, win a game by its line, and look at all that follows from it."""
    stranger = Client(base_url=address, raise_on_unexpected_status=True)
    offered = variants_list.sync(client=stranger)
    assert isinstance(offered, VariantList)
    assert "bakers_game" in {variant.key for variant in offered.items}
    # The generator knows no sign-in that is optional: who has no token yet sends another header.
    nobody = AuthenticatedClient(base_url=address, token="none", auth_header_name="X-Nobody")
    guest = create_guest.sync(client=nobody, body=GuestRequestRequest(client=ClientEnum.APP))
    assert isinstance(guest, GuestShape)
    assert guest.token is not None
    me = AuthenticatedClient(base_url=address, token=guest.token, raise_on_unexpected_status=True)
    profile = get_me.sync(client=me)
    assert isinstance(profile, ProfileShape)
    assert profile.id == guest.user.id

    wish = StartGameRequest(variant=VariantEnum.BAKERS_GAME, level=LevelEnum.EASY, id=uuid4())
    game = games_start.sync(client=me, body=wish)
    assert isinstance(game, Game)
    again = games_start.sync(client=me, body=wish)
    assert isinstance(again, Game)
    assert again.id == game.id == wish.id
    place = str(game.id)

    refused = games_append_ops.sync(place, client=me, body=OpsRequest(base_version=0, ops=["11"]))
    assert isinstance(refused, Problem)
    assert refused.code in {"illegal_move", "notation_invalid"}
    assert refused.errors[0].pointer == "/ops/0"

    for at in range(0, len(line), BATCH):
        body = OpsRequest(base_version=game.version, ops=line[at : at + BATCH])
        after = games_append_ops.sync(place, client=me, body=body)
        assert isinstance(after, Game), after
        assert after.moves > game.moves
        game = after
    assert game.status is GameStatus.WON
    assert game.score.total > 0
    assert not game.legal_moves
    seen = games_read.sync(place, client=me)
    assert isinstance(seen, Game)
    assert seen.status is GameStatus.WON

    mine = games_list.sync(client=me)
    assert isinstance(mine, PaginatedGameList)
    assert [each.id for each in mine.items] == [game.id]
    replay = games_replay.sync(place, client=me)
    assert isinstance(replay, Replay)
    stats = me_stats.sync(client=me)
    assert isinstance(stats, Stats)
    (level,) = stats.items
    assert (level.variant, level.level, level.won) == ("bakers_game", "easy", 1)
    board = leaderboards_read.sync("best_score:bakers_game:easy", client=me)
    assert isinstance(board, BoardPage)
    assert not board.items  # Guests are not listed.
    lines = me_export.sync(client=me)
    assert lines is None or isinstance(lines, str | Problem)
    return {"id": place, "player": str(profile.id)}


if __name__ == "__main__":
    print(json.dumps(play(sys.argv[1], sys.argv[2].split())))
