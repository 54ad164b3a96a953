from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("solver_worker", "0001_work_under_way")]

    operations = [
        migrations.AddIndex(
            model_name="solve",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False)),
                fields=["finished_at"],
                name="solve_over_by_end",
            ),
        ),
        migrations.AddIndex(
            model_name="solve",
            index=models.Index(
                condition=models.Q(("status", "failed")), fields=["id"], name="solve_failed"
            ),
        ),
    ]
