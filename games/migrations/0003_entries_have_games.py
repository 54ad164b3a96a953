"""No entry of a board without the game behind it, which can be replayed.

The constraint is made here, where games are known: the app of the boards knows none of them.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_dailies_and_attempts"),
        ("stats", "0002_boards"),
    ]

    operations = [
        migrations.RunSQL(
            """
            ALTER TABLE stats_boardentry ADD CONSTRAINT entry_has_game
            FOREIGN KEY (game_id) REFERENCES games_game (id)
            """,
            "ALTER TABLE stats_boardentry DROP CONSTRAINT entry_has_game",
        ),
    ]
