"""Days for each decision become a pace; each running game has a row for its decision."""

import django.utils.timezone
from django.db import migrations, models


def days_to_pace(apps, schema_editor):
    Game, Decision, Seat = (apps.get_model("games", name) for name in ("Game", "Decision", "Seat"))
    for days in Game.objects.filter(days__gt=0).values_list("days", flat=True).distinct():
        Game.objects.filter(days=days, pace={}).update(pace={
            "kind": "days", "bank": 0, "increment": 0, "cap": 0, "answer_increment": None, "days": days,
            "weekend_off": False, "still_from": None, "still_until": None, "zone": "UTC", "vacation": True,
            "on_expiry": "pass", "misses": 0, "substitutes": True,
        })
    for game in Game.objects.filter(status="running", decider__isnull=False, deciding_since__isnull=False):
        seat = Seat.objects.get(game=game, index=game.decider)
        if game.days:
            Seat.objects.filter(pk=seat.pk).update(left=game.days * 86400)
        Decision.objects.get_or_create(game=game, made=None, defaults={
            "seat": game.decider, "user_id": seat.user_id, "kind": "turn", "version": game.version,
            "since": game.deciding_since, "counted": game.deciding_since, "deadline": game.deadline,
        })


class Migration(migrations.Migration):
    dependencies = [("games", "0006_clocks_and_plans")]
    operations = [
        migrations.AddField("decision", "counted", models.DateTimeField(default=django.utils.timezone.now), preserve_default=False),
        migrations.AddField("decision", "still", models.JSONField(default=list)),
        migrations.RunPython(days_to_pace, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("game", "days"),
    ]
