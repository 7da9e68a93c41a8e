from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("leagues", "0003_no_mail"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="plan",
            field=models.JSONField(default=list),
        ),
    ]
