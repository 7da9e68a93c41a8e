from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_indexes'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='seat',
            name='seen',
        ),
    ]
