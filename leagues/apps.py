from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"

    def ready(self) -> None:
        from leagues import mails
        from mail import others

        others.WRITERS.append(mails.write_due)
