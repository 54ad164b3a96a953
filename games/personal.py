"""What games hold of a person: nothing but whose they are. Cards are in deals alone."""

from accounts.privacy import impersonal, personal

personal(
    "games.Game",
    "player",
    kept="id player deal variant level rules custom mode status reason log version assisted "
    "request created_at last_op_at finished_at closes_at",
)
personal("games.Attempt", "player", kept="id daily player game")
personal("games.Share", "game__player", kept="slug game created_at")
impersonal("games.Deal", "id deck salt scheme number created_at")
impersonal("games.StockDeal", "id deal variant level rules line solver deck served_at published_in")
impersonal("games.SolvedDeal", "id deal rules verdict par positions solver")
impersonal("games.Dump", "id month kind name lines size sha256 made_at")
impersonal("games.Daily", "id date variant level proof created_at")
