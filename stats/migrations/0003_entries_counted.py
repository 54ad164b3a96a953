"""Count the listed entries of every bucket of every board, by a trigger.

Ranks are sums of these counts, so they must be right whoever writes entries, in whatever way, and
in the same transaction. A count is added to a row that nobody else holds at the moment, or to a
new one: no writer waits for another, so none can wait in a circle either. The sum of the rows of
a bucket is what counts; there are never more of them than there were writers at once.
"""

from django.db import migrations

COUNT = """
CREATE FUNCTION stats_count(at_board text, at_scale int, at_bucket bigint, change int)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE stats_boardcount SET entries = entries + change WHERE id = (
        SELECT id FROM stats_boardcount
        WHERE board = at_board AND scale = at_scale AND bucket = at_bucket
        LIMIT 1 FOR UPDATE SKIP LOCKED
    );
    IF NOT FOUND THEN
        INSERT INTO stats_boardcount (board, scale, bucket, entries)
        VALUES (at_board, at_scale, at_bucket, change);
    END IF;
END $$;

CREATE FUNCTION stats_count_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.board = NEW.board AND OLD.bucket = NEW.bucket
        AND OLD.is_listed = NEW.is_listed
    THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' AND OLD.is_listed THEN
        PERFORM stats_count(OLD.board, 0, OLD.bucket, -1);
        PERFORM stats_count(OLD.board, 1, OLD.bucket >> 25, -1);
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.is_listed THEN
        PERFORM stats_count(NEW.board, 0, NEW.bucket, 1);
        PERFORM stats_count(NEW.board, 1, NEW.bucket >> 25, 1);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER entry_counted AFTER INSERT OR UPDATE OR DELETE ON stats_boardentry
FOR EACH ROW EXECUTE FUNCTION stats_count_entry();
"""

UNCOUNT = """
DROP TRIGGER entry_counted ON stats_boardentry;
DROP FUNCTION stats_count_entry();
DROP FUNCTION stats_count(text, int, bigint, int);
"""


class Migration(migrations.Migration):
    dependencies = [("stats", "0002_boards")]

    operations = [migrations.RunSQL(COUNT, UNCOUNT)]
